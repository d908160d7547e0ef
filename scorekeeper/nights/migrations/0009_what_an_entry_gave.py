"""The number of each round and what it paid, for the entries that were saved before these were kept.

Points are there already. A match whose house rules nobody can read is left for `rescore --check` to tell.
"""

from django.db import migrations, models

from games.kernel.engine import Engine
from games.kernel.problems import Problems
from games.registry import all_games


def engine_of(match):
    """The engine before the first entry; None where this version cannot score the match."""
    game = all_games().get(match.game_slug)
    options = game and game.options.read(dict(match.options), "options", Problems())
    if not options:
        return None
    names = tuple(match.seats.order_by("position").values_list("name", flat=True))
    return Engine(game, game.table(names, options), names[match.first_dealer])


def score(apps, schema_editor):
    entry_model = apps.get_model("nights", "Entry")
    for match in apps.get_model("nights", "Match").objects.iterator():
        engine = engine_of(match)
        if engine is None:
            continue
        changed = []
        for entry in match.entries.filter(removed_at=None).order_by("number"):
            result = engine.enter(entry.record).score
            entry.round = engine.deals if engine.is_dealt(entry.record) else None
            if result and engine.game.pays_each_round and engine.table.stake:
                money = engine.money_of(result)
                entry.money = [money[player] for player in engine.table.players]
            changed.append(entry)
        entry_model.objects.bulk_update(changed, ["round", "money"])


class Migration(migrations.Migration):
    dependencies = [("nights", "0008_saved_tricks")]

    operations = [
        migrations.AddField("entry", "money", models.JSONField(null=True)),
        migrations.AddField("entry", "round", models.PositiveIntegerField(null=True)),
        migrations.RunPython(score, migrations.RunPython.noop),
    ]
