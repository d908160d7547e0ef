"""A check that the direction of typed text on a page is isolated: by <bdi>, dir="auto" or Unicode isolates.

Otherwise the figures beside a right-to-left name would appear in the wrong order.
"""

import re
from collections.abc import Collection
from html.parser import HTMLParser

from games.kernel.words import isolated

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\u202a-\u202e]")
ISOLATE = re.compile("\u2068([^\u2068\u2069]*)\u2069")
# Attributes that no page shows: a script reads them, or the browser sends them back.
UNSEEN = {"value", "href", "action", "id", "for", "data-letters", "data-player"}
LONGEST_SIGN = 2  # letters; a player's sign needs no isolation, as it is always the only text of its element
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Directions(HTMLParser):
    """A parser that collects the faults of a page in `wrong`.

    Faults are right-to-left text that is not isolated, and isolated text that nobody typed. `typed` are the typed
    texts. A page may also show only the first word of a typed text.
    """

    def __init__(self, typed: Collection[str]) -> None:
        super().__init__()
        self.typed = {isolated(each)[1:-1] for text in typed for each in (text, text.split()[0])}
        self.open: list[tuple[str, bool]] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        is_own = tag == "bdi" or given.get("dir") == "auto" or "who" in (given.get("class") or "").split()
        is_own = is_own or "inputmode" in given  # a field for a number
        for name, value in attrs:
            if name == "value" and given.get("type", "text") in ("text", "search") and not is_own:
                if value and RIGHT_TO_LEFT.search(value) and tag == "input":
                    self.wrong.append(f"an input without its own direction: {given.get('name')}")
            elif value and name not in UNSEEN:
                self.look(value, f"{tag} {name}")
        if tag not in VOID:
            self.open.append((tag, is_own))

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        tag, is_own = self.open[-1] if self.open else ("", False)
        if not is_own:
            self.look(data, tag)

    def look(self, text: str, where: str) -> None:
        for inner in ISOLATE.findall(text):
            if inner not in self.typed:
                self.wrong.append(f"{where}: no typed text: {inner!r}")
        rest = ISOLATE.sub("", text)
        if RIGHT_TO_LEFT.search(rest) and len(rest.strip()) > LONGEST_SIGN:
            self.wrong.append(f"{where}: {' '.join(text.split())[:160]!r}")


def wrong_directions(page: str, typed: Collection[str]) -> list[str]:
    """Return the faults that `Directions` finds on a page, or on a part of one."""
    parser = Directions(typed)
    parser.feed(page)
    parser.close()
    return parser.wrong
