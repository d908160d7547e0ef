import hashlib
import json
from itertools import batched

from django.db import migrations, models

import scorekeeper.people.models

AT_ONCE = 100  # matches


def _key(*of):
    return hashlib.sha256(json.dumps(of, sort_keys=True, default=str).encode()).hexdigest()[:24]


def _steps(match, entries, changes):
    """The keys of what happened, in order; the same for two copies of one database."""
    entered = {change.entry_id for change in changes if change.verb == "added"}
    brought = [entry.record for entry in entries if entry.pk not in entered]
    latest, moments = None, []
    for number, change in enumerate(changes):
        latest = max(change.at, latest or change.at)
        change.key = _key(match.key, number, change.verb, change.at, change.by)
        moments.append((latest, number, 0, change.key))
        if change.undone_at is not None:
            change.undone_key = _key(change.key, change.undone_at)
            moments.append((max(change.undone_at, latest), number, 1, change.undone_key))
    base = [brought_in(brought, match)] if brought else []
    return [*base, *(key for *_, key in sorted(moments))]


def brought_in(records, match):
    """What came in with a score file."""
    plain = [{name: value for name, value in record.items() if name != "dealer"} for record in records]
    written = json.dumps([plain, match.options, match.first_dealer, match.ended_early], sort_keys=True)
    return "file-" + hashlib.sha256(written.encode()).hexdigest()[:24]


def list_steps(apps, schema_editor):
    Match = apps.get_model("nights", "Match")
    Change = apps.get_model("nights", "Change")
    keys = list(Match.objects.order_by("pk").values_list("pk", flat=True))
    for part in batched(keys, AT_ONCE):
        matches = list(Match.objects.filter(pk__in=part).prefetch_related("entries", "changes"))
        changed = []
        for match in matches:
            entries = sorted(match.entries.all(), key=lambda entry: entry.number)
            changes = sorted(match.changes.all(), key=lambda change: change.pk)
            match.steps = _steps(match, entries, changes)
            changed += changes
        Match.objects.bulk_update(matches, ["steps"])
        Change.objects.bulk_update(changed, ["key", "undone_key"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [
        ("nights", "0014_the_unfinished_round"),
        ("people", "0011_a_player_has_a_key"),
    ]

    operations = [
        migrations.AddField("match", "steps", models.JSONField(default=list, editable=False)),
        migrations.AddField("night", "steps", models.JSONField(default=list, editable=False)),
        migrations.AddField(
            "night",
            "origin",
            models.CharField(blank=True, editable=False, default="", max_length=36),
            preserve_default=False,
        ),
        migrations.AddField(
            "change",
            "undone_key",
            models.CharField(blank=True, editable=False, default="", max_length=36),
            preserve_default=False,
        ),
        migrations.AddField("change", "key", models.CharField(default="", editable=False, max_length=36)),
        migrations.RunPython(list_steps, migrations.RunPython.noop),
        migrations.AlterField(
            "change",
            "key",
            models.CharField(default=scorekeeper.people.models.new_key, editable=False, max_length=36),
        ),
        migrations.AlterField(
            "change",
            "verb",
            models.CharField(
                choices=[
                    ("added", "entered"),
                    ("corrected", "corrected"),
                    ("removed", "removed"),
                    ("restored", "brought back"),
                    ("closed", "ended the game"),
                    ("reopened", "reopened the game"),
                    ("options", "changed the house rules"),
                    ("first_dealer", "drew who deals first"),
                    ("deleted", "deleted the game"),
                    ("left_out", "left the game out of the statistics"),
                    ("counted", "counted the game in the statistics again"),
                    ("chosen", "chose one of two versions of the game"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            "change", models.UniqueConstraint(fields=("match", "key"), name="a_change_is_written_once")
        ),
    ]
