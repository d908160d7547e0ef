"""Ports for servers of the tests: below those that outgoing connections borrow, so that nobody takes one meanwhile."""

import random
import socket


def free_port() -> int:
    """A port on which nothing listens just now."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("0.0.0.0", port))
            except OSError:
                continue
            return port
