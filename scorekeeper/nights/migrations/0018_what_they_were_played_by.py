from django.db import migrations

from games.registry import all_games


def keep_earlier_defaults(apps, schema_editor):
    """Write into stored matches each default that has changed since, wherever their options name no other value.

    What was played stays what it was; so do the versions of the options that a match's changes remember.
    """
    match_model = apps.get_model("nights", "Match")
    change_model = apps.get_model("nights", "Change")
    for slug, game in all_games().items():
        earlier = game.options.earlier_defaults()
        if not earlier:
            continue
        changes = change_model.objects.filter(match__game_slug=slug, verb__in=("options", "chosen"))
        for change in changes.only("verb", "before", "after").iterator(chunk_size=500):
            change.before, change.after = (
                with_options(remembered, earlier, whole=change.verb == "chosen")
                for remembered in (change.before, change.after)
            )
            change.save(update_fields=["before", "after"])
        for match in match_model.objects.filter(game_slug=slug).only("options").iterator(chunk_size=500):
            match.options = {**earlier, **match.options}
            match.save(update_fields=["options"])


def with_options(remembered, earlier, whole):
    """Return the options that a change remembers, or the whole version with its options, completed by the earlier ones."""
    if remembered is None:
        return None
    if whole:
        return {**remembered, "options": {**earlier, **remembered["options"]}}
    return {**earlier, **remembered}


class Migration(migrations.Migration):
    dependencies = [("nights", "0001_squashed")]

    operations = [migrations.RunPython(keep_earlier_defaults, migrations.RunPython.noop)]
