"""Two phones at a table without a server, in any two browsers: they connect, save, are cut off and connect again.

Part of `make browsers`; needs the build of `make pocket`. A browser without WebRTC must say so on its page.
"""

from __future__ import annotations

import threading

import pytest

from pocket.serve import FOLDER, server
from pocket.tests.table import CUT, NO_WAY
from tests.browsers.alone import LOOK_AROUND, run, start, waited
from tests.browsers.drivers import BROWSERS, Driver

pytestmark = [pytest.mark.server, pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")]

# Make a share link of this match's group. Return the address by which a guest joins.
INVITE = """
const group = %s.replace(/m\\/.*/, "")
const form = new URLSearchParams(new FormData((await parsed(group + "links/")).querySelector("#form")))
form.set("role", "2"); form.set("lasting", "open")
const page = new DOMParser().parseFromString(
    await (await fetch(group + "links/", {method: "POST", body: form})).text(), "text/html")
const { link, url } = page.getElementById("invite").dataset
return (await table.invite(Number(link), new URL(url).pathname.replace(/^.*?(?=\\/join\\/)/, ""))).address
"""
COPIED = """
self.copied = ""
Object.defineProperty(navigator, "clipboard", {
    configurable: true, value: {writeText: async (text) => { self.copied = text }}
})
document.querySelector("#more details button").click()
"""
JOIN = """
const form = new URLSearchParams(new FormData(document.querySelector("#app").contentDocument.getElementById("form")))
const {url} = await fetch(document.querySelector("#app").contentWindow.location.href, {method: "POST", body: form})
return url
"""
SAVE = """
const page = await parsed(%s + "adjust/")
const form = new URLSearchParams(new FormData(page.querySelector("form:has([name=seen])")))
form.set("points-0", 4711); form.set("points-1", -4711)
return (await fetch(%s + "adjust/", {method: "POST", body: form})).status
"""
GAME = "return (await fetch(%s + 'game.json')).text()"


def code_of(guest: Driver) -> str:
    waited(guest, "return Boolean(document.querySelector('#more svg'))")
    guest.js(COPIED)
    return str(waited(guest, "return self.copied"))


@pytest.mark.parametrize(("keeps", "joins"), [(one, other) for one in BROWSERS for other in BROWSERS])
def test_two_browsers_at_one_table(keeps, joins):
    assert (FOLDER / "build.json").exists(), "Nothing is built: make pocket"
    host, guest = BROWSERS[keeps](), BROWSERS[joins]()
    try:
        with server(0) as running:
            threading.Thread(target=running.serve_forever, daemon=True).start()
            url = f"http://localhost:{running.server_port}/pocket/"
            start(host, url)
            match = run(host, LOOK_AROUND)
            if not host.js("return Boolean(self.RTCPeerConnection)"):
                pytest.skip(f"{keeps} has no WebRTC here")
            address = run(host, INVITE, match)
            guest.goto(address)
            if not guest.js("return Boolean(self.RTCPeerConnection)"):
                assert "WebRTC" in waited(guest, "return document.querySelector('#what').textContent")
                pytest.skip(f"{joins} has no WebRTC here, and says so")
            code = code_of(guest)
            host.js(f"table.accept({code!r}).then(() => {{ self.accepted = true }})")
            waited(guest, "return Boolean(document.querySelector('#app:not([hidden])'))")
            waited(guest, "return Boolean(document.querySelector('#app').contentDocument.getElementById('form'))")
            assert "/who/" in run(guest, JOIN)
            assert run(guest, SAVE, match, match) == 200
            assert "4711" in run(host, GAME, match)
            # The guest comes back by itself. Its spare connections (`ways`) are closed here in every browser, since
            # Firefox gives up a spare connection after five seconds.
            guest.js("for (const each of self.guest.ways.splice(0)) each.peer.close()")
            guest.js(f"self.cut = self.guest.wire; {CUT}")
            waited(guest, "return self.guest.isConnected && self.guest.wire !== self.cut")
            assert "4711" in run(guest, GAME, match)
            guest.goto("about:blank")
            guest.goto(f"{url}#table")
            waited(guest, "return self.guest?.isConnected && !document.querySelector('#app').hidden")
            # Without anything that it has stored, it comes back by a code.
            guest.js(f"self.cut = self.guest.wire; {NO_WAY}; {CUT}")
            waited(guest, "return !document.querySelector('#away').hidden")
            guest.js("document.querySelector('#away button').click()")
            host.js(f"table.accept({code_of(guest)!r})")
            waited(guest, "return self.guest.isConnected && self.guest.wire !== self.cut")
            assert "4711" in run(guest, GAME, match)
            running.shutdown()
    finally:
        host.close()
        guest.close()
