"""What nobody sees makes no other name: the keys by which names are compared have to leave it out.

Two players of a group who have become one name stay two: the later one gets a number.
"""

from django.db import migrations

from scorekeeper.people import names, signs


def compare_anew(apps, schema_editor):
    players = apps.get_model("people", "Player").objects
    for player in players.order_by("pk"):
        if (names.tidy(player.name), names.key(player.name)) != (player.name, player.name_key):
            others = players.filter(group=player.group_id).exclude(pk=player.pk)
            taken = set(others.values_list("name_key", flat=True))
            name = base = names.tidy(player.name) or f"Someone {player.pk}"
            number = 1
            while names.key(name) in taken:
                number += 1
                name = f"{base[:30]} ({number})"
            player.name, player.name_key = name, names.key(name)
            if player.letters[:1] != (letters := signs.letters_of(name)[0]):
                player.letters = letters
            player.save()
    users = apps.get_model("people", "User").objects
    for user in users.exclude(folded_name=None).order_by("pk"):
        folded = names.folded(user.username)
        if folded != user.folded_name:
            user.folded_name = None if users.filter(folded_name=folded).exists() else folded
            user.save()


class Migration(migrations.Migration):
    dependencies = [("people", "0001_squashed_0016_other_keys")]
    operations = [migrations.RunPython(compare_anew, migrations.RunPython.noop)]
