import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("nights", "0001_version_0_2"),
        ("rounds", "0001_version_0_2"),
    ]

    operations = [
        migrations.RemoveField(
            model_name="bidsdraft",
            name="round",
        ),
        migrations.AlterField(
            model_name="bidsdraft",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="bids_drafts", to="nights.match"
            ),
        ),
        migrations.AddConstraint(
            model_name="bidsdraft",
            constraint=models.UniqueConstraint(fields=("match", "seen"), name="one_draft_of_bids_a_round"),
        ),
    ]
