from django.db import migrations, models

from scorekeeper.people.names import folded


def fold_names(apps, schema_editor):
    """Of accounts whose names are the same, the oldest gets the folded name; the others keep theirs, letter by letter."""
    users = apps.get_model("people", "User").objects
    taken = set()
    for user in users.order_by("pk"):
        name = folded(user.username)
        if name not in taken:
            taken.add(name)
            users.filter(pk=user.pk).update(folded_name=name)


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0004_invitations"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="folded_name",
            field=models.CharField(editable=False, max_length=600, null=True),
        ),
        migrations.RunPython(fold_names, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="user",
            name="folded_name",
            field=models.CharField(editable=False, max_length=600, null=True, unique=True),
        ),
    ]
