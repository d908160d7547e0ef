from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("sending", "0001_squashed"),
        ("sending", "0002_digest"),
        ("sending", "0003_processed_form"),
    ]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="ProcessedForm",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("digest", models.CharField(max_length=64)),
                ("to", models.CharField(max_length=2000)),
                ("at", models.DateTimeField(auto_now_add=True, db_index=True)),
            ],
            options={
                "db_table": "sending_sending",
            },
        ),
    ]
