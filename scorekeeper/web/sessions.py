"""Sessions in the database, written in the same queue as everything else."""

from typing import Any

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions

from scorekeeper.server.write_queue import write_transaction


class SessionStore(DatabaseSessions):
    @classmethod
    def get_model_class(cls) -> Any:
        return DatabaseSessions.get_model_class()

    def save(self, must_create: bool = False) -> None:
        with write_transaction():
            super().save(must_create)

    def delete(self, session_key: str | None = None) -> None:
        with write_transaction():
            super().delete(session_key)
