"""Random tokens of 128 bits, for links and tags. The database holds only the hash of a link's token."""

import hashlib
import secrets


def new_token() -> str:
    return secrets.token_urlsafe(16)


def hash_token(token: str) -> str:
    """Return the token's SHA-256 in hexadecimal. A fast hash is safe: unlike a password, a token cannot be guessed."""
    return hashlib.sha256(token.encode()).hexdigest()
