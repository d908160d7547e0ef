"""The sentences of Rufmariasch."""

from __future__ import annotations

from games.kernel.lines import Reason
from games.kernel.needs import Gaps
from games.kernel.problems import Gap
from games.kernel.words import SHARED_PHRASES, Phrase, by_code

# Problems of a record

WRONG_CALLER = Phrase(
    "wrong_caller",
    de="{caller} kann nicht rufen: Links vom Geber sitzt {left}.",
    en="{caller} can’t call: {left} sits to the dealer’s left.",
)
OWN_PARTNER = Phrase(
    "own_partner",
    de="{caller} kann nicht mit sich selbst spielen.",
    en="{caller} can’t be their own partner.",
)
NOT_IN_TENS = Phrase(
    "not_in_tens",
    de="{points} geht nicht: Augen gibt es nur in {each}er-Schritten.",
    en="{points} isn’t possible: card points come in steps of {each}.",
)
DECLARED_TWICE = Phrase(
    "declared_twice",
    de="{suit} ist mehrfach angesagt: von {players: und }.",
    en="{suit} is declared more than once: by {players: and }.",
)
ALL_WITHOUT_TRICK = Phrase(
    "all_without_trick",
    de="Nicht alle vier können ohne Stich sein.",
    en="Not all four can be without a trick.",
)
HAS_CARDS = Phrase(
    "trick_won_after_all",
    de="{player} soll keinen Stich haben, hat aber {what: und }.",
    en="{player} is said to have no trick, but has {what: and }.",
)
THE_LAST_TRICK = Phrase("last_trick", de="den letzten Stich", en="the last trick")
TEAM_WITHOUT_TRICK = Phrase(
    "team_without_trick",
    de="{team: und } {count:hat|haben} keinen Stich, also 0 Augen, nicht {points}.",
    en="{team: and } {count:has|have} no trick, so 0 card points, not {points}.",
)
NOT_HELD = Phrase(
    "declared_not_held",
    de="{player} hatte {cards: und } nicht: So lässt sich {suit} nicht ansagen.",
    en="{player} didn’t hold {cards: and }, so can’t declare {suit}.",
)
DECLARED_BY_ANOTHER = Phrase(
    "declared_not_held",
    de="{card:Der} gehört zur Ansage von {player}.",
    en="{card:The} belongs to {player:whose} declaration.",
)

# Gaps in a record

NO_CALLER = Gap("missing_key", de="Wer hat gegeben?", en="Who dealt?")
NO_TRUMP = Gap("missing_key", de="Was war Trumpf?", en="What was trumps?")
NOTHING_CALLED = Gap("missing_key", de="Welche Karte wurde gerufen?", en="Which card was called?")
NO_PARTNER_SAID = Gap(
    "unknown_player",
    de="Wer hielt die gerufene Karte? Hielt der Rufer sie selbst, spielte er allein.",
    en="Who held the called card? A caller who held it played alone.",
)
NO_POINTS = Gap("one_of_these_missing", de="Wie viele Augen waren es?", en="How many card points were there?")
NO_LAST_TRICK = Gap("missing_key", de="Wer hat den letzten Stich gemacht?", en="Who won the last trick?")

# An amount of card points

WORTH = Phrase("card_points", de="{points:1 Auge|{points} Augen}", en="{points:1 card point|{points} card points}")

# A round: one line for each player

STAKES = Reason(
    "stakes",
    de="{mates} {sum}, Ziel {target} {met}{share}",
    en="{mates} {sum}, target {target} {met}{share}",
)
WITH_MATES = Phrase("with_mates", de="mit {mates}", en="with {mates}")
ALONE = Phrase("alone", de="allein", en="alone")
REACHED = Phrase("reached", de="erreicht", en="reached")
MISSED = Phrase("missed", de="verfehlt", en="missed")
PLAIN_SUM = Phrase("sum", de="{total}", en="{total}")
SUM_WITH_DECLARED = Phrase("sum", de="{points} + {declared} = {total}", en="{points} + {declared} = {total}")
SUM_WITHOUT_TRICK = Phrase(
    "sum", de="{points} (Ansage ohne Stich zählt nicht)", en="{points} (declared without a trick: doesn’t count)"
)
THREEFOLD = Phrase(
    "share",
    de="; gegen drei: 3 × {stakes:1 Einsatz|{stakes} Einsätze}",
    en="; against three: 3 × {stakes:1 stake|{stakes} stakes}",
)
SHARED = Phrase(
    "share",
    de="; {stakes:ein Einsatz|{stakes:words} Einsätze} geteilt durch {count:words}",
    en="; {stakes:one stake|{stakes:words} stakes} shared by {count:words}",
)
LIKEWISE = Phrase("stakes", de="genauso{rate}", en="likewise{rate}")
LIKEWISE_APART = Phrase("stakes", de="genauso, bei {apart} Augen Unterschied", en="likewise, {apart} card points apart")
RATE = Phrase("rate", de=", {rate} Augen ein Einsatz", en=", {rate} card points a stake")

