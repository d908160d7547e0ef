"""Tokens of links: 128 random bits. The database holds only their hashes."""

import hashlib
import secrets


def new_token() -> str:
    return secrets.token_urlsafe(16)


def hash_token(token: str) -> str:
    """Return the token's SHA-256: a fast hash is safe here, since random tokens, unlike passwords, cannot be guessed."""
    return hashlib.sha256(token.encode()).hexdigest()
