from django.db import migrations, models


def forget_choices(apps, schema_editor):
    """Choosing between two versions of a game was a change; it stands, and is no longer taken back."""
    apps.get_model("nights", "Change").objects.filter(verb="chosen").delete()


class Migration(migrations.Migration):
    dependencies = [("nights", "0019_keys_of_forms"), ("exchange", "0003_one_way_in")]

    operations = [
        migrations.DeleteModel("Gone"),
        migrations.RunPython(forget_choices, migrations.RunPython.noop),
        migrations.RemoveField("match", "steps"),
        migrations.RemoveField("night", "steps"),
        migrations.RemoveField("night", "origin"),
        migrations.AddField(
            "night", "continues", models.CharField(blank=True, default="", editable=False, max_length=36)
        ),
        migrations.AlterField("night", "continues", models.CharField(blank=True, editable=False, max_length=36)),
        migrations.RemoveField("change", "undone_key"),
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
    ]
