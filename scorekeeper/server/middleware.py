"""Middleware that comes before everything else."""

import threading
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

HEALTH = "/healthz"
# What a page may use: the camera reads a code in the pocket app, the display keeps the screen on.
PERMISSIONS = ", ".join(
    [
        *(f"{used}=(self)" for used in ("camera", "fullscreen", "screen-wake-lock")),
        *(f"publickey-credentials-{step}=(self)" for step in ("create", "get")),
        *(f"{sensor}=()" for sensor in ("accelerometer", "geolocation", "gyroscope", "magnetometer", "microphone")),
        *(f"{other}=()" for other in ("display-capture", "hid", "midi", "payment", "serial", "usb")),
    ]
)
leaving = threading.Event()
"""Set in a process that is about to stop."""


def policies(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Add Cross-Origin-Resource-Policy to every answer, for this site only, and Permissions-Policy to all but files."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not request.path_info.startswith(settings.STATIC_URL):  # 330 bytes that mean nothing for a style or a script
            response["Permissions-Policy"] = PERMISSIONS
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        return response

    return middleware


def health(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer a proxy's health check: under any host name, without https, without a query."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path != HEALTH:
            return get_response(request)
        if leaving.is_set():
            return HttpResponse("This server is about to stop.", content_type="text/plain", status=503)
        return HttpResponse("ok", content_type="text/plain")

    return middleware
