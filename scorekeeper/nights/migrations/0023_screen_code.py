from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("nights", "0022_game_key")]

    operations = [migrations.RenameField("draft", "screen", "screen_code")]
