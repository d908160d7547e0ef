"""System checks of the settings in the environment."""

import os
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from scorekeeper.server.environment import Environment


@register
def host_settings(**kwargs: Any) -> list[CheckMessage]:
    return [Error(sentence, id="scorekeeper.E001") for sentence in wrong_settings()]


def wrong_settings() -> Iterator[str]:
    """Yield a sentence for each unknown setting, and for each wrong one that does not prevent a start."""
    yield from Environment().unknown()
    if "https://" in os.environ.get("SCOREKEEPER_HOSTS", "").lower() and not settings.HTTPS:
        yield "SCOREKEEPER_HOSTS names an address with https: behind https, SCOREKEEPER_HTTPS=1 is needed, too."
