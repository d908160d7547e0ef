"""Typed text is shown unchanged: none is treated as a template, a format or markup, wherever people can type it."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from unicodedata import bidirectional

import pytest
from django.apps import apps
from django.db import models, transaction
from django.template import Context, Template
from django.urls import reverse
from django.utils.html import escape
from hypothesis import given
from hypothesis import strategies as st

from games.kernel import words
from games.kernel.words import Phrase, isolated
from games.registry import all_games
from scorekeeper.nights.models import Match, Night
from scorekeeper.rounds.piles import Piles
from scorekeeper.server.write_queue import write_transaction
from tests import play
from tests.access_table import NOT_SO, TABLE, Row
from tests.directions import wrong_directions
from tests.drawn import LANGUAGES, drawn, one_of
from tests.fixtures import make_phone
from tests.imports import import_file

pytestmark = [pytest.mark.sqlite, pytest.mark.slow]

NASTY = (
    "אבא {x} {",
    "{{7*7}}{0} محمد",
    "דנה %s %(x)s %",
    "<b>Bo</b> 5 יוסי",
    '"><svg onload=1>ש',
    "{% now 'Y' %} ליאת",
    "[x](javascript:1) عمر",
    "}\u202e{x:words|a} רון",  # contains a right-to-left override, which some fields remove
)
MARKUP = ("<b>Bo", "<svg onload", 'href="javascript', '"onclick=', "<a href='j")

# The columns with typed text; all other text columns (OURS) are written by the site.
TYPED = {
    "people.User": {"username"},
    "people.Group": {"name", "pay_to"},
    "people.Player": {"name"},
    "people.ShareLink": {"name"},
    "people.Invitation": {"name"},
    "nights.Entry": {"by"},
    "nights.Change": {"by", "undone_by"},
    "nights.Seat": {"name"},
    "nights.Night": {"place", "note"},
    "nights.OwnSheet": {"slug", "text"},
    "nights.Draft": {"by"},
    "money.Payment": {"note", "by", "undone_by"},
    "money.Expense": {"note", "by", "undone_by"},
    "history.Merge": {"by", "undone_by"},
    "history.Season": {"name"},
}
OURS = {
    "after",
    "became",
    *("key", "tag", "token_hash", "name_key", "place_key", "folded_name", "letters", "stands_for"),
    *(
        "password",
        "first_name",
        "last_name",
        "email",
        "game_slug",
        "game_key",
        "file_id",
        "verb",
        "kind",
        "screen_code",
        "digest",
    ),
    *("currency", "to", "origin", "token", "version", "game", "what", "held_by", "value", "state"),
}


def texts_of(model) -> set[str]:
    fields = model._meta.concrete_fields
    return {each.name for each in fields if isinstance(each, models.CharField | models.TextField)}


def test_every_text_is_somebodys_or_ours():
    """Every column of text, except in the apps `server` and `web`, is in TYPED or in OURS.

    The tests below fill those in TYPED with nasty texts.
    """
    for model in apps.get_models():
        if model.__module__.startswith("scorekeeper.") and model._meta.app_label not in ("server", "web"):
            assert texts_of(model) - OURS == TYPED.get(model._meta.label, set()), model


def type_everywhere() -> list[str]:
    """Put nasty texts into all typed columns, and return the texts. Players' names stay: `sit_down` has set them."""
    typed = []
    for label, columns in TYPED.items():
        if label in ("people.Player", "nights.Seat"):
            continue
        model = apps.get_model(label)
        for row in model.objects.all():
            texts = {column: f"{NASTY[(row.pk + i) % len(NASTY)]}{row.pk}" for i, column in enumerate(sorted(columns))}
            model.objects.filter(pk=row.pk).update(**texts)
            typed += texts.values()
    return typed


