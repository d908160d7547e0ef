"""The tables as of November 2026, in place of the steps that led there."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("exchange", "0001_two_sides"),
        ("exchange", "0002_what_was_agreed"),
        ("exchange", "0001_squashed"),
        ("exchange", "0003_one_way_in"),
        ("exchange", "0004_held_by"),
    ]

    initial = True

    dependencies = [
        ("people", "0001_squashed_0016_other_keys"),
    ]

    operations = [
        migrations.CreateModel(
            name="Home",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("origin", models.CharField(max_length=300)),
                ("token", models.CharField(max_length=64)),
                ("version", models.CharField(blank=True, max_length=80)),
                ("at", models.DateTimeField(null=True)),
                (
                    "group",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="home", to="people.group"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Waiting",
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="outbox", to="people.group"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
    ]
