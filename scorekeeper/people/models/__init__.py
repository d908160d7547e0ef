"""Groups, their players, accounts, and the memberships and links that give access."""

from scorekeeper.people.keys import new_key  # imported from here by migrations
from scorekeeper.people.models.groups import NAME_LENGTH, PAY_TO_LENGTH, Group, Membership, Role, User
from scorekeeper.people.models.links import (
    Invitation,
    OwnerLink,
    Phone,
    ShareLink,
    ShareLinkQuerySet,
    SignInLink,
    _in_a_week,
)
from scorekeeper.people.models.players import KeyedQuerySet, OtherKey, Player

__all__ = [
    "NAME_LENGTH",
    "PAY_TO_LENGTH",
    "Group",
    "Invitation",
    "KeyedQuerySet",
    "Membership",
    "OtherKey",
    "OwnerLink",
    "Phone",
    "Player",
    "Role",
    "ShareLink",
    "ShareLinkQuerySet",
    "SignInLink",
    "User",
    "_in_a_week",
    "new_key",
]
