import django.db.models.deletion
import django.utils.timezone
import scorekeeper.people.keys
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("exchange", "0001_squashed_0004_held_by"),
        ("exchange", "0002_nothing_of_a_phone"),
        ("exchange", "0003_arrival"),
    ]

    initial = True

    dependencies = [
        ("people", "0001_version_0_2"),
    ]

    operations = [
        migrations.CreateModel(
            name="Arrival",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=scorekeeper.people.keys.new_key, max_length=12)),
                ("by", models.CharField(max_length=160)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("asked", "Asked"),
                            ("running", "Running"),
                            ("counting", "Counting"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                        ],
                        max_length=10,
                    ),
                ),
                ("beside", models.BooleanField(default=False)),
                ("games", models.BinaryField(default=bytes)),
                ("total", models.PositiveIntegerField(default=0)),
                ("staying", models.PositiveIntegerField(default=0)),
                ("problems", models.JSONField(default=list)),
                ("done", models.PositiveIntegerField(default=0)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("outcome", models.JSONField(default=dict)),
                (
                    "group",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="arrival", to="people.group"
                    ),
                ),
            ],
        ),
    ]
