import django.db.models.deletion
import django.utils.timezone
import scorekeeper.people.keys
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("rounds", "0001_unfinished_rounds"),
        ("rounds", "0002_bids"),
    ]

    initial = True

    dependencies = [
        ("nights", "0001_version_0_2"),
    ]

    operations = [
        migrations.CreateModel(
            name="BidsDraft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=scorekeeper.people.keys.new_key, editable=False, max_length=36)),
                ("seen", models.PositiveIntegerField(default=0)),
                ("version", models.PositiveIntegerField(default=0)),
                ("started_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=160)),
                ("parts", models.JSONField(default=dict)),
                ("round", models.PositiveIntegerField(default=0)),
                ("earlier", models.JSONField(default=dict)),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="bids_draft", to="nights.match"
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="PartsDraft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=scorekeeper.people.keys.new_key, editable=False, max_length=36)),
                ("seen", models.PositiveIntegerField(default=0)),
                ("version", models.PositiveIntegerField(default=0)),
                ("started_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=160)),
                ("parts", models.JSONField(default=dict)),
                ("screen_code", models.CharField(blank=True, max_length=40)),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="parts_draft", to="nights.match"
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="TrickDraft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=scorekeeper.people.keys.new_key, editable=False, max_length=36)),
                ("seen", models.PositiveIntegerField(default=0)),
                ("version", models.PositiveIntegerField(default=0)),
                ("started_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=160)),
                ("record", models.JSONField(default=dict)),
                ("tricks", models.JSONField(default=list)),
                (
                    "entry",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="trick_draft",
                        to="nights.entry",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="trick_drafts", to="nights.match"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("entry__isnull", True)),
                        fields=("match",),
                        name="one_coming_round_trick_by_trick",
                    )
                ],
            },
        ),
    ]
