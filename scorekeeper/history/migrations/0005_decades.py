"""Tallies of decades, from those of their years: all time is added up from them."""

from collections import defaultdict

from django.db import migrations

from scorekeeper.history.models import known_feats
from scorekeeper.history.statistics import Statistics


def add_up(apps, schema_editor):
    tally = apps.get_model("history", "Tally")
    years = tally.objects.filter(period__gte=1000, period__lt=10000).order_by("period")
    decades = defaultdict(list)
    for each in years.iterator():
        decades[each.group_id, each.player_id, each.game_slug, each.period // 10].append(Statistics.read(each.totals))
    tally.objects.bulk_create(
        (
            tally(
                group_id=group,
                player_id=player,
                game_slug=game,
                period=period,
                totals=Statistics.of(parts, known_feats(game)).as_json(),
            )
            for (group, player, game, period), parts in decades.items()
        ),
        batch_size=500,
    )


def forget(apps, schema_editor):
    apps.get_model("history", "Tally").objects.filter(period__gt=0, period__lt=1000).delete()


class Migration(migrations.Migration):
    dependencies = [("history", "0004_rename_kept_tally_totals")]

    operations = [migrations.RunPython(add_up, forget)]
