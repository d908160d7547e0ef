"""A phone in a test: Chromium with a screen of 360 × 740 CSS pixels, connected to the live server.

    def test_something(open_phone, cast):
        page = open_phone("scorer", lang="de")
        page.goto(cast.group.get_absolute_url())
        axe(page)

The environment variable FONTS names font families, the widest first (default: "DejaVu Liberation Noto"). Pages are
shown in the first family, whatever fonts are the machine's default. On a narrow screen, `fits` tries them all.

An unexpected warning or error in the browser's console fails the test when it ends.
SCOREKEEPER_SHOTS=folder keeps the screenshots that `shot(page, name)` takes.
"""

import json
import os
import re
import shutil
import subprocess
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from weakref import WeakSet

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from playwright import sync_api
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, sync_playwright

from tests.browser.fingers import Touches
from tests.ports import free_port

os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")

AXE = (Path(__file__).parent / "vendor" / "axe-4.14.1.min.js").read_text()
LATER_AXE = f"""Object.defineProperty(window, "axe", {{
    configurable: true,
    get() {{ delete window.axe; (function () {{ {AXE}
}}).call(window); return window.axe; }},
}})"""
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
AXE_COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
# The rules that AXE_REST leaves out:
# - AXE_COLOURS: they are checked separately.
# - target-size: it takes a third of axe's time, and thumb_sized demands more.
# - hidden-content: it is never conclusive.
AXE_DONE = [*AXE_COLOURS["runOnly"], "target-size", "hidden-content"]
AXE_REST = {"runOnly": AXE_TAGS, "rules": {name: {"enabled": False} for name in AXE_DONE}}
# Returns axe's violations: of the elements with the chosen looks (see LOOKS) or, if `chosen` is null, of the whole page.
# If htmx has replaced all elements of a look, it is deleted from `looks`.
VIOLATIONS = """([chosen, rules]) => {
    const there = look => looks.get(look).filter(e => e.isConnected);
    for (const look of chosen ?? []) if (!there(look).length) looks.delete(look);
    const where = chosen?.filter(look => looks.has(look)).flatMap(there) ?? document;
    return where.length === 0 ? [] : axe
        .run(where, {resultTypes: ["violations"], ...rules})
        .then(found => found.violations.map(({id, help, nodes}) =>
            `${id}: ${help}: ${nodes.map(node => node.html.slice(0, 160)).join(", ")}`));
}"""
VIOLATIONS_AND_LOOKS = f"async given => [await ({VIOLATIONS})(given), [...looks.keys()]]"
CHROMIUMS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]  # the quickest first
FONTS = os.environ.get("FONTS", "DejaVu Liberation Noto").split()
type Phone = tuple[BrowserContext, sync_api.CDPSession]  # the session belongs to the context's first page
SCREEN = (360, 740)  # CSS pixels
PATIENCE = 30_000  # ms; a page has taken nine seconds on a busy machine
TAPS_COUNT_AT_ONCE = "if (origin.startsWith('http')) sessionStorage.removeItem('tap')"
FLAGS = [
    "--no-sandbox",
    "--renderer-process-limit=1",  # all pages of a context share one process, which keeps running between tests
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items):
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
    # Tests that mostly wait (for a server, or until a page no longer ignores taps) start first, so that other tests can
    # run meanwhile.
    items.sort(key=lambda item: item.keywords.keys().isdisjoint({"server", "waits"}))


FONTCONFIG = """<?xml version="1.0"?>
<fontconfig><dir>/usr/share/fonts</dir><cachedir>{cache}</cachedir>{generic}
<match><edit name="family" mode="append_last"><string>{other}</string></edit></match></fontconfig>"""
GENERIC = """<match><test name="family"><string>{name}</string></test>
<edit name="family" mode="assign" binding="strong"><string>{family}</string></edit></match>"""


