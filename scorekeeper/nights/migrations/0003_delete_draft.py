from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("rounds", "0001_unfinished_rounds"),
        ("nights", "0002_names_as_they_are_seen"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="draft",
            name="one_round_at_a_time_is_written_down",
        ),
        migrations.DeleteModel(
            name="Draft",
        ),
    ]
