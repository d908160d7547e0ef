"""One trick of Beutelschneider: who wins, who captures what, and why.

Follows the section "Who wins a trick" of the rules, step by step. Sentences that begin with
"Ruling" settle what the source leaves open. The rulebook marks them, and so does the page that tells one as a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.kernel.choices import Candidate, Choice
from games.kernel.problems import AN_OBJECT, MISSING_KEY, UNKNOWN_KEY, UNKNOWN_VALUE, Problems
from games.kernel.record import AnyRecord, Record
from games.kernel.seats import AnyTable
from games.kernel.tricks import Trick, Verdict, captured_by, highest
from games.kernel.words import Phrase, abbreviated

from .cards import (
    ADVENTURER,
    ALCHEMIST,
    ASSASSIN,
    BARD,
    BONUS,
    COLOURS,
    CON_ARTIST,
    COUNTESS,
    DANCER,
    FOOL,
    FORTUNE_TELLER,
    GUARD,
    HYPNOTIST,
    ILLUSIONIST,
    JUGGLER,
    LEADERS,
    MAID,
    MUSCLEMAN,
    NIGHT_WATCHMAN,
    TRUMP,
    Person,
)
from .faces import SIGNS
from .tricks import PersonPlay, played_before, seduced

COLOUR_WORDS = {
    "R": Phrase("red", de="Rot", en="red"),
    "G": Phrase("green", de="Grün", en="green"),
    "Y": Phrase("yellow", de="Gelb", en="yellow"),
    "B": Phrase("blue", de="Blau", en="blue"),
    TRUMP: Phrase("trump", de="Trumpf", en="trumps"),
}
CALLS = {**{word: letter for letter, word in COLOURS.items()}, "trump": TRUMP}
"""What the Fortune teller may name, and the suit it means."""

COLOURS_TO_NAME = [
    Candidate(word, COLOUR_WORDS[suit], icons=(SIGNS[suit][1],), ink=SIGNS[suit][0]) for word, suit in CALLS.items()
]

# Choices

NOBODY_MAY_CHOOSE = Phrase(
    "choice_not_possible",
    de="Diese Wahl hat in diesem Stich niemand.",
    en="Nobody has this choice in this trick.",
)
COUPLE_NEEDED = Phrase(
    "couple_needed",
    de="Der Barde muss ein Paar nennen: {men: oder } mit {women: oder }.",
    en="The Bard must name a couple: {men: or } with {women: or }.",
)
NO_COUPLE = Phrase(
    "no_couple",
    de="{first} und {second} sind kein Paar aus einem Mann und einer Frau.",
    en="{first} and {second} are no couple of a man and a woman.",
)
NOT_THE_BARD = Phrase(
    "not_the_bard", de="Sich selbst vertreibt der Barde nicht.", en="The Bard does not frighten himself away."
)
NOT_IN_TRICK = Phrase("not_in_trick", de="{card} liegt nicht in diesem Stich.", en="{card} is not in this trick.")
CARD_NEEDED = Phrase(
    "illusionist_card_needed",
    de="Der Illusionist muss eine Karte nehmen: {cards: oder }.",
    en="The Illusionist must take a card: {cards: or }.",
)
TWO_SPECIAL_CARDS = Phrase(
    "two_special_cards",
    de="{player} spielt {cards: und }: jeder hat nur eine Sonderkarte.",
    en="{player} plays {cards: and }: everybody has only one special card.",
)
CARD_GONE = Phrase("card_gone", de="{card} ist schon aus dem Stich.", en="{card} has already left the trick.")

# What the table is asked

WHICH_MARKER = Phrase(
    "which_marker",
    de="Barde von {player}: Wer wird Bonusmarke?",
    en="{player}’s Bard: who becomes the bonus marker?",
)
WHICH_DISCARD = Phrase(
    "which_discard",
    de="Barde von {player}: Wer geht mit und ist aus dem Spiel?",
    en="{player}’s Bard: who leaves too and is out?",
)
WHICH_CARD = Phrase(
    "which_card",
    de="Illusionist von {player}: Welche Karte nimmt er?",
    en="{player}’s Illusionist: which card does he take?",
)
WHICH_COLOUR = Phrase(
    "which_colour",
    de="Wahrsager von {player}: Womit wird der nächste Stich eröffnet?",
    en="{player}’s Fortune teller: what is the next trick led with?",
)

# Why, in the order of the rules

COUPLE_LEAVES = Phrase(
    "barde",
    de="{player} vertreibt mit dem Barden {marker} und {discard}: {marker} wird Bonusmarke (+10), {discard} ist aus dem Spiel.",
    en="{player}’s Bard frightens away {marker} and {discard}: {marker} marks the bonus (+10), {discard} is out.",
)
COUPLE_SILENCED = Phrase(
    "barde_special_leaves",
    de="{cards: und }: aus dem Stich und darum ohne Wirkung.",
    en="{cards: and }: out of the trick and therefore without effect.",
)
STILL_PROLONGED = Phrase(
    "barde_jongleur",
    de="Auch ohne den Jongleur bleibt der Stich so lang, wie er ist.",
    en="Even without the Juggler the trick stays as long as it is.",
)
NO_COUPLE_HERE = Phrase(
    "barde_no_couple",
    de="Im Stich ist kein Paar: der Barde bewirkt nichts.",
    en="There is no couple in the trick: the Bard does nothing.",
)
ONLY_BARD_LEFT = Phrase(
    "barde_alone",
    de="Nach dem Barden bleiben keine Farbkarte und kein Trumpf: {player} gewinnt mit ihm.",
    en="After the Bard no colour card and no trump remain: {player} wins with him.",
)
ONLY_SPECIALS = Phrase(
    "only_specials",
    de="Nur Sonderkarten liegen hier: die erste gewinnt, {player} spielt aus, niemand nimmt etwas.",
    en="Only special cards lie here: the first wins, {player} leads, nobody takes anything.",
)
ONLY_SPECIALS_WITH_FOOL = Phrase(
    "only_specials_narr",
    de="Nur Sonderkarten liegen hier, der Narr darunter: {player} spielt aus, niemand nimmt etwas.",
    en="Only special cards lie here, the Fool among them: {player} leads, nobody takes anything.",
)
FOOL_VOIDS = Phrase("narr", de="Der Narr macht alle Trümpfe ungültig.", en="The Fool makes all trumps void.")
FOOL_WINS = Phrase(
    "narr_wins",
    de="Keine Farbkarte liegt im Stich: der Narr von {player} gewinnt.",
    en="No colour card is in the trick: {player}’s Fool wins.",
)
MAID_CHARMS = Phrase(
    "zofe",
    de="Die Zofe ist dabei: die höchste Goldkarte gewinnt, von gleichen die erste – {card} von {player}.",
    en="The Maid is in: the highest gold card wins, of equals the first: {player}’s {card}.",
)
MAID_CHARMS_LOWEST = Phrase(
    "zofe_hypnotiseur",
    de="Zofe und Hypnotiseur zusammen: die niedrigste Goldkarte gewinnt, von gleichen die erste – {card} von {player}.",
    en="Maid and Hypnotist together: the lowest gold card wins, of equals the first: {player}’s {card}.",
)
MAID_FINDS_NO_GOLD = Phrase(
    "zofe_no_gold",
    de="Kein Gold im Stich: die Zofe bewirkt nichts.",
    en="No gold in the trick: the Maid does nothing.",
)
HYPNOTIST_TURNS = Phrase(
    "hypnotiseur",
    de="Der Hypnotiseur dreht die Reihenfolge um: die niedrigste Karte gewinnt.",
    en="The Hypnotist turns the order round: the lowest card wins.",
)
HYPNOTIST_TAKES_THIS_ORDER = Phrase(
    "hypnotiseur_order",
    de="Der Hypnotiseur nimmt die niedrigste Karte genau dieser Reihenfolge.",
    en="The Hypnotist takes the lowest of this very order.",
)
LEADER_KILLED = Phrase(
    "meuchelmoerder_rises",
    de="Der Meuchelmörder kam nach {leaders: und }: alles, was vor ihm lag, ist niedriger als er, ebenso Nachtwächter und Gardist.",
    en="The Assassin came after {leaders: and }: all trumps before him are lower than he, and so are Night watchman and Guard.",
)
LATER_IS_HIGHER = Phrase(
    "verfuehrung_order",
    de="Von Abenteurer und Comtesse ist die spätere Karte höher: {later}.",
    en="Of Adventurer and Countess the later card is higher: {later}.",
)
LED_BY_SPECIAL = Phrase(
    "led_by_special",
    de="{card} bestimmt keine Farbe; ausgespielt ist {colour}.",
    en="{card} sets no colour; the suit led is {colour}.",
)
NEW_LED = Phrase(
    "new_colour_led",
    de="Von der ausgespielten Farbe ist nichts mehr da; nun gilt {colour}.",
    en="Nothing of the suit led is left; now {colour} counts.",
)
HIGHEST_TRUMP = Phrase(
    "highest_trump",
    de="{card} von {player} ist der höchste Trumpf.",
    en="{player}’s {card} is the highest trump.",
)
LOWEST_TRUMP = Phrase(
    "lowest_trump",
    de="{card} von {player} ist der niedrigste Trumpf.",
    en="{player}’s {card} is the lowest trump.",
)
HIGHEST_OF_LED = Phrase(
    "highest_of_led",
    de="Kein gültiger Trumpf: {card} von {player} ist die höchste Karte in {colour}.",
    en="No valid trump: {player}’s {card} is the highest card in {colour}.",
)
LOWEST_OF_LED = Phrase(
    "lowest_of_led",
    de="Kein gültiger Trumpf: {card} von {player} ist die niedrigste Karte in {colour}.",
    en="No valid trump: {player}’s {card} is the lowest card in {colour}.",
)
GUARD_ARRESTS = Phrase(
    "gardist_discards",
    de="Der Gardist legt {cards: und } ab: das kostet niemanden etwas.",
    en="The Guard discards {cards: and }: nobody pays for that.",
)
GUARD_STAYS_AWAKE = Phrase(
    "zofe_gardist",
    de="Was keinen Gewinn braucht, gilt auch mit der Zofe: der Gardist legt ab.",
    en="What needs no winning holds with the Maid too: the Guard discards.",
)
ILLUSIONIST_TAKES = Phrase(
    "illusionist",
    de="{player} nimmt mit dem Illusionisten {card}.",
    en="{player}’s Illusionist takes {card}.",
)
EFFECT_STAYS = Phrase(
    "illusionist_effect_stays",
    de="{card} ist genommen und wirkt trotzdem.",
    en="{card} is taken and still has its effect.",
)
STILL_COUNTS = Phrase(
    "illusionist_still_counts",
    de="{card} ist genommen; für den Stich zählt die Karte trotzdem.",
    en="{card} is taken; for the trick the card still counts.",
)
ILLUSIONIST_IDLE = Phrase(
    "illusionist_nothing",
    de="Keine Farbkarte und kein Trumpf ist mehr da: der Illusionist nimmt nichts.",
    en="No colour card and no trump is left: the Illusionist takes nothing.",
)
MUSCLEMAN_TAKES = Phrase(
    "muskelmann",
    de="{player} nimmt mit dem Muskelmann {cards: und }: {points:+}.",
    en="{player}’s Muscleman seizes {cards: and }: {points:+}.",
)
DANCER_TAKES = Phrase(
    "taenzerin",
    de="{player} nimmt mit der Tänzerin die Münzen {cards: und }.",
    en="{player}’s Dancer takes the coins {cards: and }.",
)
ALCHEMIST_SPOILS = Phrase(
    "alchimist",
    de="Der Alchimist macht {cards: und } wertlos.",
    en="The Alchemist makes {cards: and } worthless.",
)
NIGHT_WATCHMAN_WINS = Phrase(
    "nachtwaechter",
    de="Der Nachtwächter gewinnt den letzten Stich: +10 für {player}.",
    en="The Night watchman wins the last trick: +10 for {player}.",
)
GUARD_WINS = Phrase(
    "gardist",
    de="Der Gardist gewinnt den Stich mit {cards: und }: {points:+} für {player}.",
    en="The Guard wins the trick with {cards: and }: {points:+} for {player}.",
)
ASSASSIN_WINS = Phrase(
    "meuchelmoerder",
    de="Der Meuchelmörder gewinnt; vor ihm {leaders:lag|lagen} {names: und }: {points:+} für {player}.",
    en="The Assassin wins; {names: and } lay before him: {points:+} for {player}.",
)
SEDUCTION = Phrase(
    "verfuehrung",
    de="{winning}: {other} lag vorher, +10 für {player}.",
    en="{winning}: {other} lay there before, +10 for {player}.",
)
JUGGLER_PROLONGS = Phrase(
    "jongleur",
    de="Der Jongleur verlängert den Stich: jeder spielt zwei Karten.",
    en="The Juggler prolongs the trick: everybody plays two cards.",
)
JUGGLER_TOO_LATE = Phrase(
    "jongleur_last_card",
    de="Niemand hat noch eine zweite Karte: der Jongleur bewirkt nichts.",
    en="Nobody has a second card left: the Juggler does nothing.",
)
NEXT_FACE_DOWN = Phrase(
    "schwindler",
    de="Schwindler: der nächste Stich wird verdeckt gespielt.",
    en="Con artist: the next trick is played face down.",
)
NEXT_COLOUR = Phrase(
    "wahrsager",
    de="Wahrsager: der nächste Stich wird mit {colour} eröffnet.",
    en="Fortune teller: the next trick is led with {colour}.",
)
NEXT_COLOUR_OPEN = Phrase(
    "wahrsager_open",
    de="Wahrsager: {player} sagt, welche Farbe als Nächstes ausgespielt wird.",
    en="Fortune teller: {player} says which suit is led next.",
)
NOTHING_IN_THE_LAST = Phrase(
    "last_trick_no_effect",
    de="{card}: im letzten Stich ohne Wirkung.",
    en="{card}: no effect in the last trick.",
)


def cards_per_play(first_cards: Sequence[Person], hand: int) -> int:
    """Two cards each when the Juggler is among the first, unless nobody holds a second one (ruling)."""
    return 2 if hand >= 2 and any(card.code == JUGGLER for card in first_cards) else 1


def suit_led(plays: Sequence[PersonPlay]) -> str | None:
    """The suit of the first play that is no special card (ruling); None if there is none."""
    for play in plays:
        if not play.card.is_special:
            return play.card.suit
    return None


def specials_in(plays: Sequence[PersonPlay]) -> set[str]:
    return {play.card.code for play in plays if play.card.is_special}


def judge(trick: Trick[Person], record: AnyRecord) -> Verdict[Person] | None:
    """Judges a complete trick. Problems of the choices are told on the record; with one the answer is None."""
    if trick.choices == {} and all(play.card.is_colour for play in trick.plays):
        return _among_colours(trick)
    return _Referee(trick, record).verdict()


def _among_colours(trick: Trick[Person]) -> Verdict[Person]:
    """Most tricks: neither a trump nor a special card, so the highest card of the suit led takes them."""
    player, card = highest(trick.plays, None)
    why = [HIGHEST_OF_LED(player=player, card=card, colour=COLOUR_WORDS[card.suit])]
    return Verdict(player, captured_by(player, trick.plays), why, card=card)


def judge_alone(trick: Trick[Person], record: AnyRecord) -> Verdict[Person] | None:
    """Judges a trick that stands by itself: nobody has two special cards to play, not even with the Juggler."""
    first: dict[str, int] = {}
    for index, (player, card) in enumerate(trick.plays):
        if card.is_special and first.setdefault(player, index) != index:
            cards = [trick.plays[first[player]].card, card]
            record.add(f"plays.{first[player]}", TWO_SPECIAL_CARDS(player=player, cards=cards))
    return judge(trick, record)


def choices(trick: Trick[Person], table: AnyTable) -> list[Choice]:
    """What the special cards of a complete trick ask for, each with what is possible after the choices before it."""
    referee = _Referee(trick, Record({}, table, Problems()))
    referee.verdict()
    return referee.asked


class _Referee:
    """The trick while it is judged: `rest` is what the Bard left in it, `asked` what its players decide."""

    def __init__(self, trick: Trick[Person], record: AnyRecord) -> None:
        self.trick = trick
        self.record = record
        self.rest: Sequence[PersonPlay] = trick.plays
        self.specials = specials_in(trick.plays)
        self.owners = {play.card.code: play.player for play in trick.plays}
        self.choices: Mapping[str, Any] = {}
        self.why: list[Any] = []
        self.asked: list[Choice] = []
        self.decisive: list[Person] = []  # cards whose part in who wins, or what that earns, was told
        self.problems_before = len(record.problems)

    def say(self, phrase: Phrase, **facts: Any) -> None:
        self.why.append(phrase(**facts))

    def ask(self, path: str, question: Phrase, special: str, cards: Sequence[Person]) -> None:
        candidates = [Candidate.of(card) for card in cards]
        self.asked.append(Choice(path, question(player=self.owners[special]), candidates))

    @property
    def fine(self) -> bool:
        """Whether nothing is wrong or open so far."""
        return len(self.record.problems) == self.problems_before

    def has(self, special: str) -> bool:
        """Whether a special card is in the trick; one that the Bard took away has no effect (ruling)."""
        return special in self.specials

    @property
    def trumps(self) -> list[PersonPlay]:
        """The valid trumps."""
        return [] if self.has(FOOL) else [play for play in self.rest if play.card.is_trump]

    def verdict(self) -> Verdict[Person] | None:
        if not self._read_choices():
            return None
        self._juggler()
        verdict: Verdict[Person] = Verdict(winner="", captured={}, why=self.why)
        couple_left = self._bard(verdict)
        if self.fine:
            self._win(verdict, couple_left)
            self.decisive += [verdict.card] if verdict.card else []
        self._capture(verdict, couple_left)
        self._fortune_teller_and_con_artist()
        return verdict if self.fine else None

    # Choices

    def _read_choices(self) -> bool:
        raw = self.trick.choices
        if not isinstance(raw, dict):
            self.record.wrong_type("choices", raw, AN_OBJECT)
            return False
        self.choices = raw
        for key in raw:
            if key not in ("couple", "illusionist", "colour"):
                self.record.add(f"choices.{key}", UNKNOWN_KEY(key=abbreviated(key)))
        return True

    def _chosen_card(self, path: str, code: object) -> Person | None:
        """A card of this trick that somebody chose."""
        if isinstance(code, str):
            for play in self.trick.plays:
                if play.card.code == code:
                    return play.card
        self.record.add(path, NOT_IN_TRICK(card=abbreviated(code)))
        return None

    # The Juggler

    def _juggler(self) -> None:
        if self.has(JUGGLER):
            double = len(self.trick.plays) > len(self.record.table.players)
            self.say(JUGGLER_PROLONGS if double else JUGGLER_TOO_LATE)

    # 1. The Bard

    def _bard(self, verdict: Verdict[Person]) -> bool:
        """The couple leaves the trick before anything else. True if one did."""
        bard = self.owners.get(BARD)
        people = [play.card for play in self.trick.plays if play.card.sex and play.card.code != BARD] if bard else []
        men = [card for card in people if card.sex == "m"]
        women = [card for card in people if card.sex == "f"]
        if bard is None or not men or not women:
            if bard is not None:
                self.say(NO_COUPLE_HERE)
            if "couple" in self.choices:
                self.record.add("choices.couple", NOBODY_MAY_CHOOSE())
            return False
        self._ask_for_couple(people)
        if "couple" not in self.choices:
            self.record.add("choices.couple", COUPLE_NEEDED(men=men, women=women))
            return False
        couple = self._read_couple()
        if couple is None:
            return False
        marker, discard = couple
        self.rest = [play for play in self.rest if play.card not in couple]
        self.specials = specials_in(self.rest)
        verdict.discarded.append(discard)
        verdict.bonus(bard, "barde")
        self.say(COUPLE_LEAVES, player=bard, marker=marker, discard=discard)
        silenced = [card for card in couple if card.is_special and card.code != JUGGLER]
        if silenced:
            self.say(COUPLE_SILENCED, cards=silenced)
        if len(self.trick.plays) > len(self.record.table.players) and JUGGLER in (marker.code, discard.code):
            self.say(STILL_PROLONGED)
        return True

    def _ask_for_couple(self, people: Sequence[Person]) -> None:
        """First for one of the couple, then for another of the other sex."""
        self.ask("couple.marker", WHICH_MARKER, BARD, people)
        named = self.choices.get("couple")
        marker = named.get("marker") if isinstance(named, dict) else None
        for sex in [card.sex for card in people if card.code == marker]:
            self.ask("couple.discard", WHICH_DISCARD, BARD, [card for card in people if card.sex != sex])

    def _read_couple(self) -> tuple[Person, Person] | None:
        path = "choices.couple"
        raw = self.choices["couple"]
        if not isinstance(raw, dict):
            self.record.wrong_type(path, raw, AN_OBJECT)
            return None
        for key in raw:
            if key not in ("marker", "discard"):
                self.record.add(f"{path}.{key}", UNKNOWN_KEY(key=abbreviated(key)))
        chosen = []
        for key in ("marker", "discard"):
            if key not in raw:
                self.record.add(f"{path}.{key}", MISSING_KEY(key=key))
            elif card := self._chosen_card(f"{path}.{key}", raw[key]):
                if card.code == BARD:  # ruling
                    self.record.add(f"{path}.{key}", NOT_THE_BARD())
                else:
                    chosen.append(card)
        if len(chosen) < 2:
            return None
        marker, discard = chosen
        if {marker.sex, discard.sex} != {"m", "f"}:
            self.record.add(path, NO_COUPLE(first=marker, second=discard))
            return None
        return marker, discard

    # 2. to 5. Who wins

    def _win(self, verdict: Verdict[Person], couple_left: bool) -> None:
        ordinary = [play for play in self.rest if not play.card.is_special]
        if not ordinary:
            winning = self._win_among_specials(couple_left)
            verdict.winner, verdict.card = winning
        elif self.has(FOOL) and not any(play.card.is_colour for play in ordinary):
            verdict.winner, verdict.card = self._play_of(FOOL)
            self.say(FOOL_VOIDS)
            self.say(FOOL_WINS, player=verdict.winner)
        else:
            if self.has(FOOL) and any(play.card.is_trump for play in ordinary):
                self.say(FOOL_VOIDS)
            winning = self._gold_that_wins() or self._trump_that_wins() or self._colour_card_that_wins()
            verdict.winner, verdict.card = winning
            self._bonuses(verdict, winning)

    def _win_among_specials(self, couple_left: bool) -> PersonPlay:
        if couple_left:
            winning = self._play_of(BARD)
            self.say(ONLY_BARD_LEFT, player=winning.player)
        elif self.has(FOOL):
            winning = self._play_of(FOOL)
            self.say(ONLY_SPECIALS_WITH_FOOL, player=winning.player)
        else:
            winning = self.rest[0]
            self.say(ONLY_SPECIALS, player=winning.player)
        return winning

    def _play_of(self, special: str) -> PersonPlay:
        return next(play for play in self.rest if play.card.code == special)

    def _gold_that_wins(self) -> PersonPlay | None:
        """3. The Maid: the highest gold card, of equals the first; with the Hypnotist the lowest (ruling)."""
        if not self.has(MAID):
            return None
        gold = [play for play in self.rest if play.card.is_gold]
        if not gold:
            self.say(MAID_FINDS_NO_GOLD)
            return None
        lowest = self.has(HYPNOTIST)
        winning = (min if lowest else max)(gold, key=lambda play: play.card.points)
        self.say(MAID_CHARMS_LOWEST if lowest else MAID_CHARMS, player=winning.player, card=winning.card)
        return winning

    def _trump_that_wins(self) -> PersonPlay | None:
        trumps = self.trumps
        if not trumps:
            return None
        strength = self._order(trumps)
        lowest = self.has(HYPNOTIST)
        winning = (min if lowest else max)(trumps, key=lambda play: strength[play.card.code])
        if lowest:
            self.say(HYPNOTIST_TURNS)
        if lowest and any(step for step, _, _ in strength.values()):
            self.say(HYPNOTIST_TAKES_THIS_ORDER)
        self.say(LOWEST_TRUMP if lowest else HIGHEST_TRUMP, player=winning.player, card=winning.card)
        return winning

    def _order(self, trumps: Sequence[PersonPlay]) -> dict[str, tuple[int, int, int]]:
        """How the trumps of this trick rank.

        By rank, with two exceptions: of Adventurer and Countess the later is higher; an Assassin who
        came after a leader stands above all trumps before him and any Night watchman and Guard, and
        below the others that came after him. The Hypnotist takes the lowest of this very order (ruling).
        """
        cards = [play.card for play in trumps]
        codes = [card.code for card in cards]
        if ADVENTURER in codes and COUNTESS in codes:
            later = max((ADVENTURER, COUNTESS), key=codes.index)
            self.say(LATER_IS_HIGHER, later=cards[codes.index(later)])
        assassin = codes.index(ASSASSIN) if ASSASSIN in codes else len(codes)
        leaders = [card for card in cards[:assassin] if card.code in LEADERS] if ASSASSIN in codes else []
        if leaders:
            self.say(LEADER_KILLED, leaders=leaders)
            self.decisive += leaders

        def step(place: int, card: Person) -> int:
            if not leaders or place < assassin or card.code in (NIGHT_WATCHMAN, GUARD):
                return 0
            return 1 if place == assassin else 2

        return {card.code: (step(place, card), card.rank, place) for place, card in enumerate(cards)}

    def _colour_card_that_wins(self) -> PersonPlay:
        led = self._suit_led()
        running = [play for play in self.rest if play.card.suit == led]
        lowest = self.has(HYPNOTIST)
        winning = (min if lowest else max)(running, key=lambda play: play.card.rank)
        if lowest:
            self.say(HYPNOTIST_TURNS)
        phrase = LOWEST_OF_LED if lowest else HIGHEST_OF_LED
        self.say(phrase, player=winning.player, card=winning.card, colour=COLOUR_WORDS[led])
        return winning

    def _suit_led(self) -> str:
        """The suit led, where no valid trump decides.

        With the Fool it is that of the first colour card as played. If nothing of the suit led is left
        after the Bard, the first remaining colour card sets it (ruling).
        """
        plays = self.trick.plays
        led = suit_led([play for play in plays if play.card.is_colour] if self.has(FOOL) else plays)
        left = [play.card.suit for play in self.rest if play.card.is_colour]
        if led in left:
            if plays[0].card.is_special:
                self.say(LED_BY_SPECIAL, card=plays[0].card, colour=COLOUR_WORDS[str(led)])
            return str(led)
        self.say(NEW_LED, colour=COLOUR_WORDS[left[0]])
        return left[0]

    # Bonuses: only for the player whose named card wins the trick

    def _bonuses(self, verdict: Verdict[Person], winning: PersonPlay) -> None:
        earn = _EARNERS.get(winning.card.code)
        if earn:
            earn(self, verdict, winning)

    def _night_watchman_wins(self, verdict: Verdict[Person], winning: PersonPlay) -> None:
        if self.trick.last:
            verdict.bonus(winning.player, "nachtwaechter")
            self.say(NIGHT_WATCHMAN_WINS, player=winning.player)

    def _guard_wins(self, verdict: Verdict[Person], winning: PersonPlay) -> None:
        arrested = [play.card for play in self.rest if play.card.is_cutpurse]
        if arrested:
            verdict.bonus(winning.player, "gardist", len(arrested))
            self.say(GUARD_WINS, player=winning.player, cards=arrested, points=BONUS * len(arrested))

    def _assassin_wins(self, verdict: Verdict[Person], winning: PersonPlay) -> None:
        killed = [card for card in played_before(self.rest, winning.card) if card.code in LEADERS]
        if killed:
            verdict.bonus(winning.player, "meuchelmoerder", len(killed))
            self.say(
                ASSASSIN_WINS,
                player=winning.player,
                names=killed,
                leaders=len(killed),
                points=BONUS * len(killed),
            )

    def _seducer_wins(self, verdict: Verdict[Person], winning: PersonPlay) -> None:
        other = seduced(self.rest, winning.card)
        if other:
            verdict.bonus(winning.player, "verfuehrung")
            self.decisive.append(other)
            self.say(SEDUCTION, player=winning.player, winning=winning.card, other=other)

    # Who captures what

    def _capture(self, verdict: Verdict[Person], couple_left: bool) -> None:
        left = self._guard([play.card for play in self.rest], verdict)
        takers: dict[str, str] = {}  # of single cards
        left = self._illusionist(left, takers)
        left = self._muscleman(left, takers, verdict)
        left = self._dancer(left, takers)
        if takers:
            verdict.captured = self._shared_out(takers | {card.code: verdict.winner for card in left})
        elif couple_left or len(self.specials) < len(self.rest):
            verdict.captured[verdict.winner] = left
        if self.has(ALCHEMIST):
            verdict.worthless.extend(play.card for play in self.rest if play.card.is_gold)
            if verdict.worthless:
                self.say(ALCHEMIST_SPOILS, cards=verdict.worthless)

    def _shared_out(self, takers: Mapping[str, str]) -> dict[str, list[Person]]:
        """The piles where several players take something, each in the order played."""
        piles: dict[str, list[Person]] = {}
        for play in self.rest:
            if taker := takers.get(play.card.code):
                piles.setdefault(taker, []).append(play.card)
        return piles

    def _guard(self, left: list[Person], verdict: Verdict[Person]) -> list[Person]:
        arrested = [card for card in left if card.is_cutpurse]
        if not arrested or not any(play.card.code == GUARD for play in self.trumps):
            return left
        verdict.discarded.extend(arrested)
        self.say(GUARD_ARRESTS, cards=arrested)
        if self.has(MAID) and any(play.card.is_gold for play in self.rest):
            self.say(GUARD_STAYS_AWAKE)
        return [card for card in left if card not in arrested]

    def _illusionist(self, left: list[Person], takers: dict[str, str]) -> list[Person]:
        """One card of his player's choice, special ones too (ruling); he must, while there is more than special cards."""
        path = "choices.illusionist"
        may = self.has(ILLUSIONIST) and any(not card.is_special for card in left)
        if not may:
            if self.has(ILLUSIONIST):
                self.say(ILLUSIONIST_IDLE)
            if "illusionist" in self.choices:
                self.record.add(path, NOBODY_MAY_CHOOSE())
            return left
        if self.fine:
            self.ask(path.removeprefix("choices."), WHICH_CARD, ILLUSIONIST, left)
        if "illusionist" not in self.choices:
            self.record.add(path, CARD_NEEDED(cards=left))
            return left
        card = self._chosen_card(path, self.choices["illusionist"])
        if card is None:
            return left
        if card not in left:
            self.record.add(path, CARD_GONE(card=card))
            return left
        player = takers[card.code] = self.owners[ILLUSIONIST]
        self.say(ILLUSIONIST_TAKES, player=player, card=card)
        if card.is_special and card.sex:
            self.say(EFFECT_STAYS, card=card)
        elif card in self.decisive:
            self.say(STILL_COUNTS, card=card)
        return [each for each in left if each is not card]

    def _muscleman(self, left: list[Person], takers: dict[str, str], verdict: Verdict[Person]) -> list[Person]:
        """He seizes every wench, one bonus each."""
        wenches = [card for card in left if card.is_wench] if self.has(MUSCLEMAN) else []
        if not wenches:
            return left
        player = self.owners[MUSCLEMAN]
        takers.update((card.code, player) for card in wenches)
        verdict.bonus(player, "muskelmann", len(wenches))
        self.say(MUSCLEMAN_TAKES, player=player, cards=wenches, points=BONUS * len(wenches))
        return [card for card in left if not card.is_wench]

    def _dancer(self, left: list[Person], takers: dict[str, str]) -> list[Person]:
        """She takes every coin."""
        coins = [card for card in left if card.is_coin] if self.has(DANCER) else []
        if not coins:
            return left
        player = self.owners[DANCER]
        takers.update((card.code, player) for card in coins)
        self.say(DANCER_TAKES, player=player, cards=coins)
        return [card for card in left if not card.is_coin]

    # Reminders: these two change no result

    def _fortune_teller_and_con_artist(self) -> None:
        if self.has(FORTUNE_TELLER) and self.fine and not self.trick.last:
            question = WHICH_COLOUR(player=self.owners[FORTUNE_TELLER])
            self.asked.append(Choice("colour", question, COLOURS_TO_NAME, needed=False))
        if self.has(CON_ARTIST):
            self._remind(CON_ARTIST, NEXT_FACE_DOWN)
        if not self.has(FORTUNE_TELLER):
            if "colour" in self.choices:
                self.record.add("choices.colour", NOBODY_MAY_CHOOSE())
        elif "colour" not in self.choices:
            self._remind(FORTUNE_TELLER, NEXT_COLOUR_OPEN)
        else:
            call = self.choices["colour"]
            if isinstance(call, str) and call in CALLS:
                self._remind(FORTUNE_TELLER, NEXT_COLOUR, colour=COLOUR_WORDS[CALLS[call]])
            else:
                self.record.add("choices.colour", UNKNOWN_VALUE(value=abbreviated(call), allowed=list(CALLS)))

    def _remind(self, special: str, phrase: Phrase, **facts: Any) -> None:
        play = self._play_of(special)
        if self.trick.last:
            self.say(NOTHING_IN_THE_LAST, card=play.card)
        else:
            self.say(phrase, player=play.player, **facts)


_EARNERS: Mapping[str, Callable[[_Referee, Verdict[Person], PersonPlay], None]] = {
    NIGHT_WATCHMAN: _Referee._night_watchman_wins,
    GUARD: _Referee._guard_wins,
    ASSASSIN: _Referee._assassin_wins,
    ADVENTURER: _Referee._seducer_wins,
    COUNTESS: _Referee._seducer_wins,
}
