"""Card games described by a file without code: a score sheet says what is written down and what it is worth."""
