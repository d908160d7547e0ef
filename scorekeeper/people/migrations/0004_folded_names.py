"""Players are sorted by their names without accents."""

from django.db import migrations, models

from scorekeeper.people import names


def fold(apps, schema_editor):
    for player in apps.get_model("people", "Player").objects.iterator():
        player.folded_name = names.folded(player.name)[:120]
        player.save(update_fields=["folded_name"])


class Migration(migrations.Migration):
    dependencies = [("people", "0003_imports_in_one_go")]

    operations = [
        migrations.AddField("player", "folded_name", models.CharField(db_default="", editable=False, max_length=120)),
        migrations.AlterModelOptions("player", {"ordering": ["folded_name", "pk"]}),
        migrations.RunPython(fold, migrations.RunPython.noop, elidable=True),
    ]
