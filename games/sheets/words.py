"""The sentences about score sheets and about their games, except the texts of the sheets themselves."""

from games.kernel.problems import Gap
from games.kernel.words import SHARED_PHRASES, Phrase, Title, by_code

# What is wrong with a sheet

TOO_LONG = Phrase(
    "too_long", de="Zu lang: höchstens {most} Zeichen.", en="This is too long: at most {most} characters."
)
TOO_MANY_PARTS = Phrase(
    "too_long", de="Zu verschachtelt: höchstens {most} Teile.", en="This has too many parts: at most {most}."
)
TOO_MANY = Phrase("too_many", de="Zu viele: höchstens {most}.", en="Too many: at most {most}.")
TOO_LARGE = Phrase(
    "too_large", de="Die Datei ist zu groß: höchstens {most} Byte.", en="The file is too large: at most {most} bytes."
)
NOT_UTF8 = Phrase("not_utf8", de="Die Datei ist nicht in UTF-8 geschrieben.", en="The file isn’t written in UTF-8.")
NO_TOML = Phrase("no_toml", de="Kein gültiges TOML in Zeile {line}.", en="Line {line} isn’t valid TOML.")
TWO_NUMBERS = Phrase("two_numbers", de="zwei Zahlen wie [3, 6]", en="two numbers such as [3, 6]")
AN_EXPRESSION = Phrase("expression", de="eine ganze Zahl oder ein Ausdruck", en="a whole number or an expression")
NO_ID = Phrase(
    "no_id",
    de="{value}: Hier gehören kleine Buchstaben, Ziffern und {more} hin, zuerst ein Buchstabe.",
    en="{value}: use small letters, digits and {more}, beginning with a letter.",
)
TAKEN = Phrase("taken", de="„{name}“ gibt es schon.", en="“{name}” is taken.")
NO_EXPRESSION = Phrase(
    "no_expression", de="{text}: Das lässt sich nicht rechnen.", en="{text}: this can’t be worked out."
)
UNKNOWN_NAME = Phrase("unknown_name", de="„{name}“ ist hier nicht bekannt.", en="“{name}” isn’t known here.")
OF_EACH = Phrase(
    "unknown_name",
    de="„{name}“ hat jeder für sich: Hier geht nur sum({name}), most({name}), least({name}) oder count({name}).",
    en="Everyone has a “{name}” of their own: use sum({name}), most({name}), least({name}) or count({name}) here.",
)
UNKNOWN_FUNCTION = Phrase(
    "unknown_function", de="Die Funktion „{name}“ gibt es nicht.", en="There is no function “{name}”."
)
WRONG_ARGUMENTS = Phrase(
    "wrong_arguments", de="{function}(…) passt so nicht hierher.", en="{function}(…) doesn’t work like this here."
)
IN_A_CIRCLE = Phrase(
    "in_a_circle", de="„{name}“ ist hier noch nicht ausgerechnet.", en="“{name}” isn’t worked out yet at this point."
)
NO_TEAMS = Phrase("no_teams", de="Dieses Spiel hat keine Teams.", en="This game has no teams.")
ODD_TEAMS = Phrase(
    "odd_teams", de="Zwei Teams gibt es nur mit gerade vielen Spielern.", en="Two teams need an even number of players."
)
NO_PLAYER_ROW = Phrase(
    "unknown_name",
    de="„{name}“ ist keine Zeile, in der Mitspieler stehen.",
    en="“{name}” isn’t a row that names players.",
)
ONLY_FOR_THE_TABLE = Phrase(
    "unknown_value", de="Mitspieler werden nur einmal am Tisch genannt.", en="Players are named once for the table."
)

# What is wrong with a round

