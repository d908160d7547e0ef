import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0003_player_via"),
        ("pocket", "0002_made"),
    ]

    operations = [
        migrations.CreateModel(
            name="HandedOver",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("to", models.CharField(max_length=160)),
                ("at", models.DateTimeField(auto_now=True)),
                (
                    "group",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="handed_over",
                        to="people.group",
                    ),
                ),
            ],
        ),
    ]
