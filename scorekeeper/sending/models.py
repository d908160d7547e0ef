"""Keys of forms that were processed, so that no form is processed twice."""

from datetime import timedelta

from django.db import models
from django.utils import timezone


class ProcessedForm(models.Model):
    """A form that was processed, stored so that it is not processed again. `key` identifies the form."""

    KEPT = timedelta(days=400)
    LONGEST = 2000  # characters of `to`; the end of a longer address is cut off

    key = models.CharField(max_length=64, primary_key=True)
    digest = models.CharField(max_length=64)
    to = models.CharField(max_length=LONGEST)
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        db_table = "sending_sending"  # the name of the table before the model was renamed

    def __str__(self) -> str:
        return self.key

    @classmethod
    def forget_old(cls) -> None:
        cls.objects.filter(at__lt=timezone.now() - cls.KEPT).delete()
