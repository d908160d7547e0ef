"""Browser tests of the shell, e.g. damaged databases, full phones and new builds. Part of make pocket-test."""

import hashlib
import io
import json
import os
import re
import tarfile
import threading
import zipfile
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from pocket.serve import FOLDER, files, server
from tests.browser.phone import TAPS_COUNT_AT_ONCE, until

pytestmark = [pytest.mark.browser, pytest.mark.skipif(not os.environ.get("POCKET"), reason="needs make pocket")]

# Calls change(store) with the object store of the saved files. For each file, the store has the size under the key
# `name`, and the nth piece under the key [name, n].
STORED = """
const stored = (change) => new Promise((done) => {
    indexedDB.open("scorekeeper-pocket-").onsuccess = ({target: {result: database}}) => {
        const all = database.transaction("files", "readwrite")
        all.oncomplete = () => { database.close(); done() }
        change(all.objectStore("files"))
    }
})
"""
DAMAGE = f"""async () => {{
    {STORED}
    await stored((store) => store.get(["scorekeeper.sqlite3", 0]).onsuccess = ({{target}}) => {{
        store.put(target.result.fill(0, 5000, 9000), ["scorekeeper.sqlite3", 0])
    }})
}}"""
# Moves the saved files to the origin private file system, each as one file. Earlier builds stored them like this.
TO_DISK = f"""async () => {{
    {STORED}
    const files = new Map()
    await stored((store) => {{
        store.openCursor().onsuccess = ({{target: {{result: at}}}}) => {{
            if (!at) return
            if (Array.isArray(at.key)) files.get(at.key[0])?.set(at.value, at.key[1] * 16384)
            else if (at.key !== "writer") files.set(at.key, new Uint8Array(at.value))
            at.continue()
        }}
    }})
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle("scorekeeper-pocket-", {{create: true}})
    files.set("scorekeeper.sqlite3-journal", new Uint8Array())
    for (const [name, content] of files) {{
        const file = await (await folder.getFileHandle(name, {{create: true}})).createWritable()
        await file.write(content)
        await file.close()
    }}
    await stored((store) => store.clear())
}}"""
ON_DISK = "async () => Array.fromAsync((await navigator.storage.getDirectory()).keys())"
FORGED = """async () => {
    const cache = await caches.open("scorekeeper memory")
    for (const kept of await cache.keys()) await cache.put(kept, new Response(new Uint8Array(30000000)))
}"""
# Collects the workers that the shell creates, so that a test can reach them.
WORKERS = """
self.workers = []
self.Worker = class extends Worker { constructor(...all) { super(...all); self.workers.push(this) } }
"""
HELD = """async (which) => {
    const cache = await caches.open("scorekeeper files")
    const build = await (await cache.match(`/pocket/${which}`))?.json()
    if (!build) return null
    const there = (await cache.keys()).map((each) => new URL(each.url).pathname.split("/by-hash/")[1]).filter(Boolean)
    return {id: build.id, there: there.sort(), wanted: [...new Set(Object.values(build.files).map((each) => each.hash))].sort()}
}"""
WIDTH = """async (src) => {
    const image = Object.assign(new Image(), {src})
    await image.decode()
    return image.naturalWidth
}"""
DRAFTS_STORED = """async (count) => {
    const asked = (request) => new Promise((done) => { request.onsuccess = () => done(request.result) })
    if (!(await indexedDB.databases()).length) return false // opening a database creates it
    const store = (await asked(indexedDB.open("scorekeeper/pocket"))).transaction("kept").objectStore("kept")
    return (await asked(store.getAllKeys())).filter((key) => key.startsWith("draft ")).length === count
}"""


@contextmanager
def served():
    with server(0) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield running
        running.shutdown()


def another_build(folder, change):
    """Write a changed build to this folder, and return the folder.

    `change(path, content)` returns the new content of a file.
    """
    build = json.loads((FOLDER / "build.json").read_text())
    for path in build["files"]:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        content = (FOLDER / path).read_bytes()
        other = change(path, content)
        if other == content:
            (folder / path).symlink_to(FOLDER / path)
            continue
        (folder / path).write_bytes(other)
        build["files"][path] = {"hash": hashlib.sha256(other).hexdigest()[:32], "bytes": len(other)}
    build["id"] = hashlib.sha256(json.dumps(build).encode()).hexdigest()[:16]
    (folder / "build.json").write_text(json.dumps(build))
    return folder


