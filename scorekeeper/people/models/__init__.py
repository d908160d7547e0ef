"""Groups, their players, accounts, and the memberships and links that give access."""

from scorekeeper.people.models.groups import NAME_LENGTH, PAY_TO_LENGTH, Group, Membership, Role, User
from scorekeeper.people.models.links import (
    Invitation,
    OwnerLink,
    Phone,
    ShareLink,
    ShareLinkQuerySet,
    SignInLink,
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
]
