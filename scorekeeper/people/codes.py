"""Codes that give access: the page that shows a new one, the address it opens, and the log of who gave it."""

import logging
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from scorekeeper.people.models import Group
from scorekeeper.people.tokens import hash_token
from scorekeeper.server.network import url_for_phones

logger = logging.getLogger(__name__)

# How long the browser that made a link can show its code again.
CODE_COOKIE_AGE = 60 * 60 * 12
CODE_COOKIE = "__Secure-code" if settings.HTTPS else "code"  # for one page, so not of the whole host


def redirect_with_code(page: str, token: str) -> HttpResponse:
    """Redirect to the page that shows a new code.

    The database holds its hash only; the owner's browser keeps the token in a cookie for this page.
    """
    response = redirect(page)
    response.set_cookie(
        CODE_COOKIE,
        token,
        max_age=CODE_COOKIE_AGE,
        path=page,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Strict",
    )
    return response


def code_url(request: HttpRequest, page: str, token_hash: str) -> str:
    """Return the address behind the code with this hash, as phones reach it; "" if this browser does not have the code."""
    token = request.COOKIES.get(CODE_COOKIE, "")
    return url_for_phones(request, reverse(page, args=[token])) if hash_token(token) == token_hash else ""


def log_access(request: HttpRequest, group: Group, what: str, *facts: Any) -> None:
    """Log who gave or withdrew access. Names are quoted; the code of a link is never logged."""
    logger.info(f"Group %s: {what}, by %r", group.key, *facts, str(request.user))
