"""The site: who plays what, and all that is seen of it."""

__version__ = "0.2.0"
