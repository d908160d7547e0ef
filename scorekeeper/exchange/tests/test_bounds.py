"""The limits of a group's size: there is no way to add people, games, seasons or links beyond them."""

import datetime
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from scorekeeper.history.models import Season
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.bounds import GAMES_A_NIGHT, OPEN_LINKS, PEOPLE, SEASONS
from scorekeeper.people.models import Invitation, Player, Role, ShareLink
from tests.fixtures import make_phone

pytestmark = pytest.mark.slow

GAME = {"game": "krimsutep", "players": ["Newcomer", "Ben", "Carla"], "rounds": []}


def leave_room(cast, room: int = 0) -> None:
    """Fill the group, so that of each kind of row only `room` more fit in."""
    group, night = cast.group, cast.match.night
    there = group.players.filter(merged_into=None).count()
    names = [f"Somebody {number}" for number in range(PEOPLE.most - there - room)]
    Player.objects.bulk_create(
        Player(group=group, name=name, name_key=name.casefold(), key=f"somebody-{number}")
        for number, name in enumerate(names)
    )
    first = datetime.date(2026, 1, 1)
    Season.objects.bulk_create(
        Season(group=group, name="A month", first=first) for _ in range(SEASONS.most - group.seasons.count() - room)
    )
    Match.objects.bulk_create(
        Match(night=night, game_slug="krimsutep", game_key="krimsutep", deleted_at=timezone.now())
        for _ in range(GAMES_A_NIGHT.most - night.matches.count() - room)
    )
    live = ShareLink.objects.live().filter(group=group).count()
    ShareLink.objects.bulk_create(
        ShareLink(group=group, role=Role.VIEWER, token_hash=f"{number}")
        for number in range(OPEN_LINKS.most - live - room)
    )
    Invitation.objects.bulk_create(
        Invitation(group=group, role=Role.VIEWER, token_hash=f"{number}") for number in range(OPEN_LINKS.most - room)
    )


def everything(cast) -> tuple[int, ...]:
    group = cast.group
    own = (group.players, group.seasons, group.links, group.invitations, group.nights)
    return (*(rows.count() for rows in own), Match.objects.filter(night__group=group).count())


def score_file(**fields):
    return {
        "file": SimpleUploadedFile(
            "games.json", json.dumps({"format": "scorekeeper/1", "games": [GAME | fields]}).encode()
        )
    }


def elsewhere(cast) -> str:
    """Create a night on another day. Return the path of the form with which it could join the full night."""
    night = Night.objects.create(group=cast.group, started_at=timezone.now() - datetime.timedelta(days=3))
    Match.start(night, "krimsutep", list(cast.group.players.order_by("pk")[:3]), {}, 0)
    return f"nights/{night.key}/edit/"


def moved(cast):
    return {"day": f"{cast.match.night.day}", "place": "Kitchen", "note": "A note"}


NEW_NAME = {"name": "Newcomer"}
SEATED = {"seat": ["Newcomer", "Ben", "Carla"]}
# The forms that a limit refuses: path, role, fields, limit. Functions get `cast` and return the path or the fields.
TAKEN = {
    "added": ("people/", "scorer", NEW_NAME, PEOPLE),
    "named": ("who/", "scorer", {"player": "new"} | NEW_NAME, PEOPLE),
    "seated": ("play/krimsutep/", "scorer", SEATED, PEOPLE),
    "started": ("play/krimsutep/", "scorer", {"seat": ["Dirk", "Ben", "Carla"]}, GAMES_A_NIGHT),
    "moved": (elsewhere, "owner", moved, GAMES_A_NIGHT),
    "a season": ("seasons/", "scorer", {"name": "Newcomer", "first": "2026-01-01"}, SEASONS),
    "a code": ("links/", "owner", {"role": 2, "lasting": "open"} | NEW_NAME, OPEN_LINKS),
    "an invitation": ("accounts/", "owner", {"role": 2} | NEW_NAME, OPEN_LINKS),
    "people of a file": ("data/import/", "owner", lambda cast: score_file(played_at="2026-01-01T20:00:00Z"), PEOPLE),
    "games of a file": (
        "data/import/",
        "owner",
        lambda cast: score_file(players=["Dirk", "Ben", "Carla"]),
        GAMES_A_NIGHT,
    ),
}


