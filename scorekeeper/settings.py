"""Django settings. Everything has a default: nothing needs to be configured to start."""

from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent

INSTALLED_APPS = [
    "scorekeeper.exchange",
]

LANGUAGE_CODE = "en"
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
USE_TZ = True
