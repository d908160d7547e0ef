"""Every form that saves, found on the pages: a reload loses no text; without a network, a sent form is sent later."""

from html.parser import HTMLParser

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.access_table import TABLE
from tests.browser.phone import keeps, until, until_kept
from tests.drawn import drawn
from tests.fixtures import ROLES

pytestmark = pytest.mark.slow

PAGES = [
    name
    for name, row in TABLE.items()
    if row.get.split()[ROLES.index("owner")] in {"200", "302"} and not name.startswith(("account_", "mfa_"))
]
# Forms that the browser sends itself, without outbox.js: the name of the form's address, and the reason.
PLAIN = {
    "language": "a form that waits would show its answer in the other language",
    "leave": "this phone gives up its access, and could not ask a second time whether it is gone",
    "phones": "it asks whose phone this is, as on a phone's first visit",
    "sign_in": "a password",
    "owner_link": "a password",
    "import": "a file",
    "account_logout": "refused in the background",
}
# outbox.js sends the forms with one of these attributes. In a form with data-trick, the save button has data-once, not
# the form; the button appears with the verdict.
WAITS = {"data-once", "data-trick"}
# Finds the first form that has data-once and a visible field, but no field for a file or a password. `state()` returns
# the values of its fields.
THE_FORM = """
    const typed = field => field.type !== "hidden" && field.checkVisibility();
    const fields = form => [...form.querySelectorAll("input, select, textarea")].filter(typed);
    const form = [...document.querySelectorAll("form[data-once]:not(:has([type=file], [type=password]))")].find(each => fields(each).length);
    const state = () => fields(form).map(field => JSON.stringify([field.name, field.type, field.checked, field.value]));
    for (const each of document.querySelectorAll("details")) each.open = true;
"""
TYPE = f"""() => {{
    {THE_FORM}
    if (!form) return null;
    for (const field of fields(form)) {{
        if (field.matches("select")) field.selectedIndex = field.options.length - 1;
        else if (field.matches("[type=radio], [type=checkbox]")) field.checked = true;
        else field.value = field.type === "date" ? "2026-03-04" : "7";
        field.dispatchEvent(new Event("input", {{bubbles: true}}));
    }}
    return state();
}}"""
# Returns whether the form still has all typed values. A preview may have added other fields.
HAS_ALL = f"""async before => {{
    {THE_FORM}
    const now = form ? state() : [];
    return before.every(each => now.includes(each));
}}"""
SEND = f"""() => {{
    {THE_FORM}
    const button = form.querySelector("button:not([type=button])") ?? document.querySelector(`button[form=${{form.id}}]`);
    form.requestSubmit(button);
}}"""
EMPTY = """() => new Promise(done => {
    const opened = indexedDB.open("scorekeeper");
    opened.onsuccess = () => {
        const all = opened.result.transaction("kept", "readwrite").objectStore("kept").clear();
        all.onsuccess = () => { opened.result.close(); done(true); };
    };
})"""


class Forms(HTMLParser):
    """A parser that collects in `found` the address and the attribute names of each form that posts."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, set[str]]] = []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "form" and given.get("method") == "post":
            self.found.append((given.get("action") or "", set(given)))


def url_of(cast, name):
    return reverse(name, kwargs=TABLE[name].args(cast))


def test_every_form_that_saves_waits_for_the_network(cast):
    plain: set[tuple[str, str]] = set()
    for name in PAGES:
        url = url_of(cast, name)
        forms = Forms()
        answer = cast.phone("owner").get(url, follow=True)
        forms.feed(b"".join(answer).decode(errors="ignore"))
        plain |= {(name, action or url) for action, attributes in forms.found if not attributes & WAITS}
    known = {url_of(cast, name) for name in PLAIN}
    named = {name for name, url in plain if name in PLAIN}
    assert {(name, url) for name, url in plain if url not in known and name not in named} == set()


def test_nothing_that_was_typed_is_lost(open_phone, cast):
    page = open_phone("owner")
    met, sent = [], []

    def lost(route):
        if route.request.method != "POST" or "idempotency-key" not in route.request.headers:
            return route.fallback()
        sent.append((route.request.headers["idempotency-key"], route.request.post_data))
        return route.abort()

    for name in drawn(PAGES, "lost"):
        url = url_of(cast, name)
        if b"data-once" not in b"".join(cast.phone("owner").get(url, follow=True)):
            continue
        page.goto(url)
        typed = page.evaluate(TYPE)
        if typed is None:
            continue
        met.append(name)
        until_kept(page, "", "draft ")
        page.reload()
        until(page, HAS_ALL, typed)
        sent.clear()
        page.route("**", lost)
        page.evaluate(SEND)
        expect(page.locator(".left-behind"), name).to_be_visible()
        assert not keeps(page, "", "draft "), name
        assert keeps(page, "", "send "), name
        tries = len(sent)
        page.get_by_role("button", name="Try now").tap()
        while len(sent) == tries:
            page.wait_for_timeout(50)
        assert len(set(sent)) == 1, "the second try sent another form or another key"
        page.evaluate(EMPTY)
        # Leave the page before the network is back: if the form was saved then, another page would open.
        page.goto("about:blank")
        page.unroute_all()
    assert met
