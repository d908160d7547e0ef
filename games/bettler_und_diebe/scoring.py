"""A round of Bettler und Diebe: with a taker of the pot, as Ramsch, or of Snear."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from games.kernel.cards import Card
from games.kernel.engine import DEALT_KEYS
from games.kernel.lines import Line, Score, score_of
from games.kernel.record import Counts, Piles
from games.kernel.seats import Deal
from games.kernel.words import Phrase, join_names

from .cards import ALL_POINTS, POT
from .options import BettlerRecord, BettlerTable

# Credit of each player of the winning side, by that side's points: the first row that is reached counts.
CREDIT = ((120, 6), (91, 4), (60, 2))
ALONE = 2
TAKER_NEEDS = 61
RAMSCH = 3

POT_WON = Phrase(
    "pot_won",
    de="{player} {mates}: {points} zu {others} Punkten: {amount:+}",
    en="{player} {mates}: {points} points to {others}: {amount:+}",
)
WITH_MATES = Phrase("with_mates", de="mit {mates}", en="with {mates}")
BY_ONESELF = Phrase("alone", de="allein", en="alone")
SOLO = Phrase("solo", de="{player}: Alleinspiel gewonnen: {amount:+}", en="{player}: won alone: {amount:+}")
SOLO_LOST = Phrase(
    "solo",
    de="{player}: {taker} spielte allein und verlor: {amount:+}",
    en="{player}: {taker} played alone and lost: {amount:+}",
)
RAMSCH_ALL = Phrase(
    "ramsch_all",
    de="{player}: alle Stiche im Ramsch: {amount:+}",
    en="{player}: all tricks of the Ramsch: {amount:+}",
)
RAMSCH_TRICKLESS = Phrase(
    "ramsch_trickless",
    de="{player}: hat gestochen, {without} {count:blieb|blieben} ohne Stich: {amount:+}",
    en="{player}: won a trick, {without} won none: {amount:+}",
)
RAMSCH_FEWEST = Phrase(
    "ramsch_fewest",
    de="{player}: mit {points} am wenigsten Punkte: {amount:+}",
    en="{player}: fewest points with {points}: {amount:+}",
)
SOLO_WITH_THREE = Phrase(
    "solo_with_three",
    de="Zu dritt ist immer einer allein, und auch das zählt als Alleinspiel.",
    en="With three the taker is always alone, and that counts as playing alone too.",
)
RAMSCH_TWO = Phrase(
    "ramsch_two",
    de="{without} verlieren gemeinsam: alle, die ohne Stich blieben.",
    en="{without} lose together: all who won no trick.",
)
RAMSCH_TIE = Phrase(
    "ramsch_tie",
    de="{players} haben gleich wenig: jeder bekommt es.",
    en="{players} have equally few: each of them gets it.",
)
CARDS = Phrase("cards", de="{player}: Punkte in den Karten: {amount:+}", en="{player}: points in the cards: {amount:+}")

# The same for the pad, where it holds for several players; each with the facts they share
OF_SEVERAL = {
    POT_WON: (
        Phrase(
            POT_WON.code,
            de="{player}: {points} zu {others} Punkten: {amount:+}",
            en="{player}: {points} points to {others}: {amount:+}",
        ),
        ("points",),
    ),
    SOLO_LOST: (SOLO_LOST, ("taker",)),
    RAMSCH_TRICKLESS: (
        Phrase(
            RAMSCH_TRICKLESS.code,
            de="{player}: haben gestochen, {without} {count:blieb|blieben} ohne Stich: {amount:+}",
            en=RAMSCH_TRICKLESS.en,
        ),
        (),
    ),
    RAMSCH_FEWEST: (RAMSCH_FEWEST, ()),
}

# What nobody has said yet
NO_TAKER = Phrase("missing_key", de="Wer hat den Topf genommen?", en="Who took the pot?")
NO_PARTNER_SAID = Phrase("unknown_player", de="Mit wem? Oder allein?", en="With whom? Or alone?")
NO_POINTS = Phrase("one_of_these_missing", de="Wie viele Punkte waren es?", en="How many points were there?")

NO_PARTNER_WITH_THREE = Phrase(
    "no_partner_with_three",
    de="Zu dritt spielt {taker} immer allein.",
    en="With three players {taker} is always alone.",
)
OWN_PARTNER = Phrase(
    "own_partner",
    de="{taker} kann nicht Partner von sich selbst sein.",
    en="{taker} cannot be their own partner.",
)
NO_CARD_VALUES = Phrase(
    "no_card_values",
    de="Karten lassen sich erst angeben, wenn die Punktwerte der Karten eingetragen sind.",
    en="Cards can only be given once the card values are typed in.",
)
TOO_MANY_IN_POT = Phrase(
    "too_many_pot_cards",
    de="Im Topf liegen {most} Karten, hier stehen {count}.",
    en="The pot holds {most} cards; here are {count}.",
)
EVERYBODY_WITHOUT = Phrase("everybody_without_trick", de="Irgendjemand hat einen Stich.", en="Somebody has a trick.")
TRICKLESS_HAS = Phrase(
    "trickless_has_points",
    de="{player} hat keinen Stich und kann keine Karten und Punkte haben.",
    en="{player} has no trick, so can have no cards and no points.",
)
BURIED = Phrase("buried", de="begraben", en="buried")
IN_THE_POT = Phrase("in_pot", de="im Topf", en="in the pot")

POT_KEYS = frozenset((*DEALT_KEYS, "taker", "partner", "points", "counted", "buried", "captured", "buried_cards"))
RAMSCH_KEYS = frozenset((*DEALT_KEYS, "points", "pot", "captured", "pot_cards", "no_trick", "tricks"))
SNEAR_KEYS = frozenset((*DEALT_KEYS, "points", "captured"))


def credit_for(points: int) -> int:
    """What each player of the winning side gets for that side's points."""
    return next(credit for least, credit in CREDIT if points >= least)


