"""A long import on a real server, which runs imports in a thread."""

import re
from urllib.parse import urlencode

import pytest

from bench.imports import send_file
from scorekeeper.exchange.tests.test_exchange import a_game, file_of
from tests.fixtures import flat
from tests.server.real import ONE_WORKER, Server, Visitor

pytestmark = pytest.mark.slow


def test_an_import_goes_on_without_its_page_and_after_its_server_was_killed(tmp_path):
    server = Server(tmp_path / "data", options=ONE_WORKER)
    match, _token = server.set_up()
    there = f"{match.partition('/m/')[0]}/data/import/"
    first, later = (
        [a_game(id=f"{year} {number}", played_at=f"{year}-01-01T00:{number % 60:02}:00Z") for number in range(150)]
        for year in (2020, 2021)
    )
    server.start()
    try:
        owner = Visitor(server)
        owner.submit("/account/login/", login="Alice", password="green felt and brass")
        token = owner.token_in(owner.get(there))

        def go_on(**fields: str) -> None:
            body = urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
            owner.opener.open(f"{owner.base}{there}go-on/", body, timeout=60).close()

        asked = send_file(owner, there, token, file_of(*first, a_game(players=["Anna", "anna", "Ben"])))
        go_on(come=re.findall(r'name="come" value="(\w+)"', asked)[0])
        while 'id="underway"' in (page := owner.get(there)):
            pass  # a GET request does not continue the import
        assert "<span>Games imported</span><b>150</b>" in flat(page)
        send_file(owner, there, token, file_of(*first, *later))
        server.kill()
        server.start()
        while 'id="underway"' in (page := owner.get(there)):
            go_on()
        assert "<span>Games imported</span><b>150</b>" in flat(page)
        assert "<span>Already here</span><b>150</b>" in flat(page)
    finally:
        server.kill()
