from django.db import migrations, models


class Migration(migrations.Migration):
    """Room for what a group calls its game, beside the game's slug."""

    dependencies = [("history", "0001_initial")]

    operations = [
        migrations.AlterField("ladder", "game_slug", models.CharField(max_length=240)),
        migrations.AlterField("result", "game_slug", models.CharField(max_length=240)),
        migrations.AlterField("tally", "game_slug", models.CharField(blank=True, max_length=240)),
    ]
