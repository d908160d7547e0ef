"""The redirect after a form that could not be done, e.g. because the game is over by now."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django_htmx.http import HttpResponseClientRedirect


class NotDone(HttpResponseRedirect):
    """A redirect that tells `ExactlyOnceMiddleware` that the form was not done."""


def not_done(request: HttpRequest, to: Any, why: str) -> HttpResponse:
    """Redirect the whole page to `to`, a target as for Django's redirect(), and show the message `why` there."""
    messages.info(request, why)
    url = resolve_url(to)
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(url)
    return NotDone(url, content=f"{why}\n", content_type="text/plain; charset=utf-8")
