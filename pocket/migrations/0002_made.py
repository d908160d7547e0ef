from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("pocket", "0001_remote_servers_and_outbox"),
    ]

    operations = [
        migrations.AddField("outboxform", "made", models.CharField(blank=True, default="", max_length=36), False),
    ]