def sit_down(cast, slug: str) -> None:
    """Replace the cast's match by an unfinished match of this game, whose players have nasty names.

    For each nasty title, add a finished match of other-game with this title.
    """
    game = all_games()[slug]
    them = play.group(game, max(game.seats), Random(4))
    own = {"name": NASTY[0], "rounds": None} if slug == "other-game" else {}
    goal = {"target": min(200, game.options.rules()["target"].high)} if "target" in game.options.rules() else {}
    cast.match = cast.start(slug, them.players, **{**them.options, **own, **goal})
    for number, round_ in enumerate(them.play_rounds(2)[:2]):
        record = list(round_.noted.values())[-number] | {"note": NASTY[number]}
        cast.match.enter(record, cast.match.last_number, "Sam")
        cast.match.refresh()
    assert not cast.match.finished, "a finished match has no forms to test"
    cast.entry = cast.match.active[-1]
    for seat, name in zip(cast.match.seated, NASTY, strict=False):
        seat.player.rename(name)
    cast.match.refresh()
    cast.player = cast.match.seated[0].player
    one, other = (seat.player for seat in cast.match.seated[:2])
    for title in NASTY:
        over = Match.start(Night.tonight(cast.group), "other-game", [one, other], {"name": title, "stake": 5}, 0)
        over.enter({"kind": "points", "points": {one.name: 5, other.name: 2}, "note": title}, 0, "Sam")
        over.close("Sam")


def addresses(cast, slug: str) -> Iterator[tuple[str, Row, str]]:
    """Yield (name, row, URL) for the addresses of a match (for all addresses if the game is other-game).

    Then yield the same for each form of a round.
    """
    for name, row in TABLE.items():
        args = row.args(cast)
        if slug == "other-game" or "match_key" in args:
            yield name, row, reverse(name, kwargs=args)
    for screen in all_games()[slug].screens(cast.match.table):
        yield "enter", TABLE["enter"], f"{cast.match.get_absolute_url()}round/?as={screen.code}"


def judge(answer, name: str, typed: Iterable[str] = NASTY) -> list[str]:
    """Check that typed text has no effect as markup in an answer; return the places where it is not isolated.

    Also refuse server errors, and any content but HTML that a browser might show as a page.
    """
    assert answer.status_code < 500, name
    text, kind = answer.getvalue().decode(errors="replace"), answer.headers.get("Content-Type", "")
    if kind.startswith("text/html"):
        assert not [each for each in MARKUP if each in text], name
        return [f"{name}: {wrong}" for wrong in wrong_directions(text, typed)]
    harmless = kind in ("image/png", "application/json") or answer.status_code != 200
    assert harmless or "attachment" in answer.headers["Content-Disposition"], name
    return []


@dataclass
class Reader:
    """An owner who opens pages and sends forms, while all typed text in the database is nasty."""

    cookies: str
    lang: str
    turned: list[str] = field(default_factory=list)
    pages: dict[str, str] = field(default_factory=dict)

    def look(self, name: str, url: str, data: dict | None = None) -> None:
        """Open an address, or send a form to it and follow its redirects; judge the answer."""
        typed = {*type_everywhere(), *NASTY}
        phone = make_phone()
        phone.cookies.load(self.cookies)
        how = {"headers": {"accept-language": self.lang}, "follow": True}
        answer = phone.get(url, **how) if data is None else phone.post(url, data, **how)
        self.turned += judge(answer, name if data is None else f"{name}, sent", typed)
        self.pages[name] = answer.getvalue().decode(errors="replace")


@pytest.mark.parametrize(
    ("slug", "lang"), [(slug, lang) for slug in drawn(play.DIFFERENT, "typed") for lang in one_of(LANGUAGES, slug)]
)
def test_every_page_shows_what_was_typed_and_does_nothing_with_it(cast, slug, lang):
    with write_transaction():
        sit_down(cast, slug)
    reader = Reader(cast.phone("owner").cookies.output(header=""), lang)
    for name, row, url in addresses(cast, slug):
        with write_transaction():
            url = reverse(name, kwargs=row.args(cast)) if "?" not in url else url
            if row.post != NOT_SO:
                reader.look(name, url, row.data)
                transaction.set_rollback(True)
        with write_transaction():
            url = reverse(name, kwargs=row.args(cast)) if "?" not in url else url
            reader.look(name, url)
            transaction.set_rollback(True)
    for name, url in states(cast):
        with write_transaction():
            reader.look(name, url)
    assert [seat.name for seat in cast.match.seated if escape(seat.name) not in reader.pages["table"]] == []
    shown = [isolated(title)[1:-1] for title in NASTY if slug == "other-game"]
    titles = [title for title in shown if escape(title) not in reader.pages["group"]]
    assert titles == []
    assert reader.turned == [], "\n".join(reader.turned)


