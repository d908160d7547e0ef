from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("sending", "0002_digest"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("Sending", "ProcessedForm"),
                migrations.AlterModelTable("processedform", "sending_sending"),
            ],
        ),
    ]
