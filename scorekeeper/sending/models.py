"""What phones have sent, so that the same form sent again is not done again."""

from datetime import timedelta

from django.db import connection, models
from django.utils import timezone

_TAKE = """INSERT INTO sending_sending (key, "to", at) VALUES (%s, '', %s) ON CONFLICT DO NOTHING"""


class Sending(models.Model):
    """A form that was sent under a key of its own and done; `to` is the page it leads to."""

    KEPT = timedelta(days=400)

    key = models.CharField(max_length=64, primary_key=True)
    to = models.CharField(max_length=2000)
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return self.key

    @classmethod
    def take(cls, key: str) -> bool:
        """Whether nobody has sent under this key before. Who sends it at the same time waits for what the first one does."""
        with connection.cursor() as cursor:
            cursor.execute(_TAKE, [key, connection.ops.adapt_datetimefield_value(timezone.now())])
            return bool(cursor.rowcount)

    @classmethod
    def forget_old(cls) -> None:
        cls.objects.filter(at__lt=timezone.now() - cls.KEPT).delete()
