"""Rufmariasch: 4 players; one of them calls a card, and the player who holds this card is the silent partner."""
