"""The sentences of Bettler und Diebe: scores, problems of records, tricks, screens and help."""

from __future__ import annotations

from games.kernel.lines import Reason
from games.kernel.problems import Gap
from games.kernel.words import SHARED_PHRASES, Phrase, by_code, coloured

# Lines of a round's score

POT_WON = Reason(
    "pot_won",
    de="{mates}: {points} zu {others} Kartenpunkten",
    en="{mates}: {points:1 card point|{points} card points} to {others}",
)
WITH_MATES = Phrase("with_mates", de="mit {mates}", en="with {mates}")
BY_ONESELF = Phrase("alone", de="allein", en="alone")
SOLO = Reason("solo", de="allein gewonnen", en="won alone")
SOLO_LOST = Reason("solo", de="{taker} spielte allein und verlor", en="{taker} played alone and lost")
RAMSCH_ALL = Reason("ramsch_all", de="alle Stiche im Ramsch", en="all tricks of the Ramsch")
RAMSCH_TRICKLESS = Reason(
    "ramsch_trickless",
    de="hat einen Stich, {without} {count:blieb|blieben} ohne",
    en="won a trick, {without} won none",
)
RAMSCH_FEWEST = Reason("ramsch_fewest", de="mit {points} am wenigsten Kartenpunkte", en="fewest card points, {points}")
CARDS = Reason("cards", de="Kartenpunkte", en="card points")

WORTH = Phrase(
    "card_points", de="{points:1 Kartenpunkt|{points} Kartenpunkte}", en="{points:1 card point|{points} card points}"
)

# A round in words

TAKER_WITH = Phrase(
    "taker", de="{taker} nahm den Topf und spielte mit {partner}.", en="{taker} took the pot and played with {partner}."
)
TAKER_ALONE = Phrase(
    "taker", de="{taker} nahm den Topf und spielte allein.", en="{taker} took the pot and played alone."
)
NOBODY_TOOK = Phrase("ramsch", de="Niemand nahm den Topf: Ramsch.", en="Nobody took the pot: Ramsch.")
SIDE_WINS = Phrase(
    "result",
    de="{players} {count:gewinnt|gewinnen} mit {points} zu {others} Kartenpunkten: {sum}.",
    en="{players} {count:wins|win} with {points:1 card point|{points} card points} to {others}: {sum}.",
)
ALL_TRICKS = Phrase(
    "result", de="{players} macht alle Stiche im Ramsch: {sum}.", en="{players} wins all tricks of the Ramsch: {sum}."
)
SOME_TRICKLESS = Phrase(
    "result",
    de="{without} {count:bleibt|bleiben} ohne Stich. {players}: {sum}.",
    en="{without} {count:wins|win} no trick. {players}: {sum}.",
)
FEWEST_POINTS = Phrase(
    "result",
    de="{players} {count:hat|haben} mit {points} am wenigsten Kartenpunkte: {sum}.",
    en="{players} {count:has|have} the fewest card points, {points}: {sum}.",
)

# Rulings that decide a round's score

SOLO_WITH_THREE = Phrase(
    "solo_with_three",
    de="Zu dritt ist immer einer allein, und auch das zählt als allein gespielt.",
    en="With three the taker is always alone, and that counts as playing alone too.",
)
RAMSCH_TWO = Phrase(
    "ramsch_two",
    de="{without} verlieren gemeinsam: alle, die ohne Stich blieben.",
    en="{without} lose together: all who won no trick.",
)
RAMSCH_TIE = Phrase(
    "ramsch_tie",
    de="{players} haben gleich wenig: Jeder von ihnen bekommt die Punkte.",
    en="{players} have equally few: each of them gets the points.",
)

# Gaps in a record

NO_TAKER = Gap("missing_key", de="Wer hat den Topf genommen?", en="Who took the pot?")
NO_PARTNER_SAID = Gap("unknown_player", de="Mit wem? Oder allein?", en="With whom? Or alone?")
NO_POINTS = Gap("one_of_these_missing", de="Wie viele Kartenpunkte waren es?", en="How many card points were there?")

# Problems of a record

