from django.db import migrations, models

from scorekeeper.people.signs import free_letters, free_look


def settle(apps, schema_editor):
    """In each group one after the other as they were added, those merged into somebody last."""
    Player = apps.get_model("people", "Player")
    group, before = None, []
    merged_last = models.F("merged_into").asc(nulls_first=True)
    for player in Player.objects.order_by("group_id", merged_last, "pk").iterator():
        if player.group_id != group:
            group, before = player.group_id, []
        player.colour, player.shape = free_look((each.colour, each.shape) for each in before)
        player.letters = free_letters(player.name, [(each.letters, each.name) for each in before])
        player.save(update_fields=["colour", "shape", "letters"])
        before.append(player)


class Migration(migrations.Migration):
    dependencies = [("people", "0006_whose_phone")]

    operations = [
        migrations.AddField("player", "colour", models.PositiveSmallIntegerField(default=0, editable=False)),
        migrations.AddField("player", "shape", models.PositiveSmallIntegerField(default=0, editable=False)),
        migrations.AddField("player", "letters", models.CharField(default="", editable=False, max_length=8)),
        migrations.RunPython(settle, migrations.RunPython.noop),
    ]
