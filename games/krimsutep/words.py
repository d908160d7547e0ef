"""The sentences of Krimsutep."""

from __future__ import annotations

from games.kernel.lines import Reason
from games.kernel.problems import Gap
from games.kernel.words import SHARED_PHRASES, Phrase, by_code

from .cards import SUITS

# Lines of a round's score

ROYAL = Reason(
    "royal", de="die zweite Karte von Pharao und Frau in einem Stich", en="the second of Pharaoh and wife in one trick"
)
MAID = Reason("maid", de="Stich mit der Magd gewonnen", en="trick won with the Maid")
SUIT_WON = {
    suit: Reason(f"suit:{suit}", de="die meisten Punkte in {suit}", en="most points in {suit}") for suit in SUITS
}
BUILDING = Reason("building", de="{card} gebaut", en="{card} built")
DOUBLED = Reason("doubled", de="{suit} gewonnen, {card} doppelt", en="{suit} won, {card} doubled")
OASIS_END = Reason(
    "oasis_end",
    de="Oase, {distance:1 Feld|{distance} Felder} vom Nil × {halves:1 Palasthälfte|{halves} Palasthälften}",
    en="oasis, {distance:1 space|{distance} spaces} from the Nile × {halves:1 palace half|{halves} palace halves}",
)
OASES_GO_TO = Phrase(
    "result",
    de="Die Oasen bringen {players} am meisten: {sum}.",
    en="The oases bring the most to {players}: {sum}.",
)
# The bonuses in the verdict on a single trick
ROYAL_IN_A_TRICK = Phrase("royal", de="Pharao und Frau in einem Stich", en="Pharaoh and wife in one trick")
MAID_IN_A_TRICK = Phrase("maid", de="Stich mit der Magd", en="Trick won with the Maid")

# Rulings

PALACE_TOO_BIG = Phrase(
    "palace_too_big",
    de="{player}: Der Palast wäre mehr als {most} wert, also 0. Ob anderswo Platz war, prüft niemand.",
    en="{player}: the palace would be worth more than {most}, so 0. Nobody checks whether there was room elsewhere.",
)
OBELISK_LINES = Phrase(
    "obelisk_lines",
    de="{player}: Es zählen nur Obelisken in gerader Linie, nicht um die Ecke.",
    en="{player}: only obelisks in a straight line count, not round a corner.",
)
OASIS_DISTANCE = Phrase(
    "oasis_distance",
    de="Der Abstand zum Nil sind die wenigsten Schritte, gerade, nie schräg.",
    en="The distance to the Nile is the fewest steps, straight, never diagonally.",
)

# Problems of a record

TOO_MANY_ROUNDS = Phrase(
    "too_many_rounds",
    de="Mit {seats} Spielern sind es nur {rounds} Runden.",
    en="With {seats} players there are only {rounds} rounds.",
)
OASES_TOO_EARLY = Phrase(
    "oases_too_early",
    de="Die Oasen zählen erst nach der letzten von {rounds} Runden.",
    en="The oases count after the last of {rounds} rounds.",
)
OASES_ON_THE_MAP = Phrase(
    "oases_on_the_map",
    de="Auf dem Plan zählen die Oasen von selbst mit der letzten Runde.",
    en="On the map the oases are counted automatically with the last round.",
)
BUILT_TWICE = Phrase("built_twice", de="{player} baut zweimal.", en="{player} builds twice.")
NONE_LEFT = Phrase(
    "building_card_used_up",
    de="{player} hat keine Baukarte „{card}“ mehr: Davon gibt es nur {owned:eine|{owned:words}}.",
    en="{player} has no {card} left: there {owned:is only one|are only {owned:words}}.",
)
WRONG_WORTH = Phrase(
    "out_of_range",
    de="„{card}“ kann nicht {points} bringen. Möglich: {worth}.",
    en="“{card}” can’t earn {points}. Possible: {worth}.",
)
TYPED_OR_ON_MAP = Phrase(
    "typed_or_on_map",
    de="Alle Gebäude eines Spiels werden eingetippt oder alle auf den Plan gelegt.",
    en="Either all buildings of a game are entered as points, or all are on the map.",
)
SPACE_TAKEN = Phrase("space_taken", de="Auf {space} steht schon etwas.", en="There is already something on {space}.")
ON_THE_NILE = Phrase("on_the_nile", de="Durch {space} fließt der Nil.", en="The Nile flows through {space}.")
NO_SIDE = Phrase(
    "no_side",
    de="„{card}“ füllt beide Hälften: „side“ gehört nicht dazu.",
    en="“{card}” fills both halves: no “side” here.",
)