NO_PARTNER_WITH_THREE = Phrase(
    "no_partner_with_three",
    de="Zu dritt spielt {taker} immer allein.",
    en="With three players {taker} is always alone.",
)
OWN_PARTNER = Phrase(
    "own_partner",
    de="{taker} kann nicht mit sich selbst spielen.",
    en="{taker} can’t be their own partner.",
)
NO_CARD_VALUES = Phrase(
    "no_card_values",
    de="Karten lassen sich erst eintragen, wenn ihr angegeben habt, was sie zählen.",
    en="Cards can only be entered once you have said what your cards count.",
)
TOO_MANY_IN_POT = Phrase(
    "too_many_pot_cards",
    de="Im Topf liegen {most:words} Karten, hier stehen {count:words}.",
    en="The pot holds {most:words} cards; there are {count:words} here.",
)
EVERYBODY_WITHOUT = Phrase(
    "everybody_without_trick", de="Irgendjemand muss einen Stich haben.", en="Someone must have a trick."
)
TRICKLESS_HAS = Phrase(
    "trickless_has_points",
    de="{player} hat keinen Stich, also auch keine Karten und Punkte.",
    en="{player} has no trick, so no cards and no points either.",
)
BELONGS_TO = Phrase("not_together", de="„{key}“ gehört nur zu „{form}“.", en="“{key}” only goes with “{form}”.")
BURIED = Phrase("buried", de="begraben", en="buried")
IN_THE_POT = Phrase("in_pot", de="im Topf", en="in the pot")

# Why a trick is won

COLOURS = {
    "B": Phrase("blue", de="Blau", en="blue"),
    "G": Phrase("green", de="Grün", en="green"),
    "R": Phrase("red", de="Rot", en="red"),
}
COLOURED = {suit: coloured(colour) for suit, colour in COLOURS.items()}
HIGHEST_THIEF = Phrase(
    "highest_thief",
    de="{player:whose} {card} ist der höchste Dieb.",
    en="{player}’s {card} is the highest thief.",
)
HIGHEST_OF_LED = Phrase(
    "highest_of_led",
    de="Kein Dieb im Stich. {player:whose} {card} ist die höchste {colour} Karte.",
    en="No thief was played. {player}’s {card} is the highest {colour} card.",
)

# House rules

NOT_TYPED_IN = Phrase("no_card_values", de="nicht eingetragen: Ihr zählt selbst", en="not entered: you do the counting")
OWN_VALUES = Phrase("card_values", de="mit den Kartenpunkten eures Blatts", en="with the card points of your deck")
IN_WORDS = Phrase(
    "card_values",
    de="Diebe 5 bis 14: {thieves}; Bettler 5 bis 8: {beggars}",
    en="thieves 5 to 14: {thieves}; beggars 5 to 8: {beggars}",
)
VALUE_MISSING = {
    "thieves": Gap("missing_key", de="Wie viel zählt Dieb {rank}?", en="What does Thief {rank} count?"),
    "beggars": Gap("missing_key", de="Wie viel zählt Bettler {rank}?", en="What does Beggar {rank} count?"),
}
VALUES_SUM = Phrase(
    "wrong_sum",
    de="Alle Karten zusammen zählen {sum} statt {wanted}: {off:+}.",
    en="All cards together count {sum} instead of {wanted}: {off:+}.",
)
USUAL_TARGET = Phrase("target", de="20 Punkte, zu zweit 500", en="20 points, 500 with two players")

# Dealing, and the game's names with 2 and 3 players

TITLES = {
    2: Phrase("snear", de="Snear", en="Snear"),
    3: Phrase("halsabschneider", de="Halsabschneider", en="Halsabschneider (Cutthroat)"),
}
INTO_THE_POT = Phrase(
    "into_the_pot",
    de="{count:Words} Karten kommen verdeckt in den Topf.",
    en="{count:Words} cards go face down into the pot.",
)
ALL_CARDS_WITH_FOUR = Phrase(
    "all_cards_with_four",
    de="Alle {count} Karten sind im Spiel, auch Blau 1.",
    en="All {count} cards are in play, even Blue 1.",
)
SNEAR_LAYOUT = Phrase(
    "snear_layout",
    de="Jeder: sechs Karten verdeckt in einer Reihe, sechs offen darauf, vier auf die Hand.",
    en="Each: six cards face down in a row, six face up on them, four in hand.",
)

