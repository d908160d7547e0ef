from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("people", "0012_keys_of_forms")]

    operations = [migrations.RemoveField("player", "steps")]
