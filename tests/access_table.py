"""The expected status of each address of the site, by role, for a GET and a POST. A new address needs a row.

The five answers are for nobody, stranger, viewer, scorer, owner, in this order. A stranger is signed in, but has no
access to the group. "login" is a redirect to the sign-in page. `args` takes the fixture `cast` and returns the
arguments of the address. `data` are the fields of the POST.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

ALL_MAY = "200 200 200 200 200"
NOT_SO = "405 405 405 405 405"
VIEWERS_SEE = "404 404 200 200 200"
SCORERS_SEE = "404 404 403 200 200"
OWNERS_SEE = "404 404 403 403 200"
VIEWERS_DO = "404 404 302 302 302"
SCORERS_DO = "404 404 403 302 302"
OWNERS_DO = "404 404 403 403 302"


@dataclass(frozen=True)
class Row:
    get: str
    post: str = NOT_SO
    args: Callable[[Any], dict[str, Any]] = field(default=lambda cast: {})
    data: dict[str, Any] = field(default_factory=dict)


def key(cast):
    return {"key": cast.group.key}


def player(cast):
    return key(cast) | {"player_key": cast.player.key}


def member(cast):
    """Give Mia an account that may keep the score; return the arguments of her membership's address."""
    from scorekeeper.people.models import Membership, Role, User

    user, _ = User.objects.get_or_create(username="Mia")
    found, _ = Membership.objects.get_or_create(group=cast.group, user=user, defaults={"role": Role.SCORER})
    return key(cast) | {"pk": found.pk}


def invited(cast):
    from scorekeeper.people.models import Invitation, Role

    return key(cast) | {"pk": Invitation.make(cast.group, Role.SCORER, "Wilhelmina")[0].pk}


def invitation(cast):
    from scorekeeper.people.models import Invitation, Role

    return {"token": Invitation.make(cast.group, Role.SCORER, "Wilhelmina")[1]}


def sign_in_link(cast):
    from scorekeeper.people.models import Membership, SignInLink, User

    return {
        "token": SignInLink.make(Membership.objects.get(pk=member(cast)["pk"]).user, User.objects.get(username="Alice"))
    }


def match(cast):
    return key(cast) | {"match_key": cast.match.key}


def deleted_match(cast):
    from scorekeeper.nights.models import Match

    Match.objects.get(pk=cast.match.pk).soft_delete("Sam")
    return match(cast)


SHEET = """sheet = 1
slug = "tichu"
name = "Tichu"
players = [2, 4]
[[rows]]
id = "points"
label = "Points"
of = "each"
kind = "number"
max = 100
[[points]]
id = "points"
label = "Points"
value = "points"
"""


DESCRIBED = {
    "name": "Tricks at Ben's",
    "fewest": "2",
    "most": "4",
    "best": "high",
    "rounds": "5",
    "done": "Last trick",
    "line-0-label": "Tricks",
    "line-0-most": "13",
    "line-0-worth": "10",
    "line-0-sum": "13",
}


def sheet(cast):
    from scorekeeper.nights.models import OwnSheet

    found, _ = OwnSheet.objects.get_or_create(group=cast.group, slug="tichu", defaults={"text": SHEET})
    return key(cast) | {"sheet_key": found.key}


def described(cast):
    from games.sheets.by_hand import DescribedGame, Line
    from scorekeeper.nights.models import OwnSheet

    text = DescribedGame("Tricks", 2, 4, False, None, 5, "", [Line("Tricks", 13)]).toml("tricks")
    found, _ = OwnSheet.objects.get_or_create(group=cast.group, slug="tricks", defaults={"text": text})
    return key(cast) | {"sheet_key": found.key}


def won_match(cast):
    from scorekeeper.nights.models import Match

    Match.objects.get(pk=cast.match.pk).close("Sam")
    return match(cast)


def entry(cast):
    return match(cast) | {"round_key": cast.entry.key}


def season(cast):
    import datetime

    found, _ = cast.group.seasons.get_or_create(name="Spring", first=datetime.date(2026, 3, 1))
    return key(cast) | {"season_key": found.key}


