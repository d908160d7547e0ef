"""The sentences that describe a round of Rufmariasch: caller, trumps and partner, declarations, and the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kernel.lines import Line, Score
from games.kernel.record import RawRecord
from games.kernel.tricks import Play, highest
from games.kernel.words import Facts, Message, join_names

from . import words
from .cards import DECK
from .faces import Faces


def _sides(lines: Sequence[Line]) -> Mapping[tuple[str, ...], tuple[Facts, list[int]]]:
    """Return {team: (facts of its first line, stakes that each player gets)}; a team is the tuple of its players."""
    sides: dict[tuple[str, ...], tuple[Facts, list[int]]] = {}
    for line in lines:
        if line.phrase is words.STAKES:
            facts = line.message.facts
            sides.setdefault(facts["side"], (facts, []))[1].append(line.amount)
    return sides


def result(score: Score) -> Message | None:
    """Return the sentence on the winning team, its stakes and both totals; None for an entry that is not a round."""
    for side, (facts, amounts) in _sides(score.lines).items():
        if amounts[0] < 0:
            continue
        alike = len(side) > 1 and len(amounts) == len(side) and len(set(amounts)) == 1
        phrase = words.SIDE_WINS_EACH if alike else words.SIDE_WINS if len(side) > 1 else words.WINS_ALONE
        stakes = amounts[0] if alike else sum(amounts)
        return phrase(players=join_names(side), stakes=stakes, sum=facts["sum"], other=facts["other"])
    return None


def story(record: RawRecord, faces: Faces, players: Sequence[str]) -> list[Message]:
    """Return the sentences on the call, on the declarations, and on the players who won no trick, in this order."""
    caller, card = record["caller"], record.get("called")
    partner = _partner(record)
    facts = {
        "caller": caller,
        "trump": faces.suit(record["trump"]).names,
        "card": DECK[card] if card else "",
        "partner": partner,
    }
    if partner is None:
        told = [(words.CALLED_OWN if card else words.PLAYED_ALONE)(**facts)]
    else:
        told = [(words.CALLED_CARD if card else words.PLAYED_WITH)(**facts)]
    by_player: dict[str, list[Message]] = {}
    for player, suit in record.get("declared", ()):
        by_player.setdefault(player, []).append(words.KING_AND_OBER(suit=faces.suit(suit).names, ober=faces.rank("O")))
    told += [words.DECLARED(player=player, what=what) for player, what in by_player.items()]
    without = _without_trick(record, players)
    return told + ([words.WON_NO_TRICK(players=join_names(without), count=len(without))] if without else [])


def _without_trick(record: RawRecord, players: Sequence[str]) -> list[str]:
    """Return the players who won no trick, as the record names them or as its tricks show."""
    if "tricks" not in record:
        return list(record.get("no_trick", ()))
    tricks = [[Play(player, DECK[code]) for player, code in trick["plays"]] for trick in record["tricks"]]
    winners = {highest(plays, record["trump"]).player for plays in tricks}
    return [player for player in players if player not in winners]


def _partner(record: RawRecord) -> str | None:
    """Return the caller's partner; None if the caller played alone."""
    if "tricks" not in record:
        return record.get("partner")
    plays = (play for trick in record["tricks"] for play in trick["plays"])
    holder = next(player for player, card in plays if card == record["called"])
    return None if holder == record["caller"] else holder


def reasons(lines: Sequence[Line]) -> list[Message]:
    """Return a sentence for each line."""
    told: set[tuple[str, ...]] = set()
    found = []
    for line in lines:
        message = line.message
        side = message.facts.get("side")
        if side in told:
            apart = message.facts["difference"]
            message = (words.LIKEWISE_APART if line.amount > 0 else words.LIKEWISE)(
                apart=apart, rate=message.facts["rate"]
            )
        elif side:
            told.add(side)
        found.append(message)
    return found
