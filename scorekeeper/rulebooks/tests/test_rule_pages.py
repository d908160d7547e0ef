"""The pages of the rulebooks: the group's, a match's, and the links to them."""

import re

import pytest
from django.urls import reverse

from games.registry import all_games
from scorekeeper.nights.models import Match, Night
from tests.fixtures import words

pytestmark = pytest.mark.sqlite  # other tests make the same queries on PostgreSQL


def play(cast, slug, players=3, **options) -> Match:
    return Match.start(Night.tonight(cast.group), slug, list(cast.group.players.all())[:players], options, 0)


def rules_of(match) -> str:
    return reverse("match_rules", args=[match.night.group.key, match.key])


def own(cast, slug) -> str:
    return reverse("game_rules", args=[cast.group.key, slug])


def test_the_book_of_a_match_has_its_house_rules_and_its_players(cast):
    match = play(cast, "beutelschneider", target=200, special_cards=True, cutpurse_colours=["G"])
    text = words(cast.phone("viewer").get(rules_of(match)).text)
    assert "You play to 200: after the round in which someone has 200 points or more" in text
    assert "In your deck green has a cutpurse as the top card; the others have a merchant." in text
    assert "With three players the Court physician, the Chancellor and the Bishop stay in the box." in text
    assert "Juggler" in text


def test_the_groups_book_has_the_house_rules_it_played_by_last(cast):
    play(cast, "beutelschneider-classic", target=150)
    play(cast, "beutelschneider-classic", target=300)
    text = words(cast.phone("viewer").get(own(cast, "beutelschneider-classic")).text)
    assert "You play to 300" in text
    assert "Rules for 3 players" in text


def test_the_groups_book_is_for_those_who_play_and_not_for_a_dealer_who_sits_out(cast):
    people = [cast.group.players.get_or_create(name=name)[0] for name in ("Anna", "Ben", "Carla", "Dora", "Eva")]
    for sits_out, players in ((False, 5), (True, 4)):
        match = Match.start(Night.tonight(cast.group), "bettler-und-diebe", people, {}, 0, sits_out=sits_out)
        shown = cast.phone("viewer").get(own(cast, "bettler-und-diebe")).context["players"]
        assert shown == match.number_of_players == players


# Links to the book


GUARD = {
    "kind": "counted",
    "gold": {"Ben": 40, "Carla": 20, "Dirk": 20},
    "bonuses": {"Ben": {"gardist": 1}},
    "cutpurses": {"Carla": 1},
}


def test_every_line_of_a_round_leads_to_its_paragraph(cast):
    match = play(cast, "beutelschneider")
    match.enter(GUARD, 0, "Sam")
    phone = cast.phone("viewer")
    page = phone.get(f"{match.get_absolute_url()}?open=1").text
    links = re.findall(r'<a class="rule" href="([^"#]+)#([^"]+)"[^>]*><span class="vh">([^<]+)', page)
    assert {(anchor, said) for _, anchor, said in links} == {
        ("gold", "rule: Gold"),
        ("cutpurse", "rule: Cutpurse"),
        ("guard", "rule: Guard"),
    }
    book = phone.get(links[0][0]).text
    assert all(f'id="{anchor}"' in book for _, anchor, _ in links)


def test_a_rulings_link_says_whose_ruling_it_is(cast):
    from scorekeeper.rulebooks.templatetags.rulebook import rule

    match = play(cast, "beutelschneider", special_cards=True)
    assert "our ruling" in rule(match.game, "zofe_no_gold", match)
    assert "our ruling" not in rule(match.game, "zofe", match)
    assert rule(match.game, "no such code", match) == ""


def test_a_game_without_a_book_has_no_links_and_no_page(cast, monkeypatch):
    monkeypatch.setitem(vars(all_games()["bettler-und-diebe"]), "rulebook", None)
    match = play(cast, "bettler-und-diebe")
    phone = cast.phone("scorer")
    page = phone.get(f"{match.get_absolute_url()}?open=1").text
    assert 'class="rule"' not in page
    assert rules_of(match) not in page
    assert phone.get(rules_of(match)).status_code == 404
    assert phone.get(own(cast, "bettler-und-diebe")).status_code == 404
    assert own(cast, "bettler-und-diebe") not in phone.get(reverse("play", args=[cast.group.key])).text


# The reference card


def test_all_special_cards_are_on_the_reference_card(cast):
    match = play(cast, "beutelschneider", special_cards=True)
    page = cast.phone("viewer").get(rules_of(match)).text
    card = words(page[page.index('id="cards-at-a-glance"') :])
    special = [each.text("en") for each in match.table.deck.values() if each.suit == "special"]
    assert len(special) == 14
    assert [name for name in special if name not in card.replace("&amp;", "&")] == []
    assert "All trumps in the trick are void" in card


# Rulings


def told(page, sentence):
    """Return the 260 characters of HTML after a sentence on a page: they have the link to the rulebook's paragraph."""
    assert sentence in page
    return page[page.index(sentence) + len(sentence) :][:260]


def test_a_round_and_the_deal_say_the_rulings_they_rest_on(cast):
    match = cast.start("bettler-und-diebe", ("Anna", "Ben", "Carla", "Dirk"))
    points = {"Anna": 20, "Ben": 20, "Carla": 40, "Dirk": 40}
    tricks = {"Anna": 1, "Ben": 2, "Carla": 3, "Dirk": 3}
    match.enter({"kind": "ramsch", "points": points, "pot": 0, "tricks": tricks}, 0, "Sam")
    phone = cast.phone("viewer")
    row = told(phone.get(match.get_absolute_url()).text, "Anna and Ben have equally few: each of them gets the points.")
    assert "#ramsch-tie" in row
    assert "our ruling" in row
    deal = told(phone.get(match.get_absolute_url() + "deal/").text, "All 38 cards are in play, even Blue 1.")
    assert "#deck-four" in deal
    assert "our ruling" in deal
