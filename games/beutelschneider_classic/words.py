"""The sentences of Beutelschneider's first edition only. Sentences of both editions are in `games.beutelschneider`."""

from __future__ import annotations

from games.beutelschneider.words import BONUS_LINES, BONUS_NAMES, BONUS_WORDS, bonus_phrase
from games.kernel.words import Phrase

# Lines of a round's score

CLASSIC_BONUS_LINES = {
    "gardist": bonus_phrase("gardist", de="Gardist fasst den Beutelschneider", en="Guard arrests the cutpurse"),
    "gardist_last": bonus_phrase(
        "gardist_last", de="Gardist gewinnt den letzten Stich", en="Guard wins the last trick"
    ),
    "meuchelmoerder": bonus_phrase(
        "meuchelmoerder", de="Meuchelmörder trifft den Fürsten", en="Assassin strikes the Sovereign"
    ),
    "verfuehrung": BONUS_LINES["verfuehrung"],
}

# Problems of a record

BOTH_GUARDS = Phrase(
    "guard_bonuses_of_two_players",
    de="Beide Boni des Gardisten gehören derselben Person, nicht {players: und }.",
    en="Both guard bonuses go to the same player, not to {players: and }.",
)
NOT_WITH_ANYBODY = Phrase(
    "not_captured",
    de="{card:Der} ist abgelegt, liegt aber bei niemandem.",
    en="{card:The} is discarded but is with nobody.",
)
TOO_MANY_ASIDE = Phrase(
    "too_many_aside",
    de="Beiseite liegen nur {most:words} Karten: {count:words} sind genannt.",
    en="Only {most:words} cards are laid aside: {count:words} are named.",
)
ASIDE_PLACE = Phrase("aside", de="beiseite", en="aside")

# The reasons of a verdict

SOVEREIGN_KILLED = Phrase(
    "sovereign_killed",
    de="Der Meuchelmörder kam nach dem Fürsten: Der Fürst zählt nicht mehr mit.",
    en="The Assassin came after the Sovereign: the Sovereign no longer counts.",
)
CUTPURSE_CANCELLED = Phrase(
    "gardist_cancels",
    de="Der Gardist kam nach dem Beutelschneider: Er kostet nichts.",
    en="The Guard came after the cutpurse: it costs nothing.",
)
GUARD_LAST = Phrase(
    "gardist_last",
    de="Der Gardist gewinnt den letzten Stich: +10 für {player}.",
    en="The Guard wins the last trick: +10 for {player}.",
)

# Dealing

LAID_ASIDE = Phrase(
    "laid_aside",
    de="Die obersten {count:words} Karten kommen unbesehen beiseite.",
    en="The top {count:words} cards are laid aside unseen.",
)

# Screens

NONE_ASIDE = Phrase(
    "none_aside",
    de="{gold:Das letzte|Die letzten {gold}} für {player}: Liegt kein Gold beiseite?",
    en="The last {gold:one|{gold}} for {player}: is no gold laid aside?",
)
SOME_ASIDE = Phrase(
    "some_aside",
    de="{gold:1 Gold fehlt|{gold} Gold fehlen}: Liegt es beiseite?",
    en="{gold} gold missing: laid aside?",
)

CLASSIC_BONUS_WORDS = {
    "gardist": Phrase(
        "gardist", de="Gardist gewinnt und fasst den Beutelschneider", en="Guard wins, cutpurse arrested"
    ),
    "gardist_last": Phrase("gardist_last", de="Gardist gewinnt den letzten Stich", en="Guard wins the last trick"),
    "meuchelmoerder": Phrase(
        "meuchelmoerder", de="Meuchelmörder gewinnt, Fürst vor ihm", en="Assassin wins, Sovereign before him"
    ),
    "verfuehrung": BONUS_WORDS["verfuehrung"],
}
CLASSIC_BONUS_NAMES = {
    "gardist": (BONUS_NAMES["gardist"][0], Phrase("how", de="fasst den Beutelschneider", en="arrests the cutpurse")),
    "gardist_last": (BONUS_NAMES["gardist"][0], BONUS_NAMES["nachtwaechter"][1]),
    "meuchelmoerder": (
        BONUS_NAMES["meuchelmoerder"][0],
        Phrase("how", de="trifft den Fürsten", en="strikes the Sovereign"),
    ),
    "verfuehrung": BONUS_NAMES["verfuehrung"],
}
