"""Changes of players, on their own page: in every game, and while a round is being entered."""

import re

import pytest
from django.urls import reverse

from games.kernel.parts import EVERYBODY
from games.registry import all_games
from scorekeeper.history.models import Merge
from scorekeeper.nights.models import Match, Night, OwnSheet
from scorekeeper.rounds.bids import Bids
from scorekeeper.rounds.piles import Piles
from scorekeeper.rounds.tests.test_who_dealt import fields_of
from scorekeeper.rounds.tricks import Tricks
from tests.fixtures import words
from tests.test_entering import Filled

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
NAMES = ["Anna", "Ben", "Carla", "Dora", "Ida", "Fritz", "Gerd"]


def table(cast, slug="other-game", seats=3, **options) -> Match:
    match = cast.start(slug, NAMES[:seats], **options)
    for name in NAMES:
        cast.group.players.get_or_create(name=name)
    return match


def key_of(cast, name: str) -> str:
    return cast.group.players.get(name=name).key


def fresh(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def say(cast, match: Match, seen: int | None = None, **fields):
    match = fresh(match)
    where = reverse("who_plays", args=[cast.group.key, match.key])
    return cast.phone("scorer").post(where, {"seen": match.last_number if seen is None else seen, **fields})


def preview(cast, match: Match, **fields) -> str:
    where = reverse("preview_seats", args=[cast.group.key, match.key])
    return words(cast.phone("scorer").post(where, fields).text)


def points(match: Match, **of) -> None:
    match = fresh(match)
    match.enter({"kind": "points", "points": of}, match.last_number, "Sam")


@pytest.mark.parametrize(
    "slug", [slug for slug, game in sorted(all_games().items()) if not game.team_count(game.options())]
)
def test_a_seat_is_taken_over_in_every_game_and_in_the_list_of_changes(cast, slug) -> None:
    game = all_games()[slug]
    match = table(cast, slug, seats=min(game.seats), stake=10) if "stake" in game.options.rules() else table(cast, slug)
    page = cast.phone("scorer").get(reverse("who_plays", args=[cast.group.key, match.key]))
    assert page.status_code == 200
    told = preview(cast, match, **{"seat-0": key_of(cast, "Gerd")})
    assert "Gerd takes over from Anna, with 0 points." in told
    answer = say(cast, match, **{"seat-0": key_of(cast, "Gerd")})
    assert (answer.status_code, answer.url) == (302, match.get_absolute_url())
    assert fresh(match).course.engine.seating.players[0] == "Gerd"
    for page in ("table", "display", "changes"):
        shown = cast.phone("viewer").get(reverse(page, args=[cast.group.key, match.key]))
        assert "Gerd" in words(shown.text)
    fresh(match).undo("Sam")
    assert fresh(match).course.engine.seating.players[0] == "Anna"


def test_somebody_leaves_and_comes_back_with_what_they_left_with(cast) -> None:
    match = table(cast)
    points(match, Anna=4, Ben=5, Carla=6)
    assert say(cast, match, **{"seat-1": "leaves"}).status_code == 302
    pad = words(cast.phone("viewer").get(match.get_absolute_url()).text)
    assert "Ben leaves with 5 points." in pad
    assert "Ben left after round 1 with 5." in pad
    points(match, Anna=1, Carla=1)
    assert say(cast, match, joins=key_of(cast, "Ben"), start_number="99", after="0").status_code == 302
    engine = fresh(match).course.engine
    assert (engine.seating.players, engine.standing) == (("Anna", "Ben", "Carla"), {"Anna": 5, "Ben": 5, "Carla": 7})


@pytest.mark.parametrize(
    ("start", "typed", "gets"),
    [("zero", "", 0), ("last", "", 2), ("average", "", 6), ("last", "-7", -7)],
)
def test_somebody_joins_with_as_many_points_as_was_said(cast, start, typed, gets) -> None:
    match = table(cast)
    points(match, Anna=10, Ben=7, Carla=2)
    assert say(cast, match, name="Nora", start=start, start_number=typed, after="0").status_code == 302
    engine = fresh(match).course.engine
    assert (engine.seating.players, engine.totals["Nora"]) == (("Anna", "Nora", "Ben", "Carla"), gets)
    assert cast.group.players.filter(name="Nora").exists()


def test_what_is_no_number_is_asked_about_and_keeps_what_was_typed(cast) -> None:
    match = table(cast)
    answer = say(cast, match, name="Nora", start_number="5 5")
    assert answer.status_code == 422
    assert 'value="5 5"' in answer.text
    assert 'value="Nora"' in answer.text
    assert not fresh(match).active


def test_seats_in_another_order_and_several_changes_at_once(cast) -> None:
    match = table(cast)
    fields = {"swap-0": "1", "name-2": "Nora", "name": "Otto", "after": "2"}
    assert say(cast, match, **fields).status_code == 302
    assert fresh(match).course.engine.seating.players == ("Ben", "Anna", "Nora", "Otto")


@pytest.mark.parametrize(
    ("fields", "players"),
    [
        ({"seat-1": "leaves", "after": "1"}, "Anna Nora Carla Dora"),
        ({"seat-0": "leaves", "after": "0"}, "Nora Ben Carla Dora"),
        ({"seat-3": "leaves", "after": "3"}, "Anna Ben Carla Nora"),
        ({"seat-1": "leaves", "seat-2": "leaves", "after": "1"}, "Anna Nora Dora"),
        ({"seat-1": "leaves", "seat-2": "leaves", "after": "2"}, "Anna Nora Dora"),
        ({"seat-1": "leaves", "seat-2": "Gerd", "after": "2"}, "Anna Gerd Nora Dora"),
        ({"seat-1": "leaves", "swap-1": "3", "after": "1"}, "Anna Dora Carla Nora"),
        ({"swap-0": "1", "after": "0"}, "Ben Anna Nora Carla Dora"),
        ({"after": "8"}, "Anna Ben Carla Dora Nora"),
        ({}, "Anna Ben Carla Dora Nora"),
    ],
)
def test_whoever_joins_sits_left_of_the_seat_said_also_if_its_player_leaves(cast, fields, players) -> None:
    match = table(cast, seats=4)
    keyed = {name: key_of(cast, value) if value == "Gerd" else value for name, value in fields.items()}
    assert say(cast, match, name="Nora", **keyed).status_code == 302
    assert fresh(match).course.engine.seating.players == tuple(players.split())


def test_who_joins_left_of_somebody_who_has_left_meanwhile_is_shown_where(cast) -> None:
    match = table(cast, seats=4)
    say(cast, match, seen=0, **{"seat-1": "leaves"})
    answer = say(cast, match, seen=0, name="Nora", after="1")
    assert answer.status_code == 409
    assert answer.context["after"] == "3", "the form offers the last seat now"
    assert 'name="after" value="3" checked' in answer.text


@pytest.mark.parametrize(
    ("slug", "seats", "why"),
    [
        ("krimsutep", 3, "This game goes on with 3 players: whoever leaves needs someone to take over."),
        ("rufmariasch", 4, "is for 4 players, not for 3."),
        ("beutelschneider", 3, "players, not for 2."),
    ],
)
def test_why_nobody_can_just_leave_stands_there(cast, slug, seats, why) -> None:
    match = table(cast, slug, seats)
    assert why in preview(cast, match, **{"seat-0": "leaves"})
    answer = say(cast, match, **{"seat-0": "leaves"})
    assert answer.status_code == 422
    assert why in words(answer.text)


def test_it_is_said_what_else_changes(cast) -> None:
    """With one player fewer, Bettler und Diebe has another name and deals another number of cards."""
    match = table(cast, "bettler-und-diebe", 4)
    told = preview(cast, match, **{"seat-0": "leaves"})
    assert "Then you’re playing Halsabschneider (Cutthroat)." in told
    assert "Cards each: 10." in told
    assert "Ben deals next." in told


def test_where_somebody_was_faster_it_is_asked_and_nothing_typed_is_lost(cast) -> None:
    match = table(cast)
    points(match, Anna=1, Ben=2, Carla=3)
    answer = say(cast, match, seen=0, name="Nora")
    assert answer.status_code == 409
    assert 'value="Nora"' in answer.text
    assert len(fresh(match).active) == 1


def give(cast, match: Match, seat: int, value: int):
    phone, where = cast.phone("scorer"), reverse("pile", args=[cast.group.key, match.key, seat])
    opened = phone.get(where).context
    part = {"screen": opened["screen"].code, "seen": opened["seen"], "last": opened["last_seen"]}
    return phone.post(where, {**part, f"points-{seat}": value})


def test_the_parts_of_those_who_stay_are_kept(cast) -> None:
    match = table(cast)
    for seat in (0, 1):
        assert give(cast, match, seat, 5 + seat).status_code == 302
    page = words(cast.phone("scorer").get(reverse("who_plays", args=[cast.group.key, match.key])).text)
    assert "What still fits is kept." in page
    assert say(cast, match, **{"seat-1": key_of(cast, "Gerd")}).status_code == 302
    assert list(Piles.current(fresh(match)).parts) == ["0"]
    for seat in (2, 3):
        give(cast, match, seat, seat)
    record = fresh(match).active[-1].record
    assert record["points"] == {"Gerd": 3, "Anna": 5, "Carla": 2}


NO_LONGER_FITS = "What was entered no longer fits"


def opened(cast, match: Match, whose: object):
    return cast.phone("scorer").get(reverse("pile", args=[cast.group.key, match.key, whose]))


def test_parts_of_a_game_that_is_another_now_are_dropped_with_a_sentence(cast) -> None:
    """Snear becomes Halsabschneider, which has no screen for the points that are saved for Anna."""
    match = table(cast, "bettler-und-diebe", 2)
    old = {"screen": "snear", "seen": "0", "last": "0", "number": "1"}
    assert give(cast, match, 0, 70).status_code == 302
    assert say(cast, match, name="Nora").status_code == 302
    overview = cast.phone("scorer").get(reverse("piles", args=[cast.group.key, match.key]))
    assert NO_LONGER_FITS in words(overview)
    assert "0 of 3 done" in words(overview)
    asked = opened(cast, match, 1)
    assert NO_LONGER_FITS in words(asked)
    assert "Who took the pot?" in words(asked), "as at the beginning of a round"
    late = cast.phone("scorer").post(asked.request["PATH_INFO"], {**old, "points-1": "50"})
    assert late.status_code == 409, "a form of Snear is no Ramsch without a word"
    assert NO_LONGER_FITS in words(late)
    assert 'value="50"' in late.text
    begin = {"do": "kind pot-counted 0 0", "seen": Piles.current(fresh(match)).version}
    answer = cast.phone("scorer").post(reverse("update_piles", args=[cast.group.key, match.key]), begin)
    assert answer.status_code == 302
    assert NO_LONGER_FITS not in words(opened(cast, match, 0))
    for seat, points in ((1, 50), (2, 35)):
        form = {"screen": "pot-counted", "seen": "0", "last": "1", f"counted-{seat}": points}
        where = reverse("pile", args=[cast.group.key, match.key, seat])
        assert cast.phone("scorer").post(where, form).status_code == 302
    assert Piles.current(fresh(match)).given == {"1", "2"}


def test_a_round_entered_for_all_ends_the_parts_that_were_dropped(cast) -> None:
    match = table(cast, "bettler-und-diebe", 2)
    give(cast, match, 0, 70)
    say(cast, match, name="Nora")
    phone = cast.phone("scorer")
    overview = phone.get(reverse("piles", args=[cast.group.key, match.key]))
    form = Filled(phone.get(overview.context["finish"]).text).fields
    form |= {"screen": ["pot"], "taker": ["0"], "points": ["70"]}
    assert phone.post(reverse("enter", args=[cast.group.key, match.key]), form).status_code == 302
    assert Piles.current(fresh(match)) is None


@pytest.mark.parametrize(("seats", "screen"), [(2, "snear-captured"), (3, "pot-captured"), (4, "ramsch-captured")])
def test_cards_that_were_tapped_are_dropped_with_the_values_of_the_cards(cast, seats, screen) -> None:
    """The required answers that concern everybody, such as who took the pot, are kept."""
    names = ["Anna", "Ben", "Carla", "Dirk"][:seats]
    thieves = {str(each): value for each, value in zip(range(5, 15), (1, 2, 3, 4, 5, 6, 7, 8, 9, 15), strict=True)}
    values = {"thieves": thieves, "beggars": dict.fromkeys(("5", "6", "7", "8"), 5)}
    match = cast.start("bettler-und-diebe", names, card_values=values)
    if screen == "pot-captured":
        common(cast, match, screen, taker="0", partner="1")
    for seat in ("0", "1"):
        Piles(fresh(match)).save_part(seat, {f"card-D1{seat}": [seat]}, screen, 0, "Sam")
    now = fresh(match)
    now.change_options({name: value for name, value in now.options.items() if name != "card_values"}, "Sam")
    draft = Piles.current(fresh(match))
    assert draft.has_dropped_parts
    assert draft.given == set()
    pot = {"": {"taker": ["0"]}} if screen == "pot-captured" else {}
    assert {seat: part["fields"] for seat, part in draft.parts.items()} == pot
    assert draft.screen_code == ("pot-counted" if pot else "")
    for whose in [*range(seats), "all"][: seats + (seats > 2)]:
        assert opened(cast, match, whose).status_code == 200
    field, screens = ("points", "snear") if seats == 2 else ("counted", "pot-counted")
    form = {"screen": screens, "seen": "0", "last": "0", f"{field}-1": "50"}
    where = reverse("pile", args=[cast.group.key, match.key, 1])
    assert cast.phone("scorer").post(where, form).status_code == 302
    assert not Piles.current(fresh(match)).has_dropped_parts


def test_parts_are_dropped_with_a_form_that_has_none(cast) -> None:
    """In teams, the form has one number for each team, so no player has a part."""
    match = table(cast, seats=4)
    give(cast, match, 0, 7)
    now = fresh(match)
    now.change_options({**now.options, "teams": 2}, "Sam")
    pad = cast.phone("scorer").get(match.get_absolute_url())
    assert reverse("my_pile", args=[cast.group.key, match.key]) not in pad.text, "which is no page any more"
    assert reverse("enter", args=[cast.group.key, match.key]) in pad.text


def test_a_partner_is_dropped_where_the_taker_is_always_alone(cast) -> None:
    match = table(cast, "bettler-und-diebe", 4)
    common(cast, match, "pot-counted", taker="0", partner="1", buried="5")
    assert say(cast, match, **{"seat-3": "leaves"}).status_code == 302
    for seat, points in enumerate(("30", "50", "35")):
        Piles.current(fresh(match)).save_part(str(seat), {f"counted-{seat}": [points]}, "pot-counted", 0, "Sam")
    assert Piles.current(fresh(match)).is_ready


def common(cast, match: Match, screen: str, **fields) -> dict[str, list[str]]:
    """Save the part of a round that concerns everybody; return its fields as saved."""
    draft = Piles(fresh(match))
    draft.save_part(EVERYBODY, {name: each.split() for name, each in fields.items()}, screen, 0, "Sam")
    return Piles.current(fresh(match)).parts[EVERYBODY]["fields"]


@pytest.mark.parametrize("seat", [1, 2])
def test_a_number_is_no_seat(cast, seat) -> None:
    match = table(cast, "bettler-und-diebe", 5)
    common(cast, match, "pot-counted", taker="1", partner="0", buried="2", note="2")
    assert say(cast, match, **{f"seat-{seat}": "leaves"}).status_code == 302
    fields = Piles.current(fresh(match)).parts[EVERYBODY]["fields"]
    assert (fields["buried"], fields["note"], fields["partner"]) == (["2"], ["2"], ["0"])
    assert fields.get("taker") == (["1"] if seat == 2 else None)


def test_of_several_who_are_chosen_only_who_leaves_is_forgotten(cast) -> None:
    match = table(cast, "rufmariasch", 4)
    common(cast, match, "call-captured", partner="2", declared_E="1 3", trump="E")
    assert say(cast, match, **{"seat-3": key_of(cast, "Gerd"), "seat-2": key_of(cast, "Fritz")}).status_code == 302
    assert Piles.current(fresh(match)).parts[EVERYBODY]["fields"] == {"declared_E": ["1"], "trump": ["E"]}


def test_after_undo_who_had_left_is_chosen_again_and_who_had_joined_no_longer(cast) -> None:
    match = table(cast, "rufmariasch", 4)
    common(cast, match, "call-captured", partner="2", declared_E="1 3")
    say(cast, match, **{"seat-3": key_of(cast, "Gerd")})
    draft = Piles.current(fresh(match))
    draft.save_part(EVERYBODY, {"partner": ["4"], "declared_E": ["1", "4"]}, draft.screen_code, 1, "Sam")
    fresh(match).undo("Sam")
    assert Piles.current(fresh(match)).parts[EVERYBODY]["fields"] == {"declared_E": ["1"]}


@pytest.mark.parametrize("slug", ["other-game", "wizard", "rufmariasch"])
def test_whoever_has_left_has_no_page_of_their_own_and_it_says_so(cast, slug) -> None:
    """If a player has left, the pages of that player's part and bid redirect to the pad, with a message."""
    match, phone = table(cast, slug, 4), cast.phone("scorer")
    here = match.get_absolute_url()
    assert phone.get(f"{here}piles/3/").status_code == 200
    assert say(cast, match, **{"seat-3": key_of(cast, "Gerd")}).status_code == 302
    for page in ("piles/3/", "piles/3/preview/", *(("bids/3/", "bids/3/preview/") if slug == "wizard" else ())):
        for send in (phone.post, *(() if "preview" in page else (phone.get,))):
            answer = send(here + page)
            assert (answer.status_code, answer.url) == (302, here), page
            assert "Dora isn’t playing in this round." in words(phone.get(here).text)
    assert phone.get(f"{here}piles/9/").status_code == 404, "nobody ever sat there"


@pytest.mark.parametrize("seat", ["3", "99", "x"])
def test_the_kind_of_round_is_no_kind_for_whoever_does_not_play(cast, seat) -> None:
    match = table(cast, "bettler-und-diebe", 4)
    asks = cast.phone("scorer").get(f"{match.get_absolute_url()}piles/3/").text
    [do, *_others] = re.findall(r'name="do" value="(kind [^" ]* 3[^"]*)"', asks)
    say(cast, match, **{"seat-3": key_of(cast, "Gerd")})
    begun = do.replace(" 3", f" {seat}", 1)
    answer = cast.phone("scorer").post(f"{match.get_absolute_url()}piles/settle/", {"do": begun, "seen": 0})
    assert answer.status_code == 409
    assert Piles.current(fresh(match)) is None, "nothing is begun"


SHEET = """
sheet = 1
slug = "ours"
name = "Ours"
players = [3, 5]
rows = [
  {id = "bid", label = "Bid", of = "each", kind = "number", max = 9, before = true},
  {id = "alone", label = "Alone", of = "table", kind = "players", before = true},
]
points = [{id = "bid", label = "Bid", value = "bid"}]
"""


def test_undoing_a_bid_chooses_nobody_who_has_left(cast) -> None:
    sheet = OwnSheet.brought(cast.group, "ours", SHEET)
    players = [cast.group.players.get_or_create(name=name)[0] for name in NAMES[:4]]
    match = Match.start(Night.tonight(cast.group), "sheet", players, sheet.options, 0)
    Bids(match).save_parts({EVERYBODY: {"row-alone": ["1", "3"]}}, 0, "Sam")
    draft = Bids.of(fresh(match))
    draft.save_parts({EVERYBODY: {"row-alone": ["0", "3"]}}, draft.version, "Sam")
    assert say(cast, match, **{"seat-3": "leaves"}).status_code == 302
    draft = Bids.of(fresh(match))
    assert draft.fields_of(EVERYBODY) == {"row-alone": ["0"]}
    fresh(match).draft.undo(draft.version, "Sam")
    assert Bids.of(fresh(match)).fields_of(EVERYBODY) == {"row-alone": ["1"]}


def test_or_they_are_discarded_where_that_is_said(cast) -> None:
    match = table(cast)
    give(cast, match, 0, 5)
    assert say(cast, match, draft="discard", **{"seat-1": "leaves"}).status_code == 302
    assert Piles.current(fresh(match)) is None


def test_after_undo_the_part_of_who_had_joined_is_no_part(cast) -> None:
    match = table(cast)
    say(cast, match, name="Nora")
    for seat in (0, 3):
        give(cast, match, seat, 5)
    fresh(match).undo("Sam")
    assert list(Piles.current(fresh(match)).parts) == ["0"]
    assert cast.phone("scorer").get(reverse("piles", args=[cast.group.key, match.key])).status_code == 200


def test_a_round_in_tricks_is_asked_about(cast) -> None:
    match = table(cast, "beutelschneider")
    Tricks(match).describe({"kind": "tricks"}, 0, "Sam")
    answer = say(cast, match, **{"seat-1": key_of(cast, "Gerd")})
    assert answer.status_code == 422
    assert "first, or discard it below." in words(answer.text)
    assert say(cast, match, draft="discard", **{"seat-1": key_of(cast, "Gerd")}).status_code == 302
    assert Tricks.current(fresh(match)) is None


def test_an_old_change_can_be_removed_from_its_row(cast) -> None:
    match = table(cast)
    say(cast, match, **{"seat-1": "leaves"})
    entry = fresh(match).active[0]
    page = cast.phone("scorer").get(reverse("correct", args=[cast.group.key, match.key, entry.key]), follow=True)
    assert reverse("remove", args=[cast.group.key, match.key, entry.key]) in page.text


def test_nothing_said_is_no_entry(cast) -> None:
    match = table(cast)
    assert say(cast, match).status_code == 302
    assert not fresh(match).active


def test_with_more_who_ever_sat_there_than_a_table_has_sides_the_display_shows_who_plays(cast) -> None:
    match = table(cast, seats=7)
    for seat in range(3):
        assert say(cast, match, **{f"name-{seat}": f"Heir {seat}"}).status_code == 302
    shown = cast.phone("viewer").get(reverse("display", args=[cast.group.key, match.key]))
    assert [each["sign"].name for each, _place, _points in shown.context["around"]][:3] == [
        "Heir 0",
        "Heir 1",
        "Heir 2",
    ]


def test_a_round_taken_out_before_somebody_joined_stays_on_the_pad_with_what_it_gave(cast) -> None:
    match = table(cast)
    points(match, Anna=4, Ben=5, Carla=6)
    fresh(match).remove(fresh(match).all_entries[0], "Sam")
    assert say(cast, match, joins=key_of(cast, "Ida"), after="0").status_code == 302
    pad = words(cast.phone("scorer").get(match.get_absolute_url()).text)
    assert "1 removed round Anna +4 , Ben +5 , Carla +6 Entered by Sam" in pad


def test_forms_offer_those_who_play_and_the_next_round_is_dealt_by_one_of_them(cast) -> None:
    """A player who has left cannot be a partner or a later dealer, and is not on the page for dealing."""
    match = table(cast, "rufmariasch", 4)
    assert say(cast, match, **{"seat-1": key_of(cast, "Gerd")}).status_code == 302
    page = cast.phone("scorer").get(reverse("enter", args=[cast.group.key, match.key]))
    assert re.findall(r'name="partner" value="(\d)"', page.text) == ["0", "4", "2", "3"]
    assert 'data-next="0 4 2 3"' in page.text
    other = table(cast, "krimsutep", 3)
    assert say(cast, other, **{"seat-1": key_of(cast, "Gerd")}).status_code == 302
    shown = words(cast.phone("viewer").get(reverse("deal", args=[cast.group.key, other.key])).text)
    assert "Gerd" in shown
    assert "Ben" not in shown


def test_where_the_dealer_sits_out_the_caller_may_be_alone(cast) -> None:
    """Only the caller can play alone. The form knows who calls, even if another dealer is chosen."""
    names = NAMES[:5]
    players = [cast.group.players.get_or_create(name=name)[0] for name in names]
    match = Match.start(Night.tonight(cast.group), "rufmariasch", players, {}, 0, sits_out=True)
    where, phone = [cast.group.key, match.key], cast.phone("scorer")
    for asked, dealer, caller in (({}, "Anna", "Ben"), ({"dealer": "3"}, "Dora", "Ida")):
        page = phone.get(reverse("enter", args=where), {"as": "call", **asked}).text
        offered = re.findall(r'name="partner" value="(\d)"', page)
        assert [names[int(seat)] for seat in offered] == [name for name in names if name != dealer]
        assert words(page).count("alone") == 1 + page.count("if-own")
        assert "data-next" not in page, "others play the next one"
        form = fields_of(page) | {"trump": "H", "partner": str(names.index(caller)), "points": "60"}
        assert phone.post(reverse("enter", args=where), form).status_code == 302
        record = fresh(match).active[-1].record
        assert (record["dealer"], record["caller"], record["partner"]) == (dealer, caller, None)
        fresh(match).undo("Sam")


def test_where_the_dealer_sits_out_the_caller_is_asked_for_trumps_and_partner(cast) -> None:
    players = [cast.group.players.get_or_create(name=name)[0] for name in NAMES[:5]]
    match = Match.start(Night.tonight(cast.group), "rufmariasch", players, {}, 0, sits_out=True)
    asked = [
        cast.phone("scorer").get(reverse("pile", args=[cast.group.key, match.key, seat])).context["asks_all"]
        for seat in range(1, 5)
    ]
    assert asked == [True, False, False, False]


# Two phones at once


def test_who_seats_somebody_after_another_phone_has_done_so_is_told_that_the_table_has_changed(cast) -> None:
    match = table(cast)
    seen = fresh(match).last_number
    assert say(cast, match, seen=seen, **{"seat-1": key_of(cast, "Fritz")}).status_code == 302
    answer = say(cast, match, seen=seen, **{"seat-1": key_of(cast, "Gerd"), "name-2": "Nora"})
    assert answer.status_code == 409
    page = words(answer.text)
    assert "was faster" in page
    assert 'value="Nora"' in answer.text
    assert fresh(match).course.engine.seating.players == ("Anna", "Fritz", "Carla")
    again = say(cast, match, seen=answer.context["seen"], **{"name-2": "Nora"})
    assert again.status_code == 302
    assert fresh(match).course.engine.seating.players == ("Anna", "Fritz", "Nora")


def test_whoever_joins_on_two_phones_sits_down_once(cast) -> None:
    match = table(cast)
    assert say(cast, match, seen=0, name="Nora").status_code == 302
    answer = say(cast, match, seen=0, name="Nora")
    assert answer.status_code == 409
    assert "Nora joins with 0 points." in words(answer.text)
    again = say(cast, match, seen=answer.context["seen"], name="Nora")
    assert again.status_code == 422
    assert fresh(match).course.engine.seating.players == ("Anna", "Ben", "Carla", "Nora")


def test_whoever_was_hidden_or_merged_meanwhile_joins_all_the_same(cast) -> None:
    match = table(cast)
    old = cast.group.players.create(name="Evi")
    fritz = cast.group.players.get(name="Fritz")
    old.merged_into = cast.group.players.create(name="Eva")
    old.save()
    fritz.hide()
    assert say(cast, match, joins=old.key).status_code == 302
    assert say(cast, match, name="fritz", **{"seat-0": "leaves"}).status_code == 302
    assert fresh(match).course.engine.seating.players == ("Ben", "Carla", "Eva", "Fritz")
    fritz.refresh_from_db()
    assert fritz.hidden_at is None


def test_whoever_comes_back_or_whose_leaving_is_undone_is_shown_again(cast) -> None:
    match = table(cast)
    anna = cast.group.players.get(name="Anna")
    assert say(cast, match, **{"seat-0": "leaves"}).status_code == 302
    anna.hide()
    fresh(match).undo("Sam")
    anna.refresh_from_db()
    assert anna.hidden_at is None
    assert say(cast, match, **{"seat-0": "leaves"}).status_code == 302
    anna.hide()
    assert say(cast, match, joins=anna.key).status_code == 302
    anna.refresh_from_db()
    assert anna.hidden_at is None


def test_a_change_that_names_nobody_or_a_seat_that_is_gone_is_not_dropped(cast) -> None:
    match = table(cast)
    answer = say(cast, match, joins="nobody-has-this")
    assert (answer.status_code, "Nobody in this group has that name." in words(answer.text)) == (422, True)
    assert say(cast, match, **{"seat-1": "leaves"}).status_code == 302
    answer = say(cast, match, seen=0, **{"seat-1": "leaves"})
    assert (answer.status_code, "was faster" in words(answer.text)) == (409, True)


# Teams


def test_the_teams_stay_to_the_end(cast) -> None:
    match = table(cast, seats=4, teams=2)
    for changed in ({"seat-0": key_of(cast, "Gerd")}, {"swap-0": "1"}, {"seat-0": "leaves"}):
        assert "That would change the teams." in preview(cast, match, **changed)


# Joining again after undo


def test_who_was_seated_and_taken_back_joins_with_points_like_anybody(cast) -> None:
    match = table(cast)
    say(cast, match, name="Nora")
    fresh(match).undo("Sam")
    assert say(cast, match, joins=key_of(cast, "Nora"), start_number="7").status_code == 302
    assert fresh(match).course.engine.totals["Nora"] == 7


@pytest.mark.parametrize(
    ("said", "deals"),
    [
        ({"seat-3": "Fritz"}, "Fritz"),  # takes over from the named dealer
        ({"seat-3": "leaves"}, "Anna"),
        ({"swap-2": "3"}, "Dora"),
        ({"seat-0": "leaves"}, "Dora"),
        ({"joins": "Fritz", "after": "2"}, "Dora"),
    ],
)
def test_the_preview_says_who_deals_also_where_a_dealer_was_named(cast, said, deals) -> None:
    match = table(cast, seats=4)
    said = {field: key_of(cast, value) if value == "Fritz" else value for field, value in said.items()}
    points(match, Anna=1, Ben=2, Carla=3, Dora=4)
    fresh(match).name_dealer(3, "Sam")
    assert f"{deals} deals next." in preview(cast, match, **said)
    say(cast, match, **said)
    assert fresh(match).course.engine.next_dealer == deals


@pytest.mark.parametrize(
    ("slug", "options", "said", "ends"),
    [
        ("other-game", {"target": 100}, {"start_number": "120"}, "This ends the game after round 1: Fritz wins."),
        # The target is 500 with two players, else 20.
        ("bettler-und-diebe", {}, {}, "This ends the game after round 1: Anna wins."),
    ],
)
def test_a_change_that_ends_the_game_says_so_and_asks_once(cast, slug, options, said, ends) -> None:
    match = table(cast, slug, 2, **options)
    record = {"kind": "snear", "points": {"Anna": 74, "Ben": 46}} if "diebe" in slug else None
    fresh(match).enter(record or {"kind": "points", "points": {"Anna": 7, "Ben": 4}}, 0, "Sam")
    said |= {"joins": key_of(cast, "Fritz"), "after": "1"}
    assert ends in preview(cast, match, **said)
    answer = say(cast, match, **said)
    assert answer.status_code == 422
    assert f"{ends} Save to confirm." in words(answer.text)
    assert not fresh(match).finished
    assert say(cast, match, asked=ends, **said).status_code == 302
    assert fresh(match).finished


def test_a_game_is_called_as_those_who_play_now_call_it(cast) -> None:
    match = table(cast, "bettler-und-diebe", 2)
    titles = [words(cast.phone("viewer").get(match.get_absolute_url()).text).split(" · ")[0]]
    for name, more in (("Fritz", {}), ("Gerd", {"sits_out": "dealer"})):
        say(cast, match, joins=key_of(cast, name), after="1", **more)
        titles.append(words(cast.phone("viewer").get(match.get_absolute_url()).text).split(" · ")[0])
    assert titles == ["Snear", *["Halsabschneider (Cutthroat)"] * 2]
    fresh(match).undo("Sam")
    fresh(match).undo("Sam")
    assert fresh(match).title.text("en") == "Snear"


def test_whoever_was_merged_while_they_are_chosen_stays_chosen(cast) -> None:
    match = cast.start("beutelschneider", ["Ben", "Carla", "Dirk"])
    anna, anni = (cast.group.players.create(name=name) for name in ("Anna", "Anni"))
    Merge.of(anni, anna, "Sam")
    match.enter({"kind": "adjustment", "points": {"Ben": 1}}, 0, "Sam")
    chosen = {"seen": "0", "joins": anni.key, "seat-0": anni.key}
    answer = cast.phone("scorer").post(reverse("who_plays", args=[cast.group.key, match.key]), chosen)
    assert answer.status_code in (409, 422)
    assert len(re.findall(rf'value="{anna.key}"\s+checked', answer.text)) == 2
