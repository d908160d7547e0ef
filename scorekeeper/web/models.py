"""The model of sessions."""

from __future__ import annotations

from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class Session(AbstractBaseSession):
    """A Django session. `account` is the id of the account that is signed in; None if there is none."""

    account = models.IntegerField(null=True, db_index=True)

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        from scorekeeper.web.sessions import SessionStore

        return SessionStore
