"""The score sheets as they came with version 0.2.0: games that were begun with them keep them."""

SHEETS = {
    "doppelkopf": """
sheet = 1
slug = "doppelkopf"
name = "Doppelkopf"
also = ["Doko"]
gist = {de = "Re gegen Kontra, und keiner weiß, wer dazugehört", en = "Re against Kontra, and nobody knows who is with whom"}
players = [4, 4]
pays = "rounds"

[[rows]]
id = "re"
label = {de = "Re", en = "Re"}
of = "table"
kind = "players"
least = 1
most = 3

[[rows]]
id = "re_won"
label = {de = "Re gewinnt", en = "Re wins"}
of = "table"
kind = "tick"

[[rows]]
id = "doubled"
label = {de = "Bock", en = "Doubled"}
of = "table"
kind = "tick"

[[rows]]
id = "points"
label = {de = "Punkte der Partie", en = "Points of the game"}
of = "table"
kind = "number"
max = 30

[[values]]
id = "alone"
is = "count(re) == 1 if re else count(re) == 3"

[[values]]
id = "worth"
is = "points * (1 + 2 * alone) * (1 + doubled)"

[[points]]
id = "won"
label = {de = "Gewonnen", en = "Won"}
when = "re and re_won or not re and not re_won"
value = "worth"

[[points]]
id = "lost"
label = {de = "Verloren", en = "Lost"}
when = "re and not re_won or not re and re_won"
value = "-worth"
""",
    "euchre": """
sheet = 1
slug = "euchre"
name = "Euchre"
also = ["Jucker"]
gist = {de = "Fünf Stiche, wer Trumpf macht, braucht drei", en = "Five tricks: the makers need three"}
players = [4, 4]
teams = "across"
target = 10

[[rows]]
id = "maker"
label = {de = "Trumpfmacher", en = "Maker"}
of = "table"
kind = "player"

[[rows]]
id = "alone"
label = {de = "Allein", en = "Alone"}
of = "table"
kind = "tick"

[[rows]]
id = "tricks"
label = {de = "Stiche seines Teams", en = "Tricks of their team"}
of = "table"
kind = "number"
max = 5

[[points]]
id = "made"
label = {de = "Drei oder vier Stiche", en = "Three or four tricks"}
when = "team(maker) and 3 <= tricks < 5"
value = 1

[[points]]
id = "march"
label = {de = "Alle fünf Stiche", en = "All five tricks"}
when = "team(maker) and tricks == 5"
value = "4 if alone else 2"

[[points]]
id = "euchred"
label = {de = "Die anderen haben verloren", en = "The makers lost"}
when = "not team(maker) and tricks < 3"
value = 2
""",
    "hearts": """
sheet = 1
slug = "hearts"
name = "Hearts"
also = ["Black Lady", "Black Maria", "Schwarze Dame", "Herzeln"]
gist = {de = "Nimm keine Herzen, oder alle", en = "Take no hearts, or all of them"}
players = [3, 6]
best = "low"
target = 100

[[rows]]
id = "taken"
label = {de = "Strafpunkte", en = "Penalty points"}
of = "each"
kind = "number"
max = 26
sum = 26

[[points]]
id = "taken"
label = {de = "Strafpunkte", en = "penalty points"}
when = "most(taken) < 26"
value = "taken"

[[points]]
id = "moon"
label = {de = "Durchmarsch der anderen", en = "someone else shot the moon"}
when = "most(taken) == 26 and taken == 0"
value = 26
""",
    "jass": """
sheet = 1
slug = "jass"
name = "Jass"
also = ["Schieber", "Schieberjass", "Jassen"]
gist = {de = "Schieber zu zweit gegen zwei, bis 2500", en = "Schieber, two against two, to 2500"}
players = [4, 4]
teams = "across"
target = 2500

[[options]]
id = "bells"
kind = "number"
min = 1
max = 8
label = {de = "Schellen zählen mal", en = "Bells count times"}

[[options]]
id = "shields"
kind = "number"
min = 1
max = 8
label = {de = "Schilten zählen mal", en = "Shields count times"}

[[options]]
id = "acorns"
kind = "number"
min = 1
max = 8
label = {de = "Eicheln zählen mal", en = "Acorns count times"}

[[options]]
id = "roses"
kind = "number"
min = 1
max = 8
label = {de = "Rosen zählen mal", en = "Roses count times"}

[[options]]
id = "top"
kind = "number"
min = 1
max = 8
label = {de = "Obenabe zählt mal", en = "Top-down counts times"}

[[options]]
id = "bottom"
kind = "number"
min = 1
max = 8
label = {de = "Undenufe zählt mal", en = "Bottom-up counts times"}

[[rows]]
id = "trump"
label = {de = "Trumpf", en = "Trump"}
of = "table"
kind = "choice"
[rows.choices]
bells = {label = {de = "Schellen", en = "Bells"}}
shields = {label = {de = "Schilten", en = "Shields"}}
acorns = {label = {de = "Eicheln", en = "Acorns"}}
roses = {label = {de = "Rosen", en = "Roses"}}
top = {label = {de = "Obenabe", en = "Top-down"}}
bottom = {label = {de = "Undenufe", en = "Bottom-up"}}

[[rows]]
id = "points"
label = {de = "Punkte", en = "Points"}
of = "team"
kind = "number"
max = 257
sum = "257 if most(points) == 257 else 157"

[[rows]]
id = "weis"
label = {de = "Weis", en = "Melds"}
of = "team"
kind = "number"
max = 1000
step = 10

[[values]]
id = "suits"
is = "chose_trump_bells * bells + chose_trump_shields * shields + chose_trump_acorns * acorns + chose_trump_roses * roses"

[[values]]
id = "factor"
is = "suits + chose_trump_top * top + chose_trump_bottom * bottom"

[[points]]
id = "points"
label = {de = "Punkte und Weis", en = "Points and melds"}
value = "(points + weis) * factor"
""",
    "oh-hell": """
sheet = 1
slug = "oh-hell"
name = "Oh Hell"
also = ["Oh Pshaw", "Oh Well", "Blackout", "Nomination Whist", "Contract Whist", "Up and Down the River"]
gist = {de = "Ansagen und treffen, mit immer mehr Karten", en = "Bid and meet your bid, with more cards each round"}
players = [3, 7]
rounds = "rounds"

[[options]]
id = "rounds"
kind = "number"
min = 1
max = 20
default = 10
label = {de = "Wie viele Runden?", en = "How many rounds?"}

[[options]]
id = "tricks_count"
kind = "switch"
label = {de = "Verfehlt: die Stiche zählen trotzdem", en = "Missed bids still score their tricks"}

[[options]]
id = "secret"
kind = "switch"
label = {de = "Ansagen sind geheim, bis alle angesagt haben", en = "Bids are secret until everyone has bid"}

[[rows]]
id = "bid"
label = {de = "Ansage", en = "Bid"}
of = "each"
kind = "number"
max = "round"
before = true

[[rows]]
id = "tricks"
label = {de = "Stiche", en = "Tricks"}
of = "each"
kind = "number"
max = "round"
sum = "round"

[[points]]
id = "met"
label = {de = "Ansage getroffen", en = "Bid met"}
when = "tricks == bid"
value = "10 + tricks"

[[points]]
id = "missed"
label = {de = "Ansage verfehlt", en = "Bid missed"}
when = "tricks != bid and tricks_count"
value = "tricks"
""",
    "rummy": """
sheet = 1
slug = "rummy"
name = {de = "Rommé", en = "Rummy"}
also = ["Rommee", "Rommy", "Remi", "Rami"]
gist = {de = "Wer zuerst alles auslegt, hat keine Minuspunkte", en = "Go out first; the others count what is left"}
players = [2, 6]
best = "low"
target = 500

[[rows]]
id = "out"
label = {de = "Wer ist fertig?", en = "Who went out?"}
of = "table"
kind = "player"

[[rows]]
id = "left"
label = {de = "Noch auf der Hand", en = "Left in hand"}
of = "each"
kind = "number"
max = 500
when = "not out"

[[points]]
id = "left"
label = {de = "noch auf der Hand", en = "left in hand"}
to = "others:out"
value = "left"
""",
    "schafkopf": """
sheet = 1
slug = "schafkopf"
name = "Schafkopf"
also = ["Schafkopfen", "Schofkopf", "Sheepshead"]
gist = {de = "Rufspiel, Wenz oder Solo, bayrisch gerechnet", en = "Call, wenz or solo, counted the Bavarian way"}
players = [4, 4]
pays = "rounds"

[[options]]
id = "call"
kind = "number"
max = 1000
default = 10
label = {de = "Rufspiel", en = "Call"}

[[options]]
id = "solo"
kind = "number"
max = 1000
default = 50
label = {de = "Solo und Wenz", en = "Solo and wenz"}

[[options]]
id = "extra"
kind = "number"
max = 1000
default = 10
label = {de = "Schneider, Schwarz, Laufende", en = "Schneider, schwarz, runners"}

[[rows]]
id = "game"
label = {de = "Spiel", en = "Game"}
of = "table"
kind = "choice"
[rows.choices]
call = {label = {de = "Rufspiel", en = "Call"}}
wenz = {label = {de = "Wenz", en = "Wenz"}}
solo = {label = {de = "Solo", en = "Solo"}}

[[rows]]
id = "party"
label = {de = "Spielerpartei", en = "Playing party"}
of = "table"
kind = "players"
least = 1
most = 2

[[rows]]
id = "won"
label = {de = "Gewonnen", en = "Won"}
of = "table"
kind = "tick"

[[rows]]
id = "schneider"
label = {de = "Schneider", en = "Schneider"}
of = "table"
kind = "tick"

[[rows]]
id = "schwarz"
label = {de = "Schwarz", en = "Schwarz"}
of = "table"
kind = "tick"

[[rows]]
id = "doubled"
label = {de = "Geklopft", en = "Doubled"}
of = "table"
kind = "choice"
[rows.choices]
1 = {value = 1, label = "× 1"}
2 = {value = 2, label = "× 2"}
4 = {value = 4, label = "× 4"}
8 = {value = 8, label = "× 8"}

[[rows]]
id = "runners"
label = {de = "Laufende", en = "Runners"}
of = "table"
kind = "number"
max = 14

[[checks]]
id = "wrong_party"
that = "count(party) == (2 if chose_game_call else 1)"
says = {de = "Beim Rufspiel spielen zwei zusammen, bei Wenz und Solo einer allein.", en = "A call is played by two, a wenz or a solo by one."}

[[values]]
id = "rate"
is = "((call if chose_game_call else solo) + extra * (schneider + schwarz + runners)) * doubled"

[[points]]
id = "won"
label = {de = "Gewonnen", en = "Won"}
when = "party and won or not party and not won"
value = "rate * (3 if party and count(party) == 1 else 1)"

[[points]]
id = "lost"
label = {de = "Verloren", en = "Lost"}
when = "party and not won or not party and won"
value = "-rate * (3 if party and count(party) == 1 else 1)"
""",
    "skat": """
sheet = 1
slug = "skat"
name = "Skat"
also = ["Skaten"]
gist = {de = "Einer spielt allein, gereizt wird vorher", en = "One plays alone, for what was bid"}
players = [3, 4]

[[options]]
id = "seeger"
kind = "switch"
label = {de = "Erweitertes Seeger-System", en = "Extended Seeger scoring"}

[[rows]]
id = "declarer"
label = {de = "Alleinspieler", en = "Declarer"}
of = "table"
kind = "player"

[[rows]]
id = "game"
label = {de = "Spiel", en = "Game"}
of = "table"
kind = "choice"
[rows.choices]
diamonds = {value = 9, label = {de = "Karo", en = "Diamonds"}}
hearts = {value = 10, label = {de = "Herz", en = "Hearts"}}
spades = {value = 11, label = {de = "Pik", en = "Spades"}}
clubs = {value = 12, label = {de = "Kreuz", en = "Clubs"}}
grand = {value = 24, label = "Grand"}
null = {value = 23, label = "Null"}

[[rows]]
id = "won"
label = {de = "Gewonnen", en = "Won"}
of = "table"
kind = "tick"

[[rows]]
id = "hand"
label = {de = "Hand", en = "Hand"}
of = "table"
kind = "tick"

[[rows]]
id = "ouvert"
label = {de = "Ouvert", en = "Ouvert"}
of = "table"
kind = "tick"

[[rows]]
id = "tops"
label = {de = "Spitzen (mit oder ohne)", en = "Matadors (with or without)"}
of = "table"
kind = "number"
min = 1
max = 11
when = "not chose_game_null"

[[rows]]
id = "schneider"
label = {de = "Schneider", en = "Schneider"}
of = "table"
kind = "tick"
when = "not chose_game_null"

[[rows]]
id = "schneider_announced"
label = {de = "Schneider angesagt", en = "Schneider announced"}
of = "table"
kind = "tick"
when = "not chose_game_null"

[[rows]]
id = "schwarz"
label = {de = "Schwarz", en = "Schwarz"}
of = "table"
kind = "tick"
when = "not chose_game_null"

[[rows]]
id = "schwarz_announced"
label = {de = "Schwarz angesagt", en = "Schwarz announced"}
of = "table"
kind = "tick"
when = "not chose_game_null"

[[values]]
id = "null_value"
is = "59 if hand and ouvert else 46 if ouvert else 35 if hand else 23"

[[values]]
id = "steps"
is = "1 + tops + hand + ouvert + schneider + schneider_announced + schwarz + schwarz_announced"

[[values]]
id = "worth"
is = "null_value if chose_game_null else game * steps"

[[points]]
id = "won"
label = {de = "Gewonnen", en = "Won"}
to = "declarer"
when = "won"
value = "worth"

[[points]]
id = "lost"
label = {de = "Verloren", en = "Lost"}
to = "declarer"
when = "not won"
value = "-2 * worth"

[[points]]
id = "seeger_won"
label = {de = "Seeger, gewonnen", en = "Seeger, won"}
to = "declarer"
when = "seeger and won"
value = 50

[[points]]
id = "seeger_lost"
label = {de = "Seeger, verloren", en = "Seeger, lost"}
to = "declarer"
when = "seeger and not won"
value = -50

[[points]]
id = "seeger_others"
label = {de = "Seeger, Gegenspiel gewonnen", en = "Seeger, game beaten"}
to = "others:declarer"
when = "seeger and not won"
value = "30 if players == 4 else 40"
""",
    "spades": """
sheet = 1
slug = "spades"
name = "Spades"
also = ["Partnership Spades"]
gist = {de = "Zu zweit ansagen, Pik ist immer Trumpf", en = "Bid as a team; spades are always trumps"}
players = [4, 4]
teams = "across"
target = 500

[[rows]]
id = "bid"
label = {de = "Ansage", en = "Bid"}
of = "team"
kind = "number"
max = 13
before = true

[[rows]]
id = "nil"
label = {de = "Null", en = "Nil"}
of = "each"
kind = "tick"
before = true

[[rows]]
id = "tricks"
label = {de = "Stiche", en = "Tricks"}
of = "each"
kind = "number"
max = 13
sum = 13

[[values]]
id = "made"
is = "team(tricks) >= bid"

[[values]]
id = "over"
is = "team(tricks) - bid if made else 0"

[[values]]
id = "nils_met"
is = "(nil and tricks == 0) + (team(nil) - nil and team(tricks) - tricks == 0)"

[[values]]
id = "tens"
is = "(bags + over) // 10 - bags // 10"

[[points]]
id = "made"
label = {de = "Ansage erfüllt", en = "Bid made"}
when = "made"
value = "10 * bid"

[[points]]
id = "bags"
label = {de = "Überstiche", en = "Bags"}
value = "over"

[[points]]
id = "set"
label = {de = "Ansage verfehlt", en = "Bid missed"}
when = "not made"
value = "-10 * bid"

[[points]]
id = "nil_met"
label = {de = "Null gehalten", en = "Nil made"}
value = "100 * nils_met"

[[points]]
id = "nil_missed"
label = {de = "Null verfehlt", en = "Nil broken"}
value = "-100 * (team(nil) - nils_met)"

[[points]]
id = "ten_bags"
label = {de = "Zehn Überstiche", en = "Ten bags"}
value = "-100 * tens"

[[carried]]
id = "bags"
start = 0
next = "bags + over"
""",
    "tarot": """
sheet = 1
slug = "tarot"
name = "Tarot"
also = ["Tarock", "Französisches Tarot", "Tarot français", "French Tarot"]
gist = {de = "Einer nimmt, die anderen halten dagegen", en = "One takes, the others defend"}
players = [3, 5]

[[rows]]
id = "taker"
label = {de = "Angreifer", en = "Taker"}
of = "table"
kind = "player"

[[rows]]
id = "partner"
label = {de = "Partner", en = "Partner"}
of = "table"
kind = "player"
optional = true
when = "players == 5"

[[rows]]
id = "contract"
label = {de = "Vertrag", en = "Contract"}
of = "table"
kind = "choice"
[rows.choices]
petite = {value = 1, label = "Petite"}
garde = {value = 2, label = "Garde"}
sans = {value = 4, label = "Garde sans"}
contre = {value = 6, label = "Garde contre"}

[[rows]]
id = "petit"
label = {de = "Petit im letzten Stich", en = "Petit in the last trick"}
of = "table"
kind = "choice"
[rows.choices]
none = {value = 0, label = {de = "nein", en = "no"}}
attack = {value = 1, label = {de = "Angriff", en = "Attack"}}
defence = {value = -1, label = {de = "Verteidigung", en = "Defence"}}

[[rows]]
id = "oudlers"
label = {de = "Oudlers des Angriffs", en = "Oudlers of the attack"}
of = "table"
kind = "number"
max = 3

[[rows]]
id = "points"
label = {de = "Punkte des Angriffs", en = "Points of the attack"}
of = "table"
kind = "number"
max = 91

[[values]]
id = "needed"
is = "56 - 5 * oudlers if oudlers < 2 else 41 - 5 * (oudlers - 2)"

[[values]]
id = "made"
is = "points >= needed"

[[values]]
id = "worth"
is = "(25 + abs(points - needed) + 10 * petit * (1 if made else -1)) * contract"

[[values]]
id = "sides"
is = "2 if count(partner) and not partner else players - 1"

[[points]]
id = "taker"
label = {de = "Angriff", en = "Attack"}
to = "taker"
value = "worth * sides * (1 if made else -1)"

[[points]]
id = "partner"
label = {de = "Partner", en = "Partner"}
to = "partner"
when = "not taker"
value = "worth * (1 if made else -1)"

[[points]]
id = "defence"
label = {de = "Verteidigung", en = "Defence"}
when = "not taker and not partner"
value = "-worth * (1 if made else -1)"
""",
    "wizard": """
sheet = 1
slug = "wizard"
name = "Wizard"
also = ["Zauberer"]
gist = {de = "Sag vorher, wie viele Stiche du machst", en = "Say how many tricks you will win, and win them"}
players = [3, 6]
rounds = "60 // players"

[[options]]
id = "hook"
kind = "switch"
label = {de = "Die Ansagen dürfen nicht aufgehen", en = "Bids must not add up"}

[[options]]
id = "secret"
kind = "switch"
label = {de = "Ansagen sind geheim, bis alle angesagt haben", en = "Bids are secret until everyone has bid"}

[[rows]]
id = "bid"
label = {de = "Ansage", en = "Bid"}
of = "each"
kind = "number"
max = "round"
before = true

[[rows]]
id = "tricks"
label = {de = "Stiche", en = "Tricks"}
of = "each"
kind = "number"
max = "round"
sum = "round"

[[checks]]
id = "hook"
when = "hook"
that = "sum(bid) != round"
says = {de = "Die Ansagen gehen auf: Das dürfen sie nicht.", en = "The bids add up to all tricks: they must not."}

[[points]]
id = "met"
label = {de = "Ansage getroffen", en = "Bid met"}
when = "tricks == bid"
value = "20 + 10 * tricks"

[[points]]
id = "missed"
label = {de = "Ansage verfehlt", en = "Bid missed"}
when = "tricks != bid"
value = "-10 * abs(tricks - bid)"
""",
}
