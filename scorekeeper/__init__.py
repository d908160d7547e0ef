"""The site: everything except the rules of the games, e.g. accounts, and the pad (the page of a match)."""

__version__ = "0.2.0"
