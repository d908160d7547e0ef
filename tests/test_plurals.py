"""If a number beside a noun or a verb can be 1, the sentence has a singular form."""

import ast
import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.urls import reverse

from scorekeeper.nights.models import Match, Night
from tests.access_table import TABLE

pytestmark = pytest.mark.slow

# Numbers that are never 1, by code of the phrase and field.
NEVER_ONE = {
    ("all_cards_there", "all"),  # the size of a deck
    ("all_cards_with_four", "count"),
    ("bad_name", "longest"),
    ("cards_in_no_pile", "all"),
    ("into_the_pot", "count"),
    ("laid_aside", "count"),  # always two cards
    ("many_left", "count"),  # if few cards are left, they are named, not counted
    ("not_a_number_of_cards", "most"),
    ("not_a_number_of_points", "most"),
    ("not_in_one", "gap"),
    ("oases_too_early", "rounds"),
    ("rate", "points"),  # not mentioned if it is one
    ("rate", "rate"),
    ("seats_fixed", "count"),
    ("stakes", "apart"),  # a multiple of ten
    ("tap_aside", "count"),
    ("teams", "value"),
    ("too_far", "most"),  # always a million
    ("too_large", "most"),
    ("too_long", "most"),
    ("too_many_aside", "count"),
    ("too_many_aside", "most"),
    ("too_many_cards", "all"),
    ("too_many_cards", "sum"),
    ("too_many_games_in_a_file", "count"),  # more than 500
    ("too_many_pot_cards", "count"),
    ("too_many_pot_cards", "most"),
    ("too_many_rounds", "rounds"),
    ("too_many_rounds", "seats"),
    ("tricks_in_all", "count"),
    ("unknown_card", "seats"),
    ("wrong_number_of_plays", "wanted"),
}
NO_NUMBERS = {
    *("caller", "card", "colour", "declared", "first", "leader", "marker", "name", "partner", "player", "players"),
    *("space", "trump", "second", "low", "game", "turn", "wanted", "without", "left", "lead", "others"),
}
SAME_FOR_ONE = {"Beutelschneider", "Gold", "Würdenträger", "is", "was", "wins"}
NOUN_OR_VERB = {
    "de": r"\{(\w+)(?::\w+)?\} (?:[a-zäöü]+e )?([A-ZÄÖÜ][a-zäöüß]+|sind|fehlen|liegen|stehen|haben)\b"
    r"|\b(?:sind|fehlen|liegen|stehen|sitzen)(?: es| noch| nur)? \{(\w+)",
    "en": r"\{(\w+)(?::\w+)?\} (?:card |more |other )?([a-z]+s|are|have)\b|\b(?:are|have)(?: only)? \{(\w+)",
}


def phrases() -> Iterator[tuple[str, str, str]]:
    """Yield the code, the language and the text of every phrase that the games say.

    If a code is no literal, yield its expression instead.
    """
    for path in sorted((settings.BASE_DIR / "games").rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and call.args:
                code = call.args[0].value if isinstance(call.args[0], ast.Constant) else ast.unparse(call.args[0])
                for each in call.keywords:
                    language = (each.arg or "").removesuffix("_feminine")
                    if language in NOUN_OR_VERB and isinstance(each.value, ast.Constant):
                        yield code, language, each.value.value


def without_choices(text: str) -> str:
    """Return a phrase's text without the fields that choose between singular and plural."""
    found, depth, field = "", 0, ""
    for letter in text:
        depth += (letter == "{") - (letter == "}")
        field += letter
        if not depth:
            found += "" if "|" in field else field
            field = ""
    return found


def test_every_phrase_of_the_games_can_say_one():
    plural = [
        (code, field or other, text)
        for code, language, text in phrases()
        for field, noun, other in re.findall(NOUN_OR_VERB[language], without_choices(text))
        if noun not in SAME_FOR_ONE and (field or other) not in NO_NUMBERS and (code, field or other) not in NEVER_ONE
    ]
    assert not plural, "\n".join(map(repr, plural))


ONE_OF_MANY = {
    "en": "points rounds games nights wins cards tricks stakes players people places days codes phones accounts groups",
    "de": "Punkte Punkten Runden Spiele Spielen Abende Abenden Siege Siegen Karten Stiche Stichen Einsätze Einsätzen Augen Leute "
    "Plätze Tage Tagen Codes Handys Konten Gruppen",
}


def many(page: str, language: str) -> list[str]:
    """Return each "1" before a plural noun on a page, such as "1 points". Both must be in the same block of text."""
    text = re.sub(r"<(?!/?(?:a|b|em|small|span|time)\b)[^>]*>", "|", page)
    nouns = "|".join(ONE_OF_MANY[language].split())
    return re.findall(
        rf"(?<![\d.,:#–−-])\b1 (?:[a-z]+ )?(?:{nouns})\b", " ".join(re.sub(r"<[^>]*>", " ", text).split())
    )


LEAST = [
    *(("other-game", {"target": 1}), ("other-game", {"rounds": 1}), ("bettler-und-diebe", {"target": 1})),
    *(("hearts", {"target": 1}), ("oh-hell", {"largest": 1})),
]
OF_A_GAME = ("table", "display", "print", "match_rules", "options")


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_page_says_that_one_is_many(cast, language):
    """The games in LEAST are the shortest, e.g. to one point. No page about them says "1 points" or the like.

    Check the pages OF_A_GAME before each game's first round. End the last game by one round with one win. Then check
    all pages of the owner.
    """
    Night.objects.all().delete()
    phone, night = cast.phone("owner"), Night.tonight(cast.group)

    def look(name: str) -> None:
        page = phone.get(reverse(name, kwargs=TABLE[name].args(cast)), headers={"accept-language": language})
        if page["Content-Type"].startswith("text/") and page.status_code == 200:
            assert not many(page.getvalue().decode(), language), name

    for slug, options in LEAST[::-1]:
        night.matches.all().delete()
        cast.match = Match.start(night, slug, list(cast.group.players.all()), options, 0)
        for name in OF_A_GAME:
            look(name)
    cast.entry = cast.match.enter({"kind": "winners", "winners": ["Ben"]}, 0, "Sam")
    assert cast.match.finished
    for name, row in TABLE.items():
        if row.get.endswith("200"):
            look(name)