# Cards

CARD_NAMES = {
    "D": Phrase("thief", de="Dieb {rank}", en="Thief {rank}"),
    "B": Phrase("blue", de="Blau {rank}", en="Blue {rank}"),
    "G": Phrase("green", de="Grün {rank}", en="Green {rank}"),
    "R": Phrase("red", de="Rot {rank}", en="Red {rank}"),
}

THIEF_NAME = Phrase("thief", de="Dieb", en="Thief")  # within a sentence

# Screens

POT_ROUND = Phrase("pot", de="Topf", en="Pot")
THE_POT = Phrase("the_pot", de="Der Topf", en="The pot")
WHO_TOOK_THE_POT = Phrase("who_took_the_pot", de="Wer hat den Topf genommen?", en="Who took the pot?")
RAMSCH_ROUND = Phrase("ramsch", de="Ramsch", en="Ramsch")
ONE_NUMBER_SCREEN = Phrase("one_number", de="Eine Zahl", en="One number")
COUNTED_SCREEN = Phrase("counted", de="Alle zählen", en="Everyone counts")
POINTS_SCREEN = Phrase("snear", de="Punkte", en="Points")
CARDS_SCREEN = Phrase("captured", de="Karten", en="Cards")
POINTS_OF = Phrase("points_of", de="Kartenpunkte von {team}", en="{team}’s card points")
THE_OTHERS = Phrase(
    "the_others", de="{others} {count:hat|haben} dann {points}.", en="{others} then {count:has|have} {points}."
)
NOTHING_IN_THE_POT = Phrase(
    "nothing_in_pot",
    de="{points:Der letzte|Die letzten {points}} für {player}: Liegt nichts im Topf?",
    en="The last {points:one|{points}} for {player}: is there nothing in the pot?",
)
NOTHING_BURIED = Phrase(
    "nothing_buried",
    de="{points:Der letzte|Die letzten {points}} für {player}: Ist nichts begraben?",
    en="The last {points:one|{points}} for {player}: is nothing buried?",
)
NO_CARD_IN_THE_POT = Phrase(
    "nothing_in_pot",
    de="Im Topf liegt keine Karte, die zählt?",
    en="No card that counts is in the pot?",
)

TAP_ASIDE = Phrase("tap_aside", de="Welche {count} Karten: {aside}?", en="Which {count} cards: {aside}?")
IN_YOUR_TRICKS = Phrase("in_your_tricks", de="Was liegt in deinen Stichen?", en="Which cards did you win?")
IN_TRICKS_OF = Phrase("in_tricks_of", de="Was liegt in {name:whose} Stichen?", en="Which cards did {name} win?")
HOW_MANY_POINTS = Phrase(
    "how_many_points", de="Wie viele Kartenpunkte hast du?", en="How many card points did you win?"
)
POINTS_IN_TRICKS_OF = Phrase(
    "points_in_tricks_of", de="Wie viele Kartenpunkte hat {name}?", en="How many card points did {name} win?"
)

# What a player needs to win

ANY_WIN = Phrase("any_win", de="jeder Sieg um den Topf", en="winning the pot")
WIN_FROM = Phrase("win_from", de="ein Sieg um den Topf mit {points}", en="winning the pot with {points}")
ALONE_FROM = Phrase(
    "alone_from",
    de="ein Sieg mit {points}, wenn einer allein spielt",
    en="winning with {points} when someone plays alone",
)
ANY_WIN_ALONE = Phrase(
    "any_win_alone", de="jeder Sieg, wenn einer allein spielt", en="any win when someone plays alone"
)
IN_RAMSCH = Phrase("in_ramsch", de="ein gewonnener Ramsch", en="winning Ramsch")
WAYS = Phrase("ways", de="Dafür reicht {ways: oder }.", en="This is enough: {ways: or }.")
NOT_TOGETHER_WITH = Phrase(
    "not_together_with",
    de="Aber nicht, wenn {rivals} dabei {count:mitgewinnt|mitgewinnen}.",
    en="But not if {rivals} {count:wins|win} too.",
)
OF_120 = Phrase(
    "points_to_win",
    de="Mit {points} oder mehr von den 120 ist das Spiel gewonnen.",
    en="{points} or more of the 120 win the game.",
)

