from django.db import migrations, models

from scorekeeper.nights.played import played


def fill(apps, schema_editor):
    """Only games that a group can name have another one than their slug."""
    Match = apps.get_model("nights", "Match")
    Match.objects.update(played=models.F("game_slug"))
    named = []
    for match in Match.objects.exclude(options={}).only("game_slug", "options").iterator(chunk_size=500):
        match.played = played(match.game_slug, match.options)
        if match.played != match.game_slug:
            named.append(match)
    Match.objects.bulk_update(named, ["played"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("nights", "0009_what_an_entry_gave")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="played",
            field=models.CharField(default="", editable=False, max_length=240),
            preserve_default=False,
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["played"], name="nights_matc_played_f1daf8_idx"),
        ),
    ]
