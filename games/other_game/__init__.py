"""A plain score pad for any game that has no folder of its own."""
