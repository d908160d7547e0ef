"""The sessions in which an account is signed in: their browsers and sign-in times, and how to end a session."""

from __future__ import annotations

import datetime
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from scorekeeper.people import access
from scorekeeper.people.models import Group, User
from scorekeeper.people.signals import access_ended
from scorekeeper.web.models import Session

logger = logging.getLogger(__name__)

SIGNED_IN = "signed_in"  # the key, in the session's data, of the sign-in time and the User-Agent
LONGEST_AGENT = 300  # characters

# Browsers by a substring of their User-Agent. The first match counts: Edge's User-Agent also contains "Chrome".
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "FxiOS": "Firefox",
    "Firefox": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS X": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def remember(request: HttpRequest, **signal: Any) -> None:
    """Store the time of signing in and the User-Agent in the session. Receives Django's signal `user_logged_in`."""
    logger.info("Account %r signed in", str(signal["user"]))
    agent = request.headers.get("User-Agent", "")[:LONGEST_AGENT]
    request.session[SIGNED_IN] = {"at": timezone.now().isoformat(), "agent": agent}


@dataclass(frozen=True)
class SignedIn:
    """A session of an account. `name` is a hash of the session key, by which forms identify the session."""

    key: str
    data: dict[str, Any]

    @property
    def name(self) -> str:
        return salted_hmac("scorekeeper.people.signed_in", self.key, algorithm="sha256").hexdigest()[:32]

    @property
    def at(self) -> datetime.datetime | None:
        """The time of signing in; None for a session that did not store it."""
        noted = self.data.get(SIGNED_IN)
        return datetime.datetime.fromisoformat(noted["at"]) if noted else None

    @property
    def browser(self) -> str:
        """The browser and system as far as known, such as "Firefox, Android"; else "A browser", translated."""
        agent = str(self.data.get(SIGNED_IN, {}).get("agent", ""))
        known = (next((name for part, name in names.items() if part in agent), "") for names in (BROWSERS, SYSTEMS))
        return ", ".join(filter(None, known)) or _("A browser")

    def end(self) -> None:
        """Delete the session. Send `access_ended` for each group whose share link was opened in this session."""
        Session.get_session_store_class()(self.key).delete()
        links = self.data.get(access.SESSION_KEY)
        for group in Group.objects.filter(links__in=links if isinstance(links, list) else []).distinct():
            access_ended.send(Session, group=group)


def sessions_of(user: User) -> Iterator[SignedIn]:
    """Yield the account's sessions that have neither expired nor been ended by a new password, latest expiry first."""
    for row in Session.objects.filter(account=user.pk, expire_date__gt=timezone.now()).order_by("-expire_date"):
        data = row.get_decoded()
        if constant_time_compare(data.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()):
            yield SignedIn(row.session_key, data)
