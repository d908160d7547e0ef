"""The tables, and what a phone has in those of `exchange`, which were the same."""

import django.db.models.deletion
from django.db import migrations, models

FORMER = {"RemoteServer": "exchange_home", "OutboxForm": "exchange_waiting"}


def take_over(apps, schema_editor):
    there = schema_editor.connection.introspection.table_names()
    for name, table in FORMER.items():
        if table in there:
            model = apps.get_model("pocket", name)
            columns = ", ".join(schema_editor.quote_name(field.column) for field in model._meta.concrete_fields)
            schema_editor.execute(f"INSERT INTO {model._meta.db_table} ({columns}) SELECT {columns} FROM {table}")  # noqa: S608
            schema_editor.execute(f"DROP TABLE {table}")


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("people", "0001_squashed_0016_other_keys"),
        ("exchange", "0002_nothing_of_a_phone"),
    ]

    operations = [
        migrations.CreateModel(
            name="RemoteServer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("origin", models.CharField(max_length=300)),
                ("token", models.CharField(max_length=64)),
                ("version", models.CharField(blank=True, max_length=80)),
                ("at", models.DateTimeField(null=True)),
                (
                    "group",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="remote_server",
                        to="people.group",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OutboxForm",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64, unique=True)),
                ("to", models.CharField(max_length=2000)),
                ("fields", models.JSONField()),
                ("game", models.CharField(blank=True, max_length=12)),
                ("what", models.CharField(max_length=300)),
                ("at", models.DateTimeField()),
                ("held_by", models.CharField(blank=True, max_length=36)),
                ("answer", models.PositiveSmallIntegerField(null=True)),
                (
                    "group",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="outbox",
                        to="people.group",
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
        migrations.RunPython(take_over),
    ]
