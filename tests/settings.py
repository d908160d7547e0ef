"""The settings of the site, with a data folder for each test process and with a quick password hasher."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

import games

_data = tempfile.mkdtemp(prefix="scorekeeper-tests-")
atexit.register(shutil.rmtree, _data, ignore_errors=True)
os.environ["SCOREKEEPER_DATA"] = _data
for name in ("SCOREKEEPER_DEBUG", "SCOREKEEPER_HTTPS", "SCOREKEEPER_HOSTS"):
    os.environ.pop(name, None)
if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
    os.environ["DATABASE_URL"] = ""  # processes that the tests start use the file in their data folder, and no other

# The registry finds the toy game like any other game, so that the tests of all games include it.
games.__path__.append(str(Path(__file__).parent / "games"))

from scorekeeper.settings import *  # noqa: E402, F403
from scorekeeper.settings import CACHES, DATABASES, LOCALE_PATHS, ON_POSTGRESQL, STORAGES  # noqa: E402
from scorekeeper.web.translations import compile_stale  # noqa: E402

for locale in LOCALE_PATHS:
    compile_stale(Path(locale))

# The database is a file, so that threads and processes can share it. On PostgreSQL, each process has a cache of its
# own: server/tests/test_postgresql.py tests the cache that servers share.
if ON_POSTGRESQL:
    CACHES["default"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
else:
    DATABASES["default"]["TEST"] = {"NAME": str(Path(_data) / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STATIC_ROOT = None
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
