"""Addresses of this machine, as a phone can reach it."""

import errno
import socket
import time

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port


def lan_address() -> str:
    """The address by which this machine would reach the network outside; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def site_address(port: int) -> str:
    """Return where phones find the server on this port: by its name on the internet, or in this network."""
    if settings.HTTPS and settings.ALLOWED_HOSTS[0].strip("*."):
        return f"https://{settings.ALLOWED_HOSTS[0]}"
    return f"http://{lan_address()}:{port}"


def port_is_free(port: int, address: str) -> bool:
    """Return whether a server can have this port; one that is just ending gets a moment to let go of it."""
    until = time.monotonic() + 3  # seconds
    while True:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((address, port))
                return True
            except PermissionError:
                return False
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
        if time.monotonic() > until:
            return False
        time.sleep(0.1)


def url_for_phones(request: HttpRequest, path: str) -> str:
    """The address for a QR code. The laptop's browser may know this machine as localhost; no phone does."""
    name, port = split_domain_port(request.get_host())
    if name in {"localhost", "127.0.0.1", "[::1]"}:
        return f"{request.scheme}://{lan_address()}{f':{port}' if port else ''}{path}"
    return request.build_absolute_uri(path)
