import django.db.models.deletion
import django.utils.timezone
import scorekeeper.people.models
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("nights", "0013_a_match_has_a_tag"),
        ("tricks", "0002_the_unfinished_round_is_of_nights"),
    ]

    # The table is there already, with its rows.
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Draft",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "key",
                            models.CharField(default=scorekeeper.people.models.new_key, editable=False, max_length=36),
                        ),
                        ("record", models.JSONField(default=dict)),
                        ("tricks", models.JSONField(default=list)),
                        ("seen", models.PositiveIntegerField(default=0)),
                        ("version", models.PositiveIntegerField(default=0)),
                        ("started_at", models.DateTimeField(default=django.utils.timezone.now)),
                        ("by", models.CharField(max_length=160)),
                        (
                            "entry",
                            models.OneToOneField(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="draft",
                                to="nights.entry",
                            ),
                        ),
                        (
                            "match",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="drafts", to="nights.match"
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("entry__isnull", True)),
                                fields=("match",),
                                name="one_round_at_a_time_is_written_down",
                            )
                        ],
                    },
                ),
            ]
        ),
        migrations.AddField(model_name="draft", name="screen", field=models.CharField(blank=True, max_length=40)),
        migrations.AddField(model_name="draft", name="parts", field=models.JSONField(default=dict)),
    ]
