import django.db.models.deletion
from django.db import migrations, models


def keep_groups_apart(apps, schema_editor):
    """Let what a phone has of a server's group become a group of its own; who joins anew gets the server's beside it."""
    apps.get_model("exchange", "Home").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("exchange", "0001_squashed"), ("people", "0012_keys_of_forms")]

    operations = [
        migrations.DeleteModel("Conflict"),
        migrations.RunPython(keep_groups_apart, migrations.RunPython.noop),
        migrations.RemoveField("home", "there"),
        migrations.RemoveField("home", "told"),
        migrations.RemoveField("home", "agreed"),
        migrations.AddField("home", "version", models.CharField(blank=True, max_length=80, default="")),
        migrations.AlterField("home", "version", models.CharField(blank=True, max_length=80)),
        migrations.CreateModel(
            name="Waiting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64, unique=True)),
                ("to", models.CharField(max_length=2000)),
                ("fields", models.JSONField()),
                ("game", models.CharField(blank=True, max_length=12)),
                ("what", models.CharField(max_length=300)),
                ("at", models.DateTimeField()),
                ("answer", models.PositiveSmallIntegerField(null=True)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="outbox", to="people.group"
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
    ]
