"""The session store: Django's database sessions, saved and deleted inside `write_transaction()`."""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.base_session import AbstractBaseSession

from scorekeeper.server.write_queue import write_transaction


class SessionStore(DatabaseSessions):
    @classmethod
    def get_model_class(cls) -> Any:
        from scorekeeper.web.models import Session

        return Session

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        row: Any = super().create_model_instance(data)
        row.account = data.get(SESSION_KEY)
        return row  # type: ignore[no-any-return]

    def save(self, must_create: bool = False) -> None:
        with write_transaction():
            super().save(must_create)

    def delete(self, session_key: str | None = None) -> None:
        with write_transaction():
            super().delete(session_key)
