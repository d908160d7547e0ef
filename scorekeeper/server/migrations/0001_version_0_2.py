from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("server", "0001_squashed"),
    ]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Note",
            fields=[
                ("name", models.CharField(max_length=60, primary_key=True, serialize=False)),
                ("value", models.CharField(max_length=200)),
            ],
        ),
    ]
