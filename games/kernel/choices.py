"""Choices: what the players of certain cards decide in a trick, such as a suit that they name; also the trump suit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from .cards import Card
from .words import Message, Phrase


class Candidate(NamedTuple):
    """One possible answer to a choice: a card, or a word."""

    value: str  # answer in the record
    name: Phrase | Message
    card: Card | None = None
    icons: Sequence[str] = ()
    ink: str = ""

    @classmethod
    def of(cls, card: Card) -> Self:
        return cls(card.code, card.name, card)


@dataclass(frozen=True, slots=True)
class Choice:
    """A question with all answers that are possible now."""

    path: str  # path of the answer in the trick's `choices`: keys joined by dots
    question: Phrase | Message
    candidates: Sequence[Candidate]
    needed: bool = True  # whether the question must be answered

    @property
    def field(self) -> str:
        """The name of the form field for the answer."""
        return self.path.replace(".", "-")

    @property
    def follows(self) -> str:
        """The value of the only candidate. It is "" if there are several candidates or no answer is `needed`."""
        return self.candidates[0].value if self.needed and len(self.candidates) == 1 else ""

    def answer(self, choices: Mapping[str, Any]) -> Any:
        """Return the answer in these choices; None if there is none yet."""
        answer: Any = choices
        for key in self.path.split("."):
            answer = answer.get(key) if isinstance(answer, dict) else None
        return answer

    def answered(self, choices: Mapping[str, Any], answer: str) -> dict[str, Any]:
        """Return a copy of the choices with this answer added."""
        first, _, then = self.path.partition(".")
        if not then:
            return {**choices, first: answer}
        return {**choices, first: {**choices.get(first, {}), then: answer}}
