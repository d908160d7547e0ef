"""Who is out of a round of Uno or Rummy has no number but 0 any more.

In Uno theirs was counted: another player's number keeps it, so that no stored round changes its points.
"""

from django.db import migrations


def mend(record, match):
    """Take away the number of who is out; return whether there was one above 0."""
    out, left = record.get("out"), record.get("left")
    if not isinstance(out, str) or not isinstance(left, dict) or not left.get(out):
        return False
    counted = left.pop(out)
    if match.game_slug == "uno":
        others = (seat.name for seat in match.seats.all() if seat.name != out)
        other = next(iter(left), None) or next(others)
        left[other] = (left.get(other) or 0) + counted
    return True


def mend_all(apps, schema_editor):
    games = {"match__game_slug__in": ["uno", "rummy"]}
    for model, fields in (("Entry", ["record"]), ("Change", ["before", "after"])):
        for row in apps.get_model("nights", model).objects.filter(**games).select_related("match"):
            records = [getattr(row, field) for field in fields]
            mended = [mend(record, row.match) for record in records if isinstance(record, dict)]
            if any(mended):
                row.save(update_fields=fields)


class Migration(migrations.Migration):
    dependencies = [("nights", "0006_imports_in_one_go")]

    operations = [migrations.RunPython(mend_all, migrations.RunPython.noop)]
