"""Sessions that know whose they are, with those that there are until now."""

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models


def bring_along(apps, schema_editor):
    before, after = apps.get_model("sessions", "Session"), apps.get_model("web", "Session")
    store = SessionStore()
    after.objects.bulk_create(
        (
            after(
                session_key=row.session_key,
                session_data=row.session_data,
                expire_date=row.expire_date,
                account=store.decode(row.session_data).get(SESSION_KEY),
            )
            for row in before.objects.iterator()
        ),
        batch_size=200,
    )
    before.objects.all().delete()


def bring_back(apps, schema_editor):
    before, after = apps.get_model("sessions", "Session"), apps.get_model("web", "Session")
    before.objects.bulk_create(
        before(session_key=row.session_key, session_data=row.session_data, expire_date=row.expire_date)
        for row in after.objects.iterator()
    )


class Migration(migrations.Migration):
    initial = True

    dependencies = [("sessions", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "session_key",
                    models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="session key"),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                ("account", models.IntegerField(db_index=True, null=True)),
            ],
            options={"verbose_name": "session", "verbose_name_plural": "sessions", "abstract": False},
        ),
        migrations.RunPython(bring_along, bring_back),
    ]
