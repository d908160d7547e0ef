"""The tables as of November 2026, in place of the steps that led there."""

from django.db import migrations, models
import django.db.models.deletion
import django.utils.timezone


class Migration(migrations.Migration):
    replaces = [
        ("exchange", "0001_two_sides"),
        ("exchange", "0002_what_was_agreed"),
    ]

    initial = True

    dependencies = [
        ("nights", "0001_squashed"),
        ("people", "0001_squashed"),
    ]

    operations = [
        migrations.CreateModel(
            name="Conflict",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("theirs", models.JSONField()),
                ("of_a_server", models.BooleanField(default=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("decided_at", models.DateTimeField(null=True)),
                ("by", models.CharField(blank=True, max_length=160)),
                ("kept", models.JSONField(null=True)),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Home",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("origin", models.CharField(max_length=300)),
                ("there", models.CharField(max_length=12)),
                ("token", models.CharField(max_length=64)),
                ("told", models.JSONField(default=list)),
                ("at", models.DateTimeField(null=True)),
                ("agreed", models.JSONField(default=dict)),
            ],
        ),
        migrations.AddField(
            model_name="conflict",
            name="match",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="conflicts", to="nights.match"
            ),
        ),
        migrations.AddField(
            model_name="conflict",
            name="night",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="conflicts", to="nights.night"
            ),
        ),
        migrations.AddField(
            model_name="conflict",
            name="player",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="people.player"
            ),
        ),
        migrations.AddField(
            model_name="home",
            name="group",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="home", to="people.group"
            ),
        ),
        migrations.AddConstraint(
            model_name="conflict",
            constraint=models.UniqueConstraint(
                condition=models.Q(("decided_at", None)), fields=("match",), name="one_open_conflict_a_match"
            ),
        ),
        migrations.AddConstraint(
            model_name="conflict",
            constraint=models.UniqueConstraint(
                condition=models.Q(("decided_at", None)), fields=("night",), name="one_open_conflict_a_night"
            ),
        ),
        migrations.AddConstraint(
            model_name="conflict",
            constraint=models.UniqueConstraint(
                condition=models.Q(("decided_at", None)), fields=("player",), name="one_open_conflict_a_player"
            ),
        ),
    ]