@pytest.fixture(scope="session")
def fontconfig(tmp_path_factory) -> Path:
    """Return the file of a Fontconfig configuration that uses the first of FONTS for the generic families.

    Fail if a family of FONTS is missing on this machine.
    """
    names = {"system-ui": "Sans", "sans-serif": "Sans", "serif": "Serif", "monospace": "Sans Mono"}
    folder = tmp_path_factory.mktemp("fonts")
    here = folder / "fonts.conf"
    generic = "".join(GENERIC.format(name=name, family=f"{FONTS[0]} {kind}") for name, kind in names.items())
    here.write_text(FONTCONFIG.format(cache=folder, generic=generic, other=f"{FONTS[0]} Sans"))
    listed = subprocess.run(["fc-list", ":", "family"], capture_output=True, text=True, check=True).stdout
    families = {name for line in listed.splitlines() for name in line.split(",")}
    missing = {f"{name} {kind}" for name in FONTS for kind in ("Sans", "Serif")} - families
    if missing:
        pytest.fail(f"Fonts are missing ({', '.join(sorted(missing))}): run scripts/browser.sh (make test does)")
    return here


@pytest.fixture(scope="session")
def browser(fontconfig, common_folder) -> Iterator[Browser]:
    judged.file = common_folder / "judged"
    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if path is None:
        pytest.fail("No Chromium here: run scripts/browser.sh (make test does)")
    # On pages that are soon left, optimizing the scripts takes more time than it saves. Pocket runs the whole site in
    # the browser, so there it pays off.
    flags = FLAGS if os.environ.get("POCKET") else [*FLAGS, "--js-flags=--no-turbofan,--no-maglev"]
    sync_api.expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        Touches.port = free_port()
        flags = [*flags, f"--remote-debugging-port={Touches.port}"]
        browser = playwright.chromium.launch(
            executable_path=path, args=flags, env={**os.environ, "FONTCONFIG_FILE": str(fontconfig)}
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def _static_files_are_kept():
    """Let browsers cache static files, as the real server does."""
    serve = StaticFilesHandler.serve

    def kept(self, request):
        answer = serve(self, request)
        answer["Cache-Control"] = "max-age=600"
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StaticFilesHandler, "serve", kept)
        yield


@pytest.fixture(scope="session")
def _spare_contexts(browser) -> dict[tuple[str, bool, bool], list[Phone]]:
    """Return the phones that earlier tests no longer use, by (lang, js, calm), the arguments of `open_phone`.

    Each phone has a first page that no test uses. The session that sends commands to Chromium belongs to this page.
    """
    return defaultdict(list)


@pytest.fixture
def open_phone(browser, live_server, cast, _static_files_are_kept, _spare_contexts):
    """Yield a function that opens a fresh phone: open_phone(role, lang=…, width=…, height=…, js=…, calm=…, faults=…).

    With `calm`, the phone ignores a tap on a button that has just appeared under the finger, as for a real user.
    Otherwise all taps count at once. With `faults`, answers with a status from 500 to 509 are expected.
    """
    contexts: list[tuple[tuple[str, bool, bool], Phone]] = []
    said: list[str] = []

    def listen(message: ConsoleMessage, faults: bool) -> None:
        # Chromium logs these as errors, but tests expect them: statuses from 400 to 499, and connections that a test
        # cuts.
        expected = (
            "the server responded with a status of 4",
            "net::ERR_INTERNET_DISCONNECTED",
            "net::ERR_FAILED",
            "htmx:error: Failed to fetch",
        )
        if faults:
            expected += ("the server responded with a status of 50",)
        if message.type in {"error", "warning"} and not any(each in message.text for each in expected):
            said.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def make(role="nobody", *, lang="en", width=360, height=740, js=True, calm=False, faults=False) -> Page:
        kind = (lang, js, calm)
        context, session = _spare_contexts[kind].pop() if _spare_contexts[kind] else new_context(*kind)
        cookies = cast.phone(role).cookies
        context.add_cookies(
            [
                {"name": c.key, "value": c.value, "url": live_server.url}
                for c in cookies.values()
                if c.key == "scorekeeper_session"
            ]
        )
        contexts.append((kind, (context, session)))
        page = context.new_page()
        if (width, height) != SCREEN:
            page.set_viewport_size({"width": width, "height": height})
        page.on("console", lambda message: listen(message, faults))
        page.on("pageerror", lambda error: said.append(f"error: {error}"))
        return page

    def new_context(lang, js, calm) -> Phone:
        context = browser.new_context(
            base_url=live_server.url,
            viewport={"width": SCREEN[0], "height": SCREEN[1]},
            device_scale_factor=2 if os.environ.get("SCOREKEEPER_SHOTS") else 1,  # a higher one takes longer to paint
            has_touch=True,
            is_mobile=True,
            locale={"de": "de-DE", "en": "en-GB"}[lang],
            java_script_enabled=js,
            reduced_motion="reduce",  # painting the frames of animations would take a tenth of the time
        )
        context.set_default_timeout(PATIENCE)
        if not calm:
            context.add_init_script(TAPS_COUNT_AT_ONCE)
        return context, context.new_cdp_session(context.new_page())

    yield make
    for kind, phone in contexts:
        forget(*phone, live_server.url)
        _spare_contexts[kind].append(phone)
    assert said == [], "the browser's console is not silent"