# Gaps in a record

WHO_WON = Gap("missing_key", de="Wer hat {suit} gewonnen?", en="Who won {suit}?")
HOW_MANY = Gap("missing_key", de="Wer hat wie viele Punkte in {suit}?", en="Who has how many points in {suit}?")
WHICH_CARD = Gap("missing_key", de="Welches Gebäude?", en="Which building?")
HOW_MUCH = Gap(
    "one_of_these_missing", de="Wie viele Punkte, oder wo steht es?", en="How many points, or where does it stand?"
)
BUILT_NOTHING = Gap("player_missing", de="{name} hat noch nichts gebaut.", en="{name} has built nothing yet.")
HOW_FAR = Gap("missing_key", de="Wie weit ist es zum Nil?", en="How far is it to the Nile?")
HOW_MANY_HALVES = Gap(
    "missing_key", de="Wie viele Palasthälften liegen daneben?", en="How many palace halves are beside it?"
)
WHICH_HALF = Gap("missing_key", de="Welche Hälfte füllt es?", en="Which half does it fill?")

# The map

A_SPACE = Phrase("space", de="ein Feld auf dem Plan", en="a space on the map")
SPACE = Phrase("space", de="Reihe {row}, Spalte {col}", en="row {row}, column {col}")
BAD_SIZE = Phrase("bad_size", de="Der Plan hat 6 × 5 oder 5 × 6 Felder.", en="The map has 6 × 5 or 5 × 6 spaces.")
OFF_THE_MAP = Phrase("off_the_map", de="{space} liegt nicht auf dem Plan.", en="There is no {space} on the map.")
SIX_NILE_CARDS = Phrase(
    "six_nile_cards",
    de="Der Nil hat sechs Karten, hier {count:steht nur eine|stehen {count:words}}.",
    en="The Nile has six cards; there {count:is only one|are {count:words}} here.",
)
USUAL_MAP = Phrase("usual_map", de="der Nil schlängelt sich", en="the Nile winds")
OWN_MAP = Phrase("own_map", de="euer eigener Plan", en="your own map")

# A trick

HIGHEST_TRUMP = Phrase(
    "highest_trump",
    de="{player:whose} {card} ist der höchste Trumpf.",
    en="{player}’s {card} is the highest trump.",
)
HIGHEST_OF_LED = Phrase(
    "highest_of_led",
    de="Kein Trumpf im Stich. {player:whose} {card} ist die höchste Karte in {suit}.",
    en="No trump was played. {player}’s {card} is the highest card in {suit}.",
)
SECOND_ROYAL = Phrase(
    "royal",
    de="Pharao und Frau in einem Stich: Es gewinnt {card:der} als zweite Karte, {player} bekommt 2.",
    en="Pharaoh and wife in one trick: {card:the}, played second, wins. 2 for {player}.",
)
MAID_WINS = Phrase("maid", de="Die Magd gewinnt: 2 für {player}.", en="The Maid wins: 2 for {player}.")

# Before the deal

CHOOSE_A_BUILDING = Phrase(
    "choose_a_building",
    de="Vor dem ersten Stich legt jeder verdeckt eine Baukarte vor sich.",
    en="Before the first trick everyone puts one building card face down in front of them.",
)

# Entering a round

WON_DOUBLE = Phrase("double", de="{suit} gewonnen: zählt doppelt", en="{suit} won: counts double")
WON_DOUBLED = Phrase("doubled", de="{suit} gewonnen: 2 × {points} = {all}", en="{suit} won: 2 × {points} = {all}")
BUILDS = {
    1: Phrase("builds", de="baut zuerst", en="builds first"),
    2: Phrase("builds", de="baut an zweiter Stelle", en="builds second"),
    3: Phrase("builds", de="baut an dritter Stelle", en="builds third"),
    4: Phrase("builds", de="baut an vierter Stelle", en="builds fourth"),
}

# The names of the spaces of the board, for screen readers

