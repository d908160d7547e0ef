"""Any other game."""
