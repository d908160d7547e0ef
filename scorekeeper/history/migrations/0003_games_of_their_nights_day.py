"""Games belong to their night's day: those played after midnight at the end of a month were counted in the next one.

The sums of the groups that have such games are taken away, and added up anew at the start.
"""

from django.db import migrations
from django.db.models import F
from django.db.models.functions import ExtractMonth, ExtractYear

NIGHT = "match__night__started_at"


def count_by_night(apps, schema_editor):
    results = apps.get_model("history", "Result").objects
    torn = results.alias(by_night=ExtractYear(NIGHT) * 100 + ExtractMonth(NIGHT)).exclude(month=F("by_night"))
    groups = set()
    for pk, group, month in list(torn.values_list("pk", "group", F("by_night"))):
        results.filter(pk=pk).update(month=month)
        groups.add(group)
    apps.get_model("history", "Tally").objects.filter(group__in=groups).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("history", "0002_ratings_anew"),
        ("nights", "0001_squashed_0023_screen_code"),
    ]
    operations = [migrations.RunPython(count_by_night, migrations.RunPython.noop)]
