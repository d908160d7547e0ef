"""Games described by a file without code, the score sheet: the rows to fill in for a round, and the points for them."""