def night(cast):
    return key(cast) | {"night_key": cast.match.night.key}


def owing(cast):
    """If the ledger is empty, play a game tonight. After it, Ben and Dirk owe Carla 5 cents each.

    Return the arguments of the group's addresses.
    """
    from scorekeeper.nights.models import Match, Night

    if not cast.group.ledger.exists():
        players = list(cast.group.players.order_by("pk")[:3])
        match = Match.start(Night.tonight(cast.group), "krimsutep", players, {"stake": 5}, 0)
        match.enter({"kind": "adjustment", "points": {players[1].name: 1}}, 0, "Sam")
        match.close("Sam")
    return key(cast)


def payment(cast):
    from scorekeeper.money.models import Account

    owing(cast)
    paid = cast.group.payments.first()
    if paid is None:  # find payer and receiver by their balances: a form may have renamed them
        sums = Account(cast.group).balances()["EUR"]
        payer, receiver = (cast.group.players.get(pk=pick(sums, key=lambda pk: sums[pk])) for pick in (min, max))
        paid = Account(cast.group).pay(payer, receiver, 1, "EUR", by="Sam")
    return key(cast) | {"payment_key": paid.key}


def expense(cast):
    from scorekeeper.money.models import Account, Expense

    owing(cast)
    found = cast.group.expenses.first()
    if found is None:
        payer, other = cast.group.players.order_by("pk")[:2]
        shares = {payer: 1, other: 1}
        found = Expense.enter(Account(cast.group), payer, 480, "EUR", shares, by="Sam", note="Pizza")
    return key(cast) | {"expense_key": found.key}


EXPENSE = {
    "payer": "Ben",
    "people": ["Ben", "Carla"],
    "amount": "48",
    "currency": "EUR",
    "note": "Pizza",
    "key": "0b0b0b0b",
}
PAYMENT = {
    "payer": "Ben",
    "receiver": "Carla",
    "amount": "0,02",
    "currency": "EUR",
    "note": "in coins",
    "key": "0a0a0a0a",
}


def tricks_of(cast):
    return match(cast) | {"which": "new"}


def part(cast):
    return match(cast) | {"whose": "0"}


def begun(cast):
    """If no part of the next round is saved, save Ben's pile. Return the arguments of the match's addresses."""
    from scorekeeper.rounds.piles import Piles

    if Piles.current(cast.match) is None:
        Piles(cast.match).save_part("0", {"card-R10": ["0"]}, "captured", 0, "Sam")
    return match(cast)


def asleep(cast):
    """Save a round that was begun before the last one, and never entered. Return the match's arguments."""
    from scorekeeper.nights.models import Draft

    Draft.objects.get_or_create(
        key="asleep",
        defaults={"match": cast.match, "after": "another", "parts": {"form": {"fields": {"screen": ["counted"]}}}},
    )
    return match(cast)


def before_the_tricks(cast):
    """Start a match of Wizard, where players bid before the tricks; save Ben's bid. Return the match's arguments."""
    from scorekeeper.nights.models import Match, Night
    from scorekeeper.rounds.bids import Bids

    players = [cast.group.players.get_or_create(name=name)[0] for name in ("Ben", "Carla", "Dirk")]
    wizard = Match.start(Night.tonight(cast.group), "wizard", players, {}, 0)
    Bids(wizard).save_parts({"0": {"row-bid-0": ["1"]}}, 0, "Sam")
    return key(cast) | {"match_key": wizard.key}


def bid_of_all(cast):
    return before_the_tricks(cast) | {"whose": "all"}


BID = {"number": "1", "seen": "1", "row-bid-0": "0"}
PART = {"screen": "captured", "seen": "0", "last": "1", "card-R10": "0"}
TRICK = {"place": 1, "key": "a-new-trick", "save": "yes", "play": ["R3", "R4", "R10"]}
ADJUSTMENT = {"screen": "adjustment", "key": "a-new-entry", "seen": 1, "points-0": "2", "points-1": "-2"}
SCORERS_GET = "404 404 403 200 200"