# Somebody takes the pot


def pot(record: BettlerRecord, deal: Deal[None]) -> Score | None:
    """The taker's side against the others; buried cards count for the taker."""
    record.allow(POT_KEYS)
    table = record.table
    taker = record.player("taker", NO_TAKER)
    partner = _read_partner(record, taker)
    points = _side_points(record, taker, partner)
    if record.problems or taker is None or points is None:
        return None
    side = [player for player in table.players if player in (taker, partner)]
    taker_wins = points >= TAKER_NEEDS  # 60–60 is a win of the others
    winners = side if taker_wins else [player for player in table.players if player not in side]
    won_with = points if taker_wins else ALL_POINTS - points
    lines = []
    for player in winners:
        mates = [mate for mate in winners if mate != player]
        facts = {
            "points": won_with,
            "others": ALL_POINTS - won_with,
            "mates": WITH_MATES(mates=join_names(mates)) if mates else BY_ONESELF(),
        }
        lines.append(Line(player, POT_WON, credit_for(won_with), facts))
        if partner is None and alone_counts(table):
            lines.append(Line(player, SOLO if taker_wins else SOLO_LOST, ALONE, {"taker": taker}))
    rulings = [SOLO_WITH_THREE()] if len(table.players) == 3 and alone_counts(table) else []
    return score_of(table.players, lines, rulings=rulings)


def alone_counts(table: BettlerTable) -> bool:
    """With 3 players the taker is always alone; whether that earns the bonus is an option."""
    return len(table.players) > 3 or table.options.solo_bonus_three


def _read_partner(record: BettlerRecord, taker: str | None) -> str | None:
    partner = record.player_or_nobody("partner", NO_PARTNER_SAID)
    if partner is not None:
        if len(record.table.players) == 3:
            record.add("partner", NO_PARTNER_WITH_THREE(taker=taker or ""))
        elif partner == taker:
            record.add("partner", OWN_PARTNER(taker=taker))
    return partner


def _side_points(record: BettlerRecord, taker: str | None, partner: str | None) -> int | None:
    """The points of the taker's side, in whichever form they are written down."""
    form = record.one_of("points", "counted", "captured", missing=NO_POINTS)
    _check_companions(record, {"buried": "counted", "buried_cards": "captured"})
    if form == "points":
        return record.whole("points", 0, ALL_POINTS)
    if form == "counted":
        counted = record.counts("counted", everybody=True)
        buried = record.whole("buried", 0, ALL_POINTS, default=0)
        if counted is None or buried is None:
            return None
        record.sums_to("counted", sum(counted.values()) + buried, ALL_POINTS)
        return buried + sum(points for player, points in counted.items() if player in (taker, partner))
    if form == "captured":
        piles = _captured(record, "buried_cards", BURIED)
        if piles is None:
            return None
        captured, buried_cards = piles
        mine = [card for player, cards in captured.items() if player in (taker, partner) for card in cards]
        return sum(card.points for card in (*mine, *buried_cards))
    return None


BELONGS_TO = Phrase("not_together", de="„{key}“ gehört nur zu „{form}“.", en="“{key}” only goes with “{form}”.")


def _check_companions(record: BettlerRecord, forms: Mapping[str, str]) -> None:
    """A key that only goes with one form of the record stands beside no other."""
    for key, form in forms.items():
        if key in record and form not in record:
            record.add(key, BELONGS_TO(key=key, form=form))


