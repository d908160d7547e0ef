"""The addresses at which phones can reach this machine."""

from __future__ import annotations

import array
import errno
import fcntl
import re
import socket
import struct
import sys
import time
from collections.abc import Iterator
from ipaddress import IPv4Address, ip_address
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

from scorekeeper.server.environment import Site

ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 - a server that listens on one of them is reached at every address

# From Linux's net/if.h and bits/ioctls.h: SIOCGIFCONF lists the interfaces with an address, SIOCGIFFLAGS the flags of
# an interface.
_LIST, _FLAGS = 0x8912, 0x8913
_UP, _LOOPBACK, _POINT_TO_POINT, _RUNNING = 0x1, 0x8, 0x10, 0x40
_INTERFACE = struct.Struct("16s2LH3B0L")  # struct ifreq: a name, and room for the answer
_MOST = 256  # interfaces
# Interfaces of networks inside this machine, made for containers and virtual machines.
_INSIDE = re.compile("docker|br-[0-9a-f]{12}|virbr|lxcbr|lxdbr|incusbr|podman|cni|vboxnet|vmnet")


class _Interface(NamedTuple):
    name: str
    address: IPv4Address
    flags: int

    @property
    def leads_outside(self) -> bool:
        """Return whether phones may be on this interface: it is up, and not a loopback, tunnel or virtual bridge."""
        inside = self.flags & (_LOOPBACK | _POINT_TO_POINT) or _INSIDE.match(self.name) or self.address.is_loopback
        return bool(self.flags & _UP) and not inside


def _interfaces() -> Iterator[_Interface]:
    """Yield each interface with each of its IPv4 addresses; on any system but Linux, yield nothing."""
    if sys.platform != "linux":
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        room = array.array("B", bytes(_MOST * _INTERFACE.size))
        found = fcntl.ioctl(probe, _LIST, struct.pack("iP", len(room), room.buffer_info()[0]))
        (length,) = struct.unpack_from("i", found)
        for at in range(0, length, _INTERFACE.size):
            name = room[at : at + 16].tobytes()
            address = IPv4Address(room[at + 20 : at + 24].tobytes())
            try:
                (flags,) = struct.unpack_from("H", fcntl.ioctl(probe, _FLAGS, name.ljust(_INTERFACE.size, b"\0")), 16)
            except OSError:  # the interface was removed meanwhile
                continue
            yield _Interface(name.partition(b"\0")[0].decode(errors="replace"), address, flags)


def _default_address() -> str:
    """Return the address from which this machine would reach the internet; "" if there is none. No packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def addresses() -> list[str]:
    """Return the IPv4 addresses at which phones in the room may reach this machine, the likeliest first."""
    default = _default_address()
    found = [each for each in _interfaces() if each.leads_outside]
    for better in (lambda each: each.flags & _RUNNING, lambda each: not each.address.is_link_local):
        found = list(filter(better, found)) or found
    known = dict.fromkeys(str(each.address) for each in found)
    if not known and default and not ip_address(default).is_loopback:
        return [default]
    return sorted(known, key=lambda address: address != default)


def site_addresses(port: int, listening: str = "") -> list[str]:
    """Return the URLs, without a path, at which phones reach the server on this port."""
    if (site := _site()) is not None:
        return [_address(site.name.removeprefix("."), site.port or (None if settings.HTTPS else port))]
    if listening and listening not in ANYWHERE and not settings.HTTPS:
        return [_address(f"[{listening}]" if ":" in listening else listening, port)]
    return [_address(address, None if settings.HTTPS else port) for address in addresses() or ["127.0.0.1"]]


def _site() -> Site | None:
    """Return the configured host name to show, if possible one that other machines can resolve; None without one."""
    return min(settings.SITES, key=lambda site: is_only_here(site.name), default=None)


def _address(name: str, port: int | None) -> str:
    scheme, usual = ("https", 443) if settings.HTTPS else ("http", 80)
    return f"{scheme}://{name}{f':{port}' if port not in (None, usual) else ''}"


def port_is_free(port: int, address: str) -> bool:
    """Return whether a server can use this port; wait up to 3 seconds for another server to release it."""
    family, kind, _, _, there = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
    until = time.monotonic() + 3  # seconds
    while True:
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(there)
                return True
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
        if time.monotonic() > until:
            return False
        time.sleep(0.1)


def urls_for_phones(request: HttpRequest, path: str) -> list[str]:
    """Return the URLs of this path for a QR code, the likeliest first."""
    name, port = split_domain_port(request.get_host())
    asked = request.build_absolute_uri(path)
    site = _site()
    if site is not None and is_only_here(name):
        return [f"{request.scheme}://{site.name.removeprefix('.')}{f':{port}' if port else ''}{path}"]
    if site is not None or request.is_secure():
        return [asked]
    elsewhere = [f"{request.scheme}://{address}{f':{port}' if port else ''}{path}" for address in addresses()]
    if is_only_here(name):
        return elsewhere or [asked]
    return list(dict.fromkeys([asked, *(elsewhere if _is_figures(name) else ())]))


def url_for_phones(request: HttpRequest, path: str) -> str:
    """Return the first, likeliest URL of `urls_for_phones()`."""
    return urls_for_phones(request, path)[0]


def is_only_here(name: str) -> bool:
    """Return whether this name or IP address leads only back to the same machine, as localhost does."""
    name = name.strip("[]")
    if _is_figures(name):
        return ip_address(name).is_loopback or ip_address(name).is_unspecified
    return name in {"localhost", "localhost.localdomain", socket.gethostname().lower()} or name.endswith(".localhost")


def _is_figures(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
