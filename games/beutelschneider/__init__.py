"""Beutelschneider, edition of 2018.

A cutpurse (Beutelschneider) costs the player who captures it 20 points, unless the Guard discards it. The leaders
(Würdenträger) are the Court physician, Chancellor, Bishop and Sovereign. The couple is a man and a woman whom the Bard
frightens away: one card becomes the marker of his bonus, the other is discarded. A wench (Schankmagd) is a card that
the Muscleman takes.
"""
