"""The parts that all card games share: cards, records, tricks, scores, screens. Nothing here knows a game by name."""
