"""Wrong addresses below the pocket app's folder, on a phone on which the app has stored nothing yet."""

import threading
from shutil import copytree
from wsgiref.simple_server import make_server

import pytest

from pocket.build import ROOT
from pocket.serve import Quiet, Server, files


@pytest.fixture
def host(tmp_path):
    """Yield the address /cards/pocket/ of a static server. Like any static host, it serves the folder's 404.html."""
    folder = copytree(ROOT / "pocket/shell", tmp_path / "pocket")
    (folder / "build.json").write_text('{"id": "1", "files": {}}')
    app = files(folder, "cards/pocket/")
    with make_server("127.0.0.1", 0, app, server_class=Server, handler_class=Quiet) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://localhost:{running.server_port}/cards/pocket/"
        running.shutdown()


@pytest.mark.parametrize("path", ["index.htm", "one/", "one/two/three?four#five"])
def test_it_leads_to_the_app_and_looks_like_it(browser, host, path):
    page = browser.new_page(color_scheme="light")
    answer = page.goto(host + path)
    assert answer.status == 404
    link = page.get_by_role("link", name="To the score pad")
    link.wait_for()
    assert link.evaluate("link => link.href") == host
    felt = "rgb(36, 73, 61)"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == felt
    page.close()


def test_where_there_is_no_app_above_it_leads_nowhere(browser, host):
    page = browser.new_page()
    page.goto(host.replace("/cards/pocket/", "/elsewhere/one/"))
    page.wait_for_load_state("networkidle")
    assert page.get_by_role("link").count() == 0
    page.close()
