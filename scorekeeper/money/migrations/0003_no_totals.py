from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("money", "0002_no_via")]

    operations = [migrations.DeleteModel("Totals")]
