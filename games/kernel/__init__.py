"""What every card game here shares. Nothing in this package knows a game by name."""
