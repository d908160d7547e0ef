from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("nights", "0007_who_is_out_holds_no_cards")]

    operations = [migrations.DeleteModel(name="DeletedSheet")]
