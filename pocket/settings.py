"""The site's settings on a phone without a server: one process, used by the phone's owner and by guests with share links.

POCKET_BASE  where the static files lie, as a path that ends in a slash (default: /)
"""

import os
from pathlib import Path
from typing import Any

from django.utils.csp import CSP

from scorekeeper.settings import *  # noqa: F403
from scorekeeper.settings import BASE_DIR, DATABASES, INSTALLED_APPS, MIDDLEWARE, SECURE_CSP, TEMPLATES

BASE = os.environ.get("POCKET_BASE", "/")

FORCE_SCRIPT_NAME = BASE + "app"
STATIC_URL = BASE + "static/"
# Only this browser's own shell asks.
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "pocket.urls"
# Nobody signs in.
INSTALLED_APPS = ["pocket.apps.PocketConfig", *(name for name in INSTALLED_APPS if name != "allauth.mfa")]

_LEFT_OUT = {
    "scorekeeper.web.middleware.HostNames",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "scorekeeper.people.bearer.share_link_header",
}
_INSTEAD = {"django.contrib.auth.middleware.AuthenticationMiddleware": "pocket.middleware.OwnerOrGuest"}
MIDDLEWARE = [
    "pocket.handing_over.by_former_key",  # before anything looks for a session
    *(_INSTEAD.get(name, name) for name in MIDDLEWARE if name not in _LEFT_OUT),
]
# After ExactlyOnceMiddleware, so that the outbox is written in the transaction that does a form once.
MIDDLEWARE += [
    "pocket.handing_over.elsewhere",
    "pocket.outbox.keep_for_server",
    "pocket.middleware.may_reach_its_server",
]

# A group of many years comes as one document, of as many bytes as a guest takes of its host at once (shell/guest.js). What
# a guest sends is bounded by the host (shell/host.js).
DATA_UPLOAD_MAX_MEMORY_SIZE = 30_000_000

# The service worker shows the app in a frame of the shell.
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

# The database's file is in memory: shell/storage.js saves it after each request, so a journal on disk is of no use.
_database: dict[str, Any] = DATABASES["default"]
_database["OPTIONS"]["init_command"] = "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA secure_delete=ON;"
# Caches in memory, emptied when the app is closed. Few parts of pages are kept, since Python's memory only grows: the pads
# of a table, with each of their rows, for the phone's owner and for its guests.
CACHES = {
    name: {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": name,
        "OPTIONS": {"MAX_ENTRIES": most},
    }
    for name, most in (("default", 300), ("fragments", 60))
}
PHONES_JOIN = False  # no phone joins by a code that a server answers
STATIC_ROOT = Path(os.environ.get("POCKET_STATIC") or BASE_DIR / "static")
IMPORTS_IN_STEPS = True  # there are no threads
