"""The site's settings, with the URLs of bench.bare_urls."""

from scorekeeper.settings import *  # noqa: F403

ROOT_URLCONF = "bench.bare_urls"