def states(cast) -> Iterator[tuple[str, str]]:
    """Yield pages of the match in other states: with a round corrected, removed or in parts, and at its end."""
    match, pad = cast.match, cast.match.get_absolute_url()
    match.refresh()
    first = match.active[0]
    match.correct(first, {"kind": "adjustment", "points": {NASTY[0]: 5, NASTY[1]: -5}}, first.version, "Sam")
    yield "a correction", f"{pad}changes/"
    match.refresh()
    match.remove(match.active[-1], "Sam")
    yield "a round that was removed", f"{pad}?open=1"
    seats, cards = len(match.seated), [*match.table.deck]
    given = "".join(f"&card-{code}={number % seats}" for number, code in enumerate(cards[1:]))
    sizes = "".join(f"&cards-{seat}={len(cards) // seats}" for seat in range(seats))
    if match.game.count(match.table):
        yield "the count of a round, with a card missing", f"{pad}count/?done=1{given}{sizes}"
    if own := [screen for screen in match.game.screens(match.table) if screen.own]:
        match.drafts.all().delete()
        match.refresh()
        for seat in range(seats - 1):  # several players claim the same cards
            fields = {f"card-{code}": [str(seat)] for code in cards[: seat + 3]} | {f"points-{seat}": ["5"]}
            Piles(match).save_part(str(seat), fields, own[0].code, 0, "Sam")
        yield "nearly everybody is done", f"{pad}piles/"
        yield "another's part", f"{pad}piles/1/"
        yield "the last part", f"{pad}piles/{seats - 1}/"
    match.refresh()
    match.close("Sam")
    yield "the end", pad
    yield "the end on the display", f"{pad}display/"
    yield "the end on paper", f"{pad}print/"
    yield "its night", match.night.get_absolute_url()
    yield "its group", cast.group.get_absolute_url()


@pytest.mark.parametrize("wrong", [False, True])
def test_a_file_may_say_anything(cast, wrong):
    """A score file may contain any text. The page that shows the problems of a refused file is harmless, too."""
    places = {"place": NASTY[1], "note": NASTY[2], "id": NASTY[3], **dict.fromkeys(NASTY if wrong else ())}
    rounds = [{"kind": "points", "points": {NASTY[0]: 1, NASTY[7]: NASTY[6] if wrong else 2}, "note": NASTY[4]}]
    file = {"game": "other-game", "players": [NASTY[0], NASTY[7]], **places}
    games = [{**file, "options": {"name": title}, "rounds": rounds, "id": title} for title in NASTY]
    sent = json.dumps({"format": "scorekeeper/1", "games": games}).encode()
    phone = cast.phone("stranger")
    answer = import_file(phone, cast.other, sent)
    assert answer.status_code == (422 if wrong else 200)
    turned = judge(answer, "import")
    for match in Match.objects.filter(night__group=cast.other):
        page = phone.get(match.get_absolute_url())
        turned += judge(page, "table")
        assert escape(match.title.text("en")) in page.text
    turned += judge(phone.get(cast.other.get_absolute_url()), "group")
    assert turned == [], "\n".join(turned)
    assert Match.objects.filter(night__group=cast.other).count() == (0 if wrong else len(NASTY))


DIRECTIONS = ("RLE", "RLO", "LRE", "LRO", "PDF", "LRI", "RLI", "FSI", "PDI")
SHOWN = Template("{{ title|words }}: {% say phrase value=title %}, {% say phrase value=typed %}")


@given(st.text(min_size=1))
def test_what_was_typed_is_no_template(typed):
    """A game's name and the facts of a sentence are not read as templates, and are not kept in the templates' cache."""
    game = all_games()["other-game"]
    phrase, title = Phrase("any", de="{value}!", en="{value}!"), game.title(2, game.options(name=typed))
    words._parts.cache_clear()
    text = SHOWN.render(Context({"title": title, "phrase": phrase, "typed": typed}))
    shown = isolated(typed)
    assert text == escape(f"{shown}: {shown}!, {shown}!")
    assert words._parts.cache_info().currsize == 1


@given(st.text())
def test_what_runs_from_right_to_left_does_so_by_itself(typed):
    """Text that could change the direction of its surroundings is isolated; other text is unchanged."""
    shown = isolated(typed)
    assert isolated(shown) == shown
    if shown == typed:
        assert not any(bidirectional(letter) in ("R", "AL", "RLE", "RLO", "LRE", "LRO") for letter in typed)
    else:
        assert (shown[0], shown[-1]) == (words.ISOLATE, words.END_OF_ISOLATE)
        assert not any(bidirectional(letter) in DIRECTIONS for letter in shown[1:-1])
