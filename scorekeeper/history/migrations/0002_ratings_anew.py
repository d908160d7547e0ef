"""Ratings are worked out by another model, which takes equals rightly: all of them have to be calculated anew.

Until that is done, at the start or when somebody looks, the ones of before are shown as being worked out.
"""

from django.db import migrations


def forget(apps, schema_editor):
    results = apps.get_model("history", "Result").objects
    for ladder in apps.get_model("history", "Ladder").objects.all():
        games = results.filter(group_id=ladder.group_id, game_key=ladder.game_key)
        first = games.order_by("played_at", "match_id").values_list("played_at", "match_id").first()
        if first:
            ladder.stale_from, ladder.stale_match = first
            ladder.save()


class Migration(migrations.Migration):
    dependencies = [("history", "0001_squashed_0008_game_key")]
    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
