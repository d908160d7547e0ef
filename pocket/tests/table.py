"""The phones of a table in a test: a host, which keeps the score, and guests. Each has its own Chromium context."""

import re
import shutil
from pathlib import Path
from typing import Self

import segno
from playwright.sync_api import expect

from tests.browser.phone import CHROMIUMS, FLAGS

# Sends a form of the app as its page would, with an Idempotency-Key if `key` is passed.
SEND = """async ([page, to, fields, key = null]) => {
    const there = new DOMParser().parseFromString(await (await fetch(page)).text(), "text/html")
    const token = there.querySelector("[name=csrfmiddlewaretoken]").value
    const body = new URLSearchParams([["csrfmiddlewaretoken", token], ...fields])
    const sender = there.body.dataset.who
    const headers = key ? {"Idempotency-Key": key, "Sent-By": sender, "X-CSRFToken": token} : {}
    const answer = await fetch(to, {method: "POST", body, headers, redirect: "manual"})
    return answer.status || answer.type
}"""
CUT = "self.guest.wire.channel.close()"
NO_WAY = """
for (const each of [...self.guest.ways.splice(0), self.guest.waits]) each?.peer.close()
self.guest.keep({here: null})
"""
KEPT = "JSON.parse(localStorage['scorekeeper table /pocket/'])"  # what a guest has stored about its table
# Returns whether the guest is connected and can reconnect without a code.
WAYS = "() => self.guest.isConnected && self.guest.ways.length === 3"
FOR_ALL, WATCHES = "I’m keeping score for everyone", "I’m just watching"
DONE = ("opaqueredirect", 201)


COPIED = """self.copied = ""
Object.defineProperty(navigator, "clipboard", {configurable: true, value: {
    writeText: async (text) => { self.copied = text },
}})"""


def code_of(page) -> str:
    """Return the text of the QR code that a guest's page shows."""
    page.locator("#more svg").wait_for()
    page.evaluate(COPIED)
    page.get_by_text("Without a camera").click()
    page.get_by_role("button", name="Copy as text").click()
    page.wait_for_function("() => self.copied")
    return page.evaluate("self.copied")


class Seat:
    """A phone at the table. `page` is the page of the shell, and `app` the frame in which it shows the site."""

    def __init__(self, page):
        self.page = page
        self.app = page.frame_locator("#app")

    @property
    def frame(self):
        return self.page.frames[-1]

    def go(self, path: str) -> None:
        self.frame.goto(path)

    def send(self, page: str, to: str = "", **fields) -> None:
        pairs = [
            [name, each] for name, value in fields.items() for each in (value if isinstance(value, list) else [value])
        ]
        answer = self.frame.evaluate(SEND, [page, to or page, pairs])
        assert answer in DONE, (to or page, answer)

    def rounds(self, count: int) -> None:
        """Expect this number of rounds on the pad."""
        expect(self.app.locator("tr.round")).to_have_count(count)


class Host(Seat):
    def __init__(self, page, url: str | None = "", group: str = ""):
        if url is not None:
            page.goto(url)
        page.locator("#app:not([hidden])").wait_for(timeout=120_000)
        super().__init__(page)
        self.group = group or self.frame.evaluate(
            "() => fetch('/pocket/app/').then((r) => r.text()).then((t) => t.match(/\\/pocket\\/app\\/g\\/[a-z0-9]{12}\\//)[0])"
        )

    def people(self, *names: str) -> None:
        for name in names:
            self.send(f"{self.group}people/", name=name)

    def start(self, game: str, *names: str, stake: str = "0") -> str:
        """Start a game and return its address."""
        before = self.games()
        self.send(f"{self.group}play/{game}/", seat=[*names], stake=stake)
        return next(f"{self.group}m/{key}/" for key in self.games() if key not in before)

    def games(self) -> list[str]:
        found = self.frame.evaluate("(group) => fetch(group).then((answer) => answer.text())", self.group)
        return [*dict.fromkeys(re.findall(r"/m/([a-z0-9]{12})/", found))]

    def go(self, path: str) -> None:
        self.leave_codes()
        super().go(path)

    def code(self, role: str = "Keep score") -> str:
        """Show a new code, which stays on the page, and return the address that it opens."""
        self.go(f"{self.group}links/")
        if role == "Keep score":
            self.app.get_by_role("button", name="Show the code").click()
        else:
            self.app.get_by_text("Another code").click()
            self.app.get_by_text(role, exact=True).click()
            self.app.get_by_role("button", name="Show the code").click()
        return self.shown_code()

    def shown_code(self) -> str:
        self.page.locator("#more [data-copy]").wait_for()
        return self.page.locator("#more [data-copy]").get_attribute("data-copy")

    def take(self, code: str) -> None:
        """Connect to a guest, by pasting the text of the guest's code beside the own one."""
        if not self.page.locator("#more [data-copy]").is_visible():
            self.code()
        if not self.page.get_by_label("Or paste the code or link here").is_visible():
            self.page.get_by_text("Without a camera").click()
        self.page.get_by_label("Or paste the code or link here").fill(code)
        self.page.get_by_role("button", name="Connect").click()

    def leave_codes(self) -> None:
        """Go back to the app from the page with the code, if it is shown."""
        if self.page.locator("#more [data-copy]").is_visible():
            self.page.get_by_role("button", name="Done").click()
            self.app.locator("#codes").wait_for()


# Records the wake locks that a page requests.
AWAKE = """() => {
    self.awake = []
    const request = async () => {
        const lock = {held: true, release: async () => { lock.held = false }}
        self.awake.push(lock)
        return lock
    }
    Object.defineProperty(navigator, "wakeLock", {configurable: true, value: {request}})
}"""


