"""QR codes of links that give access: the cookies with the tokens, and the URLs in the codes."""

import logging
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from scorekeeper.people.models import Group, Role
from scorekeeper.people.tokens import hash_token
from scorekeeper.server.network import url_for_phones

logger = logging.getLogger(__name__)

# Seconds for which the browser that created a link can show its code.
CODE_COOKIE_AGE = 60 * 60 * 12
_PREFIX = "__Secure-" if settings.HTTPS else ""  # __Host- would require the path /
CODE_COOKIE = f"{_PREFIX}code"
TABLE_CODE_COOKIE = f"{_PREFIX}table-code"


def redirect_with_code(page: str, token: str, table: Group | None = None) -> HttpResponse:
    """Return a redirect to `page`, the path of the page with the new code."""
    response = redirect(page)
    for name, path in ((CODE_COOKIE, page), *([(TABLE_CODE_COOKIE, table.get_absolute_url())] if table else [])):
        response.set_cookie(
            name,
            token,
            max_age=CODE_COOKIE_AGE,
            path=path,
            secure=settings.HTTPS,
            httponly=True,
            samesite="Strict",
        )
    return response


def code_url(request: HttpRequest, page: str, token_hash: str) -> str:
    """Return the URL in a link's QR code; "" if this browser has no cookie with the link's token."""
    tokens = [request.COOKIES.get(name, "") for name in (CODE_COOKIE, TABLE_CODE_COOKIE)]
    token = next((each for each in tokens if hash_token(each) == token_hash), "")
    return url_for_phones(request, reverse(page, args=[token])) if token else ""


def table_code_url(request: HttpRequest, group: Group, match_key: str = "") -> str:
    """Return the URL in the code for everybody at the table."""
    token_hash = hash_token(request.COOKIES.get(TABLE_CODE_COOKIE, ""))
    link = group.links.live().filter(role=Role.SCORER, token_hash=token_hash).first()
    url = code_url(request, "join", link.token_hash) if link else ""
    return f"{url}?table={match_key}" if url and match_key else url


def log_access(request: HttpRequest, group: Group, what: str, *facts: Any) -> None:
    """Log a change of access, and the account that made it. `what` is a %-format string for `facts`."""
    logger.info(f"Group %s: {what}, by %r", group.key, *facts, str(request.user))
