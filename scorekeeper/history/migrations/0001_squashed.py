"""The tables as of November 2026, in place of the steps that led there."""

from django.db import migrations, models
import django.db.models.deletion
import django.utils.timezone


class Migration(migrations.Migration):
    replaces = [
        ("history", "0001_initial"),
        ("history", "0002_what_was_played"),
        ("history", "0003_seasons"),
        ("history", "0004_rename_kept_tally_totals"),
        ("history", "0005_decades"),
    ]

    initial = True

    dependencies = [
        ("nights", "0001_squashed"),
        ("people", "0001_squashed"),
    ]

    operations = [
        migrations.CreateModel(
            name="Ladder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game_slug", models.CharField(max_length=240)),
                ("stale_from", models.DateTimeField(null=True)),
                ("stale_match", models.BigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Merge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("moved", models.JSONField(default=dict)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=160)),
                ("undone_at", models.DateTimeField(null=True)),
                ("undone_by", models.CharField(blank=True, max_length=160)),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game_slug", models.CharField(max_length=240)),
                ("played_at", models.DateTimeField()),
                ("month", models.PositiveIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
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
            ],
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40)),
                ("first", models.DateField()),
                ("last", models.DateField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["-first", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game_slug", models.CharField(blank=True, max_length=240)),
                ("period", models.PositiveIntegerField()),
                ("totals", models.JSONField(default=dict)),
            ],
        ),
        migrations.AddField(
            model_name="ladder",
            name="group",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="ladders", to="people.group"
            ),
        ),
        migrations.AddField(
            model_name="merge",
            name="group",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="merges", to="people.group"
            ),
        ),
        migrations.AddField(
            model_name="merge",
            name="source",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="people.player"),
        ),
        migrations.AddField(
            model_name="merge",
            name="target",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="people.player"),
        ),
        migrations.AddField(
            model_name="result",
            name="group",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="results", to="people.group"
            ),
        ),
        migrations.AddField(
            model_name="result",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="results", to="nights.match"
            ),
        ),
        migrations.AddField(
            model_name="result",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="results", to="people.player"
            ),
        ),
        migrations.AddField(
            model_name="result",
            name="seat",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="result", to="nights.seat"
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="group",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="seasons", to="people.group"
            ),
        ),
        migrations.AddField(
            model_name="tally",
            name="group",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="tallies", to="people.group"
            ),
        ),
        migrations.AddField(
            model_name="tally",
            name="player",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="tallies", to="people.player"
            ),
        ),
        migrations.AddConstraint(
            model_name="ladder",
            constraint=models.UniqueConstraint(fields=("group", "game_slug"), name="one_ladder_a_game"),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(fields=["group", "month"], name="history_res_group_i_d61c4f_idx"),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(
                fields=["group", "game_slug", "played_at", "match"], name="history_res_group_i_5e0af9_idx"
            ),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(
                fields=["player", "game_slug", "-played_at", "-match"], name="history_res_player__7d47b4_idx"
            ),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(fields=["player", "-played_at", "-match"], name="history_res_player__2957d2_idx"),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(
                fields=["player", "currency", "-played_at", "-match"], name="history_res_player__364cce_idx"
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("last", None), ("last__gte", models.F("first")), _connector="OR"),
                name="season_ends_after_it_begins",
            ),
        ),
        migrations.AddIndex(
            model_name="tally",
            index=models.Index(fields=["group", "period", "game_slug"], name="history_tal_group_i_b54e5f_idx"),
        ),
        migrations.AddIndex(
            model_name="tally",
            index=models.Index(fields=["player", "period"], name="history_tal_player__0d77e5_idx"),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.UniqueConstraint(fields=("player", "game_slug", "period"), name="one_tally_a_period"),
        ),
    ]
