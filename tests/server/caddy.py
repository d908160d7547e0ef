"""Debian's Caddy in front of servers, with the repository's Caddyfile and with a certificate authority of its own."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

from tests.ports import free_port
from tests.server.real import ROOT, Server

CADDYFILE = ROOT / "hosting" / "Caddyfile"
PROGRAM = shutil.which("caddy")


class Caddy:
    """A Caddy that serves https as localhost; use it in a `with` statement."""

    def __init__(self, folder: Path, servers: list[Server]) -> None:
        self.port, self.log = free_port(), folder / "caddy.log"
        self.base = f"https://localhost:{self.port}"
        upstreams = " ".join(f"127.0.0.1:{server.port}" for server in servers)
        text = CADDYFILE.read_text()
        for old, new in (
            ("\ncards.example {", f"\n{self.base} {{\n\ttls internal"),
            ("reverse_proxy 127.0.0.1:8001 127.0.0.1:8002 {", f"reverse_proxy {upstreams} {{"),
            (
                "\n{\n",
                f"\n{{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tstorage file_system {folder}/caddy\n",
            ),
        ):
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        self.file = folder / "Caddyfile"
        self.file.write_text(text)
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def trust(self) -> ssl.SSLContext:
        """A TLS context that trusts this Caddy's authority and no other."""
        return ssl.create_default_context(cafile=self.file.parent / "caddy/pki/authorities/local/root.crt")

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [str(PROGRAM), "run", "--adapter", "caddyfile", "--config", self.file],
                env={"HOME": str(self.file.parent), "PATH": "/usr/bin:/bin"},
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + 30
        while not self._answers():
            if time.monotonic() > until or self.process.poll() is not None:
                raise TimeoutError(f"Caddy did not start\n{self.log.read_text()[-3000:]}")
            time.sleep(0.05)

    def _answers(self) -> bool:
        """Return whether Caddy accepts connections with a certificate that is trusted."""
        with suppress(OSError), socket.create_connection(("localhost", self.port), 1) as connection:
            self.trust.wrap_socket(connection, server_hostname="localhost").close()
            return True
        return False

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
