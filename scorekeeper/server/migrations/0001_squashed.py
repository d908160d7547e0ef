"""The tables as of November 2026, in place of the steps that led there."""

from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("server", "0001_what_servers_share"),
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
