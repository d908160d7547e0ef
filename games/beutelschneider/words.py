"""The sentences of Beutelschneider, but for those in words_of_tricks.py and the cards' names in faces.py."""

from __future__ import annotations

from games.kernel.lines import Reason
from games.kernel.words import SHARED_PHRASES, Phrase, by_code

# Colours in a sentence

COLOUR_WORDS = {
    "R": Phrase("red", de="Rot", en="red"),
    "G": Phrase("green", de="Grün", en="green"),
    "Y": Phrase("yellow", de="Gelb", en="yellow"),
    "B": Phrase("blue", de="Blau", en="blue"),
}

# Lines of a round's score

GOLD = Reason("gold", de="Gold", en="gold")
CUTPURSE = Reason(
    "cutpurse",
    de="{count:einen|{count:words}} Beutelschneider gefangen",
    en="{count:a cutpurse|{count:words} cutpurses} captured",
)


def bonus_phrase(kind: str, de: str, en: str) -> Reason:
    """Return the reason of a bonus line, a short sentence such as "Nachtwächter gewinnt den letzten Stich"."""
    return Reason(f"bonus:{kind}", de=de, en=en)


BONUS_LINES = {
    "nachtwaechter": bonus_phrase(
        "nachtwaechter", de="Nachtwächter gewinnt den letzten Stich", en="Night watchman wins the last trick"
    ),
    "gardist": bonus_phrase(
        "gardist",
        de="Gardist fasst {count:einen|{count:words}} Beutelschneider",
        en="Guard arrests {count:a cutpurse|{count:words} cutpurses}",
    ),
    "meuchelmoerder": bonus_phrase(
        "meuchelmoerder",
        de="Meuchelmörder trifft {count:einen|{count:words}} Würdenträger",
        en="Assassin strikes {count:a leader|{count:words} leaders}",
    ),
    "verfuehrung": bonus_phrase(
        "verfuehrung",
        de="Verführung: Abenteurer und Comtesse, die zweite Karte gewinnt",
        en="Seduction: Adventurer and Countess, the second card wins",
    ),
    "barde": bonus_phrase("barde", de="Barde vertreibt ein Paar", en="Bard frightens a couple away"),
    "muskelmann": bonus_phrase(
        "muskelmann",
        de="Muskelmann nimmt {count:eine Schankmagd|{count:words} Schankmägde}",
        en="Muscleman takes {count:a wench|{count:words} wenches}",
    ),
}

WORTH = Phrase("gold", de="{points} Gold", en="{points} gold")

# Problems of a record

UNKNOWN_BONUS = Phrase(
    "unknown_bonus",
    de="Den Bonus „{kind}“ gibt es hier nicht; es gibt: {allowed}.",
    en="There is no bonus “{kind}” here; there are: {allowed}.",
)
ONE_PLAYER_ONLY = Phrase(
    "bonus_of_two_players",
    de="{kind}: Diesen Bonus bekommt in einer Runde nur einer, nicht {players: und }.",
    en="{kind}: only one player gets this bonus in a round, not {players: and }.",
)
GUARD_NEEDS_CUTPURSES = Phrase(
    "more_arrests_than_cutpurses",
    de="Gardist: Bonus für {count}, aber {discarded:nur ein Beutelschneider ist|{discarded:words} Beutelschneider sind} abgelegt.",
    en="Guard: bonus for {count}, but {discarded:one cutpurse was|{discarded:words} cutpurses were} discarded.",
)
TOO_MANY_CUTPURSES = Phrase(
    "too_many_cutpurses",
    de="{cutpurses} gefangene und {arrested} vom Gardisten gefasste Beutelschneider: Es gibt nur {most}.",
    en="{cutpurses} captured and {arrested} arrested cutpurses: there {most:is only one|are only {most}}.",
)
NOT_A_CUTPURSE = Phrase("not_a_cutpurse", de="{card:Der} ist kein Beutelschneider.", en="{card:The} isn’t a cutpurse.")
NOT_GOLD = Phrase("not_gold", de="{card:Der} ist keine Goldkarte.", en="{card:The} isn’t a gold card.")
DISCARDED = Phrase("discarded", de="bei den abgelegten", en="discarded")
ONE_SPECIAL_EACH = Phrase(
    "one_special_each",
    de="Jeder spielt genau eine Sonderkarte, bei {player} sind es {count}.",
    en="Everyone plays exactly one special card; {player} has {count}.",
)

