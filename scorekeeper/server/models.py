"""Notes that all servers of an installation share in the database."""

from typing import Self

from django.db import models


class Note(models.Model):
    """A named value that all servers of the installation share."""

    KEY, BACKUP = "fingerprint of the secret key", "day of the last daily backup"
    ROUNDS = "rounds in the last daily backup"

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
