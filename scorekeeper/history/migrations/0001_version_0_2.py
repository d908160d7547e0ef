import django.db.models.deletion
import django.utils.timezone
import scorekeeper.people.keys
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("history", "0001_squashed_0008_game_key"),
        ("history", "0002_ratings_anew"),
        ("history", "0003_games_of_their_nights_day"),
        ("history", "0004_games_by_what_is_seen"),
        ("history", "0005_season_via"),
        ("history", "0006_results_of_teams_and_of_who_left"),
    ]

    initial = True

    dependencies = [
        ("nights", "0001_version_0_2"),
        ("people", "0001_version_0_2"),
    ]

    operations = [
        migrations.CreateModel(
            name="Merge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("moved", models.JSONField(default=dict)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=160)),
                ("undone_at", models.DateTimeField(null=True)),
                ("undone_by", models.CharField(blank=True, max_length=160)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="merges", to="people.group"
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="people.player"
                    ),
                ),
                (
                    "target",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="people.player"
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Ladder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game_key", models.CharField(max_length=240)),
                ("stale_from", models.DateTimeField(null=True)),
                ("stale_match", models.BigIntegerField(default=0)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="ladders", to="people.group"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("group", "game_key"), name="one_ladder_a_game")],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game_key", models.CharField(max_length=240)),
                ("played_at", models.DateTimeField()),
                ("month", models.PositiveIntegerField()),
                ("place", models.PositiveSmallIntegerField(null=True)),
                ("team", models.PositiveSmallIntegerField(null=True)),
                ("won", models.BooleanField()),
                ("points", models.IntegerField()),
                ("rounds", models.PositiveIntegerField()),
                ("round_points", models.IntegerField()),
                ("best", models.IntegerField(null=True)),
                ("best_number", models.PositiveIntegerField(null=True)),
                ("worst", models.IntegerField(null=True)),
                ("worst_number", models.PositiveIntegerField(null=True)),
                ("feats", models.JSONField(default=dict)),
                ("money", models.BigIntegerField(null=True)),
                ("currency", models.CharField(blank=True, max_length=3)),
                ("mu", models.BigIntegerField(null=True)),
                ("sigma", models.BigIntegerField(null=True)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="results", to="people.group"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="results", to="nights.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="results", to="people.player"
                    ),
                ),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="result", to="nights.seat"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["group", "month"], name="history_res_group_i_d61c4f_idx"),
                    models.Index(
                        fields=["group", "game_key", "played_at", "match"], name="history_res_group_i_b9a154_idx"
                    ),
                    models.Index(
                        fields=["player", "game_key", "-played_at", "-match"], name="history_res_player__e3c20b_idx"
                    ),
                    models.Index(fields=["player", "-played_at", "-match"], name="history_res_player__2957d2_idx"),
                    models.Index(
                        fields=["player", "currency", "-played_at", "-match"], name="history_res_player__364cce_idx"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=scorekeeper.people.keys.key_of_season, editable=False, max_length=12)),
                ("name", models.CharField(max_length=40)),
                ("first", models.DateField()),
                ("last", models.DateField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seasons", to="people.group"
                    ),
                ),
                (
                    "via",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="people.sharelink",
                    ),
                ),
            ],
            options={
                "ordering": ["-first", "-pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("group", "key"), name="one_season_a_key"),
                    models.CheckConstraint(
                        condition=models.Q(("last", None), ("last__gte", models.F("first")), _connector="OR"),
                        name="season_ends_after_it_begins",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game_key", models.CharField(blank=True, max_length=240)),
                ("period", models.PositiveIntegerField()),
                ("totals", models.JSONField(default=dict)),
                (
                    "group",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tallies",
                        to="people.group",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tallies",
                        to="people.player",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["group", "period", "game_key"], name="history_tal_group_i_004e53_idx"),
                    models.Index(fields=["player", "period"], name="history_tal_player__0d77e5_idx"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "game_key", "period"), name="one_tally_a_period")
                ],
            },
        ),
    ]
