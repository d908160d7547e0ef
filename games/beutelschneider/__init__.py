"""Beutelschneider, edition of 2018.

A cutpurse (Beutelschneider) costs whoever captures it, unless the Guard discards it. The leaders (Würdenträger) are the
Court physician, Chancellor, Bishop and Sovereign; the couple is a man and a woman whom the Bard frightens away: one of
them becomes the marker of his bonus, the other is out. A wench (Schankmagd) may be seized by the Muscleman.
"""
