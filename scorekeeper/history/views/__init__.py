"""The pages of people and players, of leaderboards and seasons, and of the player who holds the phone ("Me")."""