@pytest.fixture
def new_phone(browser):
    """Yield a function that creates a phone on which nothing is stored yet."""
    assert (FOLDER / "build.json").exists(), "Nothing is built: make pocket"
    with served() as running:
        made = []

        def make(where=running):
            phone = browser.new_context(
                base_url=f"http://localhost:{where.server_port}/pocket/",
                viewport={"width": 360, "height": 740},
                locale="en-GB",
            )
            phone.set_default_timeout(45_000)
            phone.add_init_script(TAPS_COUNT_AT_ONCE)
            made.append(phone)
            return phone

        yield make
        for phone in made:
            phone.close()


@pytest.fixture
def phone(new_phone):
    return new_phone()


def started(page):
    """Wait until the app's first page is shown, and return the app's frame."""
    page.locator("#app:not([hidden])").wait_for()
    return page.frame_locator("#app")


def look_around(app):
    """Create the group with the example nights and go to its page."""
    app.get_by_role("button", name="Look around first").click()
    app.get_by_role("link", name="Back").click()


def with_examples(page):
    """Wait for the start, create the example nights, and return the games of all groups."""
    app = started(page)
    look_around(app)
    app.get_by_role("heading", name="Example nights", level=1).wait_for()
    there = games(page)
    assert sum(len(game["rounds"]) for game in there) > 50
    return there


def games(page):
    """Return the games of all groups, as in their score files."""
    return page.frames[-1].evaluate(
        """async () => {
            const home = new DOMParser().parseFromString(await (await fetch("/pocket/app/")).text(), "text/html")
            const groups = [...home.querySelectorAll("a[href*='/g/']")].map((each) => each.getAttribute("href"))
            const files = groups.map(async (each) => (await fetch(each + "data/games.json")).json())
            return (await Promise.all(files)).flatMap((file) => file.games ?? file)
        }"""
    )


def save_copy(page, to):
    page.frames[-1].goto("app/copies/")
    with page.expect_download() as saved:
        page.frame_locator("#app").get_by_role("link", name="Save a copy", exact=True).click()
    saved.value.save_as(to)
    return to


def test_it_can_be_put_on_the_home_screen(phone):
    page = phone.new_page()
    page.goto("")
    started(page)
    found = phone.new_cdp_session(page).send("Page.getAppManifest")
    manifest = json.loads(found["data"])
    assert (found["errors"], manifest["display"]) == ([], "standalone")
    images = {icon["sizes"]: icon["src"] for icon in manifest["icons"]}
    for size in (192, 512):  # without icons of both sizes Chromium does not offer the installation
        assert page.evaluate(WIDTH, images[f"{size}x{size}"]) == size


def test_it_asks_that_its_storage_lasts(phone):
    phone.add_init_script("StorageManager.prototype.persist = async () => (self.lasting = true)")
    page = phone.new_page()
    page.goto("")
    page.wait_for_function("() => self.lasting")


def test_a_window_goes_on_where_somebody_taps_there(phone):
    first, second = phone.new_page(), phone.new_page()
    first.goto("")
    started(first)
    second.goto("")
    second.get_by_role("button", name="Continue here").click()
    started(second)
    expect(first.locator("#what")).to_have_text("It continues in the other window.")
    first.get_by_role("button", name="Continue here").click()
    started(first)
    expect(second.locator("#what")).to_have_text("It continues in the other window.")


def test_a_copy_brings_every_round_to_another_phone(new_phone, tmp_path):
    old, new = new_phone().new_page(), new_phone().new_page()
    old.goto("")
    there = with_examples(old)
    copy = save_copy(old, tmp_path / "copy.tar.gz")

    new.goto("")
    app = started(new)
    new.frames[-1].goto("app/copies/")
    app.get_by_label("The file of a copy").set_input_files(copy)
    app.get_by_label("Yes, replace everything on this phone").check()
    app.get_by_role("button", name="Replace everything with this copy").click()
    app.get_by_text("Copy restored.").wait_for()
    assert games(new) == there
    new.goto("about:blank")
    new.goto("./")
    started(new)
    assert games(new) == there


