"""Games that were begun with a sheet of 0.2.0 keep it; a 0 of who is out of a round of Uno or Rummy goes."""

import tomllib

from django.db import migrations

from ._sheets_of_0_2 import SHEETS


def keep_sheets(apps, schema_editor):
    sheets = {slug: tomllib.loads(text) for slug, text in SHEETS.items()}
    for match in apps.get_model("nights", "Match").objects.filter(game_slug__in=sheets).iterator():
        match.options["sheet"] = sheets[match.game_slug]
        match.save(update_fields=["options"])
    rules = apps.get_model("nights", "Change").objects.filter(verb="options", match__game_slug__in=sheets)
    for change in rules.select_related("match"):
        for options in (change.before, change.after):
            if options is not None:
                options["sheet"] = sheets[change.match.game_slug]
        change.save(update_fields=["before", "after"])


def drop_zeros(apps, schema_editor):
    games = {"match__game_slug__in": ["uno", "rummy"]}
    for model, fields in (("Entry", ["record"]), ("Change", ["before", "after"])):
        for row in apps.get_model("nights", model).objects.filter(**games):
            records = [record for field in fields if isinstance(record := getattr(row, field), dict)]
            left = [
                (record["left"], str(record.get("out"))) for record in records if isinstance(record.get("left"), dict)
            ]
            if [numbers.pop(out) for numbers, out in left if out in numbers]:
                row.save(update_fields=fields)


class Migration(migrations.Migration):
    dependencies = [("nights", "0009_draft")]

    operations = [
        migrations.RunPython(keep_sheets, migrations.RunPython.noop),
        migrations.RunPython(drop_zeros, migrations.RunPython.noop),
    ]
