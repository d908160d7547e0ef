"""What every card game shares: cards, records, tricks, scores, screens. Nothing in this package knows a game by name."""
