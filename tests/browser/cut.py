"""A network that breaks: a TCP proxy that passes on a limited number of bytes between a phone and a server."""

import socket
import socketserver
import struct
import threading
from contextlib import suppress

AT_ONCE = struct.pack("ii", 1, 0)  # SO_LINGER that closes a socket with a reset, like a broken network


class Cut(socketserver.ThreadingTCPServer):
    """A proxy on a port of its own, which cuts connections after a number of bytes.

    `sent` is the number of bytes that may still go to the server, `answered` the number that may still come back. None
    means no limit.
    """

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port: int) -> None:
        super().__init__(("localhost", 0), _Connection)
        self.to = ("localhost", port)
        self.sent: int | None = None
        self.answered: int | None = None
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.server_address[1]}"


class _Connection(socketserver.BaseRequestHandler):
    server: Cut

    def handle(self) -> None:
        there = socket.create_connection(self.server.to)
        ways = ((self.request, there, "sent"), (there, self.request, "answered"))
        threads = [threading.Thread(target=self.pass_on, args=way) for way in ways]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        there.close()

    def pass_on(self, here: socket.socket, there: socket.socket, way: str) -> None:
        with suppress(OSError):  # raised when the other direction was cut
            while some := here.recv(65536):
                left = getattr(self.server, way)
                there.sendall(some[:left])
                if left is not None:
                    setattr(self.server, way, max(0, left - len(some)))
                    if left <= len(some):
                        break
        for each in (here, there):
            with suppress(OSError):
                each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
                each.shutdown(socket.SHUT_RDWR)
