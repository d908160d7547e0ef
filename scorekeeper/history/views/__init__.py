"""The pages that look back: the people of a group, a player, the best of each game."""