# A duty that was broken

LED_AGAINST_THE_CALL = Phrase(
    "lead",
    de="{player} spielte zum {number}. Stich {played:den} aus, obwohl der Wahrsager es anders wollte, und hatte noch {held:den}.",
    en="{player} led {played:the} to trick {number} against the Fortune teller’s call and still had {held:the}.",
)

# House rules

COLOURS_TOGETHER = Phrase("colours", de="{colours: und }", en="{colours: and }")

# Dealing

ONE_OF_THEM_SPECIAL = Phrase(
    "one_special_each",
    de="Eine davon ist eine Sonderkarte, blind gezogen; die übrigen bleiben verdeckt beiseite.",
    en="One of them is a special card, drawn unseen; the others stay aside, face down.",
)

# Screens

COUNTED = Phrase("counted", de="Gezählt", en="Counted")
TAP_THE_CARDS = Phrase("captured", de="Karten antippen", en="Tap the cards")
BONUS_WORDS = {
    "nachtwaechter": Phrase(
        "nachtwaechter", de="Nachtwächter gewinnt den letzten Stich", en="Night watchman wins the last trick"
    ),
    "gardist": Phrase(
        "gardist", de="Gardist gewinnt: je Beutelschneider im Stich", en="Guard wins: for each cutpurse in the trick"
    ),
    "meuchelmoerder": Phrase(
        "meuchelmoerder",
        de="Meuchelmörder gewinnt: je Würdenträger vor ihm",
        en="Assassin wins: for each leader played before him",
    ),
    "verfuehrung": Phrase(
        "verfuehrung", de="Verführung: Abenteurer und Comtesse", en="Seduction: Adventurer, Countess"
    ),
    "barde": Phrase("barde", de="Barde vertreibt ein Paar", en="Bard frightens a couple away"),
    "muskelmann": Phrase("muskelmann", de="Muskelmann: je Schankmagd", en="Muscleman: for each wench"),
}

BONUS_NAMES = {  # kind: (name, how the bonus is earned)
    "nachtwaechter": (
        Phrase("nachtwaechter", de="Nachtwächter", en="Night watchman"),
        Phrase("how", de="letzter Stich", en="last trick"),
    ),
    "gardist": (
        Phrase("gardist", de="Gardist", en="Guard"),
        Phrase("how", de="je Beutelschneider", en="for each cutpurse"),
    ),
    "meuchelmoerder": (
        Phrase("meuchelmoerder", de="Meuchelmörder", en="Assassin"),
        Phrase("how", de="je Würdenträger", en="for each leader"),
    ),
    "verfuehrung": (
        Phrase("verfuehrung", de="Verführung", en="Seduction"),
        Phrase("how", de="Abenteurer, Comtesse", en="Adventurer, Countess"),
    ),
    "barde": (
        Phrase("barde", de="Barde", en="Bard"),
        Phrase("how", de="vertreibt ein Paar", en="frightens a couple"),
    ),
    "muskelmann": (
        Phrase("muskelmann", de="Muskelmann", en="Muscleman"),
        Phrase("how", de="je Schankmagd", en="for each wench"),
    ),
}
IN_YOUR_TRICKS = Phrase("in_your_tricks", de="Was liegt in deinen Stichen?", en="Which cards did you win?")
IN_TRICKS_OF = Phrase("in_tricks_of", de="Was liegt in {name:whose} Stichen?", en="Which cards did {name} win?")
HOW_MUCH_GOLD = Phrase(
    "how_much_gold", de="Wie viel Gold liegt in deinen Stichen?", en="How much gold is in your tricks?"
)
GOLD_OF = Phrase(
    "gold_of", de="Wie viel Gold liegt in {name:whose} Stichen?", en="How much gold is in {name:whose} tricks?"
)

