"""A round of Rufmariasch: two teams, their targets, and the stakes that change hands."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from games.kernel.cards import Card
from games.kernel.engine import DEALT_KEYS
from games.kernel.lines import TO_EACH, Line, Revoke, Score, score_of
from games.kernel.problems import A_PAIR, UNKNOWN_VALUE
from games.kernel.seats import Deal
from games.kernel.tricks import Trick, read_round, revokes
from games.kernel.words import Message, Phrase, abbreviated, join_names

from .cards import ALL_POINTS, DECK, EACH_COUNTS, LAST_TRICK, SUITS
from .options import TEAM, RufmariaschOptions, RufmariaschRecord, RufmariaschTable
from .referee import duty, referee

WRONG_CALLER = Phrase(
    "wrong_caller",
    de="{caller} kann nicht rufen: links vom Geber sitzt {left}.",
    en="{caller} cannot call: {left} sits at the dealer’s left.",
)
OWN_PARTNER = Phrase(
    "own_partner",
    de="{caller} kann nicht Partner von sich selbst sein.",
    en="{caller} cannot be their own partner.",
)
NOT_IN_TENS = Phrase(
    "not_in_tens",
    de="{points} geht nicht: Asse, Zehner und der letzte Stich zählen je 10.",
    en="{points} will not do: aces, tens and the last trick count 10 each.",
)
DECLARED_TWICE = Phrase("declared_twice", de="{suit} ist zweimal angesagt.", en="{suit} is declared twice.")
ALL_WITHOUT_TRICK = Phrase(
    "all_without_trick",
    de="Nicht alle vier können ohne Stich sein.",
    en="Not all four can be without a trick.",
)
HAS_CARDS = Phrase(
    "trick_won_after_all",
    de="{player} soll keinen Stich haben, hat aber {what: und }.",
    en="{player} is said to have no trick, but has {what: and }.",
)
THE_LAST_TRICK = Phrase("last_trick", de="den letzten Stich", en="the last trick")
TEAM_WITHOUT_TRICK = Phrase(
    "team_without_trick",
    de="{team: und } {count:hat|haben} keinen Stich und darum 0 Punkte, nicht {points}.",
    en="{team: and } {count:has|have} no trick and so 0 points, not {points}.",
)
NOT_HELD = Phrase(
    "declared_not_held",
    de="{player} hatte {cards: und } nicht: so lässt sich {suit} nicht ansagen.",
    en="{player} did not hold {cards: and }, so cannot declare {suit}.",
)
# What nobody has said yet
NO_CALLER = Phrase("missing_key", de="Wer hat gegeben?", en="Who dealt?")
NO_TRUMP = Phrase("missing_key", de="Was war Trumpf?", en="What was trumps?")
NOTHING_CALLED = Phrase("missing_key", de="Welche Karte wurde gerufen?", en="Which card was called?")
NO_PARTNER_SAID = Phrase(
    "unknown_player",
    de="Wer hielt die gerufene Karte? Hielt der Rufer sie selbst, spielte er allein.",
    en="Who held the called card? A caller who held it played alone.",
)
NO_POINTS = Phrase("one_of_these_missing", de="Wie viele Augen waren es?", en="How many points were there?")
NO_LAST_TRICK = Phrase("missing_key", de="Wer hat den letzten Stich gemacht?", en="Who won the last trick?")

# A round in words: one line for each player
STAKES = Phrase(
    "stakes",
    de="{player} {mates}: {sum}, Ziel {target} {met}; Gegenseite {other}{rate}{share}: {amount:+}",
    en="{player} {mates}: {sum}, target {target} {met}; other side {other}{rate}{share}: {amount:+}",
)
# The same for the pad: one line for each side, the winners first
SIDE_STAKES = Phrase(
    STAKES.code,
    de="{who}: {sum}, Ziel {target} {met}{rate}{share}: {amounts}",
    en="{who}: {sum}, target {target} {met}{rate}{share}: {amounts}",
)
ONE_ALONE = Phrase("who", de="{player} allein", en="{player} alone")
TO_ONE = Phrase("amounts", de="{share:+}", en="{share:+}")
TO_PLAYER = Phrase("amounts", de="{player}\N{NO-BREAK SPACE}{share:+}", en="{player}\N{NO-BREAK SPACE}{share:+}")
NOTHING_TO = Phrase("amounts", de="{player}\N{NO-BREAK SPACE}0", en="{player}\N{NO-BREAK SPACE}0")
WITH_MATES = Phrase("with_mates", de="mit {mates}", en="with {mates}")
ALONE = Phrase("alone", de="allein", en="alone")
REACHED = Phrase("reached", de="erreicht", en="reached")
MISSED = Phrase("missed", de="verfehlt", en="missed")
PLAIN_SUM = Phrase("sum", de="{total}", en="{total}")
SUM_WITH_DECLARED = Phrase("sum", de="{points} + {declared} = {total}", en="{points} + {declared} = {total}")
SUM_WITHOUT_TRICK = Phrase(
    "sum", de="{points} (Ansage ohne Stich zählt nicht)", en="{points} (declared without a trick: does not count)"
)
RATE = Phrase(
    "rate",
    de="; {difference} Unterschied, {rate} je Einsatz",
    en="; {difference} apart, {rate} for a stake",
)
THREEFOLD = Phrase("share", de="; allein gegen drei: {stakes} mal 3", en="; alone against three: {stakes} times 3")
SHARED = Phrase("share", de="; {stakes} geteilt durch {count}", en="; {stakes} shared by {count}")

BOTH_REACHED = Phrase(
    "both_reached",
    de="Beide Parteien haben ihr Ziel erreicht: es gewinnt, wer zusammen mehr hat.",
    en="Both sides reached their target: the higher total wins.",
)
NEITHER_REACHED = Phrase(
    "neither_reached",
    de="Keine Partei hat ihr Ziel erreicht: es gewinnt, wer zusammen mehr hat.",
    en="Neither side reached its target: the higher total wins.",
)
HIGHER_TARGET = Phrase(
    "higher_target",
    de="Für {declared} Angesagtes reicht die gedruckte Liste nicht: das Ziel {target} folgt derselben Rechnung.",
    en="The printed list does not go up to {declared} declared: the target {target} follows by the same sum.",
)

# Declarations
DECLARED, DECLARED_IN_TRUMPS = 20, 40

# Targets
TARGET_WITHOUT, TARGET_WITH = 50, 40
LISTED = 60  # as much declared as the source has a target for


class Side(NamedTuple):
    """One team of a round: its players in seat order, its points, what it declared that counts, its target."""

    players: tuple[str, ...]
    points: int
    declared: int
    target: int

    @property
    def total(self) -> int:
        return self.points + self.declared

    @property
    def sum(self) -> Message:
        """The total as it comes about: 50 + 40 = 90."""
        if self.declared:
            return SUM_WITH_DECLARED(points=self.points, declared=self.declared, total=self.total)
        if self.target != TARGET_WITHOUT:
            return SUM_WITHOUT_TRICK(points=self.points)
        return PLAIN_SUM(total=self.total)

    @property
    def reached(self) -> bool:
        return self.total >= self.target


class Call(NamedTuple):
    """A round as it was played, however it was written down. `points` are those of the caller's team."""

    caller: str
    partner: str | None
    trump: str
    points: int
    declared: Sequence[tuple[str, str]]
    no_trick: Collection[str]


