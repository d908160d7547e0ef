"""The settings of a site that runs on a phone, used by the phone's owner and by guests with share links."""

import os
from pathlib import Path
from typing import Any

from django.utils.csp import CSP

from scorekeeper.settings import *  # noqa: F403
from scorekeeper.settings import BASE_DIR, DATABASES, INSTALLED_APPS, MIDDLEWARE, SECURE_CSP, TEMPLATES

BASE = os.environ.get("POCKET_BASE", "/")

FORCE_SCRIPT_NAME = BASE + "app"
STATIC_URL = BASE + "static/"
# Requests come only from the shell in this browser: its own, and those that it receives from guests.
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "pocket.urls"
# Nobody signs in, so there is no two-factor authentication.
INSTALLED_APPS = ["pocket.apps.PocketConfig", *(name for name in INSTALLED_APPS if name != "allauth.mfa")]

_LEFT_OUT = {
    "scorekeeper.web.middleware.HostNames",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "scorekeeper.people.bearer.share_link_header",
}
_INSTEAD = {"django.contrib.auth.middleware.AuthenticationMiddleware": "pocket.middleware.OwnerOrGuest"}
MIDDLEWARE = [
    "pocket.handing_over.by_former_key",  # before any middleware reads the session
    *(_INSTEAD.get(name, name) for name in MIDDLEWARE if name not in _LEFT_OUT),
]
# These come after ExactlyOnceMiddleware, so that a form and its row in the outbox are saved in one transaction.
MIDDLEWARE += [
    "pocket.handing_over.elsewhere",
    "pocket.outbox.keep_for_server",
    "pocket.middleware.may_reach_its_server",
]

# Bytes. This is enough to hand over a group of many years (handing_over.py). shell/guest.js has the same limit for
# what a guest receives. shell/host.js has a lower limit for requests of guests.
DATA_UPLOAD_MAX_MEMORY_SIZE = 30_000_000

# The shell shows the app in a frame.
X_FRAME_OPTIONS = "SAMEORIGIN"
SECURE_CSP = {**SECURE_CSP, "frame-ancestors": [CSP.SELF]}

_engine: dict[str, Any] = TEMPLATES[0]
_options = _engine["OPTIONS"]
_processors = [*_options["context_processors"], "pocket.views.reminder"]
TEMPLATES = [
    {
        **_engine,
        "DIRS": [Path(__file__).parent / "templates", *_engine["DIRS"]],
        "OPTIONS": {**_options, "context_processors": _processors},
    }
]

# The file system is in memory, and shell/storage.js saves the database after each request. A journal file would be of
# no use.
_database: dict[str, Any] = DATABASES["default"]
_database["OPTIONS"]["init_command"] = "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA secure_delete=ON;"
# Caches in memory, lost when the app is closed. Python's memory never shrinks, so the cache `fragments` is small: it
# has room for one table's pads and rows, once for the phone's owner and once for the guests.
CACHES = {
    name: {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": name,
        "OPTIONS": {"MAX_ENTRIES": most},
    }
    for name, most in (("default", 300), ("fragments", 60))
}
PHONES_JOIN = False  # other phones cannot open an address on this phone, so the site must not offer one
STATIC_ROOT = Path(os.environ.get("POCKET_STATIC") or BASE_DIR / "static")
