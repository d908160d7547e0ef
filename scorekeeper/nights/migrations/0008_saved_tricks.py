from django.db import migrations


class Migration(migrations.Migration):
    """A round being written down belongs to the app of tricks; its table stays as it is."""

    dependencies = [("nights", "0007_seats_go_with_their_group")]

    operations = [
        migrations.RenameField(model_name="match", old_name="kept", new_name="saved_tricks"),
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel(name="Draft")]),
    ]
