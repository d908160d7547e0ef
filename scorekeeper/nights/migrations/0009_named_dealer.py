from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("nights", "0008_own_sheets"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="named_dealer",
            field=models.JSONField(null=True),
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
                    ("named_dealer", "said who deals"),
                    ("deleted", "deleted the game"),
                    ("left_out", "left the game out of the stats"),
                    ("counted", "counted the game in the stats again"),
                    ("laid_aside", "laid the game aside"),
                    ("disputed", "put in dispute"),
                    ("resolved", "resolved the dispute"),
                    ("taken_up", "went on with the game"),
                ],
                max_length=12,
            ),
        ),
    ]
