import django.db.models.deletion
import django.utils.timezone
import scorekeeper.people.keys
from django.db import migrations, models


def copy_drafts(apps, schema_editor):
    """Copy the rounds in progress: those recorded trick by trick, and those in parts."""
    both = ("match_id", "key", "seen", "version", "started_at", "by")
    own = {"PartsDraft": ("screen_code", "parts"), "TrickDraft": ("entry_id", "record", "tricks")}
    for draft in apps.get_model("nights", "Draft").objects.order_by("pk"):
        name = "PartsDraft" if draft.screen_code else "TrickDraft"
        fields = {field: getattr(draft, field) for field in (*both, *own[name])}
        apps.get_model("rounds", name).objects.create(**fields)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("nights", "0002_names_as_they_are_seen"),
    ]

    operations = [
        migrations.CreateModel(
            name="PartsDraft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=scorekeeper.people.keys.new_key, editable=False, max_length=36)),
                ("seen", models.PositiveIntegerField(default=0)),
                ("version", models.PositiveIntegerField(default=0)),
                ("started_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=160)),
                ("screen_code", models.CharField(blank=True, max_length=40)),
                ("parts", models.JSONField(default=dict)),
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
        migrations.RunPython(copy_drafts),
    ]