class Guest(Seat):
    """A phone that joins the table. It opens the address in the host's code, then shows its own code to the host."""

    def join(self, host: Host, role: str = "Keep score", name: str = FOR_ALL) -> Self:
        self.page.goto(host.code(role))
        host.take(self.code())
        self.is_here()
        host.leave_codes()
        self.sit_down(name)
        return self

    def sit_down(self, name: str) -> None:
        """Wait for the connection and answer the question who uses this phone."""
        self.is_here()
        self.app.get_by_role("button", name=name).click()
        self.app.get_by_role("heading", name="Who are you?").first.wait_for(state="detached")

    def code(self) -> str:
        return code_of(self.page)

    def is_here(self) -> None:
        self.page.locator("#app:not([hidden])").wait_for()
        expect(self.page.locator("#away")).to_be_hidden()


def adjust(seat, match: str, *points: int) -> None:
    """Save a manual adjustment with these points, in the order of the seats."""
    seat.go(f"{match}adjust/")
    for place, each in enumerate(points):
        seat.app.locator(f"[name=points-{place}]").fill(str(each))
    seat.app.get_by_role("button", name="Save").last.click()


# Returns whether this phone is the host, and shows a page of its own. A guest's address ends in #table.
IS_HOST = "() => self.table && !document.getElementById('app').hidden && location.hash !== '#table'"


def keeps_now(guest, host):
    """Wait until the guest's phone has become the host; return it as a Host."""
    guest.page.wait_for_function(IS_HOST, timeout=120_000)
    return Host(guest.page, url=None, group=host.group)


def everybody_plays_on(seats, match, there):
    """Let each phone save an adjustment, and check that all phones show it. Before, the game has `there` entries."""
    for each in seats:
        each.go(match)
        each.rounds(there)
    for count, each in enumerate(seats, there + 1):
        adjust(each, match, 1)
        for one in seats:
            one.rounds(count)


# Returns whether this phone has a copy of the whole group that contains the first round.
HAS = """() => caches.match("/pocket/taken").then((copy) => copy?.json()).then((copy) =>
    Boolean(copy?.links && copy.games[0].entries.length))"""


WIDTH, HEIGHT, FRAMES = 640, 480, 3


# Saves `count` rounds, and returns how often it has cut the connection.
# It sends a round again until it is saved. If another phone has entered a round first (409), the round comes after it.
# `cut` are numbers of rounds, counted from 0: once such a round has been sent, the connection is cut.
SAVES = """async ([page, name, count, cut]) => {
    const { guest } = parent
    const look = async () => new DOMParser().parseFromString(await (await fetch(page)).text(), "text/html")
    const wait = () => new Promise((done) => setTimeout(done, 50))
    let cuts = 0
    const cutNext = async () => {
        while (guest.ways.length < 3 || !guest.isConnected) await wait()
        const { wire } = guest
        const send = wire.send.bind(wire)
        wire.send = async (head, body) => {
            await send(head, body)
            if (head.method !== "POST") return
            wire.channel.close()
            cuts += 1
        }
    }
    let there = await look()
    for (let number = 0; number < count; number++) {
        if (cut.includes(number)) await cutNext()
        const key = `${name}-round-${number}`
        let body // what is sent again is the same, until it is answered
        for (;;) {
            const [token, seen] = ["csrfmiddlewaretoken", "seen"].map((each) => there.querySelector(`[name=${each}]`)?.value)
            const headers = {
                "Idempotency-Key": `sent-${key}`.padEnd(20, "-"), "Sent-By": there.body.dataset.who, "X-CSRFToken": token,
            }
            body ??= new URLSearchParams({key, seen, "points-0": "1", "points-1": "-1"})
            const answer = fetch(page, {method: "POST", body, headers, redirect: "manual"})
            const { status } = await answer.catch(() => ({status: "lost"}))
            if (status === 201) break
            if (!["lost", 409, 429].includes(status)) throw new Error(`${key}: ${status}`)
            if (status === 409) body = undefined
            do {
                await wait()
                there = await look().catch(() => new Document())
            } while (!there.querySelector("[name=seen]"))
        }
    }
    return cuts
}"""


def film(text: str, file: Path) -> None:
    """Write a video that shows a QR code of this text. A camera that already plays the file shows it at once."""
    code = [[*row] for row in segno.make(text, micro=False, error="m").matrix_iter(scale=5, border=4)]
    top, left = (HEIGHT - len(code)) // 2, (WIDTH - len(code)) // 2
    luma = bytearray(b"\xc0" * (WIDTH * HEIGHT))
    for y, row in enumerate(code, top):
        luma[y * WIDTH + left : y * WIDTH + left + len(row)] = bytes(16 if dark else 235 for dark in row)
    picture = b"FRAME\n" + bytes(luma) + b"\x80" * (WIDTH * HEIGHT // 2)
    file.touch()
    with file.open("r+b") as there:
        there.write(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F10:1 Ip A1:1 C420jpeg\n".encode() + picture * FRAMES)


def seeing(chromium, video: Path):
    """Launch and return a browser whose camera sees this video."""
    camera = [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={video}",
    ]
    return chromium.launch(executable_path=next(filter(None, map(shutil.which, CHROMIUMS))), args=[*FLAGS, *camera])


def seat_by_camera(host, page, seen_by_host: Path, seen_by_guest: Path):
    """Let a new phone and the host scan each other's codes; return the new phone's page once it is connected.

    `seen_by_host` and `seen_by_guest` are the videos that the two cameras show. The codes are written into them.
    """
    code = host.page.locator("#more [data-copy]")
    film(code.get_attribute("data-copy"), seen_by_guest)
    page.goto("./#table")
    film(code_of(page), seen_by_host)
    page.locator("#app:not([hidden])").wait_for()
    return page
