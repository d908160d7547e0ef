import hashlib

from django.db import migrations, models

import scorekeeper.people.models.groups


def give_keys(apps, schema_editor):
    """From what a copy of the database has, too: two copies give the same person the same key."""
    Player = apps.get_model("people", "Player")
    some = []
    for player in Player.objects.select_related("group").only("group__key", "name_key").iterator():
        written = f"{player.group.key} {player.name_key}"
        player.key = hashlib.sha256(written.encode()).hexdigest()[:24]
        some.append(player)
        if len(some) == 500:
            Player.objects.bulk_update(some, ["key"])
            some = []
    Player.objects.bulk_update(some, ["key"])


class Migration(migrations.Migration):
    dependencies = [("people", "0010_sign_in_links")]

    operations = [
        migrations.AddField("player", "steps", models.JSONField(default=list, editable=False)),
        migrations.AddField("player", "key", models.CharField(default="", editable=False, max_length=36)),
        migrations.RunPython(give_keys, migrations.RunPython.noop),
        migrations.AlterField(
            "player",
            "key",
            models.CharField(default=scorekeeper.people.models.groups.new_key, editable=False, max_length=36),
        ),
        migrations.AddConstraint("player", models.UniqueConstraint(fields=("group", "key"), name="one_player_a_key")),
    ]
