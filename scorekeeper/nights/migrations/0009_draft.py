"""One draft of a round, which also says who deals. A round under way is finished before the update."""

import django.db.models.deletion
import django.utils.timezone
import scorekeeper.people.keys
from django.db import migrations, models


def forget_who_was_named(apps, schema_editor):
    apps.get_model("nights", "Change").objects.filter(verb="named_dealer").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("nights", "0008_no_deleted_sheets"),
    ]

    operations = [
        migrations.RunPython(forget_who_was_named, migrations.RunPython.noop, elidable=True),
        migrations.RemoveField(
            model_name="match",
            name="named_dealer",
        ),
        migrations.RemoveField(
            model_name="match",
            name="saved_tricks",
        ),
        migrations.AlterField(
            model_name="change",
            name="verb",
            field=models.CharField(
                choices=[
                    ("added", "entered"),
                    ("corrected", "corrected"),
                    ("removed", "removed"),
                    ("restored", "restored"),
                    ("closed", "ended the game"),
                    ("reopened", "reopened the game"),
                    ("options", "changed the house rules"),
                    ("first_dealer", "drew who deals first"),
                    ("deleted", "deleted the game"),
                    ("left_out", "left the game out of the stats"),
                    ("counted", "counted the game in the stats again"),
                ],
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="Draft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=scorekeeper.people.keys.new_key, editable=False, max_length=36)),
                ("after", models.CharField(blank=True, max_length=36)),
                ("number", models.PositiveIntegerField(default=0)),
                ("became", models.CharField(blank=True, max_length=36)),
                ("parts", models.JSONField(default=dict)),
                ("former", models.JSONField(default=dict)),
                ("version", models.PositiveIntegerField(default=0)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=160)),
                (
                    "corrects",
                    models.OneToOneField(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="draft", to="nights.entry"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="drafts", to="nights.match"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("corrects", None)), fields=("match", "after"), name="one_draft_a_round"
                    )
                ],
            },
        ),
    ]
