"""A local web server to try the built app: `python -m pocket.serve [port]` (`make pocket-serve`)."""

import sys
from contextlib import suppress
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from whitenoise import WhiteNoise

FOLDER = Path(__file__).resolve().parent.parent / "dist/pocket"


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *args: Any) -> None:
        pass


def files(folder: Path, prefix: str = "pocket/") -> WhiteNoise:
    """Return a WSGI application that serves a built folder at /<prefix>. Unknown addresses get its 404.html."""

    def nothing_here(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("404 Not Found", [("Content-Type", "text/html")])
        return [(folder / "404.html").read_bytes()]

    found = WhiteNoise(nothing_here, index_file=True, max_age=0)
    found.add_files(str(folder), prefix=prefix)
    return found


def server(port: int, prefix: str = "pocket/") -> WSGIServer:
    """Return a local server that serves the built app at /<prefix>. With port 0, the system chooses a free port."""
    return make_server("127.0.0.1", port, files(FOLDER, prefix), server_class=Server, handler_class=Quiet)


if __name__ == "__main__":
    if not (FOLDER / "build.json").exists():
        sys.exit("Nothing is built yet: make pocket")
    with server(int(sys.argv[1]) if len(sys.argv) > 1 else 8300) as running, suppress(KeyboardInterrupt):
        port = running.server_port
        print(f"http://localhost:{port}/pocket/ (Ctrl-C stops it)", flush=True)
        print(f"as another phone at its table: http://127.0.0.1:{port}/pocket/#table", flush=True)
        running.serve_forever()
