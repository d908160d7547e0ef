from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("history", "0007_tallies_by_month")]

    operations = [
        migrations.RemoveIndex("result", "history_res_group_i_5e0af9_idx"),
        migrations.RemoveIndex("result", "history_res_player__7d47b4_idx"),
        migrations.RemoveIndex("tally", "history_tal_group_i_b54e5f_idx"),
        migrations.RemoveConstraint("tally", "one_tally_a_period"),
        migrations.RemoveConstraint("ladder", "one_ladder_a_game"),
        migrations.RenameField("result", "game_slug", "game_key"),
        migrations.RenameField("tally", "game_slug", "game_key"),
        migrations.RenameField("ladder", "game_slug", "game_key"),
        migrations.AddIndex(
            "result",
            models.Index(fields=["group", "game_key", "played_at", "match"], name="history_res_group_i_b9a154_idx"),
        ),
        migrations.AddIndex(
            "result",
            models.Index(fields=["player", "game_key", "-played_at", "-match"], name="history_res_player__e3c20b_idx"),
        ),
        migrations.AddIndex(
            "tally",
            models.Index(fields=["group", "period", "game_key"], name="history_tal_group_i_004e53_idx"),
        ),
        migrations.AddConstraint(
            "ladder",
            models.UniqueConstraint(fields=("group", "game_key"), name="one_ladder_a_game"),
        ),
        migrations.AddConstraint(
            "tally",
            models.UniqueConstraint(fields=("player", "game_key", "period"), name="one_tally_a_period"),
        ),
    ]
