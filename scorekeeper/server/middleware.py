"""Middleware that comes before everything else."""

import threading
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase

HEALTH = "/healthz"
leaving = threading.Event()
"""Set in a process that is about to stop."""


def health(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Tell a proxy whether this process serves: under any name, without https, without a look at the database."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path != HEALTH:
            return get_response(request)
        if leaving.is_set():
            return HttpResponse("This server is about to stop.", content_type="text/plain", status=503)
        return HttpResponse("ok", content_type="text/plain")

    return middleware
