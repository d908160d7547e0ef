import django.db.models.deletion
import scorekeeper.people.keys
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("money", "0001_squashed_0005_keys_of_forms"),
        ("money", "0002_payment_via"),
        ("money", "0003_expenses"),
    ]

    initial = True

    dependencies = [
        ("nights", "0001_version_0_2"),
        ("people", "0001_version_0_2"),
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
            name="Expense",
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="%(class)ss", to="people.group"
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="nights.night",
                    ),
                ),
                (
                    "payer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT, related_name="expenses", to="people.player"
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
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="ExpenseShare",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "expense",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="shares", to="money.expense"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT, related_name="expense_shares", to="people.player"
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="%(class)ss", to="people.group"
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
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
                        choices=[
                            ("game", "Game"),
                            ("expense", "Expense"),
                            ("payment", "Payment"),
                            ("before", "Before"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "expense",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ledger",
                        to="money.expense",
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
            model_name="expense",
            index=models.Index(fields=["group", "-at"], name="money_expen_group_i_50d4ec_idx"),
        ),
        migrations.AddConstraint(
            model_name="expense",
            constraint=models.UniqueConstraint(fields=("group", "key"), name="an_expense_is_saved_once"),
        ),
        migrations.AddConstraint(
            model_name="expense",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gt", 0)), name="an_expense_is_more_than_nothing"
            ),
        ),
        migrations.AddConstraint(
            model_name="expenseshare",
            constraint=models.UniqueConstraint(fields=("expense", "player"), name="one_share_a_player_and_expense"),
        ),
        migrations.AddConstraint(
            model_name="expenseshare",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1), ("number__lte", 99)), name="a_share_is_something"
            ),
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
                fields=["group", "currency", "player", "night", "payment", "expense", "amount"], name="ledger_by_group"
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
            constraint=models.UniqueConstraint(fields=("expense", "player"), name="one_row_a_player_and_expense"),
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
                        ("expense__isnull", True),
                        ("kind", "game"),
                        ("match__isnull", False),
                        ("night__isnull", False),
                        ("payment__isnull", True),
                        ("player__isnull", False),
                    ),
                    models.Q(
                        ("expense__isnull", True),
                        ("kind", "payment"),
                        ("match__isnull", True),
                        ("payment__isnull", False),
                    ),
                    models.Q(
                        ("expense__isnull", False),
                        ("kind", "expense"),
                        ("match__isnull", True),
                        ("payment__isnull", True),
                        ("player__isnull", False),
                    ),
                    models.Q(
                        ("expense__isnull", True),
                        ("kind", "before"),
                        ("match__isnull", True),
                        ("night__isnull", True),
                        ("payment__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="a_row_is_of_a_game_or_a_payment",
            ),
        ),
    ]
