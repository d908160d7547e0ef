from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("nights", "0021_arriving")]

    operations = [
        migrations.RemoveIndex("match", "matches_of_a_night"),
        migrations.RemoveIndex("match", "named_games"),
        migrations.RenameField("match", "played", "game_key"),
        migrations.AddIndex(
            "match",
            models.Index(
                fields=["night", "started_at", "deleted_at", "game_slug", "game_key"], name="matches_of_a_night"
            ),
        ),
        migrations.AddIndex(
            "match",
            models.Index(
                condition=models.Q(("game_key", models.F("game_slug")), _negated=True),
                fields=["night"],
                name="named_games",
            ),
        ),
    ]
