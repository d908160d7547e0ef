"""The pages about players, leaderboards and seasons, and the page "Me" of the player who holds the phone."""
