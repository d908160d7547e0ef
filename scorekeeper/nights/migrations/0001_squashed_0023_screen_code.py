"""The tables as of November 2026, in place of the steps that led there."""

import django.db.models.deletion
import django.utils.timezone
import scorekeeper.people.keys
import scorekeeper.people.tokens
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("nights", "0001_initial"),
        ("nights", "0001_squashed_0012_a_match_can_be_deleted"),
        ("nights", "0002_match_file_id"),
        ("nights", "0003_referee"),
        ("nights", "0004_help"),
        ("nights", "0005_draft"),
        ("nights", "0006_history"),
        ("nights", "0007_seats_go_with_their_group"),
        ("nights", "0008_saved_tricks"),
        ("nights", "0009_what_an_entry_gave"),
        ("nights", "0010_what_was_played"),
        ("nights", "0011_nobody_wins_an_empty_game"),
        ("nights", "0012_a_match_can_be_deleted"),
        ("nights", "0013_a_match_has_a_tag"),
        ("nights", "0014_the_unfinished_round"),
        ("nights", "0015_a_match_is_the_list_of_its_steps"),
        ("nights", "0016_what_is_gone"),
        ("nights", "0017_what_a_search_asks"),
        ("nights", "0001_squashed"),
        ("nights", "0018_what_they_were_played_by"),
        ("nights", "0019_keys_of_forms"),
        ("nights", "0020_one_way_in"),
        ("nights", "0021_arriving"),
        ("nights", "0022_game_key"),
        ("nights", "0023_screen_code"),
    ]

    initial = True

    dependencies = [
        ("people", "0001_squashed_0016_other_keys"),
    ]

    operations = [
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game_slug", models.CharField(max_length=40)),
                ("options", models.JSONField(default=dict)),
                ("first_dealer", models.PositiveSmallIntegerField(default=0)),
                ("ended_early", models.BooleanField(default=False)),
                ("left_out", models.BooleanField(default=False)),
                ("saved_tricks", models.JSONField(default=list)),
                ("deleted_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "key",
                    models.CharField(
                        default=scorekeeper.people.keys.key_of_match, editable=False, max_length=12, unique=True
                    ),
                ),
                ("file_id", models.CharField(blank=True, editable=False, max_length=200)),
                ("game_key", models.CharField(editable=False, max_length=240)),
                ("started_at", models.DateTimeField(default=scorekeeper.people.keys.event_time)),
                ("tag", models.CharField(default=scorekeeper.people.tokens.new_token, editable=False, max_length=22)),
                ("totals", models.JSONField(default=list)),
                ("finished", models.BooleanField(default=False)),
                ("winners", models.JSONField(default=list)),
            ],
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=36)),
                ("record", models.JSONField()),
                ("points", models.JSONField(null=True)),
                ("money", models.JSONField(null=True)),
                ("round", models.PositiveIntegerField(null=True)),
                ("version", models.PositiveIntegerField(default=1)),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(default=scorekeeper.people.keys.event_time)),
                ("by", models.CharField(max_length=160)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="nights.match"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Draft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=scorekeeper.people.keys.new_key, editable=False, max_length=36)),
                ("record", models.JSONField(default=dict)),
                ("tricks", models.JSONField(default=list)),
                ("screen_code", models.CharField(blank=True, max_length=40)),
                ("parts", models.JSONField(default=dict)),
                ("seen", models.PositiveIntegerField(default=0)),
                ("version", models.PositiveIntegerField(default=0)),
                ("started_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=160)),
                (
                    "entry",
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
        ),
        migrations.CreateModel(
            name="Change",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=scorekeeper.people.keys.key_of_change, editable=False, max_length=36)),
                (
                    "verb",
                    models.CharField(
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
                ("at", models.DateTimeField(default=scorekeeper.people.keys.event_time)),
                ("by", models.CharField(max_length=160)),
                ("before", models.JSONField(null=True)),
                ("after", models.JSONField(null=True)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("undone_by", models.CharField(blank=True, max_length=160)),
                (
                    "entry",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="nights.entry",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="changes", to="nights.match"
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Night",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "key",
                    models.CharField(
                        default=scorekeeper.people.keys.key_of_night, editable=False, max_length=12, unique=True
                    ),
                ),
                ("started_at", models.DateTimeField(default=scorekeeper.people.keys.event_time)),
                ("place", models.CharField(blank=True, max_length=80)),
                ("place_key", models.CharField(blank=True, editable=False, max_length=240)),
                ("note", models.TextField(blank=True)),
                ("deleted_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("is_arriving", models.BooleanField(default=False, editable=False)),
                ("continues", models.CharField(blank=True, editable=False, max_length=36)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="nights", to="people.group"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="match",
            name="night",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="matches", to="nights.night"
            ),
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=40)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="nights.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT, related_name="seats", to="people.player"
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("match", "number"), name="one_entry_a_number"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("match", "key"), name="an_entry_is_saved_once"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(condition=models.Q(("key", ""), _negated=True), name="entry_has_a_key"),
        ),
        migrations.AddConstraint(
            model_name="draft",
            constraint=models.UniqueConstraint(
                condition=models.Q(("entry__isnull", True)),
                fields=("match",),
                name="one_round_at_a_time_is_written_down",
            ),
        ),
        migrations.AddConstraint(
            model_name="change",
            constraint=models.UniqueConstraint(fields=("match", "key"), name="a_change_is_written_once"),
        ),
        migrations.AddIndex(
            model_name="night",
            index=models.Index(fields=["group", "-started_at"], name="nights_nigh_group_i_91da40_idx"),
        ),
        migrations.AddIndex(
            model_name="night",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", False)), fields=["group", "deleted_at"], name="deleted_nights"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                fields=["night", "started_at", "deleted_at", "game_slug", "game_key"], name="matches_of_a_night"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("game_key", models.F("game_slug")), _negated=True),
                fields=["night"],
                name="named_games",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("match", "position"), name="one_player_a_seat"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("match", "player"), name="one_seat_a_player"),
        ),
    ]
