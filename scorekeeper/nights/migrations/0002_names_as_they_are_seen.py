"""What nobody sees makes no other name, neither of a place nor of a game."""

from django.db import migrations

from scorekeeper.people import names


def seen(game_key):
    """Return the key of a game whose name is compared by what is seen of it."""
    slug, _colon, name = game_key.partition(":")
    return f"{slug}:{key}" if (key := names.key(name)) else slug


def compare_anew(apps, schema_editor):
    nights = apps.get_model("nights", "Night").objects
    for pk, place, place_key in list(nights.exclude(place="").values_list("pk", "place", "place_key")):
        if names.key(place) != place_key:
            nights.filter(pk=pk).update(place_key=names.key(place))
    matches = apps.get_model("nights", "Match").objects
    named = matches.filter(game_key__contains=":").order_by().values_list("game_key", flat=True)
    for before in list(named.distinct()):
        if seen(before) != before:
            matches.filter(game_key=before).update(game_key=seen(before))


class Migration(migrations.Migration):
    dependencies = [("nights", "0001_squashed_0023_screen_code")]
    operations = [migrations.RunPython(compare_anew, migrations.RunPython.noop)]
