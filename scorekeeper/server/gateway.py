"""Between the network and Django: a request takes a thread only once all of it has arrived.

A WSGI server gives a request a thread as soon as its headers are read, and a handful of bodies that never end
hold every thread there is. Here asyncio collects the bodies, each within bounds of time, size and number.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from asgiref.wsgi import WsgiToAsgiInstance
from django.conf import settings

from scorekeeper.server.door import Ask, is_latest
from scorekeeper.server.turns import Turns

HEALTH = "/healthz"  # for the proxy; under any name, without a thread or a look at the database
HEADER = b"hx-ptag"  # of the door
LARGEST_UPLOAD = 60_000_000  # bytes of a whole request: the largest score file, and the form around it
EXCHANGE, LARGEST_EXCHANGE = "/exchange/", 5_000_000  # bytes that a phone with a group of its own sends at once
THREADS = 4  # of one worker
PATIENCE = 10.0  # seconds that any body may take
SLOWEST = 20_000  # bytes a second that a body must come at if it takes longer
MOST_ARRIVING = 32  # unfinished bodies of one address
MOST_BYTES = 2 * LARGEST_UPLOAD  # that all requests of one address may announce together
IN_MEMORY = 64 * 1024  # bytes of a body; what is longer waits on the disk
PIECE = 1024 * 1024  # bytes of an answer that are sent at once

type Message = MutableMapping[str, Any]
type Receive = Callable[[], Awaitable[Message]]
type Send = Callable[[Message], Awaitable[None]]

NOTHING_NEW: tuple[Message, ...] = (
    {"type": "http.response.start", "status": 304, "headers": []},
    {"type": "http.response.body", "body": b""},
)


class Refused(Exception):
    """This request is not passed on. Holds the status and the text of the answer."""

    def __init__(self, status: int, text: str) -> None:
        self.status, self.text = status, text


@dataclass(eq=False)
class _Arrival:
    """A body on its way in, and then the request it belongs to until that is answered."""

    address: str
    size: int  # bytes, as announced
    limit: asyncio.Timeout | None = None  # while the body is not whole

    def end(self) -> None:
        if self.limit is not None:
            self.limit.reschedule(0)
            self.limit = None


class Gateway:
    """A WSGI application as ASGI serves it: `await gateway(scope, receive, send)`."""

    def __init__(
        self, application: Callable[..., Iterable[bytes]], threads: int = THREADS, ask: Ask | None = None
    ) -> None:
        """`ask` is for the door; without one the application asks by itself."""
        self._application, self._ask = application, ask
        self._turns = Turns(threads)
        self._arrivals: list[_Arrival] = []  # oldest first
        self._leaving = False

    def leave(self) -> None:
        """From now on a proxy that asks is told to send nobody else; whoever comes is served all the same."""
        self._leaving = True

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["path"] == HEALTH:
            await _send_text(send, *((503, "This server is about to stop.") if self._leaving else (200, "ok")))
            return
        headers = dict(scope["headers"])
        if HEADER in headers and self._ask is not None and scope["method"] == "GET" and _seen_all(headers, self._ask):
            for message in NOTHING_NEW:
                await send(message)
            return
        # Of X-Real and X_Real a WSGI environment keeps one: a sender must not pass for the proxy.
        scope["headers"] = [(name, value) for name, value in scope["headers"] if b"_" not in name]
        arrival = _Arrival(_address(scope, headers), _size(headers))
        self._arrivals.append(arrival)
        try:
            with SpooledTemporaryFile(IN_MEMORY) as body:
                if 0 < arrival.size <= _most(scope["path"], headers):  # Django refuses a longer one by its announcement
                    await self._collect(arrival, receive, body)
                await self._answer(scope, body, send)
        except Refused as refused:
            await _send_text(send, refused.status, refused.text)
        except ConnectionError:
            pass  # the client has left
        finally:
            self._arrivals.remove(arrival)

    async def _collect(self, arrival: _Arrival, receive: Receive, body: IO[bytes]) -> None:
        """Reads a body to its end; raises Refused, or ConnectionError if its sender has left."""
        begun = asyncio.get_running_loop().time()
        received = 0
        try:
            async with asyncio.timeout_at(begun + PATIENCE) as arrival.limit:
                self._make_room(arrival)
                more = True
                while more:
                    message = await receive()
                    if message["type"] != "http.request":
                        raise ConnectionError
                    received += body.write(message.get("body", b""))
                    more = message.get("more_body", False)
                    if arrival.limit is not None:
                        arrival.limit.reschedule(begun + PATIENCE + received / SLOWEST)
        except TimeoutError:
            raise Refused(408, "The request did not arrive in time.") from None
        finally:
            arrival.limit = None
        body.seek(0)

    def _make_room(self, newest: _Arrival) -> None:
        """Drops the oldest body of an address that sends too many at once, so that its newer requests are served."""
        theirs = [each for each in self._arrivals if each.address == newest.address]
        unfinished = [each for each in theirs if each.limit is not None]
        total = sum(each.size for each in theirs)
        while len(unfinished) > MOST_ARRIVING or (total > MOST_BYTES and len(unfinished) > 1):
            oldest = unfinished.pop(0)
            oldest.end()
            total -= oldest.size
        if total > MOST_BYTES:
            raise Refused(503, "Too much is being sent at once. Try again in a minute.")

    async def _answer(self, scope: Message, body: IO[bytes], send: Send) -> None:
        loop = asyncio.get_running_loop()
        instance: Any = WsgiToAsgiInstance(self._application)  # type: ignore[no-untyped-call]
        instance.scope = scope
        try:
            environ = instance.build_environ(scope, body)
        except ValueError:
            raise Refused(400, "The request is not well formed.") from None

        async def send_all(messages: list[Message]) -> None:
            for message in messages:
                await send(message)

        def send_now(messages: list[Message]) -> None:
            asyncio.run_coroutine_threadsafe(send_all(messages), loop).result()

        await send_all(await self._turns.run(self._call, environ, send_now))

    def _call(self, environ: dict[str, Any], send: Callable[[list[Message]], None]) -> list[Message]:
        """Calls the application, in one thread from beginning to end.

        Sends its answer in large pieces; the last one is returned.
        """
        messages: list[Message] = []

        def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
            encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
            messages.append({"type": "http.response.start", "status": int(status.split(" ", 1)[0]), "headers": encoded})

        answer = self._application(environ, start_response)
        try:
            piece = bytearray()
            for part in answer:
                piece += part
                if len(piece) >= PIECE:
                    messages.append({"type": "http.response.body", "body": bytes(piece), "more_body": True})
                    send(messages)
                    messages.clear()
                    piece.clear()
            return [*messages, {"type": "http.response.body", "body": bytes(piece)}]
        finally:
            if hasattr(answer, "close"):
                answer.close()


def _seen_all(headers: dict[bytes, bytes], ask: Ask) -> bool:
    """Whether the door has nothing new for this phone."""
    shown, cookies, languages = headers[HEADER], headers.get(b"cookie", b""), headers.get(b"accept-language", b"")
    return is_latest(shown.decode("latin-1"), cookies.decode("latin-1"), languages.decode("latin-1"), ask)


def _address(scope: Message, headers: dict[bytes, bytes]) -> str:
    """Who sends this; behind a proxy, whom the proxy names."""
    named = headers.get(b"x-forwarded-for", b"").decode("latin-1") if settings.HTTPS else ""
    return named.rpartition(",")[2].strip() or str((scope.get("client") or ("",))[0])


def _size(headers: dict[bytes, bytes]) -> int:
    """Bytes of the body. One that does not announce its length counts as none, as in Django."""
    length = headers.get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


def _most(path: str, headers: dict[bytes, bytes]) -> int:
    """Bytes that a body of this kind may have."""
    if path == EXCHANGE:
        return LARGEST_EXCHANGE
    if headers.get(b"content-type", b"").lower().startswith(b"multipart/form-data"):
        return LARGEST_UPLOAD
    return int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)


async def _send_text(send: Send, status: int, text: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})
