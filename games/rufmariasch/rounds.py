"""The reading of a round of Rufmariasch, which was entered by its result or trick by trick."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.kernel.cards import Card
from games.kernel.engine import DEALT_KEYS
from games.kernel.lines import Score
from games.kernel.problems import A_PAIR, UNKNOWN_VALUE
from games.kernel.seats import Deal
from games.kernel.tricks import Play, Trick, read_round, revokes
from games.kernel.words import Message, abbreviated

from . import words
from .cards import ALL_POINTS, DECK, EACH_COUNTS, LAST_TRICK, SUITS
from .options import RufmariaschRecord
from .referee import duty, referee
from .scoring import Call, settle_round

CALL_KEYS = frozenset(
    (*DEALT_KEYS, *("caller", "trump", "called", "partner", "points", "declared", "no_trick", "captured", "last_trick"))
)
TRICKS_KEYS = frozenset((*DEALT_KEYS, "caller", "trump", "called", "declared", "tricks"))


def call(record: RufmariaschRecord, deal: Deal[None]) -> Score | None:
    """Return the score, in stakes and cents, of a round entered by its result."""
    record.allow(CALL_KEYS)
    caller, trump, declared = _read_head(record, deal)
    if "called" in record:
        record.card("called", record.raw["called"], DECK)
    partner = _read_partner(record, caller)
    no_trick = record.players("no_trick")
    if no_trick and len(no_trick) == len(record.table.players):
        record.add("no_trick", words.ALL_WITHOUT_TRICK())
    if "captured" in record or "last_trick" in record:
        points = _captured_points(record, caller, partner, no_trick)
    else:
        points = _typed_points(record)
    if points is not None and caller and no_trick and not record.problems:
        _check_teams_without_trick(record, points, (caller, partner), no_trick)
    if record.problems or caller is None or trump is None or points is None or declared is None or no_trick is None:
        return None
    return settle_round(record.table, Call(caller, partner, trump, points, declared, no_trick))


def tricks(record: RufmariaschRecord, deal: Deal[None]) -> Score | None:
    """Return the score, in stakes and cents, of a round entered trick by trick.

    If the record is wrong, add its problems to it and return None. The partner and the players without a trick are
    derived from the tricks. The partner is the player who holds the called card once all cards are dealt (ruling).
    Rulebook: The called card comes in the second deal.
    """
    record.allow(TRICKS_KEYS)
    caller, trump, declared = _read_head(record, deal)
    called = None
    if "called" in record:
        called = record.card("called", record.raw["called"], DECK)
    else:
        record.add("called", words.NOTHING_CALLED())
    judge = referee(trump)
    played = read_round(record, DECK, judge, deal.leader or caller, hand_size=record.table.hand_size)
    if played is None:
        return None
    tricks = [trick for trick, _ in played]
    hands = hands_of(tricks)
    if declared is not None:
        _check_held(record, declared, hands)
    if record.problems or caller is None or trump is None or called is None or declared is None:
        return None
    holder = next(player for player, cards in hands.items() if called.code in cards)
    partner = None if holder == caller else holder
    won = dict.fromkeys(record.table.players, 0)
    for _, verdict in played:
        won[verdict.winner] += sum(card.points for cards in verdict.captured.values() for card in cards)
    winners = {verdict.winner for _, verdict in played}
    won[played[-1][1].winner] += LAST_TRICK
    points = won[caller] + (won[partner] if partner else 0)
    no_trick = [player for player in record.table.players if player not in winners]
    found = revokes(tricks, duty(trump))
    return settle_round(record.table, Call(caller, partner, trump, points, declared, no_trick), found)


def hands_of(tricks: Sequence[Trick[Card]]) -> dict[str, set[str]]:
    """Return the codes of the cards that each player played in these tricks."""
    hands: dict[str, set[str]] = {}
    for trick in tricks:
        for play in trick.plays:
            hands.setdefault(play.player, set()).add(play.card.code)
    return hands


# The call and the declarations


def _read_head(
    record: RufmariaschRecord, deal: Deal[None]
) -> tuple[str | None, str | None, list[tuple[str, str]] | None]:
    """Return the caller, trumps and the declarations, which both kinds of record have."""
    caller = record.player("caller", words.NO_CALLER)
    if caller and deal.leader and caller != deal.leader:
        record.add("caller", words.WRONG_CALLER(caller=caller, left=deal.leader))
    return caller, record.choice("trump", SUITS, words.NO_TRUMP), _read_declared(record)


def _read_partner(record: RufmariaschRecord, caller: str | None) -> str | None:
    partner = record.player_or_nobody("partner", words.NO_PARTNER_SAID)
    if partner is not None and partner == caller:
        record.add("partner", words.OWN_PARTNER(caller=caller))
    return partner


def _read_declared(record: RufmariaschRecord) -> list[tuple[str, str]] | None:
    """Return the declarations as (player, suit). Each suit can be declared once."""
    raw = record.listed("declared", record.raw.get("declared", []))
    if raw is None:
        return None
    before = record.problems.added
    declared: list[tuple[str, str]] = []
    places: dict[str, list[int]] = {}
    for index, pair in enumerate(raw):
        path = f"declared.{index}"
        if not isinstance(pair, list) or len(pair) != 2:
            record.wrong_type(path, pair, A_PAIR)
            continue
        player, suit = record.seated(f"{path}.0", pair[0]), pair[1]
        if not isinstance(suit, str) or suit not in SUITS:
            record.add(f"{path}.1", UNKNOWN_VALUE(value=abbreviated(suit), allowed=list(SUITS)))
            continue
        places.setdefault(suit, []).append(index)
        if player is not None:
            declared.append((player, suit))
    for suit, indexes in places.items():
        if len(indexes) > 1:
            players = dict.fromkeys(abbreviated(raw[index][0]) for index in indexes)
            record.add(f"declared.{indexes[0]}", words.DECLARED_TWICE(suit=SUITS[suit], players=[*players]))
    return declared if record.problems.added == before else None


def _check_held(record: RufmariaschRecord, declared: Sequence[tuple[str, str]], hands: dict[str, set[str]]) -> None:
    for index, (player, suit) in enumerate(declared):
        lacking = [card for card in (suit + "K", suit + "O") if card not in hands.get(player, ())]
        if lacking:
            record.add(f"declared.{index}", words.NOT_HELD(player=player, cards=lacking, suit=SUITS[suit]))


def declared_by_others(declared: object, plays: Sequence[Play[Card]]) -> list[tuple[int, Message]]:
    """Return (index, message) for each play that contradicts a declaration."""
    pairs = [pair for pair in declared if isinstance(pair, list)] if isinstance(declared, list) else []
    return [
        (index, words.DECLARED_BY_ANOTHER(player=pair[0], card=card))
        for index, (player, card) in enumerate(plays)
        for pair in pairs
        if pair[0] != player and card.code in (f"{pair[-1]}K", f"{pair[-1]}O")
    ]


# The points


def _typed_points(record: RufmariaschRecord) -> int | None:
    if "points" not in record:
        record.one_of("points", "captured", missing=words.NO_POINTS)
        return None
    points = record.whole("points", 0, ALL_POINTS)
    if points is not None and points % EACH_COUNTS:
        record.add("points", words.NOT_IN_TENS(points=points, each=EACH_COUNTS))
    return points


def _captured_points(
    record: RufmariaschRecord, caller: str | None, partner: str | None, no_trick: Sequence[str] | None
) -> int | None:
    """Return the points of the caller's team, counted from the captured cards and the last trick."""
    if "points" in record:
        record.one_of("points", "captured" if "captured" in record else "last_trick")
    piles = record.piles("captured", DECK)
    last_trick = record.player("last_trick", words.NO_LAST_TRICK)
    if piles is not None:
        record.each_once("captured", record.in_piles("captured", piles), DECK.where(lambda card: card.points > 0))
    for index, player in enumerate(no_trick or ()):
        what: list[object] = list((piles or {}).get(player, ()))
        if player == last_trick:
            what.append(words.THE_LAST_TRICK())
        if what:
            record.add(f"no_trick.{index}", words.HAS_CARDS(player=player, what=what))
    if piles is None or last_trick is None:
        return None
    team = (caller, partner)
    points = sum(card.points for player, cards in piles.items() if player in team for card in cards)
    return points + (LAST_TRICK if last_trick in team else 0)


def _check_teams_without_trick(
    record: RufmariaschRecord, points: int, team: tuple[str, str | None], no_trick: Collection[str]
) -> None:
    callers = [player for player in record.table.players if player in team]
    others = [player for player in record.table.players if player not in team]
    for players, total in ((callers, points), (others, ALL_POINTS - points)):
        if total and all(player in no_trick for player in players):
            record.add("points", words.TEAM_WITHOUT_TRICK(team=players, points=total, count=len(players)))