ACCOUNTS_SEE = "login 200 login login 200"
ACCOUNTS_FIRST_CONFIRM = "login 302 login login 302"

TABLE: dict[str, Row] = {
    # the site
    "language": Row(get=NOT_SO, post="302 302 302 302 302", data={"language": "de", "next": "/"}),
    # accounts
    "account_login": Row(
        get="200 302 200 200 302",
        post="302 302 302 302 302",
        data={"login": "Alice", "password": "green felt and brass"},
    ),
    "account_logout": Row(get="302 200 302 302 200", post="302 302 302 302 302"),
    "account_change_password": Row(get=ACCOUNTS_SEE, post="login 200 login login 200"),
    "account_set_password": Row(get=ACCOUNTS_FIRST_CONFIRM, post=ACCOUNTS_FIRST_CONFIRM),
    "account_sessions": Row(get=ACCOUNTS_SEE, post=ACCOUNTS_FIRST_CONFIRM, data={"end": "others"}),
    "account_reauthenticate": Row(get=ACCOUNTS_SEE, post="login 200 login login 200"),
    "mfa_list_webauthn": Row(get=ACCOUNTS_SEE),
    "mfa_add_webauthn": Row(get=ACCOUNTS_FIRST_CONFIRM, post=ACCOUNTS_FIRST_CONFIRM, data={"credential": '{"id": 1}'}),
    "mfa_remove_webauthn": Row(get=ACCOUNTS_FIRST_CONFIRM, post=ACCOUNTS_FIRST_CONFIRM, args=lambda cast: {"pk": 1}),
    "mfa_view_recovery_codes": Row(get=ACCOUNTS_FIRST_CONFIRM),
    "mfa_generate_recovery_codes": Row(get=ACCOUNTS_FIRST_CONFIRM, post=ACCOUNTS_FIRST_CONFIRM),
    # stranger and owner are signed in, so they are redirected
    "mfa_login_webauthn": Row(
        get=ACCOUNTS_FIRST_CONFIRM,
        post=ACCOUNTS_FIRST_CONFIRM,
        data={"credential": '{"response": {"userHandle": "MQ"}}'},
    ),
    "mfa_authenticate": Row(get=ACCOUNTS_FIRST_CONFIRM, post=ACCOUNTS_FIRST_CONFIRM, data={"code": "12345678"}),
    # the accounts have no passkey, so stranger and owner are redirected to confirm with the password
    "mfa_reauthenticate": Row(get=ACCOUNTS_FIRST_CONFIRM, post=ACCOUNTS_FIRST_CONFIRM, data={"code": "12345678"}),
    "mfa_reauthenticate_webauthn": Row(
        get=ACCOUNTS_FIRST_CONFIRM, post=ACCOUNTS_FIRST_CONFIRM, data={"credential": '{"id": 1}'}
    ),
    "sign_in": Row(get=ALL_MAY, post="302 302 302 302 302", args=sign_in_link, data={"password": "three odd words"}),
    "owner_link": Row(
        get=ALL_MAY,
        post="302 302 302 302 302",
        args=lambda cast: {"token": cast.owner_token},
        data={"username": "Olga", "password": "three odd words"},
    ),
    # people
    "home": Row(get=ALL_MAY),
    "look_around": Row(get=NOT_SO, post="302 302 302 302 302"),
    "join": Row(get="200 200 302 302 302", post="302 302 302 302 302", args=lambda cast: {"token": cast.viewer_token}),
    "group_new": Row(get=ACCOUNTS_SEE, post="login 302 login login 302", data={"name": "Sunday cards"}),
    "group": Row(get=VIEWERS_SEE, args=key),
    "group_name": Row(get=OWNERS_SEE, post=OWNERS_DO, args=key, data={"name": "Saturday cards"}),
    "leave": Row(get=NOT_SO, post=VIEWERS_DO, args=key),
    "group_delete": Row(get=OWNERS_SEE, post=OWNERS_DO, args=key, data={"name": "friday CARDS"}),
    "group_restore": Row(get=NOT_SO, post="404 404 404 404 404", args=key),  # the group is not deleted
    "phones": Row(get="404 404 403 403 200", post=OWNERS_DO, args=match, data={"player": "0"}),
    "who": Row(get=VIEWERS_SEE, post=VIEWERS_DO, args=key, data={"player": "watch"}),
    "me": Row(get="404 404 302 302 302", args=key),  # redirects to `who`, as nobody has said yet whose phone it is
    "people": Row(get=VIEWERS_SEE, post=SCORERS_DO, args=key, data={"name": "Emil"}),
    "player": Row(get=VIEWERS_SEE, args=player),
    "player_name": Row(
        get=SCORERS_SEE,
        post=SCORERS_DO,
        args=player,
        data={"name": "Benedikt"},
    ),
    "player_sign": Row(
        get=SCORERS_SEE,
        post=SCORERS_DO,
        args=player,
        data={"colour": "3", "shape": "5", "letters": "B"},
    ),
    "player_hide": Row(get=NOT_SO, post=SCORERS_DO, args=player),
    "player_merge": Row(get=OWNERS_SEE, post="404 404 403 403 422", args=player, data={"other": "0"}),
    "player_unmerge": Row(get=NOT_SO, post=OWNERS_DO, args=player, data={"merge": "1"}),
    "player_forget": Row(get=OWNERS_SEE, post=OWNERS_DO, args=player, data={"name": "ben"}),
    "person_data": Row(get=OWNERS_SEE, args=player),
    "money_shown": Row(get=NOT_SO, post=OWNERS_DO, args=key, data={"shown": "yes"}),
    "seasons": Row(get=VIEWERS_SEE, post=SCORERS_DO, args=key, data={"name": "Autumn", "first": "2026-09-01"}),
    "season": Row(get=SCORERS_SEE, post=SCORERS_DO, args=season, data={"name": "Autumn", "first": "2026-09-01"}),
    "boards": Row(get=VIEWERS_SEE, args=key),
    "links": Row(get=OWNERS_SEE, post=OWNERS_DO, args=key, data={"role": "2", "lasting": "open", "name": "Kitchen"}),
    "link": Row(get=OWNERS_SEE, args=lambda cast: key(cast) | {"pk": cast.scorer_link.pk}),
    "link_withdraw": Row(get=OWNERS_SEE, post=OWNERS_DO, args=lambda cast: key(cast) | {"pk": cast.scorer_link.pk}),
    "accounts": Row(get=OWNERS_SEE, post=OWNERS_DO, args=key, data={"role": "3", "name": "Wilhelmina"}),
    "account": Row(get=OWNERS_SEE, post=OWNERS_DO, args=member, data={"role": "1"}),
    "account_link": Row(get=OWNERS_SEE, post=OWNERS_DO, args=member),
    "account_withdraw": Row(get=NOT_SO, post=OWNERS_DO, args=member),
    "invite": Row(get=OWNERS_SEE, args=invited),
    "invite_withdraw": Row(get=NOT_SO, post=OWNERS_DO, args=invited),
    "invitation": Row(  # the owner already has a higher role
        get="200 200 200 200 302",
        post="302 302 302 302 302",
        args=invitation,
        data={"username": "Wilhelmina", "password": "three odd words"},
    ),
    # nights
    "play": Row(get=SCORERS_SEE, args=key),
    "play_game": Row(
        get=SCORERS_SEE,
        post=SCORERS_DO,
        args=lambda cast: key(cast) | {"slug": "rufmariasch"},
        data={"seat": ["Ben", "Carla", "Dirk", "Emil"]},
    ),
    "play_sheet": Row(get=SCORERS_SEE, post=SCORERS_DO, args=sheet, data={"seat": ["Ben", "Carla"]}),
    "again": Row(get=NOT_SO, post=SCORERS_DO, args=key),
    "nights": Row(get=VIEWERS_SEE, args=key),
    "night": Row(get=VIEWERS_SEE, args=night),
    "night_edit": Row(get=SCORERS_SEE, post=SCORERS_DO, args=night, data={"place": "at Ben's", "note": "late"}),
    "night_delete": Row(get=OWNERS_SEE, post=OWNERS_DO, args=night, data={"sure": "yes"}),
    "night_restore": Row(get=NOT_SO, post=OWNERS_DO, args=night),
    "table": Row(get=VIEWERS_SEE, args=match),
    "older_rounds": Row(get=VIEWERS_SEE, args=match),
    "referee": Row(get=VIEWERS_SEE, args=match),
    "save_trick": Row(get=NOT_SO, post=SCORERS_DO, args=match, data={"play": ["R1", "R3", "R2"]}),
    "forget_tricks": Row(get=NOT_SO, post=SCORERS_DO, args=match),
    "deal": Row(get=VIEWERS_SEE, args=match),
    "display": Row(get=VIEWERS_SEE, args=match),
    "group_news": Row(get=VIEWERS_SEE, args=key),
    "match_news": Row(get=VIEWERS_SEE, args=match),
    "result_picture": Row(VIEWERS_SEE, args=won_match),
    "evening_picture": Row(VIEWERS_SEE, args=lambda cast: won_match(cast) and night(cast)),
    "piles": Row(get=VIEWERS_SEE, args=match),
    "my_pile": Row(get="404 404 403 302 302", args=match),
    "pile": Row(get=SCORERS_SEE, post=SCORERS_DO, args=part, data=PART),
    "pile_preview": Row(get=NOT_SO, post=SCORERS_GET, args=part, data=PART),
    "update_piles": Row(get=NOT_SO, post=SCORERS_DO, args=begun, data={"do": "away", "seen": "1", "last": "1"}),
    "my_bid": Row(get="404 404 403 302 302", args=before_the_tricks),
    "bids": Row(get=SCORERS_SEE, post=SCORERS_DO, args=bid_of_all, data=BID),
    "bids_preview": Row(get=NOT_SO, post=SCORERS_GET, args=bid_of_all, data=BID),
    "clear_bids": Row(get=NOT_SO, post=SCORERS_DO, args=before_the_tricks),
    "rules": Row(get=VIEWERS_SEE, args=key),
    "game_rules": Row(get=VIEWERS_SEE, args=lambda cast: key(cast) | {"slug": "beutelschneider"}),
    "match_rules": Row(get=VIEWERS_SEE, args=match),
    "changes": Row(get=VIEWERS_SEE, args=match),
    "count": Row(get=VIEWERS_SEE, args=match),
    "who_deals": Row(get=SCORERS_SEE, post=SCORERS_DO, args=match, data={"dealer": "2", "seen": "1"}),
    "first_dealer": Row(get=NOT_SO, post=SCORERS_DO, args=match),
    "enter": Row(get=SCORERS_GET, post=SCORERS_DO, args=match, data=ADJUSTMENT),
    "preview": Row(get=NOT_SO, post=SCORERS_GET, args=match, data=ADJUSTMENT),
    "adjust": Row(get=SCORERS_GET, post=SCORERS_DO, args=match, data=ADJUSTMENT),
    "correct": Row(get=SCORERS_GET, post=SCORERS_DO, args=entry, data=ADJUSTMENT),
    "remove": Row(get=NOT_SO, post=SCORERS_DO, args=entry),
    "restore": Row(get=NOT_SO, post=SCORERS_DO, args=entry),
    "next_trick": Row(get=SCORERS_GET, post=SCORERS_DO, args=tricks_of, data=TRICK),
    "before_tricks": Row(get=SCORERS_GET, post=SCORERS_DO, args=tricks_of, data={"dealer": "1", "seen": "0"}),
    "change_trick": Row(
        get="404 404 403 302 302",
        post=SCORERS_DO,
        args=lambda cast: tricks_of(cast) | {"place": 1},
        data=TRICK,
    ),
    "take_trick_back": Row(get=NOT_SO, post=SCORERS_DO, args=tricks_of, data={"seen": "a-new-trick"}),
    "discard_tricks": Row(get="404 404 403 302 302", post=SCORERS_DO, args=tricks_of, data={"seen": "0"}),
    "after_tricks": Row(get="404 404 403 302 302", post=SCORERS_DO, args=tricks_of, data={"round": "a-new-round"}),
    "preview_tricks": Row(get=NOT_SO, post=SCORERS_GET, args=tricks_of),
    "undo": Row(get=NOT_SO, post=SCORERS_DO, args=match),
    "counts": Row(get=NOT_SO, post=SCORERS_DO, args=match),
    "close": Row(get=NOT_SO, post=SCORERS_DO, args=match),
    "how_long": Row(get=SCORERS_SEE, post=SCORERS_DO, args=match, data={"rounds": "3"}),
    "half_entered": Row(get=NOT_SO, post=SCORERS_DO, args=asleep, data={"do": "away", "draft": "asleep"}),
    "go_on": Row(get=NOT_SO, post=SCORERS_DO, args=match),
    "reopen": Row(get=NOT_SO, post=SCORERS_DO, args=match),
    "match_delete": Row(get=SCORERS_SEE, post=SCORERS_DO, args=match, data={"sure": "yes"}),
    "match_restore": Row(get=NOT_SO, post=SCORERS_DO, args=deleted_match),
    # export and import
    "data": Row(get=VIEWERS_SEE, args=key),
    "copy_of_group": Row(get=VIEWERS_SEE, args=key),
    "score_file": Row(get=VIEWERS_SEE, args=key),
    "spreadsheet": Row(get=VIEWERS_SEE, args=key),
    "copy_of_link": Row(get="404 404 404 404 404"),  # needs the token of a link in a header
    "bring_sheet": Row(get=OWNERS_SEE, post="404 404 403 403 422", args=key),
    "describe": Row(get=SCORERS_SEE, post=SCORERS_DO, args=key, data=DESCRIBED),
    "edit_described": Row(get=SCORERS_SEE, post=SCORERS_DO, args=described, data=DESCRIBED),
    "take_sheet": Row(get=VIEWERS_SEE, args=sheet),
    "delete_sheet": Row(get=NOT_SO, post=OWNERS_DO, args=sheet),
    "import": Row(get=OWNERS_SEE, post="404 404 403 403 422", args=key),
    "night_score_file": Row(get=VIEWERS_SEE, args=night),
    "night_spreadsheet": Row(get=VIEWERS_SEE, args=night),
    "export": Row(get=VIEWERS_SEE, args=match),
    "game_file": Row(get=VIEWERS_SEE, args=match),
    "print": Row(get=VIEWERS_SEE, args=match),
    "who_plays": Row(get=SCORERS_GET, post=SCORERS_DO, args=match, data={"seen": "1", "name": "Nora"}),
    "preview_seats": Row(get=NOT_SO, post=SCORERS_GET, args=match),
    "options": Row(get=SCORERS_GET, post=SCORERS_DO, args=match, data={"stake": "5", "sure": "yes"}),
    # money
    "money": Row(get=VIEWERS_SEE, args=owing),
    "night_money": Row(get=VIEWERS_SEE, args=night),
    "money_why": Row(get=VIEWERS_SEE, args=lambda cast: owing(cast) | {"player_key": cast.player.key}),
    "pay": Row(get=SCORERS_SEE, post=SCORERS_DO, args=owing, data=PAYMENT),
    "payments": Row(get=VIEWERS_SEE, args=owing),
    "expense": Row(get=SCORERS_SEE, post=SCORERS_DO, args=owing, data=EXPENSE),
    "expenses": Row(get=VIEWERS_SEE, args=owing),
    "expense_undo": Row(get=NOT_SO, post=SCORERS_DO, args=expense),
    "payment_undo": Row(get=NOT_SO, post=SCORERS_DO, args=payment),
}
