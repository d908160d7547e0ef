"""What a phone keeps of its server and its outbox belongs to pocket, which takes over what is in these tables.

They stay where something is in them: on a phone, or where a phone's backup was restored. Nothing keeps a server from
deleting the groups of such rows.
"""

import django.db.models.deletion
from django.db import migrations, models


def drop_empty(apps, schema_editor):
    old = [apps.get_model("exchange", name) for name in ("Waiting", "Home")]
    if not any(model.objects.using(schema_editor.connection.alias).exists() for model in old):
        for model in old:
            schema_editor.delete_model(model)


class Migration(migrations.Migration):
    dependencies = [
        ("exchange", "0001_squashed_0004_held_by"),
    ]

    operations = [
        migrations.AlterField(
            model_name="home",
            name="group",
            field=models.OneToOneField(
                db_constraint=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="home",
                to="people.group",
            ),
        ),
        migrations.AlterField(
            model_name="waiting",
            name="group",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="outbox",
                to="people.group",
            ),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(drop_empty)],
            state_operations=[migrations.DeleteModel("Waiting"), migrations.DeleteModel("Home")],
        ),
    ]