@pytest.mark.parametrize("what", TAKEN)
def test_it_is_told_that_there_is_no_room_and_nothing_typed_is_lost(cast, what):
    where, role, sent, bound = TAKEN[what]
    path = where if isinstance(where, str) else where(cast)
    leave_room(cast)
    before = everything(cast)
    phone = cast.phone(role)
    fields = sent(cast) if callable(sent) else sent
    answer = phone.post(f"{cast.group.get_absolute_url()}{path}", fields, headers={"accept-language": "de"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert any(bound.sentence(most=bound.most).text(language) in page for language in ("de", "en"))
    assert everything(cast) == before
    typed = [value for name, value in fields.items() if name in ("name", "first", "place", "note")]
    assert all(value in page for value in [*typed, *fields.get("seat", ())])


@pytest.mark.parametrize("what", TAKEN)
def test_the_last_one_finds_room(cast, what):
    where, role, sent, _bound = TAKEN[what]
    path = where if isinstance(where, str) else where(cast)
    leave_room(cast, 1)
    fields = sent(cast) if callable(sent) else sent
    answer = cast.phone(role).post(f"{cast.group.get_absolute_url()}{path}", fields)
    assert answer.status_code in (200, 302)


def test_what_has_no_form_says_it_on_the_page_it_leads_to(cast):
    leave_room(cast)
    before = everything(cast)
    for path, role in (("again/", "scorer"), (f"m/{cast.match.key}/phones/", "owner")):
        answer = cast.phone(role).post(f"{cast.group.get_absolute_url()}{path}", {"code": "yes"}, follow=True)
        assert "room for" in answer.content.decode(), path
    assert everything(cast) == before


def test_a_newcomer_to_a_game_in_play_is_told_it_and_stays_typed(cast):
    match = cast.start("other-game", ["Anna", "Ben", "Carla"])
    match.enter({"kind": "seats", "players": ["Anna", "Carla", "Ben"]}, match.last_number, "Sam")
    leave_room(cast)
    before = everything(cast)
    phone, seen = cast.phone("scorer"), match.last_number
    sentence = PEOPLE.sentence(most=PEOPLE.most).text("en")
    for fields in ({"name": "Newcomer", "after": "0"}, {"name-1": "Newcomer"}):
        answer = phone.post(f"{match.get_absolute_url()}seats/", fields | {"seen": seen})
        page = answer.content.decode()
        assert (answer.status_code, sentence in page) == (422, True), fields
        assert 'value="Newcomer"' in page
    shown = phone.post(f"{match.get_absolute_url()}seats/preview/", {"name": "Newcomer"}).content.decode()
    assert sentence in shown, "the preview says so, too"
    record = {"kind": "seats", "players": ["Anna", "Newcomer", "Carla"], "replaced": {"Newcomer": "Ben"}}
    answer = phone.post(f"{match.get_absolute_url()}round/", {"record": json.dumps(record), "seen": seen})
    assert (answer.status_code, sentence in answer.content.decode()) == (422, True), "sent as a record"
    assert everything(cast) == before


def test_a_script_and_a_phone_that_comes_back_are_told_it_too(cast):
    """The status is 422, as for every form that the server refuses. So the phone keeps the form."""
    leave_room(cast)
    headers = {
        "authorization": f"Bearer {cast.scorer_token}",
        "idempotency-key": "0123456789abcdef",
        "happened-at": timezone.now().isoformat(),
    }
    path = f"{cast.group.get_absolute_url()}people/"
    assert make_phone().post(path, NEW_NAME, headers=headers).status_code == 422
    assert make_phone().post(path, {"name": "Ben"}, headers=headers).status_code == 201, "known players need no room"
