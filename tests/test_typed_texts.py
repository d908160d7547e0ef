"""What people typed is shown as they typed it: no template, no format, no markup, in every text they may type."""

import json
from collections.abc import Iterator
from random import Random

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import models, transaction
from django.template import Context, Template
from django.urls import reverse
from django.utils.html import escape
from hypothesis import given
from hypothesis import strategies as st

from games.kernel import words
from games.kernel.words import Phrase
from games.registry import all_games
from scorekeeper.nights.models import Match, Night
from scorekeeper.server.write_queue import write_transaction
from tests import play
from tests.access_table import NOT_SO, TABLE, Row
from tests.cast import make_phone
from tests.test_lengths import PAGES, Fields

pytestmark = pytest.mark.sqlite

NASTY = (
    "{x} {",
    "{{7*7}}{0}",
    "%s %(x)s %",
    "<b>Bo</b>",
    '"><svg onload=1>',
    "{% now 'Y' %}",
    "[x](javascript:1)",
    "}\u202e{x:words|a}",  # beginning with a right-to-left override where the field takes one
)
MARKUP = ("<b>Bo", "<svg onload", 'href="javascript', '"onclick=', "<a href='j")

# What people type, by its column; the other texts are the site's own.
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
    "nights.Draft": {"by"},
    "money.Payment": {"note", "by", "undone_by"},
    "history.Merge": {"by", "undone_by"},
    "history.Season": {"name"},
}
OURS = {
    *("key", "tag", "token_hash", "name_key", "place_key", "folded_name", "letters", "stands_for", "continues"),
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
    ),
    *("currency", "to", "origin", "token", "version", "game", "what", "held_by", "value"),
}


def texts_of(model) -> set[str]:
    fields = model._meta.concrete_fields
    return {field.name for field in fields if isinstance(field, models.CharField | models.TextField)}


def test_every_text_is_somebodys_or_ours():
    """A new column of text needs a line here: the pages below are then opened with it, too."""
    for model in apps.get_models():
        if model.__module__.startswith("scorekeeper.") and model._meta.app_label != "server":
            assert texts_of(model) - OURS == TYPED.get(model._meta.label, set()), model


def type_everywhere() -> None:
    """Put a nasty text into everything that may be typed, except names at a table, which are there from the beginning."""
    for label, columns in TYPED.items():
        if label in ("people.Player", "nights.Seat"):
            continue
        model = apps.get_model(label)
        for row in model.objects.all():
            texts = {column: f"{NASTY[(row.pk + i) % len(NASTY)]}{row.pk}" for i, column in enumerate(sorted(columns))}
            model.objects.filter(pk=row.pk).update(**texts)


def sit_down(cast, slug: str) -> None:
    """Let the game of the cast be this one, in play, of people with such names; one of each such title is over."""
    game = all_games()[slug]
    them = play.group(game, max(game.seats), Random(4))
    own = {"name": NASTY[0], "rounds": None} if slug == "other-game" else {}
    goal = {"target": min(200, game.options.rules()["target"].high)} if "target" in game.options.rules() else {}
    cast.match = cast.start(slug, them.players, **{**them.options, **own, **goal})
    for number, round_ in enumerate(them.play_rounds(2)[:2]):
        record = list(round_.noted.values())[-number] | {"note": NASTY[number]}
        cast.match.enter(record, f"round-no-{number}", cast.match.last_number, "Sam")
        cast.match.refresh()
    assert not cast.match.finished, "its forms are wanted"
    cast.entry = cast.match.active[-1]
    for seat, name in zip(cast.match.seated, NASTY, strict=False):
        seat.player.rename(name)
    cast.match.refresh()
    cast.player = cast.match.seated[0].player
    one, other = (seat.player for seat in cast.match.seated[:2])
    for title in NASTY:
        over = Match.start(Night.tonight(cast.group), "other-game", [one, other], {"name": title, "stake": 5}, 0)
        over.enter({"kind": "points", "points": {one.name: 5, other.name: 2}, "note": title}, f"{over.key}-1", 0, "Sam")
        over.close("Sam")