@pytest.mark.parametrize("lasts", [True, False])
def test_a_browser_that_does_not_promise_to_keep_the_games_is_told_of(phone, lasts):
    phone.add_init_script(f"StorageManager.prototype.persisted = async () => {str(lasts).lower()}")
    page = phone.new_page()
    page.goto("")
    app = started(page)
    page.frames[-1].goto("app/copies/")
    app.get_by_role("link", name="Save a copy", exact=True).wait_for()
    expect(app.get_by_text("This browser doesn’t promise")).to_be_visible(visible=not lasts)


def test_a_copy_goes_to_the_share_sheet_where_there_is_one(phone):
    phone.add_init_script("""
        navigator.canShare = () => true
        navigator.share = async ({files: [file]}) => { self.shared = [file.name, [...new Uint8Array(await file.arrayBuffer())]] }
    """)
    page = phone.new_page()
    page.goto("")
    app = started(page)
    page.frames[-1].goto("app/copies/")
    app.get_by_role("link", name="Save a copy", exact=True).click()
    page.frames[-1].wait_for_function("() => self.shared")
    name, content = page.frames[-1].evaluate("self.shared")
    assert name.endswith(".tar.gz")
    with tarfile.open(fileobj=io.BytesIO(bytes(content))) as copy:
        assert "scorekeeper.sqlite3" in copy.getnames()
    page.frames[-1].evaluate("() => { self.fetch = async () => new Response('', {status: 500}) }")
    with page.expect_download():  # without the share sheet, the link itself downloads it
        app.get_by_role("link", name="Save a copy", exact=True).click()


def test_a_damaged_database_leaves_ways_out(phone, tmp_path):
    page = phone.new_page()
    page.goto("")
    with_examples(page)
    copy = save_copy(page, tmp_path / "copy.tar.gz")
    page.goto("about:blank")
    page.goto("/")  # a page of the same origin that does not run the app
    page.evaluate(DAMAGE)

    page.goto("./")
    expect(page.locator("#what")).to_have_text("The saved games on this phone can’t be read.", timeout=45_000)
    with page.expect_download() as saved:
        page.locator("#actions button:first-child", has_text="Save the damaged file").click()
    assert saved.value.path().read_bytes().startswith(b"SQLite format 3\0")
    (tmp_path / "none.tar.gz").write_bytes(b"no copy")
    for chosen in (tmp_path / "none.tar.gz", copy):
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Restore a copy").click()
        chooser.value.set_files(chosen)
        if chosen != copy:
            expect(page.locator("#what")).to_contain_text("isn’t a copy of the score pad", timeout=45_000)
    started(page).get_by_text("Example nights").first.wait_for()
    page.goto("about:blank")
    page.goto("./")
    started(page).get_by_text("Example nights").first.wait_for()


# Makes the object store report a full disk. To fill the disk would not help: Chromium goes by an earlier measurement.
NO_ROOM = b"""
let full = false
new BroadcastChannel("full").onmessage = ({ data }) => { full = data }
const put = IDBObjectStore.prototype.put
IDBObjectStore.prototype.put = function (...all) {
    if (full) throw new DOMException("no room", "QuotaExceededError")
    return put.apply(this, all)
}
"""


def test_a_full_phone_says_so_and_loses_nothing(new_phone, tmp_path):
    folder = another_build(tmp_path, lambda path, content: content + NO_ROOM if path == "python.js" else content)
    with served() as running:
        running.set_app(files(folder))
        page = new_phone(running).new_page()
        page.goto("")
        app = started(page)
        page.evaluate("new BroadcastChannel('full').postMessage(true)")
        app.get_by_role("button", name="Look around first").click()
        app.get_by_role("heading", name="This phone is full").wait_for()
        app.get_by_role("link", name="Only on this phone").last.click()
        app.get_by_role("link", name="Save a copy", exact=True).wait_for()
        save_copy(page, tmp_path / "copy.tar.gz")
        assert tarfile.is_tarfile(tmp_path / "copy.tar.gz")

        page.goto("about:blank")
        page.goto("./")
        with_examples(page)