def forget(context: BrowserContext, session: sync_api.CDPSession, origin: str) -> None:
    """Close a phone's pages except the first, delete its stored data and cookies, and set it online.

    The browser keeps the static files in its cache.
    """
    for page in context.pages[1:]:
        page.close()
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    context.clear_cookies()
    context.set_offline(False)


class Thumb:
    """A thumb that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, where: str | Locator) -> None:
        (self.page.locator(where).first if isinstance(where, str) else where).tap()
        self.taps += 1

    def choose(self, name: str, value: object) -> None:
        """Tap a choice unless it is already chosen."""
        choice = self.page.locator(f"label:has([name='{name}'][value='{value}'])").first
        if not choice.locator("input").is_checked():
            self.tap(choice)

    def pile(self, pile: int | str) -> None:
        """Tap a pile unless it is already open."""
        if self.page.locator(f"[data-pile='{pile}'][aria-pressed=true]").count() == 0:
            self.tap(f"[data-pile='{pile}']")

    def card(self, code: str) -> None:
        self.tap(f"[data-card='{code}'] > button")

    def open_round(self, match) -> None:
        """Open the form of the next round by a tap on the pad, and restart the count with this tap."""
        self.page.goto(match.get_absolute_url())
        self.taps = 0
        self.tap("a[href$='/round/']")
        self.page.wait_for_url("**/round/")

    def save(self, match) -> None:
        self.tap("#save")
        self.page.wait_for_url(f"**{match.get_absolute_url()}")


# Returns the looks of the page's texts. A look is all that determines the contrast of a text: its own colours and size,
# and everything painted under it. `window.looks` maps each look to its elements.
LOOKS = """() => {
    const under = new Map([[null, ""]]);
    const painted = e => {
        if (!under.has(e)) {
            const {backgroundColor, backgroundImage, opacity, position} = getComputedStyle(e);
            const own = [backgroundColor, backgroundImage, opacity, position].join(" ");
            under.set(e, painted(e.parentElement) + (own === "rgba(0, 0, 0, 0) none 1 static" ? "" : `/${own}`));
        }
        return under.get(e);
    };
    window.looks = new Map();
    for (const e of document.querySelectorAll("body *")) {
        const typed = e.matches("input, select, textarea");
        if (!typed && ![...e.childNodes].some(each => each.nodeType === Node.TEXT_NODE && each.data.trim())) continue;
        if (!e.checkVisibility()) continue;
        const {color, fontSize, fontWeight, textDecorationLine, textShadow} = getComputedStyle(e);
        const box = e.getBoundingClientRect(), around = getComputedStyle(e.parentElement).color;
        const asked = box.width > 1 && box.height > 1 && !e.closest(":disabled, [aria-disabled=true], [aria-hidden=true]");
        const look = [color, around, fontSize, fontWeight, textDecorationLine, textShadow, asked, painted(e)].join(" ");
        looks.set(look, [...(looks.get(look) ?? []), e]);
    }
    return [...looks.keys()];
}"""
# Returns a hash of what axe judges on the page: the width, the size of the text, and the tree of elements with their
# visibility and attributes. Words, figures and the language make no difference.
SHAPE = """async () => {
    const words = /^(action|alt|aria-label|content|datetime|formaction|href|hx-.*|label|lang|placeholder|src|title|value)$/;
    const figures = /^(d|height|points|style|transform|viewBox|width|[cdr]?[xyr][12]?)$/;
    const varies = name => words.test(name) || figures.test(name) || /^data-(?!key$)/.test(name);
    const own = e => [...e.attributes].filter(({name}) => e.name !== "language" || name !== "aria-current");
    const shape = e => [
        e.tagName, e.checkVisibility(), e.matches(":checked"),
        [...e.childNodes].some(each => each.nodeType === Node.TEXT_NODE && each.data.trim()),
        ...own(e).map(({name, value}) => varies(name) && e.tagName !== "LINK" ? name + !value : name + value),
        "(", ...[...e.children].map(shape), ")",
    ].join(" ");
    const text = new TextEncoder().encode(
        innerWidth + getComputedStyle(document.documentElement).fontSize + shape(document.documentElement));
    return new Uint8Array(await crypto.subtle.digest("SHA-1", text)).toHex();
}"""


class Judged:
    """The looks (LOOKS) and shapes (SHAPE) without a violation, in a file that all processes of this run share."""

    file: Path

    def __contains__(self, found: str) -> bool:
        return found in self.all()

    def all(self) -> set[str]:
        return set(self.file.read_text().split("\n")) if self.file.exists() else set()

    def add(self, *found: str) -> None:
        with self.file.open("a") as file:
            file.write("".join(f"{each}\n" for each in found))


judged = Judged()
with_axe: WeakSet[Page] = WeakSet()


def axe(page: Page) -> None:
    """Check that the page violates neither WCAG 2.2 AA nor axe's best practices, in light and dark colours.

    Check also that everything to tap is large enough for a thumb. To save time, axe runs only if the shape of the page
    (SHAPE) is new, and checks the contrast only of texts whose looks (LOOKS) are new. Meanwhile, the viewport is very
    high, so that no fixed bar hides anything.
    """
    thumb_sized(page)
    shape = page.evaluate(SHAPE)
    if shape in judged:
        return
    size = page.viewport_size or {}
    page.set_viewport_size({"width": size["width"], "height": 6000})
    if page not in with_axe:
        # Chromium adds LATER_AXE to each later page, in a tenth of the time of `evaluate`: it runs axe's source only
        # when a check uses axe.
        session = page.context.new_cdp_session(page)
        session.send("Page.enable")
        session.send("Page.addScriptToEvaluateOnNewDocument", {"source": LATER_AXE})
        page.evaluate(AXE)
        with_axe.add(page)
    problems, whole = [], True
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        if new := set(page.evaluate(LOOKS)) - judged.all():
            found, looks = page.evaluate(VIOLATIONS_AND_LOOKS, [list(new), AXE_COLOURS])
            problems += [f"{scheme}: {problem}" for problem in found]
            there = new.intersection(looks)
            judged.add(*(() if found else there))
            whole = whole and there == new
    problems += page.evaluate(VIOLATIONS, [None, AXE_REST])
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    assert problems == [], page.url + "\n" + "\n".join(problems)
    if whole:
        judged.add(shape)


# Returns the elements that are wider than the screen. `screen` is the width: innerWidth is no use, since it grows if a
# phone zooms out to show everything. Only scrollWidth shows that a text is wider than its box.
TOO_WIDE = """([screen, fonts, size]) => {
    const style = document.documentElement.style, found = [];
    if (size) style.fontSize = size;
    const wide = (e, box) => box.right > screen + 1 || box.left + e.scrollWidth > screen + 1
        && getComputedStyle(e).overflowX === "visible";
    for (const [which, font] of fonts.entries()) {
        if (which) style.setProperty("--text", `"${font} Sans"`);
        if (which) style.setProperty("--figure", `"${font} Serif"`);
        const is = document.scrollingElement.scrollWidth > screen ? wide : (e, box) => box.right > screen + 1;
        const all = [...document.querySelectorAll("body *:not(.scrolls *)")]
            .filter(e => e.checkVisibility() && is(e, e.getBoundingClientRect()));
        const inner = all.filter(e => !all.some(other => other !== e && e.contains(other)));
        found.push(...inner.map(e => `${font}: ${e.outerHTML.slice(0, 120)}`));
    }
    style.removeProperty("--text");
    style.removeProperty("--figure");
    return found;
}"""


def fits(page: Page, size: str = "") -> None:
    """Check that nothing is wider than the screen. With `size`, e.g. "200%", the text first gets and keeps this size.

    On a screen narrower than SCREEN, check with each font of FONTS; on other screens, only with the first.
    """
    width = (page.viewport_size or {})["width"]
    wide = page.evaluate(TOO_WIDE, [width, FONTS if width < SCREEN[0] else FONTS[:1], size])
    assert wide == [], f"{page.url} scrolls sideways:\n" + "\n".join(wide)


# Returns the words that are broken across lines, except long ones: with more than 16 letters (in a narrow box beside
# others, more than 9), or at least as wide as 60 % of the screen.
BROKEN_WORDS = """() => {
    const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = new Range();
    while (walker.nextNode()) {
        const text = walker.currentNode, around = text.parentElement;
        if (!text.data.trim() || !around.checkVisibility() || around.closest("svg, textarea, .face")) continue;
        if (around.clientWidth === 1) continue;  // for a screen reader
        for (const word of text.data.matchAll(/[\\p{L}\\p{N}]{2,}/gu)) {
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            const pieces = [...range.getClientRects()].filter(piece => piece.width);
            const among = word[0].length > (around.closest(".opt, .sat, .led") ? 9 : 16);
            const lines = new Set(pieces.map(piece => Math.round(piece.bottom)));
            const length = pieces.reduce((sum, piece) => sum + piece.width, 0);
            if (lines.size > 1 && !among && length < document.documentElement.clientWidth * 0.6) {
                found.push(`${word[0]} in ${around.outerHTML.slice(0, 120)}`);
            }
        }
    }
    return found;
}"""


def whole_words(page: Page) -> None:
    """Check that no word is broken across lines. A break at a hyphen, or in a long word, is allowed."""
    broken = page.evaluate(BROKEN_WORDS)
    assert broken == [], f"broken words on {page.url}:\n" + "\n".join(broken)


# Returns texts that overlap, and texts that a box with hidden overflow cuts off. Fixed bars and opened menus may cover texts.
# Only the middle of each line is compared, since a line box is higher than its letters. The display's giant figures are
# left out: their line boxes are far higher, and they are rotated.
OVERLAPPING = """() => {
    const texts = [], found = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = new Range(), told = e => e.outerHTML.slice(0, 120);
    const is = (e, name, ...values) => values.includes(getComputedStyle(e)[name]);
    const floats = e => is(e, "position", "sticky", "fixed") || e.parentElement.matches("details") && is(e, "position", "absolute");
    while (walker.nextNode()) {
        const text = walker.currentNode, around = text.parentElement, parents = [];
        if (!text.data.trim() || !around.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
        if (around.closest(".skip, svg, textarea, select, .giant, [aria-hidden=true]:not(.who)")) continue;
        for (let e = around; e !== document.body; e = e.parentElement) parents.push(e);
        if (parents.some(e => e.clientWidth === 1)) continue;  // for a screen reader
        if (parents.some(e => is(e, "textOverflow", "ellipsis") || e.scrollHeight > e.clientHeight && is(e, "overflowY", "auto"))) continue;
        const cut = parents.filter(e => is(e, "overflowX", "hidden", "clip")).map(e => e.getBoundingClientRect());
        range.selectNodeContents(text);
        for (const {left, right, top, height} of range.getClientRects()) {
            if (right - left < 2) continue;
            if (cut.some(box => right > box.right + 1 || left < box.left - 1)) found.add(`cut off: ${told(around)}`);
            const line = Math.min(height, parseFloat(getComputedStyle(around).lineHeight) || height) * 0.3;
            const middle = top + height / 2;
            texts.push({around, above: parents.find(floats), left, right, top: middle - line, bottom: middle + line});
        }
    }
    for (const [i, a] of texts.entries()) {
        for (const b of texts.slice(i + 1).filter(b => b.above === a.above)) {
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            if (wide > 2 && high > 2) found.add(`${told(a.around)} lies on ${told(b.around)}`);
        }
    }
    return [...found];
}"""


def nothing_overlaps(page: Page) -> None:
    """Check that no text overlaps another and that none is cut off."""
    found = page.evaluate(OVERLAPPING)
    assert found == [], f"{page.url}:\n" + "\n".join(found)


SPOKEN = re.compile(r"""( *)- '?(\w+)(?: "(.*)")?(?!.*\[disabled])""")  # a line of an ARIA snapshot
TAPPED = {"button", "checkbox", "combobox", "radio", "spinbutton", "textbox"}
AROUND = {"dialog", "group", "navigation", "radiogroup", "region", "row", "table"}


def names_of_their_own(page: Page) -> None:
    """Check that each control has an accessible name, which no other control of its role has in the same part of the page."""
    parts: list[tuple[int, str]] = []
    heard: Counter[tuple[str, ...]] = Counter()
    for line in filter(None, map(SPOKEN.match, page.locator("body").aria_snapshot().splitlines())):
        indent, role, name = len(line[1]), line[2], line[3] or ""
        parts = [(depth, part) for depth, part in parts if depth < indent]
        if role in TAPPED:
            heard[(*(part for _depth, part in parts), role, name)] += 1
        if role in AROUND:
            parts.append((indent, name))
    wrong = [what for what, times in heard.items() if times > 1 or not what[-1]]
    assert wrong == [], f"no name of their own on {page.url}: {wrong}"


def thumb_sized(page: Page) -> None:
    """Check that everything to tap is at least 44 px high and wide, except links inside a sentence."""
    small = page.evaluate("""() =>
        [...document.querySelectorAll('a, button, summary, label:has(input), select, textarea, input:not(label input)')]
        .filter(e => e.checkVisibility() && !e.matches('.skip, p > a:not(:only-child)'))
        .map(e => [e.getBoundingClientRect(), e])
        .filter(([r]) => r.width && (r.width < 43.5 || r.height < 43.5))
        .map(([r, e]) => `${Math.round(r.width)}×${Math.round(r.height)} ${e.outerHTML.slice(0, 120)}`)""")
    assert small == [], f"too small for a thumb on {page.url}:\n" + "\n".join(small)


def fit_for_a_phone(page: Page, name: str, *, widths: tuple[int, ...] = (320,), large: bool = False) -> None:
    """Check that the page fits a narrow screen, that no word on it is broken, and that axe finds nothing.

    With `large`, check that it fits with large text, too. Pass `widths` if wider screens have styles of their own.
    """
    # Wait until all requests are answered, every button is ready and the keypad is in its place.
    for passing in (".htmx-request:not([hx-ptag])", "[data-soon]", "[data-dock][style*='z-index']"):
        page.locator(passing).first.wait_for(state="detached")
    for width in widths:
        page.set_viewport_size({"width": width, "height": 740})
        fits(page)
        whole_words(page)
        shot(page, f"{name}-{width}", at="0")
    axe(page)
    if large:
        fits(page, "178%")  # 200 % × 320 / 360: like 200 % on a screen of 360 px
        shot(page, f"{name}-large")


def shot(page: Page, name: str, *, at: str = "scrollY") -> None:
    """Save a dark and a light picture if SCOREKEEPER_SHOTS is set. `at` is a JavaScript number: how far to scroll first."""
    if folder := os.environ.get("SCOREKEEPER_SHOTS"):
        page.evaluate(f"scrollTo(0, {at})")
        Path(folder).mkdir(parents=True, exist_ok=True)
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=Path(folder) / f"{name}-{scheme}.png")


