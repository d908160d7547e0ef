"""Notes that the servers of one installation share."""

from typing import Self

from django.db import models


class Note(models.Model):
    """A fact about the installation by its name, for all of its servers."""

    KEY, BACKUP = "fingerprint of the secret key", "day of the last daily backup"
    TRIED = "rounds in the last daily backup"  # -1: it cannot be restored
    TAKEN = "time of the last daily backup in the second place"  # seconds since 1970

    name = models.CharField(max_length=60, primary_key=True)
    value = models.CharField(max_length=200)

    def __str__(self) -> str:
        return f"{self.name}: {self.value}"

    @classmethod
    def read(cls, name: str) -> str:
        """Return the value of the note with this name; "" without one."""
        return cls.objects.filter(name=name).values_list("value", flat=True).first() or ""

    @classmethod
    def write(cls, name: str, value: str) -> Self:
        return cls.objects.update_or_create(name=name, defaults={"value": value})[0]