CALL_KEYS = frozenset(
    (
        *DEALT_KEYS,
        "caller",
        "trump",
        "called",
        "partner",
        "points",
        "declared",
        "no_trick",
        "captured",
        "last_trick",
    )
)
TRICKS_KEYS = frozenset((*DEALT_KEYS, "caller", "trump", "called", "declared", "tricks"))


def call(record: RufmariaschRecord, deal: Deal[None]) -> Score | None:
    """A round by its result: the points of the caller's team, or who captured which aces and tens."""
    record.allow(CALL_KEYS)
    caller, trump, declared = _read_head(record, deal)
    if "called" in record:
        record.card("called", record.raw["called"], DECK)
    partner = _read_partner(record, caller)
    no_trick = record.players("no_trick")
    if no_trick and len(no_trick) == len(record.table.players):
        record.add("no_trick", ALL_WITHOUT_TRICK())
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
    """A round trick by trick: the partner and who won no trick follow."""
    record.allow(TRICKS_KEYS)
    caller, trump, declared = _read_head(record, deal)
    called = None
    if "called" in record:
        called = record.card("called", record.raw["called"], DECK)
    else:
        record.add("called", NOTHING_CALLED())
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
    """The cards each player played in the round."""
    hands: dict[str, set[str]] = {}
    for trick in tricks:
        for play in trick.plays:
            hands.setdefault(play.player, set()).add(play.card.code)
    return hands


# The result


