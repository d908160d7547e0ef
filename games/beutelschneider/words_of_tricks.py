"""The sentences about a trick of Beutelschneider: choices, reminders, and the reasons of a verdict."""

from __future__ import annotations

from games.kernel.problems import Gap
from games.kernel.words import Phrase, coloured

from .cards import TRUMP
from .words import COLOUR_WORDS

# Suits in a sentence

SUIT_WORDS = COLOUR_WORDS | {TRUMP: Phrase("trump", de="Trumpf", en="trumps")}
COLOURED = {suit: coloured(colour) for suit, colour in COLOUR_WORDS.items()}
"""A colour as an adjective before a noun: "the highest red card"."""

# Problems of a choice

NOBODY_MAY_CHOOSE = Phrase(
    "choice_not_possible",
    de="Diese Wahl gibt es in diesem Stich nicht.",
    en="There’s no such choice in this trick.",
)
COUPLE_NEEDED = Gap(
    "couple_needed",
    de="Der Barde muss ein Paar nennen: {men:den: oder } mit {women:dem: oder }.",
    en="The Bard must name a couple: {men:the: or } with {women:the: or }.",
)
NO_COUPLE = Phrase(
    "no_couple",
    de="{first:Der} und {second:der} sind kein Paar aus einem Mann und einer Frau.",
    en="{first:The} and {second:the} aren’t a couple of a man and a woman.",
)
NOT_THE_BARD = Phrase(
    "not_the_bard", de="Sich selbst vertreibt der Barde nicht.", en="The Bard doesn’t frighten himself away."
)
NOT_IN_TRICK = Phrase(
    "not_in_trick", de="{card:Der} liegt nicht in diesem Stich.", en="{card:The} isn’t in this trick."
)
CARD_NEEDED = Gap(
    "illusionist_card_needed",
    de="Der Illusionist muss eine Karte nehmen: {cards:den: oder }.",
    en="The Illusionist must take a card: {cards:the: or }.",
)
TWO_SPECIAL_CARDS = Phrase(
    "two_special_cards",
    de="{player} spielt {cards:den: und }: Jeder hat nur eine Sonderkarte.",
    en="{player} plays {cards:the: and }: everyone has only one special card.",
)
CARD_GONE = Phrase("card_gone", de="{card:Der} ist schon aus dem Stich.", en="{card:The} has already left the trick.")

# Questions to the players

WHICH_MARKER = Phrase(
    "which_marker",
    de="{player:whose} Barde: Wer wird Bonusmarke?",
    en="{player}’s Bard: who becomes the bonus marker?",
)
WHICH_DISCARD = Phrase(
    "which_discard",
    de="{player:whose} Barde: Wer wird abgelegt?",
    en="{player}’s Bard: who is discarded?",
)
WHICH_CARD = Phrase(
    "which_card",
    de="{player:whose} Illusionist: Welche Karte nimmt er?",
    en="{player}’s Illusionist: which card does he take?",
)
WHICH_COLOUR = Phrase(
    "which_colour",
    de="{player:whose} Wahrsager: Was wird zum nächsten Stich ausgespielt?",
    en="{player}’s Fortune teller: what is the next trick led with?",
)

# The reasons of a verdict

