"""Games whose names differ by what nobody sees are one game: their sums and ratings are worked out anew at the start."""

from importlib import import_module

from django.db import migrations

seen = import_module("scorekeeper.nights.migrations.0002_names_as_they_are_seen").seen


def count_together(apps, schema_editor):
    result, tally, ladder = (apps.get_model("history", name) for name in ("Result", "Tally", "Ladder"))
    named = result.objects.filter(game_key__contains=":").order_by().values_list("group", "game_key")
    for group, before in list(named.distinct()):
        if seen(before) != before:
            games = result.objects.filter(group=group)
            games.filter(game_key=before).update(game_key=seen(before))
            tally.objects.filter(group=group).delete()
            ladder.objects.filter(group=group, game_key=before).delete()
            first = games.filter(game_key=seen(before)).order_by("played_at", "match_id").first()
            open_from = {"stale_from": first.played_at, "stale_match": first.match_id}
            ladder.objects.update_or_create(group_id=group, game_key=seen(before), defaults=open_from)


class Migration(migrations.Migration):
    dependencies = [
        ("history", "0003_games_of_their_nights_day"),
        ("nights", "0002_names_as_they_are_seen"),
    ]
    operations = [migrations.RunPython(count_together, migrations.RunPython.noop)]
