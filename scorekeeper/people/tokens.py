"""Tokens of links: 128 random bits, of which the database holds a hash only."""

import hashlib
import secrets


def new_token() -> str:
    return secrets.token_urlsafe(16)


def hash_token(token: str) -> str:
    """Return the SHA-256, which is enough for what is random and no password that somebody could guess."""
    return hashlib.sha256(token.encode()).hexdigest()
