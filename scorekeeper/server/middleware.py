"""Middleware for security headers and health checks; it runs before Django's middleware."""

import logging
import threading
from collections.abc import Callable
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

logger = logging.getLogger(__name__)

HEALTH = "/healthz"
# Browser features: `(self)` means that pages may use them, `()` that they may not. The pocket app reads codes with the
# camera. The wake lock keeps the screen on at the table.
PERMISSIONS = ", ".join(
    [
        *(f"{used}=(self)" for used in ("camera", "fullscreen", "screen-wake-lock")),
        *(f"publickey-credentials-{step}=(self)" for step in ("create", "get")),
        *(f"{sensor}=()" for sensor in ("accelerometer", "geolocation", "gyroscope", "magnetometer", "microphone")),
        *(f"{other}=()" for other in ("display-capture", "hid", "midi", "payment", "serial", "usb")),
    ]
)
leaving = threading.Event()
"""An event that is set when this process is about to stop."""


def policies(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Add Cross-Origin-Resource-Policy to each response, and Permissions-Policy to all except static files."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not request.path_info.startswith(settings.STATIC_URL):  # static files do not need this header of 330 bytes
            response["Permissions-Policy"] = PERMISSIONS
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        return response

    return middleware


@cache
def tell_of_http() -> None:
    logger.warning("The proxy has to send X-Forwarded-Proto: https. Without it, every page leads only to itself.")


def health(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer a proxy's health check at the path HEALTH; with status 503 if this process is about to stop."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path != HEALTH:
            if settings.HTTPS and not request.is_secure():
                tell_of_http()
            return get_response(request)
        if leaving.is_set():
            return HttpResponse("This server is about to stop.", content_type="text/plain", status=503)
        return HttpResponse("ok", content_type="text/plain")

    return middleware
