"""Beutelschneider, edition of 2018.

- Cutpurse (Beutelschneider): a card that costs the player who captures it 20 points. The Guard discards cutpurses.
- Leaders (Würdenträger): the Court physician, the Chancellor, the Bishop and the Sovereign.
- Couple: a man and a woman whom the Bard frightens away. One card becomes the marker of his bonus, the other is
  discarded.
- Wench (Schankmagd): a card that the Muscleman takes.
"""