def test_what_was_typed_on_a_full_phone_waits_until_there_is_room(new_phone, tmp_path):
    folder = another_build(tmp_path, lambda path, content: content + NO_ROOM if path == "python.js" else content)
    with served() as running:
        running.set_app(files(folder))
        page = new_phone(running).new_page()
        page.goto("")
        with_examples(page)
        app = page.frame_locator("#app")
        app.get_by_role("button", name="Play again").click()
        page.frames[-1].wait_for_url("**/m/*/")
        match = page.frames[-1].url
        page.frames[-1].goto(f"{match}adjust/")
        app.locator("form[data-draft] input[inputmode]").first.fill("7")
        page.evaluate("new BroadcastChannel('full').postMessage(true)")
        app.get_by_role("button", name="Save").last.click()
        app.get_by_role("heading", name="This phone is full").wait_for()
        page.evaluate("new BroadcastChannel('full').postMessage(false)")
        page.frames[-1].goto(match)
        expect(app.locator("tr.round")).to_have_count(1)


def test_a_copy_that_finds_no_room_is_in_no_later_save_s_way(new_phone, tmp_path):
    no_room = NO_ROOM.replace(b"if (full)", b"if (/^kept-.+,/.test(all[1]))")

    def soon(path, content):
        return content.replace(b"REST = 30000", b"REST = 300") + no_room if path == "python.js" else content

    with served() as running:
        running.set_app(files(another_build(tmp_path, soon)))
        page = new_phone(running).new_page()
        page.goto("")
        with page.expect_console_message(lambda told: "no room" in told.text):
            with_examples(page)
        page.frame_locator("#app").get_by_role("button", name="Play again").click()
        page.frames[-1].wait_for_url("**/m/*/")
        there = games(page)
        page.goto("about:blank")
        page.goto("./")
        started(page)
        assert games(page) == there


# Sends a request to a window's Python, as its shell does.
ASK = """async ([method, path, body]) => {
    const [worker, number] = [self.workers.at(-1), Math.random()]
    const headers = body ? {"content-type": "application/x-www-form-urlencoded"} : {}
    const url = `${location.origin}/pocket/app/${path}`
    worker.postMessage({type: "request", number, request: {method, url, headers, body: new TextEncoder().encode(body)}})
    return new Promise((done) => worker.addEventListener("message", ({data}) => {
        if (data.number !== number) return
        done({failed: data.failed, status: data.status, text: data.body && new TextDecoder().decode(data.body)})
    }))
}"""
# Stops the start of the app after it has read the saved files, until the cache "go" exists.
HOLD = b"""
    await caches.open("opened")
    while (!(await caches.has("go"))) await new Promise((done) => setTimeout(done, 50))
"""


def test_what_a_window_saves_while_another_begins_is_there_or_is_refused(new_phone, tmp_path):
    def held(path, content):
        opened = b"storage = await Storage.open();"
        return content.replace(opened, opened + HOLD) if path == "python.js" else content

    with served() as running:
        running.set_app(files(another_build(tmp_path, held)))
        phone = new_phone(running)
        # The windows cannot end their workers, as if they were frozen.
        phone.add_init_script(f"{WORKERS}; Worker.prototype.terminate = () => {{}}")
        first, second = phone.new_page(), phone.new_page()
        first.goto("")
        first.evaluate("caches.open('go')")
        started(first)
        form = first.evaluate(ASK, ["GET", "groups/new/", ""])["text"]
        token = re.search('name="csrfmiddlewaretoken" value="([^"]+)"', form)[1]
        first.evaluate("async () => { await caches.delete('go'); await caches.delete('opened') }")
        second.goto("")
        second.get_by_role("button", name="Continue here").click()
        until(second, "() => caches.has('opened')")
        saved = first.evaluate(ASK, ["POST", "groups/new/", f"name=Cabin&csrfmiddlewaretoken={token}"])
        second.evaluate("caches.open('go')")
        app = started(second)
        assert "open in another window" in (saved["failed"] or "")
        expect(app.get_by_text("Cabin")).to_have_count(0)


