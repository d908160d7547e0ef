"""A semaphore of all processes of this machine that use a data folder."""

from __future__ import annotations

import fcntl
import os
from types import TracebackType
from typing import Self

from django.conf import settings


class Semaphore:
    """One of its places; free again once it is closed, or its process has ended."""

    def __init__(self, file: int) -> None:
        self._file: int | None = file

    @classmethod
    def take(cls, work: str, most: int = 1) -> Self | None:
        """Return one of so many places for this work; None if all are taken."""
        for number in range(most):
            path = settings.DATA_DIR / f"{work}-{number}.lock"
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(file)
            else:
                return cls(file)
        return None

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()