# The count after a round

CARDS_WITH_POINTS = Phrase("cards", de="Karten mit Punkten", en="Cards with points")
WHICH_OF_THE_POT = Phrase("ask", de="Was ist begraben oder liegt im Topf?", en="What is buried or in the pot?")
COULD_BE_OF_THE_POT = Phrase("could", de="begraben oder im Topf", en="buried or in the pot")
OF_THE_POT = Phrase("of_the_pot", de="Begraben, Topf", en="Buried, pot")

# Sentences of the templates

PHRASES = {
    **SHARED_PHRASES,
    **by_code(
        Phrase("beggars", de="Bettler, gleich in allen drei Farben", en="Beggars, the same in all three colours"),
        Phrase("buried_cards", de="Begraben", en="Buried cards"),
        Phrase(
            "card_values_hint",
            de="Die zweite Zahl auf Dieben 5 bis 14 und Bettlern 5 bis 8. Damit tippt ihr gewonnene Karten an. Leer: Ihr zählt selbst.",
            en="The second number on thieves 5 to 14 and beggars 5 to 8. Then you can tap the cards you won. Blank: you do the counting.",
        ),
        Phrase("card_points", de="Kartenpunkte", en="Card points"),
        Phrase("count_the_tricks_instead", de="Stattdessen Stiche zählen", en="Count the tricks instead"),
        Phrase(
            "everybody_has_one",
            de="Alle haben einen? Dann tipp niemanden an.",
            en="Everyone has one? Then don’t tap anyone.",
        ),
        Phrase("four_in_hand", de="vier auf der Hand", en="four in hand"),
        Phrase(
            "last_pile_follows",
            de="Der letzte Stapel ergibt sich: zusammen 120.",
            en="120 in all; we’ll work out the last pile.",
        ),
        Phrase("no_trick", de="kein Stich", en="no trick"),
        Phrase("number_of_tricks", de="Zahl der Stiche", en="Number of tricks"),
        Phrase(
            "one_is_enough",
            de="Eine Zahl genügt, die andere ergibt sich: zusammen 120.",
            en="One is enough; the other fills itself in: 120 in all.",
        ),
        Phrase("points", de="Punkte", en="Points"),
        Phrase("points_in_each_pile", de="Kartenpunkte in jedem Stapel", en="Card points in each pile"),
        Phrase("points_of_taker", de="Kartenpunkte der Partei mit dem Topf", en="Card points of the taker’s side"),
        Phrase("pot_aside", de="Beiseite: im Topf", en="Laid aside: in the pot"),
        Phrase(
            "pot_counts_for_nobody",
            de="Das zählt für niemanden; die letzte Zahl ergibt sich: zusammen 120.",
            en="It counts for nobody; the last number fills itself in: 120 in all.",
        ),
        Phrase("sum_fits", de="Zusammen {sum}: Das passt.", en="That makes {sum}: it adds up."),
        Phrase("sum_over", de="Zusammen {sum} von 120: {off} zu viel.", en="That makes {sum} of 120: {off} too many."),
        Phrase("sum_short", de="Zusammen {sum} von 120: {off} zu wenig.", en="That makes {sum} of 120: {off} too few."),
        Phrase("thieves", de="Diebe", en="Thieves"),
        Phrase(
            "tricks_in_all",
            de="{count} Stiche zusammen; die letzte Zahl ergibt sich.",
            en="{count} tricks in all; the last number fills itself in.",
        ),
        Phrase("who_captured_what", de="Wer hat was gewonnen?", en="Who won what?"),
        Phrase("who_has_no_trick", de="Wer hat keinen Stich?", en="Who has no trick?"),
        WHO_TOOK_THE_POT,
        Phrase("with_buried", de="mit den begrabenen, von 120", en="buried cards included, of 120"),
        Phrase("with_whom", de="Mit wem?", en="With whom?"),
    ),
}
