"""Ports for the tests' servers, below the range of outgoing connections, so that none of those takes a free port."""

import random
import socket


def free_port() -> int:
    """Return a port on which nothing listens at present."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("0.0.0.0", port))
            except OSError:
                continue
            return port
