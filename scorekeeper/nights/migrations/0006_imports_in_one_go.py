from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("nights", "0005_fewer_states")]

    operations = [
        migrations.RemoveField(model_name="night", name="continues"),
        migrations.RemoveField(model_name="night", name="is_arriving"),
    ]
