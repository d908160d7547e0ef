from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("history", "0003_seasons")]

    operations = [migrations.RenameField(model_name="tally", old_name="kept", new_name="totals")]
