"""Keys of forms that were done, so that none is done twice."""

from datetime import timedelta

from django.db import models
from django.utils import timezone


class ProcessedForm(models.Model):
    """A form that was sent under a key of its own and done; `to` is the page it leads to.

    `digest` is that of its sender and request.
    """

    KEPT = timedelta(days=400)
    LONGEST = 2000  # characters of an address that are stored; the rest of a longer one does not change the page

    key = models.CharField(max_length=64, primary_key=True)
    digest = models.CharField(max_length=64)
    to = models.CharField(max_length=LONGEST)
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        db_table = "sending_sending"  # its name before

    def __str__(self) -> str:
        return self.key

    @classmethod
    def forget_old(cls) -> None:
        cls.objects.filter(at__lt=timezone.now() - cls.KEPT).delete()
