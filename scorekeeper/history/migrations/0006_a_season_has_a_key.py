from django.db import migrations, models

import scorekeeper.people.keys


def give_keys(apps, schema_editor):
    for season in apps.get_model("history", "Season").objects.all():
        season.key = scorekeeper.people.keys.key_of_season()
        season.save(update_fields=["key"])


class Migration(migrations.Migration):
    dependencies = [("history", "0001_squashed")]

    operations = [
        migrations.AddField("season", "key", models.CharField(default="", editable=False, max_length=12)),
        migrations.RunPython(give_keys, migrations.RunPython.noop),
        migrations.AlterField(
            "season",
            "key",
            models.CharField(default=scorekeeper.people.keys.key_of_season, editable=False, max_length=12),
        ),
        migrations.AddConstraint("season", models.UniqueConstraint(fields=("group", "key"), name="one_season_a_key")),
    ]
