"""The sentences of the plain pad."""

from games.kernel.lines import Reason
from games.kernel.problems import Gap
from games.kernel.words import SHARED_PHRASES, Phrase, by_code

POINTS = Reason("points", de="Punkte", en="points")
WON = Reason("won", de="Runde gewonnen", en="won the round")

NOTHING_SAID = Gap("missing_key", de="Wie viele Punkte, oder wer hat gewonnen?", en="How many points, or who won?")
NOBODY_WON = Phrase("empty", de="Irgendjemand muss gewonnen haben.", en="Someone must have won.")
EVERYBODY_WON = Phrase("everybody_won", de="Alle können nicht gewonnen haben.", en="They can’t all have won.")
NAMED_FIRST = Phrase(
    "team_named_first",
    de="{name} und {first} sind ein Team: Ihre Zahl steht bei {first}.",
    en="{name} and {first} are a team: their number belongs to {first}.",
)
EITHER = Phrase(
    "unknown_key", de="Entweder Punkte oder ein Sieger, nicht beides.", en="Either points or a winner, not both."
)

# Sentences of the templates

PHRASES = {
    **SHARED_PHRASES,
    **by_code(
        Phrase("empty_is_zero", de="Leer zählt als 0.", en="Blank counts as 0."),
        Phrase(
            "points_or_crown",
            de="Punkte der Runde. Ohne Punkte: tipp auf die Krone.",
            en="Points this round. No points: tap the crown.",
        ),
        Phrase("points", de="Punkte", en="Points"),
        Phrase("round_points", de="Punkte der Runde", en="Points this round"),
        Phrase("won", de="gewonnen", en="won"),
        Phrase("won_round", de="{name} hat die Runde gewonnen", en="{name} won the round"),
    ),
}