def addresses(cast, slug: str) -> Iterator[tuple[str, Row, str]]:
    """Those of a game, each way to enter a round too; with any other game, which has a name of its own, all."""
    for name, row in TABLE.items():
        args = row.args(cast)
        if slug == "other-game" or "match_key" in args:
            yield name, row, reverse(name, kwargs=args)
    for screen in all_games()[slug].screens(cast.match.table):
        yield "enter", TABLE["enter"], f"{cast.match.get_absolute_url()}round/?as={screen.code}"


def judge(page, name: str) -> str:
    assert page.status_code < 500, name
    text, kind = page.getvalue().decode(errors="replace"), page.headers.get("Content-Type", "")
    if kind.startswith("text/html"):
        assert not [each for each in MARKUP if each in text], name
    elif page.status_code == 200:
        assert kind in ("image/png", "application/json") or "attachment" in page.headers["Content-Disposition"], name
    return text


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("slug", list(all_games()))
def test_every_page_shows_what_was_typed_and_does_nothing_with_it(cast, slug, lang):
    with write_transaction():
        sit_down(cast, slug)
    cookies = cast.phone("owner").cookies.output(header="")
    pages = {}
    for name, row, url in addresses(cast, slug):
        phone = make_phone()
        phone.cookies.load(cookies)
        with write_transaction():
            url = reverse(name, kwargs=row.args(cast)) if "?" not in url else url
            type_everywhere()
            pages[name] = judge(phone.get(url, headers={"accept-language": lang}), name)
            if row.post != NOT_SO:
                judge(phone.post(url, row.data, headers={"accept-language": lang}), f"{name}, sent")
            transaction.set_rollback(True)
    assert [seat.name for seat in cast.match.seated if escape(seat.name) not in pages["table"]] == []
    titles = [escape(title) for title in NASTY if slug == "other-game" and escape(title) not in pages["group"]]
    assert titles == []


@pytest.mark.parametrize("name", PAGES)
def test_a_form_takes_any_text(cast, name):
    """And the page after it shows it."""
    url, phone, row = reverse(name, kwargs=TABLE[name].args(cast)), cast.phone("owner"), TABLE[name]
    fields = Fields()
    fields.feed(b"".join(phone.get(url)).decode())
    for field, most in fields.found.items():
        for text in NASTY:
            judge(phone.post(url, {**row.data, field: text[:most]}, follow=True), f"{name}, {field}: {text}")


@pytest.mark.parametrize("wrong", [False, True])
def test_a_file_may_say_anything(cast, wrong):
    """Also one that is refused, with what is wrong in it."""
    places = {"place": NASTY[1], "note": NASTY[2], "id": NASTY[3], **dict.fromkeys(NASTY if wrong else ())}
    rounds = [{"kind": "points", "points": {NASTY[0]: 1, NASTY[7]: NASTY[6] if wrong else 2}, "note": NASTY[4]}]
    file = {"game": "other-game", "players": [NASTY[0], NASTY[7]], **places}
    games = [{**file, "options": {"name": title}, "rounds": rounds, "id": title} for title in NASTY]
    sent = {"file": SimpleUploadedFile("games.json", json.dumps({"format": "scorekeeper/1", "games": games}).encode())}
    phone = cast.phone("stranger")
    answer = phone.post(reverse("import", args=[cast.other.key]), sent)
    assert answer.status_code == (422 if wrong else 200)
    judge(answer, "import")
    for match in Match.objects.filter(night__group=cast.other):
        page = judge(phone.get(match.get_absolute_url()), "table")
        assert escape(match.title.text("en")) in page
    judge(phone.get(cast.other.get_absolute_url()), "group")
    assert Match.objects.filter(night__group=cast.other).count() == (0 if wrong else len(NASTY))


SHOWN = Template("{{ title|words }}: {% say phrase value=title %}, {% say phrase value=typed %}")


@given(st.text(min_size=1))
def test_what_was_typed_is_no_template(typed):
    """Neither the name of a game nor a fact of a sentence; and nothing of it is kept."""
    game = all_games()["other-game"]
    phrase, title = Phrase("any", de="{value}!", en="{value}!"), game.title(2, game.options(name=typed))
    words._parts.cache_clear()
    text = SHOWN.render(Context({"title": title, "phrase": phrase, "typed": typed}))
    assert text == escape(f"{typed}: {typed}!, {typed}!")
    assert words._parts.cache_info().currsize == 1
