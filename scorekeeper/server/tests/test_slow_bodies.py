"""Request bodies that never end do not slow other clients."""

import http.client
import re
import socket
import time

import pytest

from scorekeeper.server.tests.test_killed import enter_until_taken
from tests.server.real import FORM, MULTIPART, half_body, token_and_cookie

HELD = 200


@pytest.mark.server
@pytest.mark.parametrize("kind", [FORM, MULTIPART], ids=["form", "multipart"])
@pytest.mark.parametrize("senders", [1, HELD], ids=["one sender", "many senders"])
def test_others_play_while_two_hundred_bodies_do_not_end(running, kind, senders):
    server, phone = running
    token, cookie = token_and_cookie(server)
    held = [half_body(server, kind, token, cookie, f"127.0.0.{number % senders + 1}") for number in range(HELD)]
    try:
        before = phone.seen()
        begun = time.monotonic()
        for number in range(before + 1, before + 6):
            enter_until_taken(phone, number)
            assert f"#r{number}" in phone.get(phone.match)
        assert time.monotonic() - begun < 8, "sooner than the server gives up a body"
    finally:
        for connection in held:
            connection.close()


@pytest.mark.server
def test_a_form_without_a_length_is_read_to_its_end(running):
    server, _ = running
    token, cookie = token_and_cookie(server)
    headers = {"Cookie": f"scorekeeper_csrf={cookie}", "Content-Type": "application/x-www-form-urlencoded"}
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    parts = (part.encode() for part in (f"csrfmiddlewaretoken={token}", "&language=de"))
    connection.request("POST", "/language/", parts, headers, encode_chunked=True)
    assert connection.getresponse().status == 302
    connection.close()


@pytest.mark.server
def test_what_is_announced_too_large_is_refused_unread(running):
    server, _ = running
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(
            f"POST /language/ HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            "Content-Type: multipart/form-data; boundary=edge\r\nContent-Length: 900000000\r\n\r\n".encode()
        )
        assert re.match(rb"HTTP/1.1 (400|403|413) ", connection.recv(100))
