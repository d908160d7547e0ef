"""Ports for the tests' servers, below the range from which the system gives ports to outgoing connections."""

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
