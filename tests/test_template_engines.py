"""The fast engine draws every page as Django's own does."""

import re
from random import Random

import pytest
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.template import engines
from django.template.utils import EngineHandler
from django.urls import reverse

from bench.demo import renamed
from games.registry import all_games
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Player
from scorekeeper.rulebooks import book
from scorekeeper.server.write_queue import writing
from scorekeeper.web.drawn import drawn, pages
from tests.access_table import NOT_SO, TABLE
from tests.play import group

pytestmark = pytest.mark.sqlite
FAST, DJANGOS = "django_rust_templates.RustTemplates", "django.template.backends.django.DjangoTemplates"
NAMES = ("<b>&\"'", "{{ x }}", "Gül", "ß", "E", "F", "G", "H")
# What is another each time: the token of a form, the keys under which it is saved, the tag of what was seen.
ONCE = re.compile(
    rb"\b\w{64}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|(?<=name=\"key\" value=\")\w{12}\b|\b\d{10}\.[0-9a-f]{32}\b"
)


@pytest.fixture(scope="module")
def both():
    pytest.importorskip("django_rust_templates")
    made = [EngineHandler([{**settings.TEMPLATES[0], "BACKEND": backend}])["django"] for backend in (FAST, DJANGOS)]
    assert made[0].engine.__class__ != made[1].engine.__class__
    return made


def play(cast, slug: str) -> None:
    """Some rounds of this game; the last of them is the cast's entry."""
    chance = Random(1)
    game = all_games()[slug]
    them = group(game, min(max(game.seats), 5), chance)
    names = dict(zip(them.players, NAMES, strict=False))
    players = [Player.objects.create(group=cast.group, name=names[name]) for name in them.players]
    cast.match = Match.start(Night.tonight(cast.group), slug, players, them.options, 0, NAMES[0])
    cast.player = players[0]
    back = {new: old for old, new in names.items()}
    for number in range(12):
        if cast.match.course.engine.over:
            break
        dealer = cast.match.course.engine.next_dealer or NAMES[0]
        noted = chance.choice(list(them.round(back[dealer]).noted.values()))
        record = {**renamed(noted, names), "dealer": dealer, "note": NAMES[0]}
        cast.entry = cast.match.enter(record, f"round-{number}", number, NAMES[0])


def shown(response: HttpResponse) -> list[bytes]:
    return [b"%d" % response.status_code, *ONCE.sub(b"", response.getvalue()).splitlines()]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("slug", all_games())
def test_they_draw_the_same(cast, both, slug, language, monkeypatch):
    play(cast, slug)
    asked = {"headers": {"accept-language": language}}
    for name, row in TABLE.items():
        with writing():
            args = row.args(cast)
            if "slug" in args:
                args["slug"] = slug
            elif slug != "rufmariasch" and "match_key" not in args:
                continue  # the same whatever is played
            url = reverse(name, kwargs=args)
            urls = (
                [f"{url}?as={each.code}" for each in cast.match.game.screens(cast.match.table)]
                if name == "enter"
                else [url]
            )
            for role in ("viewer", "owner"):
                phone = cast.phone(role)
                for method, data, url in [
                    *(("get", None, url) for url in urls),
                    *((("post", row.data, urls[-1]),) if row.post != NOT_SO else ()),
                ]:
                    answers = []
                    for engine in both:
                        monkeypatch.setitem(engines._engines, "django", engine)
                        for kept in (drawn, pages):
                            kept.clear()
                        book._template.cache_clear()
                        with writing():
                            cookies = phone.cookies.output(header="")
                            answers.append(shown(getattr(phone, method)(url, data, **asked)))
                            phone.cookies.load(cookies)
                            transaction.set_rollback(True)
                    assert answers[0] == answers[1], (name, role, method)
            transaction.set_rollback(True)
