"""The tables as of November 2026, in place of the steps that led there."""

from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("sending", "0001_initial"),
    ]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Sending",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("to", models.CharField(max_length=2000)),
                ("at", models.DateTimeField(auto_now_add=True, db_index=True)),
            ],
        ),
    ]
