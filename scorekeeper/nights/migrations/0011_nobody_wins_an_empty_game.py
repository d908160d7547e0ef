from django.db import migrations
from django.db.models import Exists, OuterRef


def nobody_wins(apps, schema_editor):
    """A game that was stopped before anything was played had everybody as its winner."""
    entries = apps.get_model("nights", "Entry").objects
    scored = entries.filter(match=OuterRef("pk"), removed_at=None, points__isnull=False)
    apps.get_model("nights", "Match").objects.filter(~Exists(scored), ended_early=True).update(winners=[])


class Migration(migrations.Migration):
    dependencies = [("nights", "0010_what_was_played")]

    operations = [migrations.RunPython(nobody_wins, migrations.RunPython.noop, elidable=True)]