NILE = Phrase("nile", de="{space}: der Nil", en="{space}: the Nile")
FREE = Phrase("free", de="{space}: frei", en="{space}: free")
FREE_FOR = Phrase("free_for", de="{space}: frei, bringt {points}", en="{space}: free, earns {points}")
FREE_HALVES = Phrase(
    "free_halves",
    de="{space}: frei, {first} bringt {points}, {second} {others}",
    en="{space}: free, {first} earns {points}, {second} {others}",
)
FULL = Phrase("full", de="{space}: {card} von {player}", en="{space}: {card} of {player}")
HALF_FULL = Phrase(
    "half_full",
    de="{space}: {card} von {player}, {filled}; {empty} leer",
    en="{space}: {card} of {player}, {filled}; {empty} empty",
)
HALVES = {
    True: (
        Phrase("half", de="obere Hälfte", en="upper half"),
        Phrase("half", de="untere Hälfte", en="lower half"),
    ),
    False: (
        Phrase("half", de="linke Hälfte", en="left half"),
        Phrase("half", de="rechte Hälfte", en="right half"),
    ),
}

# Sentences about a building, before and after it has a space

FIRST_A_CARD = Phrase(
    "first_a_card",
    de="{player}: Tipp eine Baukarte an, dann ein Feld.",
    en="{player}: tap a building card, then a space.",
)
NOW_A_SPACE = Phrase(
    "now_a_space",
    de="{player}: {card}. Die Zahlen zeigen, was ein Feld bringt.",
    en="{player}: {card}. The numbers show what a space earns.",
)
NOW_A_SPACE_DOUBLED = Phrase(
    "now_a_space_doubled",
    de="{player}: {card}, {suit} gewonnen. Punkte: einfach → doppelt.",
    en="{player}: {card}, {suit} won. Points: once → doubled.",
)
TURN_IT = Phrase(
    "turn_it",
    de="Gebautes noch einmal antippen: drehen, dann entfernen.",
    en="Tap a building again: it turns, then it is removed.",
)
STANDS = Phrase("stands", de="{card}, {space}: {points}", en="{card}, {space}: {points}")
STANDS_DOUBLED = Phrase(
    "stands_doubled", de="{card}, {space}: 2 × {points} = {all}", en="{card}, {space}: 2 × {points} = {all}"
)
CHOSEN = Phrase("chosen", de="{card}: wohin?", en="{card}: where?")
NOTHING_YET = Phrase("nothing_yet", de="noch nichts", en="nothing yet")

# Counting the cards

ROMAN_NAME = Phrase("roman", de="Römische Zahlen", en="Roman numerals")
PRINTED = Phrase("printed", de="{corner} {name}", en="{corner} {name}")

# Sentences of the templates

BONUS_CHIPS = (  # (kind, name, how the bonus is earned)
    (
        "royal",
        Phrase("royal", de="Königspaar", en="Royal pair"),
        Phrase("how", de="zweite Karte von Pharao und Frau", en="second card of Pharaoh and wife"),
    ),
    (
        "maid",
        Phrase("maid", de="Magd", en="Maid"),
        Phrase("how", de="Stich mit ihr gewonnen", en="won a trick with her"),
    ),
)