def test_what_lay_in_the_private_file_system_is_taken_over(phone):
    page = phone.new_page()
    page.goto("")
    there = with_examples(page)
    page.goto("about:blank")
    page.goto("/")  # a page of the same origin that does not run the app
    page.evaluate(TO_DISK)
    for on_disk in (["scorekeeper-pocket-"], []):  # the second start deletes the folder
        page.goto("./")
        started(page)
        assert games(page) == there
        assert page.evaluate(ON_DISK) == on_disk
        page.goto("about:blank")


def test_where_the_browser_has_let_go_of_the_app_and_there_is_no_network_it_says_so(phone):
    page = phone.new_page()
    page.goto("")
    with_examples(page)
    page.evaluate("async () => { for (const each of await caches.keys()) await caches.delete(each) }")
    phone.set_offline(True)
    page.goto("./")
    expect(page.get_by_text("The browser has cleared the score pad from this phone.")).to_be_visible()
    phone.set_offline(False)
    page.get_by_text("Try again").click()
    started(page)
    assert games(page)


def test_the_shell_speaks_the_language_that_was_chosen_in_the_app(phone):
    page = phone.new_page()
    page.goto("")
    started(page)
    app = page.frame_locator("#app")
    app.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto("#nothing-here")
    page.reload()
    expect(page.get_by_role("button", name="Zum Block")).to_be_visible()
    page.get_by_role("button").click()
    started(page)
    app.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_a_later_start_begins_with_what_was_kept_and_needs_no_network(phone):
    page = phone.new_page()
    page.goto("")
    there = with_examples(page)
    page.locator("html[data-memory=remembered]").wait_for(state="attached")
    phone.set_offline(True)
    page.reload()
    started(page)
    expect(page.locator("html")).to_have_attribute("data-memory", "used")
    assert games(page) == there

    phone.set_offline(False)
    page.goto("about:blank")
    page.goto("/")  # a page of the same origin that does not run the app
    page.evaluate(FORGED)
    page.goto("./")
    started(page)  # the forged snapshot is not used
    assert games(page) == there
    page.locator("html[data-memory=remembered]").wait_for(state="attached")  # a good snapshot replaces the forged one
    page.reload()
    started(page)
    expect(page.locator("html")).to_have_attribute("data-memory", "used")


def test_a_first_start_that_was_cut_off_is_tried_again(new_phone):
    with served() as running:
        whole = running.get_app()

        def cut(environ, start_response):
            if not environ["PATH_INFO"].endswith("packages.zip"):
                return whole(environ, start_response)
            start_response("200 OK", [("Content-Length", "1000000")])
            return [b"the beginning"]

        running.set_app(cut)
        page = new_phone(running).new_page()
        page.goto("")
        expect(page.locator("#what")).to_contain_text("needs a network for its first start", timeout=45_000)
        running.set_app(whole)
        page.get_by_role("button", name="Try again").click()
        started(page)


def test_a_newer_build_is_taken_at_the_next_start(new_phone, tmp_path):
    def newer(path, content):
        if path == "texts.zip":
            old, new = io.BytesIO(content), io.BytesIO()
            with zipfile.ZipFile(old) as before, zipfile.ZipFile(new, "w", zipfile.ZIP_STORED) as after:
                for entry in before.infolist():
                    text = before.read(entry)
                    if entry.filename.endswith("pocket/copies.html"):
                        text = text.replace(b"<form", b"<p>Of the newer build.</p><form", 1)
                    after.writestr(entry, text)
            return new.getvalue()
        return content + b"\n// newer" if path in {"python/pyodide.mjs", "shell.js"} else content

    folder = another_build(tmp_path, newer)
    with served() as running:
        page = new_phone(running).new_page()
        page.goto("")
        there = with_examples(page)
        until(page, HELD, "current")
        old = page.evaluate(HELD, "current")
        running.set_app(files(folder))
        page.reload()
        app = started(page)
        until(page, HELD, "next")  # the newer build is fetched while the current one is in use
        page.frames[-1].goto("app/copies/")
        app.get_by_role("heading", level=1).wait_for()
        assert not app.get_by_text("Of the newer build.").count()
        page.goto("about:blank")
        page.goto("./")
        app = started(page)
        page.frames[-1].goto("app/copies/")
        app.get_by_text("Of the newer build.").wait_for()
        new = page.evaluate(HELD, "current")
        assert new["id"] != old["id"]
        assert new["there"] == new["wanted"]  # files that only the old build needed are deleted
        assert len({*new["there"]} - {*old["there"]}) == 3
        assert games(page) == there


