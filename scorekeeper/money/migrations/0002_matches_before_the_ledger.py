"""Rows for the matches that were played for a stake before there was a ledger.

Here and not in `rescore --fix` at every start: it runs once, in the transaction of the update. A match whose
house rules nobody can read is left for `rescore --check` to tell.
"""

from django.db import migrations

from games.kernel.engine import Engine
from games.kernel.problems import Problems
from games.registry import all_games


def balances(match, names):
    """What the match gives each name, in minor units, and the currency."""
    game = all_games().get(match.game_slug)
    options = game and game.options.read(dict(match.options), "options", Problems())
    if options is None:
        return {}, ""
    engine = Engine(game, game.table(tuple(names), options), names[match.first_dealer])
    for entry in match.entries.filter(removed_at=None).order_by("number"):
        engine.enter(entry.record)
    if match.ended_early:
        engine.finish_early()
    return engine.balances or {}, options.currency


def write_rows(apps, schema_editor):
    matches = apps.get_model("nights", "Match").objects.filter(options__stake__gt=0)
    row = apps.get_model("money", "LedgerRow")
    for match in matches.select_related("night").iterator():
        seats = list(match.seats.order_by("position"))
        sums, currency = balances(match, [seat.name for seat in seats])
        row.objects.bulk_create(
            row(
                group_id=match.night.group_id,
                night_id=match.night_id,
                match=match,
                player_id=seat.player_id,
                amount=sums[seat.name],
                currency=currency,
                kind="game",
            )
            for seat in seats
            if sums.get(seat.name)
        )


class Migration(migrations.Migration):
    dependencies = [("money", "0001_initial")]

    operations = [migrations.RunPython(write_rows, migrations.RunPython.noop)]
