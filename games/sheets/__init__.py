"""Games that are described by a score sheet, a file without code: rows to fill in for a round, and their points."""
