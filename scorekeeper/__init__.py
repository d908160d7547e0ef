"""The site: everything around the games, from accounts to the pad."""

__version__ = "0.2.0"
