from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0014_arriving")]

    operations = [
        migrations.AddField("group", "is_example", models.BooleanField(default=False, editable=False)),
    ]