COUPLE_LEAVES = Phrase(
    "barde",
    de="{player:whose} Barde vertreibt ein Paar: {marker:Der} wird Bonusmarke (+10), {discard:der} wird abgelegt.",
    en="{player}’s Bard frightens a couple away: {marker:the} becomes the bonus marker (+10), {discard:the} is discarded.",
)
COUPLE_SILENCED = Phrase(
    "barde_special_leaves",
    de="{cards:Der: und }: aus dem Stich und darum ohne Wirkung.",
    en="{cards:The: and }: out of the trick and therefore without effect.",
)
STILL_PROLONGED = Phrase(
    "barde_jongleur",
    de="Auch ohne den Jongleur bleibt der Stich so lang, wie er ist.",
    en="Even without the Juggler the trick stays as long as it is.",
)
NO_COUPLE_HERE = Phrase(
    "barde_no_couple",
    de="Im Stich ist kein Paar: Der Barde bewirkt nichts.",
    en="The Bard does nothing: this trick has no couple.",
)
ONLY_BARD_LEFT = Phrase(
    "barde_alone",
    de="Nach dem Barden bleiben keine Farbkarte und kein Trumpf: {player} gewinnt mit ihm.",
    en="After the Bard no colour card and no trump remain: {player} wins with him.",
)
ONLY_SPECIALS = Phrase(
    "only_specials",
    de="Hier liegen nur Sonderkarten: Die erste gewinnt, {player} spielt aus, niemand nimmt etwas.",
    en="Only special cards were played: the first wins, {player} leads, nobody takes anything.",
)
ONLY_SPECIALS_WITH_FOOL = Phrase(
    "only_specials_narr",
    de="Hier liegen nur Sonderkarten, der Narr darunter: {player} spielt aus, niemand nimmt etwas.",
    en="Only special cards were played, the Fool among them: {player} leads, nobody takes anything.",
)
FOOL_VOIDS = Phrase("narr", de="Der Narr macht alle Trümpfe ungültig.", en="The Fool makes all trumps void.")
FOOL_WINS = Phrase(
    "narr_wins",
    de="Im Stich liegt keine Farbkarte: {player:whose} Narr gewinnt.",
    en="No colour card is in the trick: {player}’s Fool wins.",
)
MAID_CHARMS = Phrase(
    "zofe",
    de="Die Zofe ist dabei: Die höchste Goldkarte gewinnt, bei gleichen die zuerst gespielte, also {player:whose} {card}.",
    en="The Maid is in: the highest gold card wins, if equal the first played, so {player}’s {card}.",
)
MAID_CHARMS_LOWEST = Phrase(
    "zofe_hypnotiseur",
    de="Zofe und Hypnotiseur zusammen: Die niedrigste Goldkarte gewinnt, bei gleichen die zuerst gespielte, also {player:whose} {card}.",
    en="Maid and Hypnotist together: the lowest gold card wins, if equal the first played, so {player}’s {card}.",
)
MAID_FINDS_NO_GOLD = Phrase(
    "zofe_no_gold",
    de="Kein Gold im Stich: Die Zofe bewirkt nichts.",
    en="No gold in the trick: the Maid does nothing.",
)
HYPNOTIST_TURNS = Phrase(
    "hypnotiseur",
    de="Der Hypnotiseur dreht die Reihenfolge um: Die niedrigste Karte gewinnt.",
    en="The Hypnotist turns the order round: the lowest card wins.",
)
HYPNOTIST_TAKES_THIS_ORDER = Phrase(
    "hypnotiseur_order",
    de="In genau dieser Reihenfolge gewinnt die niedrigste Karte.",
    en="In this very order, the lowest card wins.",
)
LEADER_KILLED = Phrase(
    "meuchelmoerder_rises",
    de="Der Meuchelmörder kam nach {leaders:dem: und }: Alle Trümpfe vor ihm sind niedriger als er, ebenso Nachtwächter und Gardist.",
    en="The Assassin came after {leaders:the: and }: all trumps before him are lower than him, and so are Night watchman and Guard.",
)
LATER_IS_HIGHER = Phrase(
    "verfuehrung_order",
    de="Von Abenteurer und Comtesse ist die später gespielte Karte höher: {later:der}.",
    en="Of Adventurer and Countess the one played later is higher: {later:the}.",
)
LED_BY_SPECIAL = Phrase(
    "led_by_special",
    de="{card:Der} bestimmt keine Farbe; ausgespielt ist {colour}.",
    en="{card:The} sets no colour; the colour led is {colour}.",
)
NEW_LED = Phrase(
    "new_colour_led",
    de="Von der ausgespielten Farbe ist nichts mehr da; nun gilt {colour}.",
    en="Nothing of the colour led is left; now {colour} counts.",
)
HIGHEST_TRUMP = Phrase(
    "highest_trump",
    de="{player:whose} {card} ist der höchste Trumpf.",
    en="{player}’s {card} is the highest trump.",
)
LOWEST_TRUMP = Phrase(
    "lowest_trump",
    de="{player:whose} {card} ist der niedrigste Trumpf.",
    en="{player}’s {card} is the lowest trump.",
)
HIGHEST_OF_LED = Phrase(
    "highest_of_led",
    de="Kein Trumpf gilt. {player:whose} {card} ist die höchste {colour} Karte.",
    en="No trump counts. {player}’s {card} is the highest {colour} card.",
)
LOWEST_OF_LED = Phrase(
    "lowest_of_led",
    de="Kein Trumpf gilt. {player:whose} {card} ist die niedrigste {colour} Karte.",
    en="No trump counts. {player}’s {card} is the lowest {colour} card.",
)
GUARD_ARRESTS = Phrase(
    "gardist_discards",
    de="Der Gardist fasst {cards:den: und }: Das kostet niemanden etwas.",
    en="The Guard arrests {cards:the: and }: it costs nobody anything.",
)
GUARD_STAYS_AWAKE = Phrase(
    "zofe_gardist",
    de="Auch mit der Zofe wirkt der Gardist: Er fasst, ohne den Stich zu gewinnen.",
    en="The Guard works with the Maid too: he arrests without winning the trick.",
)
ILLUSIONIST_TAKES = Phrase(
    "illusionist",
    de="{player} nimmt mit dem Illusionisten {card:den}.",
    en="{player}’s Illusionist takes {card:the}.",
)
EFFECT_STAYS = Phrase(
    "illusionist_effect_stays",
    de="{card:Der} ist genommen und wirkt trotzdem.",
    en="{card:The} is taken and still has its effect.",
)
STILL_COUNTS = Phrase(
    "illusionist_still_counts",
    de="{card:Der} ist genommen; für den Stich zählt die Karte trotzdem.",
    en="{card:The} is taken; for the trick the card still counts.",
)
ILLUSIONIST_IDLE = Phrase(
    "illusionist_nothing",
    de="Keine Farbkarte und kein Trumpf ist mehr da: Der Illusionist nimmt nichts.",
    en="No colour card and no trump is left: the Illusionist takes nothing.",
)
MUSCLEMAN_TAKES = Phrase(
    "muskelmann",
    de="{player} nimmt mit dem Muskelmann {cards:den: und }: {points:+}.",
    en="{player}’s Muscleman takes {cards:the: and }: {points:+}.",
)
DANCER_TAKES = Phrase(
    "taenzerin",
    de="{player} nimmt mit der Tänzerin {cards:den: und }.",
    en="{player}’s Dancer takes {cards:the: and }.",
)
ALCHEMIST_SPOILS = Phrase(
    "alchimist",
    de="Der Alchimist macht {cards:den: und } wertlos.",
    en="The Alchemist makes {cards:the: and } worthless.",
)
NIGHT_WATCHMAN_WINS = Phrase(
    "nachtwaechter",
    de="Der Nachtwächter gewinnt den letzten Stich: +10 für {player}.",
    en="The Night watchman wins the last trick: +10 for {player}.",
)
GUARD_WINS = Phrase(
    "gardist",
    de="Der Gardist gewinnt den Stich mit {cards:dem: und }: {points:+} für {player}.",
    en="The Guard wins the trick with {cards:the: and }: {points:+} for {player}.",
)
ASSASSIN_WINS = Phrase(
    "meuchelmoerder",
    de="Der Meuchelmörder gewinnt; vor ihm {leaders:lag|lagen} {names:der: und }: {points:+} für {player}.",
    en="The Assassin wins; {names:the: and } came before him: {points:+} for {player}.",
)
SEDUCTION = Phrase(
    "verfuehrung",
    de="{winning:Der} gewinnt, {other:der} lag vorher: +10 für {player}.",
    en="{winning:The} wins, {other:the} came before: +10 for {player}.",
)
JUGGLER_PROLONGS = Phrase(
    "jongleur",
    de="Der Jongleur verlängert den Stich: Jeder spielt zwei Karten.",
    en="The Juggler extends the trick: everyone plays two cards.",
)
JUGGLER_TOO_LATE = Phrase(
    "jongleur_last_card",
    de="Niemand hat noch eine zweite Karte: Der Jongleur bewirkt nichts.",
    en="Nobody has a second card left: the Juggler does nothing.",
)
NEXT_FACE_DOWN = Phrase(
    "schwindler",
    de="Schwindler: Der nächste Stich wird verdeckt gespielt.",
    en="Con artist: the next trick is played face down.",
)
NEXT_COLOUR = Phrase(
    "wahrsager",
    de="Wahrsager: Zum nächsten Stich wird {colour} ausgespielt.",
    en="Fortune teller: the next trick is led with {colour}.",
)
NEXT_COLOUR_OPEN = Phrase(
    "wahrsager_open",
    de="Wahrsager: {player} sagt, welche Farbe als Nächstes ausgespielt wird.",
    en="Fortune teller: {player} says which colour is led next.",
)
NOTHING_IN_THE_LAST = Phrase(
    "last_trick_no_effect",
    de="{card:Der} bewirkt im letzten Stich nichts.",
    en="{card:The} has no effect in the last trick.",
)
