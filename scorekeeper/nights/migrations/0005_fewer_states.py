"""A doubted round has a note, and an unfinished game is just unfinished."""

from django.db import migrations, models

NO_LONGER = ("disputed", "resolved", "laid_aside", "taken_up")


def write_doubts_into_notes(apps, schema_editor):
    for entry in apps.get_model("nights", "Entry").objects.exclude(dispute=None).iterator():
        notes = (entry.record.get("note", ""), entry.dispute)
        entry.record["note"] = " · ".join(each for each in notes if each)[:2000] or "?"
        entry.save(update_fields=["record"])
    apps.get_model("nights", "Change").objects.filter(verb__in=NO_LONGER).delete()


class Migration(migrations.Migration):
    dependencies = [("nights", "0004_no_via")]

    operations = [
        migrations.RunPython(write_doubts_into_notes, migrations.RunPython.noop, elidable=True),
        migrations.RemoveField("entry", "dispute"),
        migrations.RemoveField("match", "laid_aside"),
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
                    ("named_dealer", "said who deals"),
                    ("deleted", "deleted the game"),
                    ("left_out", "left the game out of the stats"),
                    ("counted", "counted the game in the stats again"),
                ],
                max_length=12,
            ),
        ),
    ]
