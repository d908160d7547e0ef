from typing import Any

from django.db import migrations


def delete_unfinished(apps: Any, schema_editor: Any) -> None:
    """Delete the nights of imports that were interrupted: nobody has seen them."""
    apps.get_model("nights", "Night").objects.filter(is_arriving=True).delete()


class Migration(migrations.Migration):
    dependencies = [("nights", "0004_no_via")]

    operations = [
        migrations.RunPython(delete_unfinished, migrations.RunPython.noop),
        migrations.RemoveField(model_name="night", name="continues"),
        migrations.RemoveField(model_name="night", name="is_arriving"),
    ]
