"""Groups, accounts, and the roles of accounts in groups."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Self

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.people import names
from scorekeeper.people.keys import new_key
from scorekeeper.people.tokens import new_token

NAME_LENGTH = 40  # characters
PAY_TO_LENGTH = 140  # characters


class User(AbstractUser):
    """An account, which signs in with a password or a passkey. A player needs no account."""

    # The name without case and accents. This field was added later. If another account already had the same value
    # then, it is null.
    folded_name = models.CharField(max_length=600, unique=True, null=True, editable=False)

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self._state.adding:
            self.folded_name = names.folded(self.username)
        super().save(*args, **kwargs)

    @classmethod
    def without_password(cls) -> Self | None:
        """Return the first active account without a usable password; None if there is none."""
        return cls.objects.filter(is_active=True, password__startswith=UNUSABLE_PASSWORD_PREFIX).order_by("pk").first()

    @classmethod
    def anybody_signs_in(cls) -> bool:
        return cls.objects.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX).exists()

    def take_over(self, username: str, password: str) -> None:
        """Set the account's name and password, and save it. `password` is a hash."""
        self.username = self.normalize_username(username)
        self.folded_name, self.password = names.folded(self.username), password
        self.save()

    @classmethod
    def named(cls, name: str) -> Self | None:
        """Return the account with exactly this name, else the one with the same folded name (`names.folded`)."""
        return cls.objects.filter(username=name).first() or cls.objects.filter(folded_name=names.folded(name)).first()


class Role(models.IntegerChoices):
    """A role in a group. Each role includes the rights of the lower ones."""

    VIEWER = 1, "viewer"
    SCORER = 2, "scorer"
    OWNER = 3, "owner"

    @property
    def title(self) -> str:
        """The role as a predicate in the current language, such as "keeps score"."""
        return str({Role.VIEWER: _("watches"), Role.SCORER: _("keeps score"), Role.OWNER: _("owns the group")}[self])


class GroupQuerySet(models.QuerySet["Group"]):
    def active(self) -> Self:
        return self.filter(deleted_at=None)

    def deleted(self) -> Self:
        """Return the deleted groups that can still be restored, the last deleted first."""
        return self.filter(deleted_at__gt=timezone.now() - Group.KEPT_DELETED).order_by("-deleted_at")

    def expired(self) -> Self:
        """Return the groups deleted so long ago that they cannot be restored."""
        return self.filter(deleted_at__lte=timezone.now() - Group.KEPT_DELETED)

    def examples(self) -> Self:
        """Return the example group, and example groups that are still being filled or were never completed."""
        return self.filter(is_example=True)

    def renew_tags(self) -> None:
        """Renew the tag of these groups, so that open pages of the groups are loaded again."""
        self.update(tag=new_token())


class Group(models.Model):
    """A group of people who play together, with its own players, nights, links and money."""

    KEPT_DELETED = timedelta(days=30)
    MOST_OWNED = 50  # the most groups that one account may own, including deleted ones

    key = models.CharField(max_length=12, unique=True, default=new_key, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    created_at = models.DateTimeField(auto_now_add=True)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    tag = models.CharField(max_length=22, default=new_token, editable=False)
    shows_money = models.BooleanField(default=False)  # whether players' pages and leaderboards show money
    # How to pay, such as a bank account or a payment link. The text message about open payments ends with it.
    pay_to = models.CharField(max_length=PAY_TO_LENGTH, blank=True, default="")
    # The codes of the card faces that the group has chosen, by game slug. Only games with `Game.faces` offer a choice.
    card_faces = models.JSONField(blank=True, default=dict)

    # Whether this is the example group, which everybody may view and nobody owns or changes (`scorekeeper.examples`).
    is_example = models.BooleanField(default=False, editable=False)

    objects = GroupQuerySet.as_manager()

    # The role of the current request in this group, set by `access.authorize` and `access.groups_of`.
    role: Role | None = None
    # Whether this phone has opened a live share link of the group, and so can leave it; set by `access.authorize`.
    by_link = False

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        self.tag = new_token()
        fields = None if update_fields is None else {*update_fields, "tag"}
        super().save(*args, update_fields=fields, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("group", args=[self.key])

    def soft_delete(self) -> None:
        """Mark the group as deleted. Nobody has access to it any more; its owners can restore it for thirty days."""
        self.deleted_at = timezone.now()
        self.save(update_fields=["deleted_at"])

    def restore(self) -> None:
        self.deleted_at = None
        self.save(update_fields=["deleted_at"])

    @classmethod
    def forget_gone(cls) -> None:
        """Delete from the database all groups that were marked as deleted at least thirty days ago."""
        cls.objects.expired().delete()

    @property
    def kept_until(self) -> datetime | None:
        return self.deleted_at and self.deleted_at + self.KEPT_DELETED

    @property
    def may_score(self) -> bool:
        return self.role is not None and self.role >= Role.SCORER

    @property
    def may_own(self) -> bool:
        return self.role is not None and self.role >= Role.OWNER

    def faces_of(self, slug: str) -> str:
        """Return the code of the card faces that the group has chosen for a game; "" for the game's default."""
        return str(self.card_faces.get(slug, ""))

    @classmethod
    def create_with_owner(cls, name: str, owner: User) -> Group:
        """Create and return a group with this name (`names.tidy`). The account becomes its owner."""
        group = cls.objects.create(name=names.tidy(name))
        Membership.objects.create(group=group, user=owner, role=Role.OWNER)
        return group


class Membership(models.Model):
    """An account's role in a group."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="memberships")
    role = models.PositiveSmallIntegerField(choices=Role.choices)
    # The player who uses the account; null if unknown. The account's rights do not depend on it.
    player = models.ForeignKey("people.Player", on_delete=models.SET_NULL, null=True, related_name="memberships")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "group"], name="one_membership_a_group"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.group} · {Role(self.role).label}"

    @property
    def role_name(self) -> str:
        return Role(self.role).title

    def is_last_owner(self) -> bool:
        """Return whether this is the membership of the group's only owner."""
        others = Membership.objects.filter(group=self.group, role=Role.OWNER).exclude(pk=self.pk)
        return self.role == Role.OWNER and not others.exists()

    def change_role(self, role: Role) -> bool:
        """Change the role and return True. If the group would have no owner left, change nothing and return False."""
        if role != Role.OWNER and self.is_last_owner():
            return False
        self.role = role
        self.save(update_fields=["role"])
        return True

    def withdraw(self) -> bool:
        """Delete the membership and return True. If it is the last owner's, keep it and return False."""
        if self.is_last_owner():
            return False
        self.delete()
        return True
