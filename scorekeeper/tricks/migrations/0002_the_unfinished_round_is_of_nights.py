from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("tricks", "0001_initial"),
    ]

    # The table stays as it is, with its rows: the app of nights takes it back.
    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel(name="Draft")]),
    ]