PHRASES = {
    **SHARED_PHRASES,
    **by_code(
        Phrase("both", de="beide", en="both"),
        Phrase("bottom", de="unten", en="bottom"),
        Phrase("building", de="Bauen", en="Building"),
        Phrase("building_cards_left", de="Noch übrige Baukarten", en="Building cards left"),
        Phrase("building_order", de="Baureihenfolge", en="Building order"),
        Phrase("equal_most", de="Gleichstand? Dann tipp jeden davon an.", en="A tie? Then tap each of them."),
        Phrase("five_rows", de="5 Reihen, 6 Spalten", en="5 rows, 6 columns"),
        Phrase("half", de="Hälfte", en="Half"),
        Phrase(
            "half_as_you_like",
            de="Eine Karte, die nur eine Hälfte füllt, legt ihr, wie ihr wollt.",
            en="Lay a card that fills only one half whichever way you like.",
        ),
        Phrase("halves_beside", de="Palasthälften daneben", en="Palace halves beside it"),
        Phrase("halves_of", de="{name}: Palasthälften neben der Oase", en="{name}: palace halves beside the oasis"),
        Phrase(
            "highest_decides", de="Die höchste bestimmt die Reihenfolge.", en="The highest decides who builds when."
        ),
        Phrase("how_the_cards_lie", de="Wie die Karten liegen", en="How the cards lie"),
        Phrase(
            "keep_map",
            de="Auf dem Plan",
            en="On the map",
        ),
        Phrase(
            "keep_map_hint",
            de="Auf den Plan kommen alle Gebäude dieses Spiels, in der Baureihenfolge; die Punkte ergeben sich daraus.",
            en="All buildings of this game go on the map, in building order; the points follow from it.",
        ),
        Phrase("last_follows", de="Die letzte Zahl ergibt sich.", en="The last number fills itself in."),
        Phrase("left", de="links", en="left"),
        Phrase("lying", de="quer", en="sideways"),
        Phrase("nobody", de="niemand", en="nobody"),
        Phrase("none", de="keine", en="none"),
        Phrase(
            "oases_hint",
            de="Jede Oase zählt: ihr Abstand zum Nil in Feldern × die Palasthälften direkt daneben.",
            en="Each oasis: its distance to the Nile in spaces × the palace halves directly beside it.",
        ),
        Phrase("of_six", de="von 6 Nilkarten", en="of 6 Nile cards"),
        Phrase("own_order", de="Wann gebaut", en="When built"),
        Phrase("own_roman", de="In diesen Stichen", en="In these tricks"),
        Phrase(
            "picture_hint",
            de="Die Striche sind der Weg zum Nil, die Balken neben einer Oase die Palasthälften, die zählen.",
            en="The dashes are the way to the Nile, the bars beside an oasis the palace halves that count.",
        ),
        Phrase(
            "points_before_doubling",
            de="Ohne das Doppelte, das rechnen wir.",
            en="Before doubling, we’ll add that.",
        ),
        Phrase(
            "points_follow",
            de="Die Punkte ergeben sich aus dem Plan. Wer die Farbe seines Gebäudes gewonnen hat, bekommt sie doppelt.",
            en="The points follow from the map. Whoever won the suit of their building gets them twice.",
        ),
        Phrase("points_of_building", de="Punkte für das Gebäude von {name}", en="Points of {name}’s building"),
        Phrase(
            "points_of_suits",
            de="Punkte jeder Farbe, zusammen {of_a_suit}",
            en="Points of each suit, {of_a_suit} in all",
        ),
        Phrase("right", de="rechts", en="right"),
        Phrase("roman", de="Römische Zahlen:", en="Roman numerals:"),
        Phrase("roman_and_order", de="Römische Zahlen, Reihenfolge", en="Roman numerals, order"),
        Phrase(
            "roman_hint",
            de="Römische Zahlen, zusammen {roman_total}; die letzte Zahl ergibt sich. Wer am meisten hat, bestimmt die Reihenfolge.",
            en="Roman numerals, {roman_total} in all; the last number fills itself in. The highest decides who builds when.",
        ),
        Phrase("row", de="Reihe {row}", en="Row {row}"),
        Phrase("row_and_column", de="Reihe {row}, Spalte {column}", en="Row {row}, column {column}"),
        Phrase("six_rows", de="6 Reihen, 5 Spalten", en="6 rows, 5 columns"),
        Phrase("space", de="Feld", en="Space"),
        Phrase("spaces_of", de="{name}: Felder bis zum Nil", en="{name}: spaces to the Nile"),
        Phrase("spaces_to_the_nile", de="Felder bis zum Nil", en="Spaces to the Nile"),
        Phrase("take_back", de="Gebäude von {name} entfernen", en="Remove {name}’s building"),
        Phrase("tap_nile", de="Tipp die sechs Nilkarten an", en="Tap the six Nile cards"),
        Phrase("the_board", de="Der Plan", en="The map"),
        Phrase("top", de="oben", en="top"),
        Phrase(
            "type_points",
            de="Punkte tippen",
            en="Enter points",
        ),
        Phrase("upright", de="hochkant", en="upright"),
        Phrase("what_did_they_build", de="Was hat {name} gebaut?", en="What did {name} build?"),
        Phrase("what_did_you_build", de="Was hast du gebaut?", en="What did you build?"),
        Phrase("which_suits_did_they_win", de="Welche Farben hat {name} gewonnen?", en="Which suits did {name} win?"),
        Phrase("which_suits_did_you_win", de="Welche Farben hast du gewonnen?", en="Which suits did you win?"),
        Phrase(
            "who_built_when",
            de="Wer wann gebaut hat, wenn es die Zahlen nicht sagen:",
            en="Who built when, if the numbers don’t tell:",
        ),
        Phrase("who_maid", de="Wer gewann mit der Magd?", en="Who won with the Maid?"),
        Phrase(
            "who_royal",
            de="Pharao und Frau in einem Stich: Wer hat die zweite gespielt?",
            en="Pharaoh and wife in one trick: who played the second?",
        ),
        Phrase("who_won_each_suit", de="Wer hat welche Farbe gewonnen?", en="Who won each suit?"),
    ),
}