def broken(path, content):
    return b"throw new Error('broken')\n" + content if path == "python.js" else content


def illegible(path, content):
    return b"(\n" + content if path == "shell.js" else content


def phone_with_next(new_phone, running, folder):
    """Return the page of a phone that has fetched a new build, but still runs the old one."""
    page = new_phone(running).new_page()
    page.goto("")
    started(page)
    until(page, HELD, "current")
    running.set_app(files(folder))
    page.reload()
    started(page)
    until(page, HELD, "next")
    return page


@pytest.mark.parametrize(("wrong", "loads"), [(broken, 1), (illegible, 3)])
def test_a_build_that_does_not_start_gives_way_to_the_one_before(new_phone, tmp_path, wrong, loads):
    folder = another_build(tmp_path, wrong)
    with served() as running:
        page = new_phone(running).new_page()
        page.goto("")
        there = with_examples(page)
        until(page, HELD, "current")
        old = page.evaluate(HELD, "current")
        running.set_app(files(folder))
        page.reload()
        started(page)
        until(page, HELD, "next")
        for _ in range(loads):
            page.goto("about:blank")
            page.goto("./")
            page.wait_for_timeout(100)
        started(page)
        assert games(page) == there
        assert page.evaluate(HELD, "current") == old
        page.reload()
        started(page)
        assert page.evaluate(HELD, "next") is None, "a build that failed was fetched again"


def test_a_build_that_has_saved_is_not_given_up_for_the_one_before(new_phone, tmp_path):
    """Once a build has saved the database, the phone keeps the build: the former one may not know the new tables."""

    def stuck(path, content):
        told = b'say({ type: "ready", fresh });'
        return content.replace(told, b'caches.open("saved");') if path == "python.js" else content

    folder = another_build(tmp_path, stuck)
    with served() as running:
        page = phone_with_next(new_phone, running, folder)
        for _ in range(3):
            page.goto("about:blank")
            page.goto("./")
            until(page, "() => caches.delete('saved')")
        wanted = json.loads((folder / "build.json").read_text())["id"]
        assert page.evaluate(HELD, "current")["id"] == wanted
        assert page.evaluate(HELD, "former") is None


def endless(path, content):
    if path == "site.js":
        return content.replace(b"PATIENCE = 60000", b"PATIENCE = 2000")
    wait = b"await new Promise(() => {}); site = python"
    return content.replace(b"site = python", wait, 1) if path == "python.js" else content


def broken_at_last(path, content):
    """Change a build so that it starts, the former build is deleted, and only then the new build fails."""
    return content.replace(b"new Host(", b"new Nobody(") if path == "shell.js" else content


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (broken, "The score pad couldn’t start."),
        (endless, "The score pad isn’t starting. Close other apps and pages, then try again."),
        (broken_at_last, "The score pad couldn’t start."),
    ],
)
def test_a_build_that_does_not_start_lets_the_games_out_and_looks_for_a_newer_one(new_phone, tmp_path, wrong, said):
    bad, good = another_build(tmp_path / "bad", wrong), FOLDER
    with served() as running:
        page = new_phone(running).new_page()
        page.goto("")
        there = with_examples(page)
        page.goto("about:blank")
        page.goto("/")
        page.evaluate("async () => { for (const each of await caches.keys()) await caches.delete(each) }")
        running.set_app(files(bad))
        page.goto("./")
        expect(page.locator("#what")).to_have_text(said, timeout=45_000)
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save the games as a file").click()
        assert saved.value.path().read_bytes().startswith(b"SQLite format 3\0")
        until(page, HELD, "current")  # all files of the build have been fetched
        running.set_app(files(good))
        page.goto("about:blank")
        page.goto("./")
        started(page)
        assert games(page) == there


