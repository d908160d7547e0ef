"""Statistics are counted from results; ratings are stored with them at once, and never pending."""

from django.db import migrations
from django.db.models import Q


def take_out_pending_ratings(apps, schema_editor):
    """Take out ratings that are pending: the next start calculates them."""
    for ladder in apps.get_model("history", "Ladder").objects.exclude(stale_from=None):
        later = Q(played_at__gt=ladder.stale_from) | Q(played_at=ladder.stale_from, match_id__gte=ladder.stale_match)
        results = apps.get_model("history", "Result").objects.filter(group=ladder.group, game_key=ladder.game_key)
        results.filter(later).update(mu=None, sigma=None)


class Migration(migrations.Migration):
    dependencies = [("history", "0002_no_via")]

    operations = [
        migrations.RunPython(take_out_pending_ratings, migrations.RunPython.noop, elidable=True),
    ]