def settle_round(table: RufmariaschTable, round_: Call, found: Sequence[Revoke] = ()) -> Score:
    """Who wins, by how much, and what everybody pays or gets in stakes and in money."""
    winners, losers = _outcome(table, round_)
    options = table.options
    stakes = abs(winners.total - losers.total) // options.points_per_stake
    points = _pay(table, winners, losers, stakes)
    # Money that does not divide is split by itself, not as a multiple of the stakes.
    money = (
        _pay(table, winners, losers, stakes * options.stake)
        if options.payment == TEAM
        else {player: amount * options.stake for player, amount in points.items()}
    )
    sides = {player: (mine, other) for mine, other in ((winners, losers), (losers, winners)) for player in mine.players}
    lines = [
        Line(player, STAKES, points[player], partial(_why, player, *sides[player], options)) for player in table.players
    ]
    return score_of(
        table.players, lines, money=money if options.stake else None, revokes=found, rulings=_rulings(winners, losers)
    )


def _rulings(winners: Side, losers: Side) -> list[Message]:
    """What of the result the source does not say."""
    told = []
    if winners.reached == losers.reached:
        told.append((BOTH_REACHED if winners.reached else NEITHER_REACHED)())
    for side in (winners, losers):
        declared = side.target - TARGET_WITH
        if declared > LISTED:
            told.append(HIGHER_TARGET(declared=declared, target=side.target))
    return told


def _why(player: str, mine: Side, other: Side, options: RufmariaschOptions) -> dict[str, object]:
    """The facts of a player's line."""
    mates = [each for each in mine.players if each != player]
    difference = abs(mine.total - other.total)
    stakes = difference // options.points_per_stake
    share: Message | str = ""
    if options.payment == TEAM and mates:
        share = SHARED(stakes=stakes, count=len(mine.players))
    elif options.payment != TEAM and not mates:
        share = THREEFOLD(stakes=stakes)
    return {
        "side": mine.players,
        "mates": WITH_MATES(mates=join_names(mates)) if mates else ALONE(),
        "sum": mine.sum,
        "target": mine.target,
        "met": REACHED if mine.reached else MISSED,
        "other": other.total,
        "share": share,
        "rate": RATE(difference=difference, rate=options.points_per_stake) if options.points_per_stake != 1 else "",
    }


def by_side(lines: Sequence[Line]) -> list[Message]:
    """A round's lines as one for each side, the winners first: who played together reached or missed the same."""
    if any(line.phrase is not STAKES for line in lines):
        return [line.message for line in lines]
    sides: dict[tuple[str, ...], tuple[Mapping[str, Any], dict[str, int]]] = {}
    for line in sorted(lines, key=lambda line: -line.amount):
        facts = line.message.facts
        sides.setdefault(facts["side"], (facts, {}))[1][line.player] = line.amount
    return [_told_side(facts, amounts) for facts, amounts in sides.values()]


def _told_side(facts: Mapping[str, Any], amounts: Mapping[str, int]) -> Message:
    """One side's result with what each of its players gets; who has no line gets nothing.

    What the difference makes in stakes is said once, with the winners.
    """
    players: tuple[str, ...] = facts["side"]
    shares = [amounts.get(player, 0) for player in players]
    won = max(shares) > 0
    each: Message | list[Message]
    if len(players) == 1:
        each = TO_ONE(share=shares[0])
    elif len(set(shares)) == 1:
        each = TO_EACH(share=shares[0])
    else:
        each = [
            TO_PLAYER(player=player, share=share) if share else NOTHING_TO(player=player)
            for player, share in zip(players, shares, strict=True)
        ]
    return SIDE_STAKES(
        who=join_names(players) if len(players) > 1 else ONE_ALONE(player=players[0]),
        amounts=each,
        rate=facts["rate"] if won else "",
        **{name: facts[name] for name in ("sum", "target", "met", "share")},
    )


def _outcome(table: RufmariaschTable, round_: Call) -> tuple[Side, Side]:
    """The winning and the losing side.

    If just one team reaches its target, it wins; if both do or neither does, the higher total (ruling).
    """
    mine = tuple(player for player in table.players if player in (round_.caller, round_.partner))
    others = tuple(player for player in table.players if player not in mine)
    callers = _side(mine, round_.points, round_)
    against = _side(others, ALL_POINTS - round_.points, round_)
    if callers.reached != against.reached:
        return (callers, against) if callers.reached else (against, callers)
    return (callers, against) if callers.total > against.total else (against, callers)


def _side(players: tuple[str, ...], points: int, round_: Call) -> Side:
    """A team's total and its target.

    A declaration counts if its player wins a trick; the target it sets even if not.
    """
    declared = counting = 0
    for player, suit in round_.declared:
        if player in players:
            worth = DECLARED_IN_TRUMPS if suit == round_.trump else DECLARED
            declared += worth
            counting += worth if player not in round_.no_trick else 0
    target = TARGET_WITH + declared if declared else TARGET_WITHOUT
    return Side(players, points, counting, target)


