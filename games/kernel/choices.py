"""Decisions that a card of a trick leaves to its player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from .cards import Card
from .words import Message, Phrase


class Candidate(NamedTuple):
    """One possible answer: a card, or a word with the symbols (of the sprite) and the ink of a suit."""

    value: str
    name: Phrase | Message
    card: Card | None = None
    icons: Sequence[str] = ()
    ink: str = ""

    @classmethod
    def of(cls, card: Card) -> Self:
        return cls(card.code, card.name, card)


@dataclass(frozen=True, slots=True)
class Choice:
    """A question to one player, with every answer that is possible now.

    `path` is where the answer stands in the trick's `choices`. One that is not `needed` may stay open.
    """

    path: str
    question: Phrase | Message
    candidates: Sequence[Candidate]
    needed: bool = True

    @property
    def field(self) -> str:
        """What a form calls it."""
        return self.path.replace(".", "-")

    @property
    def follows(self) -> str:
        """The only possible answer, "" where there are several: what follows is not asked."""
        return self.candidates[0].value if self.needed and len(self.candidates) == 1 else ""

    def answer(self, choices: Mapping[str, Any]) -> Any:
        """What is answered so far; None while it is open."""
        answer: Any = choices
        for key in self.path.split("."):
            answer = answer.get(key) if isinstance(answer, dict) else None
        return answer

    def answered(self, choices: Mapping[str, Any], answer: str) -> dict[str, Any]:
        """The choices with this answer among them."""
        first, _, then = self.path.partition(".")
        if not then:
            return {**choices, first: answer}
        return {**choices, first: {**choices.get(first, {}), then: answer}}
