import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("pocket", "0001_remote_servers_and_outbox"),
        ("pocket", "0002_made"),
        ("pocket", "0003_handed_over"),
    ]

    initial = True

    dependencies = [
        ("people", "0001_version_0_2"),
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
        migrations.CreateModel(
            name="OutboxForm",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64, unique=True)),
                ("to", models.CharField(max_length=2000)),
                ("fields", models.JSONField()),
                ("made", models.CharField(blank=True, max_length=36)),
                ("game", models.CharField(blank=True, max_length=12)),
                ("what", models.CharField(max_length=300)),
                ("at", models.DateTimeField()),
                ("held_by", models.CharField(blank=True, max_length=36)),
                ("answer", models.PositiveSmallIntegerField(null=True)),
                (
                    "group",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="outbox",
                        to="people.group",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="RemoteServer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("origin", models.CharField(max_length=300)),
                ("token", models.CharField(max_length=64)),
                ("version", models.CharField(blank=True, max_length=80)),
                ("at", models.DateTimeField(null=True)),
                (
                    "group",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="remote_server",
                        to="people.group",
                    ),
                ),
            ],
        ),
    ]