def _pay(table: RufmariaschTable, winners: Side, losers: Side, amount: int) -> dict[str, int]:
    """What each player gets (below zero: pays), by the option `payment`. It always sums to zero.

    `each`: every loser pays every winner's share: two against two the amount each, a lone player three times.
    `team`: the losing team pays the amount in all; what does not divide falls to the first in seat order.
    """
    if table.options.payment == TEAM:
        paid, got = amount, amount
    else:
        paid = got = amount * max(len(winners.players), len(losers.players))
    shares = dict.fromkeys(table.players, 0)
    shares |= {player: -share for player, share in zip(losers.players, _split(paid, len(losers.players)), strict=True)}
    shares |= dict(zip(winners.players, _split(got, len(winners.players)), strict=True))
    return shares


def _split(amount: int, parts: int) -> list[int]:
    """Even shares; the odd ones go to the first."""
    share, odd = divmod(amount, parts)
    return [share + (index < odd) for index in range(parts)]


# Reading


def _read_head(
    record: RufmariaschRecord, deal: Deal[None]
) -> tuple[str | None, str | None, list[tuple[str, str]] | None]:
    """Caller, trump and declarations stand in every form of a round."""
    caller = record.player("caller", NO_CALLER)
    if caller and deal.leader and caller != deal.leader:
        record.add("caller", WRONG_CALLER(caller=caller, left=deal.leader))
    return caller, record.choice("trump", SUITS, NO_TRUMP), _read_declared(record)


def _read_partner(record: RufmariaschRecord, caller: str | None) -> str | None:
    partner = record.player_or_nobody("partner", NO_PARTNER_SAID)
    if partner is not None and partner == caller:
        record.add("partner", OWN_PARTNER(caller=caller))
    return partner


def _read_declared(record: RufmariaschRecord) -> list[tuple[str, str]] | None:
    """Pairs of player and suit; each suit once at most."""
    raw = record.listed("declared", record.raw.get("declared", []))
    if raw is None:
        return None
    before = len(record.problems)
    declared: list[tuple[str, str]] = []
    places: dict[str, int] = {}
    for index, pair in enumerate(raw):
        path = f"declared.{index}"
        if not isinstance(pair, list) or len(pair) != 2:
            record.wrong_type(path, pair, A_PAIR)
            continue
        player, suit = record.seated(f"{path}.0", pair[0]), pair[1]
        if not isinstance(suit, str) or suit not in SUITS:
            record.add(f"{path}.1", UNKNOWN_VALUE(value=abbreviated(suit), allowed=list(SUITS)))
            continue
        if places.setdefault(suit, index) != index:
            record.add(f"declared.{places[suit]}", DECLARED_TWICE(suit=SUITS[suit]))
        elif player is not None:
            declared.append((player, suit))
    return declared if len(record.problems) == before else None


def _typed_points(record: RufmariaschRecord) -> int | None:
    if "points" not in record:
        record.one_of("points", "captured", missing=NO_POINTS)
        return None
    points = record.whole("points", 0, ALL_POINTS)
    if points is not None and points % EACH_COUNTS:
        record.add("points", NOT_IN_TENS(points=points))
    return points


def _captured_points(
    record: RufmariaschRecord, caller: str | None, partner: str | None, no_trick: Sequence[str] | None
) -> int | None:
    """Each ace and ten is with one player, the last trick too; whoever has them has won a trick."""
    if "points" in record:
        record.one_of("points", "captured" if "captured" in record else "last_trick")
    piles = record.piles("captured", DECK)
    last_trick = record.player("last_trick", NO_LAST_TRICK)
    if piles is not None:
        record.each_once("captured", record.in_piles("captured", piles), DECK.where(lambda card: card.points > 0))
    for index, player in enumerate(no_trick or ()):
        what: list[object] = list((piles or {}).get(player, ()))
        if player == last_trick:
            what.append(THE_LAST_TRICK())
        if what:
            record.add(f"no_trick.{index}", HAS_CARDS(player=player, what=what))
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
            record.add("points", TEAM_WITHOUT_TRICK(team=players, points=total, count=len(players)))


def _check_held(record: RufmariaschRecord, declared: Sequence[tuple[str, str]], hands: dict[str, set[str]]) -> None:
    for index, (player, suit) in enumerate(declared):
        lacking = [card for card in (suit + "K", suit + "O") if card not in hands.get(player, ())]
        if lacking:
            record.add(f"declared.{index}", NOT_HELD(player=player, cards=lacking, suit=SUITS[suit]))
