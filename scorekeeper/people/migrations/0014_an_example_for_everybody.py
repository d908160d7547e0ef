from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0013_one_way_in")]

    operations = [
        migrations.AddField("group", "is_example", models.BooleanField(default=False, editable=False)),
    ]
