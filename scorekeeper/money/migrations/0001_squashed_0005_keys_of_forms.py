"""The tables as of November 2026, in place of the steps that led there."""

import django.db.models.deletion
import scorekeeper.people.keys
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("money", "0001_initial"),
        ("money", "0002_matches_before_the_ledger"),
        ("money", "0003_two_sides"),
        ("money", "0004_totals"),
        ("money", "0001_squashed"),
        ("money", "0005_keys_of_forms"),
    ]

    initial = True

    dependencies = [
        ("nights", "0001_squashed_0023_screen_code"),
        ("people", "0001_squashed_0016_other_keys"),
    ]

    operations = [
        migrations.CreateModel(
            name="Totals",
            fields=[
                (
                    "group",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="totals",
                        serialize=False,
                        to="people.group",
                    ),
                ),
                ("sums", models.JSONField()),
            ],
        ),
        migrations.CreateModel(
            name="Payment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=36)),
                ("amount", models.PositiveBigIntegerField()),
                ("currency", models.CharField(max_length=3)),
                ("note", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField(default=scorekeeper.people.keys.event_time)),
                ("by", models.CharField(max_length=160)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("undone_by", models.CharField(blank=True, max_length=160)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="payments", to="people.group"
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="payments",
                        to="nights.night",
                    ),
                ),
                (
                    "payer",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.RESTRICT, related_name="paid", to="people.player"
                    ),
                ),
                (
                    "receiver",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="received",
                        to="people.player",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="LedgerRow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("amount", models.BigIntegerField()),
                ("currency", models.CharField(max_length=3)),
                (
                    "kind",
                    models.CharField(
                        choices=[("game", "Game"), ("payment", "Payment"), ("before", "Before")], max_length=8
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="ledger", to="people.group"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="ledger", to="nights.match"
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="ledger", to="nights.night"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="ledger",
                        to="people.player",
                    ),
                ),
                (
                    "payment",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ledger",
                        to="money.payment",
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="payment",
            index=models.Index(fields=["group", "-at"], name="money_payme_group_i_887e7a_idx"),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.UniqueConstraint(fields=("group", "key"), name="a_payment_is_saved_once"),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gt", 0)), name="a_payment_is_more_than_nothing"
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("payer", models.F("receiver")), _negated=True),
                    models.Q(("payer__isnull", False), ("receiver__isnull", False), _connector="OR"),
                ),
                name="a_payment_is_between_two",
            ),
        ),
        migrations.AddIndex(
            model_name="ledgerrow",
            index=models.Index(
                fields=["group", "currency", "player", "night", "payment", "amount"], name="ledger_by_group"
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerrow",
            constraint=models.UniqueConstraint(fields=("match", "player"), name="one_row_a_player_and_match"),
        ),
        migrations.AddConstraint(
            model_name="ledgerrow",
            constraint=models.UniqueConstraint(fields=("payment", "player"), name="one_row_a_player_and_payment"),
        ),
        migrations.AddConstraint(
            model_name="ledgerrow",
            constraint=models.UniqueConstraint(
                condition=models.Q(("player__isnull", True)), fields=("payment",), name="one_row_a_payment_of_the_box"
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerrow",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount", 0), _negated=True), name="a_row_moves_something"
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerrow",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("kind", "game"),
                        ("match__isnull", False),
                        ("night__isnull", False),
                        ("payment__isnull", True),
                        ("player__isnull", False),
                    ),
                    models.Q(("kind", "payment"), ("match__isnull", True), ("payment__isnull", False)),
                    models.Q(
                        ("kind", "before"), ("match__isnull", True), ("night__isnull", True), ("payment__isnull", True)
                    ),
                    _connector="OR",
                ),
                name="a_row_is_of_a_game_or_a_payment",
            ),
        ),
    ]
