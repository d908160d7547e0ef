"""The site: everything around the games, from accounts to the pad (a game's page with its scores)."""

__version__ = "0.2.0"