def looks(page: Page, status: int) -> None:
    """Wait until the page has asked for news and got an answer with this status."""
    with page.expect_response(lambda answer: answer.status == status and "hx-ptag" in answer.request.headers):
        pass


def until(page, script, arg=None):
    """Run an asynchronous script again and again until its result is true; return this result.

    Raise AssertionError after two minutes. Playwright's wait_for_function would take the promise itself for the result.
    """
    over = time.monotonic() + 120
    while True:
        with suppress(Error):  # raised while the browser leaves the page
            if found := page.evaluate(script, arg):
                return found
        assert time.monotonic() < over, script
        page.wait_for_timeout(100)


# Returns the keys and values in the browser's database as JSON: drafts, and forms that wait to be sent.
KEPT = """async () => (await indexedDB.databases()).length === 0 ? "[]" : new Promise(done => {
    indexedDB.open("scorekeeper").onsuccess = ({target: {result: database}}) => {
        const store = database.transaction("kept").objectStore("kept"), keys = store.getAllKeys(), all = store.getAll();
        all.onsuccess = () => { database.close(); done(JSON.stringify(keys.result.map((key, at) => [key, all.result[at]]))); };
    };
})"""


def keeps(page: Page, text: str, kind: str = "") -> bool:
    """Return whether the phone's storage has an item of this kind ("draft ", "send ") that contains this text."""
    kept = json.loads(page.evaluate(KEPT))
    return any(key.startswith(kind) and text in json.dumps([key, what]) for key, what in kept)


def until_kept(page: Page, *what: str) -> None:
    over = time.monotonic() + 60
    while time.monotonic() < over:
        with suppress(Error):  # raised while the browser leaves the page
            if keeps(page, *what):
                return
        page.wait_for_timeout(50)
    raise AssertionError(f"{what} is not kept")
