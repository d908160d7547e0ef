"""The sentences of any other game."""

from games.kernel.lines import Reason
from games.kernel.problems import Gap
from games.kernel.words import Phrase

POINTS = Reason("points", de="Punkte", en="points")
WON = Reason("won", de="Runde gewonnen", en="won the round")

NOTHING_SAID = Gap("missing_key", de="Wie viele Punkte, oder wer hat gewonnen?", en="How many points, or who has won?")
NOBODY_WON = Phrase("empty", de="Irgendjemand hat gewonnen.", en="Somebody has won.")
EVERYBODY_WON = Phrase("everybody_won", de="Alle können nicht gewonnen haben.", en="Not everybody can have won.")
EITHER = Phrase("unknown_key", de="Entweder Punkte, oder wer gewonnen hat.", en="Either points, or who has won.")
