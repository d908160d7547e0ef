"""Games described by a file without code, the score sheet: what is written down for a round, and the points for it."""
