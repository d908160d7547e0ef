"""A long import on a real server, in a thread of its own."""

import re
from urllib.parse import urlencode

from bench.imports import send_file
from scorekeeper.exchange.tests.test_exchange import a_game, file_of
from tests.server.real import ONE_WORKER, Server, Visitor


def test_an_import_goes_on_without_its_page_and_after_its_server_was_killed(tmp_path):
    server = Server(tmp_path / "data", options=ONE_WORKER)
    match, _token = server.set_up()
    there = f"{match.partition('/m/')[0]}/data/import/"
    games = [a_game(id=f"game {number}", played_at=f"2020-01-01T00:{number % 60:02}:00Z") for number in range(150)]
    games += [a_game(id=f"later {number}", played_at=f"2021-01-01T00:{number % 60:02}:00Z") for number in range(150)]
    server.start()
    try:
        owner = Visitor(server)
        owner.submit("/account/login/", login="Alice", password="green felt and brass")
        token = owner.token_in(owner.get(there))
        send_file(owner, there, token, file_of(*games))
        server.kill()
        server.start()
        while 'id="underway"' in (page := owner.get(there)):
            body = urlencode({"csrfmiddlewaretoken": token}).encode()
            owner.opener.open(f"{owner.base}{there}go-on/", body, timeout=60).close()
        assert re.search(r"<span>Games imported</span><b>300</b>", page)
        assert "Already here" not in page
    finally:
        server.kill()
