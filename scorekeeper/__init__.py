"""The site: everything around the rules of the games, from accounts to the pad (the page of a match)."""

__version__ = "0.2.0"