# A round in words

CALLED_CARD = Phrase(
    "called",
    de="{caller} macht {trump} zum Trumpf und ruft {card:den}; {partner} hat die Karte.",
    en="{caller} makes {trump} trumps and calls {card:the}; {partner} holds it.",
)
CALLED_OWN = Phrase(
    "called",
    de="{caller} macht {trump} zum Trumpf, ruft {card:den} und hat die Karte selbst: allein gegen drei.",
    en="{caller} makes {trump} trumps, calls {card:the} and holds it: alone against three.",
)
PLAYED_WITH = Phrase(
    "called",
    de="{caller} macht {trump} zum Trumpf, {partner} ist dabei.",
    en="{caller} makes {trump} trumps and plays with {partner}.",
)
PLAYED_ALONE = Phrase(
    "called",
    de="{caller} macht {trump} zum Trumpf und spielt allein.",
    en="{caller} makes {trump} trumps and plays alone.",
)
DECLARED = Phrase("declared", de="{player} sagt {what: und } an.", en="{player} declares {what: and }.")
KING_AND_OBER = Phrase("what", de="König und {ober} in {suit}", en="king and {ober} of {suit}")
WON_NO_TRICK = Phrase(
    "no_trick",
    de="{players} {count:bleibt|bleiben} ohne Stich.",
    en="{players} {count:wins|win} no trick.",
)
SIDE_WINS_EACH = Phrase(
    "result",
    de="{players} gewinnen je {stakes:einen Einsatz|{stakes:words} Einsätze}: {sum} zu {other}.",
    en="{players} win {stakes:one stake|{stakes:words} stakes} each: {sum} to {other}.",
)
SIDE_WINS = Phrase(
    "result",
    de="{players} gewinnen zusammen {stakes:einen Einsatz|{stakes:words} Einsätze}: {sum} zu {other}.",
    en="{players} win {stakes:one stake|{stakes:words} stakes} together: {sum} to {other}.",
)
WINS_ALONE = Phrase(
    "result",
    de="{players} gewinnt allein {stakes:einen Einsatz|{stakes:words} Einsätze}: {sum} zu {other}.",
    en="{players} wins {stakes:one stake|{stakes:words} stakes} alone: {sum} to {other}.",
)

# Rulings

BOTH_REACHED = Phrase(
    "both_reached",
    de="Beide Parteien haben ihr Ziel erreicht: Es gewinnt, wer zusammen mehr hat.",
    en="Both teams reached their target: the higher total wins.",
)
NEITHER_REACHED = Phrase(
    "neither_reached",
    de="Keine Partei hat ihr Ziel erreicht: Es gewinnt, wer zusammen mehr hat.",
    en="Neither team reached its target: the higher total wins.",
)
HIGHER_TARGET = Phrase(
    "higher_target",
    de="{declared} angesagt, so weit reicht die gedruckte Liste nicht: Das Ziel {target} ist genauso gerechnet.",
    en="The printed list doesn’t go up to {declared} declared: the target {target} is worked out the same way.",
)

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
MUST_TRUMP = Phrase(
    "trump",
    de="{player} spielte im {number}. Stich {played:den}, konnte nicht bedienen und hatte noch Trumpf: {held:den}.",
    en="{player} played {played:the} in trick {number}, could not follow and still had trumps: {held:the}.",
)
MUST_BEAT = Phrase(
    "beat",
    de="{player} spielte im {number}. Stich {played:den} und hätte {best:den} überstechen können: mit {held:dem: oder }.",
    en="{player} played {played:the} in trick {number} and could have beaten {best:the}: with {held:the: or }.",
)

# Before the deal