def _captured(record: BettlerRecord, rest_key: str | None, rest_name: Phrase) -> tuple[Piles[Card], list[Card]] | None:
    """Captured cards and those buried or left in the pot: each card that is worth something lies in one place."""
    deck = record.table.deck
    if not deck.points:
        record.add("captured", NO_CARD_VALUES())
        return None
    piles = record.piles("captured", deck)
    rest = record.cards(rest_key, deck) if rest_key else []
    most = POT[len(record.table.players)]
    if rest_key and rest and len(rest) > most:
        record.add(rest_key, TOO_MANY_IN_POT(count=len(rest), most=most))
    if piles is None or rest is None:
        return None
    places = record.in_piles("captured", piles)
    if rest_key and rest:
        places[rest_key] = (rest_name(), rest)
    record.each_once("captured", places, deck.where(lambda card: card.points > 0))
    return piles, rest


# Nobody takes the pot


def ramsch(record: BettlerRecord, deal: Deal[None]) -> Score | None:
    """Everybody alone; the pot is laid aside and counts for nobody."""
    record.allow(RAMSCH_KEYS)
    table = record.table
    trickless = _read_trickless(record)
    points = _ramsch_points(record, trickless)
    if record.problems or points is None or trickless is None:
        return None
    with_tricks = [player for player in table.players if player not in trickless]
    fewest = min(points.get(player, 0) for player in with_tricks)
    rulings = []
    if len(with_tricks) == 1:
        lines = [Line(with_tricks[0], RAMSCH_ALL, RAMSCH)]
    elif trickless:
        # Ruling: so too when two or more have no trick.
        without = [player for player in table.players if player in trickless]
        rulings = [RAMSCH_TWO(without=join_names(without))] if len(without) > 1 else []
        facts = {"without": join_names(without), "count": len(without)}
        lines = [Line(player, RAMSCH_TRICKLESS, RAMSCH, facts) for player in with_tricks]
    else:
        # Ruling: equal fewest points, each of them gets it.
        equal = [player for player in with_tricks if points.get(player, 0) == fewest]
        lines = [Line(player, RAMSCH_FEWEST, RAMSCH, {"points": fewest}) for player in equal]
        rulings = [RAMSCH_TIE(players=join_names(equal))] if len(equal) > 1 else []
    return score_of(table.players, lines, rulings=rulings)


def _read_trickless(record: BettlerRecord) -> Collection[str] | None:
    """Who has no trick: named, or told by how many tricks each one has."""
    form = record.one_of("no_trick", "tricks")
    table = record.table
    if form == "no_trick":
        named = record.players("no_trick")
        if named is not None and len(named) == len(table.players):
            record.add("no_trick", EVERYBODY_WITHOUT())
        return named
    if form == "tricks":
        tricks = record.counts("tricks", everybody=True)
        if tricks is None:
            return None
        record.sums_to("tricks", sum(tricks.values()), table.hand_size)
        return [player for player, count in tricks.items() if count == 0]
    return None


def _ramsch_points(record: BettlerRecord, trickless: Collection[str] | None) -> Counts | None:
    form = record.one_of("points", "captured")
    _check_companions(record, {"pot": "points", "pot_cards": "captured"})
    if form == "points":
        points = record.counts("points", everybody=True)
        in_pot = record.whole("pot", 0, ALL_POINTS, default=0)
        if points is not None and in_pot is not None:
            record.sums_to("points", sum(points.values()) + in_pot, ALL_POINTS)
        _check_trickless(record, "points", trickless, points or {})
        return points
    if form == "captured":
        piles = _captured(record, "pot_cards", IN_THE_POT)
        if piles is None:
            return None
        _check_trickless(record, "captured", trickless, piles[0])
        return points_of(piles[0])
    return None


def _check_trickless(
    record: BettlerRecord, form: str, trickless: Iterable[str] | None, has: Mapping[str, int | Sequence[Card]]
) -> None:
    for player in trickless or ():
        if has.get(player):
            record.add(f"{form}.{player}", TRICKLESS_HAS(player=player))


def points_of(piles: Mapping[str, Iterable[Card]]) -> Counts:
    return {player: sum([card.points for card in cards]) for player, cards in piles.items()}


# Two players


def snear(record: BettlerRecord, deal: Deal[None]) -> Score | None:
    """Each player scores the points of the cards they captured."""
    record.allow(SNEAR_KEYS)
    form = record.one_of("points", "captured")
    points = None
    if form == "points":
        points = record.counts("points", everybody=True)
        if points is not None:
            record.sums_to("points", sum(points.values()), ALL_POINTS)
    elif form == "captured":
        piles = _captured(record, None, IN_THE_POT)
        points = piles and points_of(piles[0])
    if record.problems or points is None:
        return None
    players = record.table.players
    return score_of(players, [Line(player, CARDS, points.get(player, 0)) for player in players])
