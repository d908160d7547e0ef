"""Settings from environment variables, and a sentence for each invalid one."""

from __future__ import annotations

import os
import re
import zoneinfo
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

PREFIX = "SCOREKEEPER_"
KNOWN = frozenset(PREFIX + name for name in ("DATA", "HOSTS", "HTTPS", "DEBUG"))
SWITCHES = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "": False,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}
ZONES = Path("/usr/share/zoneinfo")

_LABEL = "[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?"
_NAME = re.compile(rf"\.?{_LABEL}(?:\.{_LABEL})*|\[[0-9a-f:.]+\]")


class Site(NamedTuple):
    """A host name to which the server answers; a name that begins with a dot includes its subdomains."""

    name: str
    port: int | None = None  # the port in addresses that the server shows; None if the variable names none


class Environment:
    """A reader of settings from environment variables. `problems` collects a sentence for each invalid value."""

    def __init__(self, variables: Mapping[str, str] = os.environ) -> None:
        self.variables = variables
        self.problems: list[str] = []

    def text(self, name: str) -> str:
        return self.variables.get(name, "").strip(" \t\r\n\"'")  # a file of variables may keep the quotes of a value

    def switch(self, name: str) -> bool:
        """Return the value of a switch; if it is not in SWITCHES, add a problem and return False."""
        value = self.text(name).lower()
        if value not in SWITCHES:
            self.problems.append(f"{name}={value!r} is not understood: 1 turns it on, 0 turns it off.")
        return SWITCHES.get(value, False)

    def sites(self, name: str) -> list[Site]:
        """Return the valid host names in this comma-separated variable; add a problem for each invalid one."""
        found = []
        for text in filter(None, map(str.strip, self.text(name).split(","))):
            site = _site(text)
            if site is None:
                self.problems.append(
                    f"{name}: {text!r} is no name of a host. It takes names such as cards.example, separated by commas."
                )
            else:
                found.append(site)
        return found

    def time_zone(self, name: str, default: str) -> str:
        """Return the IANA name of the time zone in this variable, or `default` if the variable is not set."""
        text = self.text(name) or default
        found = next(filter(_is_zone, _zone_names(text)), None)
        if found is None and not zoneinfo.available_timezones():
            self.problems.append("This computer has no time zones: install them (apt install tzdata).")
        elif found is None:
            self.problems.append(f"{name}={text!r} is no time zone. It takes a name such as Europe/Berlin.")
        return found or "UTC"

    def unknown(self) -> list[str]:
        """Return a sentence for each variable that begins with PREFIX but is not a setting."""
        names = sorted(name for name in self.variables if name.startswith(PREFIX) and name not in KNOWN)
        return [f"{name} is no setting of Scorekeeper: nothing looks at it." for name in names]


def _site(text: str) -> Site | None:
    """Return the host name and the port in a typed name or URL; None if the text is not valid."""
    text = text.replace("*.", ".", 1) if text.startswith("*.") else text
    address = text if "://" in text else f"//{text}"
    try:
        parts = urlsplit(address)
        name, port = parts.netloc.rpartition("@")[2], parts.port
        name = name.removesuffix(f":{port}" if port is not None else ":").removesuffix(".").lower()
        if not name.isascii():
            name = name.encode("idna").decode()
    except ValueError:  # an invalid port, brackets without an address, a label that is too long, …
        return None
    plain = parts.scheme in ("", "http", "https") and parts.path in ("", "/") and not (parts.query or parts.fragment)
    if not plain or "@" in parts.netloc or not _NAME.fullmatch(name):
        return None
    return Site(name, port)


def _zone_names(text: str) -> list[str]:
    """Return the IANA names that a value of TZ can mean. The C library also accepts a leading colon and a path."""
    text = text.removeprefix(":")
    if text.startswith("/"):
        text = str(Path(text).resolve()).rpartition("zoneinfo/")[2].removeprefix("posix/").removeprefix("right/")
    text = text.replace(" ", "_")
    if _is_zone(text):
        return [text]
    return [name for name in sorted(zoneinfo.available_timezones()) if name.lower() == text.lower()]


def _is_zone(name: str) -> bool:
    """Return whether Django accepts this time zone. If the system has the folder ZONES, the zone must be in it."""
    try:
        zoneinfo.ZoneInfo(name)
    except (OSError, ValueError, zoneinfo.ZoneInfoNotFoundError):
        return False
    return not ZONES.exists() or ZONES.joinpath(*name.split("/")).is_file()