FOUR_AND_FOUR = Phrase(
    "four_and_four",
    de="Erst vier Karten für jeden; dann nennt der Rufer Trumpf und Karte; dann die anderen vier.",
    en="Four cards each first; then the caller names trumps and a card; then the other four.",
)
CALLED_LATER = Phrase(
    "called_later",
    de="Partner ist, wer die gerufene Karte nach dem zweiten Geben hat.",
    en="The partner is whoever holds the called card after the second deal.",
)

# Entering a round

CALLS = Phrase("calls", de="{caller} ruft. Wer hält die Karte?", en="{caller} calls. Who holds the card?")
POINTS_OF = Phrase("points_of", de="Augen von {team}", en="{team}’s card points")
THE_OTHERS = Phrase(
    "the_others", de="{others} {count:hat|haben} dann {points}.", en="{others} then {count:has|have} {points}."
)

# The common part of a round, and the last trick

TRUMPS_AND_PARTNER = Phrase("about", de="Trumpf und Partner", en="Trumps and partner")
ITEM_LAST_TRICK = Phrase("last_trick", de="Letzter Stich", en="Last trick")

# How far each player is ahead or behind

STAKES_APART = Gaps(
    Phrase(
        "ahead",
        de="Liegt vorn, mit {lead:einem Einsatz|{lead:words} Einsätzen}.",
        en="Ahead by {lead:one stake|{lead:words} stakes}.",
    ),
    Phrase("level", de="Gleichauf an der Spitze.", en="Tied for the lead."),
    Phrase(
        "behind",
        de="{gap:Ein Einsatz|{gap:Words} Einsätze} hinter {leader}.",
        en="{gap:One stake|{gap:Words} stakes} behind {leader}.",
    ),
)

# The questions for a player's own part of a round

WHAT_YOU_WON = Phrase("what_you_won", de="Tipp an, was du gewonnen hast", en="Tap what you won")
WHAT_WAS_WON = Phrase("what_was_won", de="Tipp an, was {name} gewonnen hat", en="Tap what {name} won")

# Sentences of the templates

PHRASES = {
    **SHARED_PHRASES,
    **by_code(
        Phrase(
            "after_these_four",
            de="nach diesen vieren, vor den anderen",
            en="after these four, before seeing the others",
        ),
        Phrase("called_card", de="Gerufene Karte", en="Called card"),
        Phrase("cards_that_count", de="Asse, Zehner und der letzte Stich", en="Aces, tens and the last trick"),
        Phrase("caller_calls", de="{leader} ruft. Wer hält die Karte?", en="{leader} calls. Who holds the card?"),
        Phrase(
            "caller_names", de="{leader} nennt Trumpf und ruft eine Karte", en="{leader} names trumps and calls a card"
        ),
        Phrase(
            "declared_hint",
            de="Je {declared}, in Trumpf {in_trumps}. Das Ziel steigt mit; sie zählen nur, wenn man selbst einen Stich hat.",
            en="{declared} each, {in_trumps} in trumps. They raise the target, and only count if that player wins a trick.",
        ),
        Phrase(
            "everybody_won_one",
            de="Alle haben einen? Dann tipp niemanden an.",
            en="Everyone has one? Then don’t tap anyone.",
        ),
        Phrase("four_cards_each", de="Vier Karten für jeden", en="Four cards each"),
        Phrase("four_more_each", de="Noch vier für jeden", en="Four more each"),
        Phrase("many_left", de="Noch offen: {count} davon", en="{count} of them left"),
        Phrase("pair_declared", de="König und {ober} angesagt", en="King and {ober} declared"),
        Phrase("own_no_trick", de="Kein Stich", en="No trick"),
        Phrase("points_of_caller", de="Augen der Ruferpartei", en="Card points of the caller’s team"),
        Phrase(
            "somebody_names",
            de="Der Rufer nennt Trumpf und ruft eine Karte",
            en="The caller names trumps and calls a card",
        ),
        Phrase("tap_pile", de="Tipp an, was {name} gewonnen hat", en="Tap what {name} won"),
        Phrase("trumps", de="Trumpf", en="Trumps"),
        Phrase("who_holds_the_called_card", de="Wer hält die gerufene Karte?", en="Who holds the called card?"),
        Phrase("who_took_what", de="Wer hat was gewonnen?", en="Who won what?"),
        Phrase("who_won_no_trick", de="Wer hat keinen Stich?", en="Who has no trick?"),
    ),
}
