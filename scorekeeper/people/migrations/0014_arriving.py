import datetime

from django.db import migrations, models

ARRIVING = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)  # stood in `hidden_at` for what the field says now


def tell(apps, schema_editor):
    """Take over what an import has left that was broken off."""
    rows = apps.get_model("people", "Player").objects.filter(hidden_at=ARRIVING)
    rows.update(is_arriving=True, hidden_at=None)


class Migration(migrations.Migration):
    dependencies = [("people", "0013_one_way_in")]

    operations = [
        migrations.AddField("player", "is_arriving", models.BooleanField(default=False, editable=False)),
        migrations.RunPython(tell, migrations.RunPython.noop),
    ]
