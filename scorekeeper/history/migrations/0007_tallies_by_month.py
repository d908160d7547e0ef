"""No tallies of years and decades: all time is added up from its months, of which each game has some."""

from django.db import migrations


def forget(apps, schema_editor):
    apps.get_model("history", "Tally").objects.filter(period__gt=0, period__lt=100_000).delete()


class Migration(migrations.Migration):
    dependencies = [("history", "0006_a_season_has_a_key")]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
