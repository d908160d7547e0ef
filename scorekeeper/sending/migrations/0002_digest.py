from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("sending", "0001_squashed"),
    ]

    operations = [
        migrations.AddField(
            model_name="sending",
            name="digest",
            field=models.CharField(blank=True, max_length=64),
        ),
    ]
