"""The plays of a trick of Beutelschneider, and the state of the trick while it is judged."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from games.kernel.choices import Candidate, Choice
from games.kernel.record import AnyRecord
from games.kernel.tricks import Play, Trick, Verdict
from games.kernel.words import Phrase

from .cards import COUPLE, FOOL, JUGGLER, Person

type PersonPlay = Play[Person]


def cards_per_play(first_cards: Sequence[Person], hand: int) -> int:
    """Return how many cards each player plays to a trick: two if the Juggler is among the first cards, else one.

    `first_cards` are the first cards of all players; `hand` is the number of cards that each player held before the
    trick. If each player held only one card, the Juggler has no effect (ruling).
    """
    return 2 if hand >= 2 and any(card.code == JUGGLER for card in first_cards) else 1


def suit_led(plays: Sequence[PersonPlay]) -> str | None:
    """Return the suit of the first card that is not a special card (ruling); None if all are special cards."""
    return next((play.card.suit for play in plays if not play.card.is_special), None)


def played_before(plays: Sequence[PersonPlay], card: Person) -> list[Person]:
    """Return the cards that were played before this card."""
    cards = [play.card for play in plays]
    return cards[: cards.index(card)]


def seduced(plays: Sequence[PersonPlay], winning: Person) -> Person | None:
    """Return the card that the winning card seduces; None if there is none."""
    if winning.code not in COUPLE:
        return None
    return next((card for card in played_before(plays, winning) if card.code in COUPLE), None)


def _specials_in(plays: Sequence[PersonPlay]) -> set[str]:
    return {play.card.code for play in plays if play.card.is_special}


class TrickState:
    """A trick while it is judged: the cards left in it, the choices of its players, and the verdict so far."""

    def __init__(self, trick: Trick[Person], record: AnyRecord) -> None:
        self.trick = trick
        self.record = record
        self.choices: Mapping[str, Any] = {}
        self.asked: list[Choice] = []
        self.verdict: Verdict[Person] = Verdict(winner="", captured={}, why=[])
        self.rest: Sequence[PersonPlay] = trick.plays  # the plays of the trick, later without the Bard's couple
        self.specials = _specials_in(trick.plays)  # codes of the special cards in `rest`
        self.couple_left = False
        # Cards that decide the winner or a bonus. They count for this even if the Illusionist takes them.
        self.decisive: list[Person] = []
        self.owners = {play.card.code: play.player for play in trick.plays}
        self._problems_before = record.problems.added

    @property
    def fine(self) -> bool:
        """Return whether judging has added no problem so far."""
        return self.record.problems.added == self._problems_before

    @property
    def is_double(self) -> bool:
        """Return whether everybody played two cards, because of the Juggler."""
        return len(self.trick.plays) > len(self.record.table.players)

    def has(self, special: str) -> bool:
        """Return whether this special card is in the trick; False once it has left with the Bard's couple (ruling)."""
        return special in self.specials

    def remove(self, couple: Collection[Person]) -> None:
        """Take the Bard's couple out of the trick."""
        self.rest = [play for play in self.rest if play.card not in couple]
        self.specials = _specials_in(self.rest)
        self.couple_left = True

    def play_of(self, special: str) -> PersonPlay:
        """Return the play of the special card with this code, which must be in the trick."""
        return next(play for play in self.rest if play.card.code == special)

    @property
    def trumps(self) -> list[PersonPlay]:
        """The plays of valid trumps: none if the Fool is in the trick."""
        return [] if self.has(FOOL) else [play for play in self.rest if play.card.is_trump]

    def say(self, phrase: Phrase, **facts: Any) -> None:
        """Add a message to the verdict's reasons."""
        self.verdict.why.append(phrase(**facts))

    def ask(self, path: str, question: Phrase, special: str, cards: Sequence[Person]) -> None:
        """Add a question for the player of the special card with the code `special` to `asked`."""
        candidates = [Candidate.of(card) for card in cards]
        self.asked.append(Choice(path, question(player=self.owners[special]), candidates))
