"""Feats in a game that is played by a score sheet, for statistics and leaderboards."""

from collections.abc import Mapping, Sequence

from games.kernel.feats import Feat
from games.kernel.lines import Score
from games.kernel.record import RawRecord
from games.kernel.words import Phrase


def feats_of(lowest_wins: bool) -> Sequence[Feat]:
    """Return a list with the only feat of a sheet's game: the number of rounds won."""

    def won(record: RawRecord, score: Score) -> Mapping[str, int]:
        best = (min if lowest_wins else max)(score.points.values())
        players = [player for player, points in score.points.items() if points == best]
        return dict.fromkeys(players, 1) if score.lines and len(players) < len(score.points) else {}

    title = Phrase("rounds_won", de="Meiste Runden gewonnen", en="Most rounds won")
    amount = Phrase("rounds", de="{amount:1 Runde|{amount} Runden}", en="{amount:1 round|{amount} rounds}")
    return [Feat(title, amount, won)]