DIVIDED_BY_ZERO = Phrase("divided_by_zero", de="Durch 0 lässt sich nicht teilen.", en="There is no dividing by 0.")
TOO_FAR = Phrase("too_far", de="Das werden mehr als {most} Punkte.", en="That comes to more than {most} points.")
OFF_STEP = Phrase(
    "off_step",
    de="{value} geht nicht: nur in Schritten von {step}.",
    en="{value} isn’t possible: only in steps of {step}.",
)
NOT_ASKED = Phrase("unknown_key", de="{label} gehört nicht zu dieser Runde.", en="{label} isn’t part of this round.")
NOTHING_CHOSEN = Gap("missing_key", de="{label} fehlt.", en="{label} is missing.")
FOR_THE_TEAM = Phrase(
    "unknown_player", de="Für das Team steht es bei {first}.", en="For the team, this stands with {first}."
)
EXACTLY_NAMED = Phrase(
    "out_of_range",
    de="Hier {high:gehört genau 1 Name|gehören genau {high} Namen} hin.",
    en="{high:Exactly 1 name belongs|Exactly {high} names belong} here.",
)
MANY_NAMED = Phrase(
    "out_of_range",
    de="Hier {high:gehört höchstens 1 Name|gehören {low} bis {high} Namen} hin.",
    en="{high:At most 1 name belongs|{low} to {high} names belong} here.",
)
SAYS = "{says}"

# Rounds and rules in words

LINE = "{label}{sum}"
SUM = ": {sum}"
NOTED = Phrase("noted", de="{what}.", en="{what}.")
NOTED_ROW = Phrase("row", de="{label}: {value}", en="{label}: {value}")
ASKED_ROW = Phrase("row", de="{label} {value}", en="{label} {value}")
BIDS = Phrase("bids", de="{bids}", en="{bids}")
BID_IN_ALL = Phrase(
    "bid_in_all", de="{bid} zusammen: {sum} · {tricks}: {all}", en="{bid} in all: {sum} · {tricks}: {all}"
)
NOBODY = Phrase("nobody", de="niemand", en="nobody")
NOTHING = Phrase("nothing", de="nichts", en="nothing")
WORTH = Phrase("worth", de="{amount}", en="{amount}")
WORTH_EACH = Phrase("worth", de="je {amount}", en="{amount} each")

# House rules

TARGET = Phrase("target", de="Bis wie viele Punkte?", en="Play to how many points?")
TARGET_SAID = Phrase(
    "target",
    de="Schluss ist bei {value:{value} Punkt|{value} Punkten}",
    en="it ends at {value:{value} point|{value} points}",
)
NO_TARGET = Phrase("no_target", de="ohne Ziel", en="no target")
OWN_SHEET = Phrase("sheet", de="Wertungsblatt", en="Score sheet")

# A group’s own game, before its sheet is known

OWN = Phrase("sheet", de="Eigenes Spiel", en="A game of your own")

# The title of a game's winner

WON = Title("champion", de="Sieg nach Punkten", en="Won on points")

# The result of a round

GETS = Phrase("result", de="{players} {count:bekommt|bekommen} {amount}.", en="{players} {count:gets|get} {amount}.")
LOSES = Phrase(
    "result", de="{players} {count:verliert|verlieren} {amount}.", en="{players} {count:loses|lose} {amount}."
)
ALL_BUT = Phrase("result", de="Alle außer {player} bekommen {amount}.", en="Everyone but {player} gets {amount}.")
ALL_BUT_LOSE = Phrase(
    "result", de="Alle außer {player} verlieren {amount}.", en="Everyone but {player} loses {amount}."
)
NO_POINTS = Phrase("result", de="{players} {count:bleibt|bleiben} ohne Punkte.", en="No points for {players}.")
LOSSES = Phrase("result", de="{losses}.", en="{losses}.")
LOSS = Phrase("loss", de="{player} verliert {amount}", en="{player} loses {amount}")

# The form of a round

ROUND_SCREEN = Phrase("round", de="Runde", en="Round")
BEFORE_SCREEN = Phrase("before", de="Ansagen", en="Bids")
SUM_OPEN = Phrase("sum_open", de="{sum} von {all}, {off} offen", en="{sum} of {all}, {off} left")
SUM_OVER = Phrase("sum_over", de="{sum} von {all}, {off} zu viel", en="{sum} of {all}, {off} too many")
SUM_FITS = Phrase("sum_fits", de="Zusammen {all}, das passt", en="{all} in all, that fits")
SUM_ALL = Phrase("sum_all", de="Zusammen {all}", en="{all} in all")

PHRASES = {
    **SHARED_PHRASES,
    **by_code(
        Phrase("passed", de="Alle haben gepasst", en="All passed"),
        NOBODY,
    ),
}
