"""Bettler und Diebe (4 and 5 players), Halsabschneider (3) and Snear (2)."""