NONE_SPOILED = Phrase(
    "none_spoiled",
    de="{gold:Das letzte|Die letzten {gold}} für {player}: Hat der Alchimist nichts verdorben?",
    en="The last {gold:one|{gold}} for {player}: did the Alchemist spoil nothing?",
)
SPOILED = Phrase(
    "spoiled",
    de="{gold:1 Gold fehlt|{gold} Gold fehlen}: Hat der Alchimist es verdorben?",
    en="{gold} gold missing: spoiled by the Alchemist?",
)

# The count after a round

GOLD_NAME = Phrase("gold", de="Gold", en="Gold")
CUTPURSES_NAME = Phrase("cutpurses", de="Beutelschneider", en="Cutpurses")
DISCARDED_PILE = Phrase("discarded", de="Niemand (abgelegt)", en="Nobody (discarded)")
WHICH_DISCARDED = Phrase("ask", de="Welche sind abgelegt?", en="Which were discarded?")
COULD_BE_DISCARDED = Phrase("could", de="abgelegt", en="discarded")
IS_WORTHLESS = Phrase("worthless", de="wertlos", en="worthless")
WORTHLESS_GOLD = Phrase("worthless", de="Wertlos", en="Worthless")
WHICH_WORTHLESS = Phrase(
    "ask", de="Welches Gold hat der Alchimist verdorben?", en="Which gold did the Alchemist spoil?"
)
COSTS_NOTHING = Phrase(
    "cancelled", de="kostet nichts: Der Gardist kam danach", en="costs nothing: the Guard came after it"
)
ASIDE_PILE = Phrase("aside", de="Beiseite", en="Laid aside")
WHICH_ASIDE = Phrase("ask", de="Was liegt beiseite?", en="What was laid aside?")
COULD_BE_ASIDE = Phrase("could", de="beiseite", en="laid aside")

# Sentences of the templates

PHRASES = {
    **SHARED_PHRASES,
    **by_code(
        Phrase("bonuses", de="Bonus, je 10", en="Bonuses, 10 each"),
        Phrase("captured_cutpurses", de="Gefangene Beutelschneider, je −20", en="Captured cutpurses, −20 each"),
        Phrase("cards_that_count", de="Gold und Beutelschneider", en="Gold and cutpurses"),
        Phrase("cutpurses", de="Beutelschneider gefangen", en="Cutpurses captured"),
        Phrase("did_you", de="Ist dir das gelungen?", en="Any bonuses?"),
        Phrase("did_they", de="Ist {name} das gelungen?", en="Any bonuses for {name}?"),
        Phrase("each_costs", de="je −20", en="−20 each"),
        Phrase("each_worth", de="je +10", en="+10 each"),
        Phrase("gold", de="Gold", en="Gold"),
        Phrase(
            "gold_at_most",
            de="Gold: höchstens {all_gold}. Die letzte Zahl ergibt sich.",
            en="Gold: {all_gold} at most. The last number fills itself in.",
        ),
        Phrase(
            "gold_in_all",
            de="Gold: zusammen {all_gold}. Die letzte Zahl ergibt sich.",
            en="Gold: {all_gold} in all. The last number fills itself in.",
        ),
        Phrase(
            "guard_cancels",
            de="Kam der Gardist danach? Tipp noch einmal auf den Dolch.",
            en="Did the Guard come after it? Tap the dagger again.",
        ),
        Phrase("no_cutpurse", de="Kein Beutelschneider gefangen? Je −20", en="No cutpurse captured? −20 each"),
        Phrase("others_to", de="Der Rest geht an", en="The rest goes to"),
        Phrase("own_gold", de="Insgesamt gibt es {all_gold} Gold.", en="There’s {all_gold} gold in all."),
        Phrase("rest_to", de="Rest für {name}: {points} Gold", en="{name} gets the rest: {points} gold"),
        Phrase(
            "rest_to_at_a_cost",
            de="Rest für {name}: {points} Gold, −{cost}",
            en="{name} gets the rest: {points} gold, −{cost}",
        ),
        Phrase("special_cards", de="Sonderkarten", en="Special cards"),
        Phrase("who", de="Wer?", en="Who?"),
        Phrase(
            "worth_nothing_hint",
            de="Die musst du nicht antippen. Verteil sie mit, wenn der ganze Stapel aufgeschrieben werden soll.",
            en="You don’t need to tap these. Place them too if you want the whole pile on record.",
        ),
    ),
}
