import django.db.models.deletion
import django.utils.timezone
import scorekeeper.nights.models.own_sheet
import scorekeeper.people.keys
import scorekeeper.people.tokens
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("nights", "0001_squashed_0023_screen_code"),
        ("nights", "0002_names_as_they_are_seen"),
        ("nights", "0003_delete_draft"),
        ("nights", "0004_seats"),
        ("nights", "0005_change_via_match_via"),
        ("nights", "0006_laid_aside"),
        ("nights", "0007_disputes"),
        ("nights", "0008_own_sheets"),
        ("nights", "0009_named_dealer"),
        ("nights", "0010_who_sits_here_now"),
    ]

    initial = True

    dependencies = [
        ("people", "0001_version_0_2"),
    ]

    operations = [
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game_slug", models.CharField(max_length=40)),
                ("options", models.JSONField(default=dict)),
                ("first_dealer", models.PositiveSmallIntegerField(default=0)),
                ("named_dealer", models.JSONField(null=True)),
                ("sits_out", models.BooleanField(db_default=False, default=False)),
                ("ended_early", models.BooleanField(default=False)),
                ("laid_aside", models.BooleanField(db_default=False, default=False)),
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
                ("seating", models.JSONField(null=True)),
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
                ("dispute", models.TextField(null=True)),
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
                ("at", models.DateTimeField(default=scorekeeper.people.keys.event_time)),
                ("by", models.CharField(max_length=160)),
                ("before", models.JSONField(null=True)),
                ("after", models.JSONField(null=True)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("undone_by", models.CharField(blank=True, max_length=160)),
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
            name="OwnSheet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "key",
                    models.CharField(
                        default=scorekeeper.nights.models.own_sheet.key_of_sheet, editable=False, max_length=12
                    ),
                ),
                ("slug", models.CharField(max_length=40)),
                ("text", models.TextField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sheets", to="people.group"
                    ),
                ),
            ],
            options={
                "ordering": ["slug"],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=40)),
                ("from_start", models.BooleanField(db_default=True, default=True)),
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
            model_name="ownsheet",
            constraint=models.UniqueConstraint(fields=("group", "key"), name="one_sheet_a_key"),
        ),
        migrations.AddConstraint(
            model_name="ownsheet",
            constraint=models.UniqueConstraint(fields=("group", "slug"), name="one_sheet_a_slug"),
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