def test_a_worker_that_dies_is_started_anew(phone):
    phone.add_init_script(WORKERS)
    page = phone.new_page()
    page.goto("")
    there = with_examples(page)
    page.evaluate("self.workers.at(-1).terminate()")
    assert games(page) == there
    page.evaluate("self.workers.at(-1).terminate()")
    app = page.frame_locator("#app")
    app.get_by_role("button", name="Play again").click()
    page.frames[-1].wait_for_url("**/m/*/")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (
            b"WebAssembly.instantiate = async () => { throw new Error('none') };\n",
            "doesn’t allow WebAssembly",
        ),
        (b"indexedDB.open = () => { throw new Error('blocked') };\n", "doesn’t save anything for this page"),
    ],
)
def test_a_browser_that_cannot_is_told_why(new_phone, tmp_path, wrong, said):
    script = "python.js" if b"WebAssembly" in wrong else "shell.js"
    folder = another_build(tmp_path, lambda path, content: wrong + content if path == script else content)
    with served() as running:
        running.set_app(files(folder))
        page = new_phone(running).new_page()
        page.goto("")
        expect(page.locator("#what")).to_contain_text(said, timeout=45_000)


def test_a_wrong_address_says_so_and_leads_to_the_pad(phone):
    page = phone.new_page()
    page.goto("")
    started(page)
    page.goto("no/such/page")
    expect(page.locator("#what")).to_have_text("Page not found")
    page.get_by_role("button", name="To the score pad").click()
    started(page)


def test_without_scripts_there_is_a_sentence(browser):
    with served() as running, browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"http://localhost:{running.server_port}/pocket/")
        expect(page.get_by_text("allow JavaScript for this page")).to_be_visible(timeout=45_000)


def test_a_newer_build_waits_until_the_round_is_finished(new_phone, tmp_path):
    folder = another_build(tmp_path, lambda path, content: content + b"\n" if path == "shell.css" else content)
    with served() as running:
        page = new_phone(running).new_page()
        page.goto("")
        with_examples(page)
        old = page.evaluate(HELD, "current")["id"]
        running.set_app(files(folder))
        app = page.frame_locator("#app")
        app.get_by_role("button", name="Play again").click()
        page.frames[-1].wait_for_url("**/m/*/")
        match = page.frames[-1].url

        page.frames[-1].goto(f"{match}adjust/")
        app.locator("form[data-draft] input[inputmode]").first.fill("7")
        until(page, DRAFTS_STORED, 1)
        page.reload()
        started(page)
        until(page, HELD, "next")
        page.reload()
        app.get_by_role("button", name="Start over").click()
        assert page.evaluate(HELD, "current")["id"] == old, "the newer build did not wait while a round was being typed"
        until(page, DRAFTS_STORED, 0)

        page.frames[-1].goto(f"{match}tricks/new/first/")
        app.get_by_role("button", name="To the first trick").click()
        page.frames[-1].wait_for_url("**/tricks/new/")
        page.reload()
        started(page)
        assert page.evaluate(HELD, "current")["id"] == old, "the newer build did not wait while tricks were noted"
        page.frames[-1].goto(f"{match}tricks/new/away/")
        app.get_by_role("button", name="Discard").click()
        page.frames[-1].wait_for_url(match)
        page.reload()
        until(page, "async (old) => (await (await caches.match('/pocket/current')).json()).id !== old", old)
        started(page)


def test_plain_http_is_told_what_is_missing(phone):
    page = phone.new_page()
    page.goto("icon.svg")
    here = page.url.removesuffix("icon.svg")
    phone.route(
        "http://cards.test/**",
        lambda route: route.fulfill(
            response=route.fetch(url=here + route.request.url.removeprefix("http://cards.test/"))
        ),
    )
    page.goto("http://cards.test/")
    expect(page.locator("#what")).to_contain_text("needs an address with https")
