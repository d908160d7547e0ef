"""Groups, the people who play in them, and who may see or write what."""

import secrets
from datetime import datetime, timedelta
from typing import Any, Self

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.people import names
from scorekeeper.people.tokens import hash_token, new_token

NAME_LENGTH = 40
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_key() -> str:
    """12 letters and figures that nobody confuses, for addresses nobody guesses."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


class User(AbstractUser):
    """Somebody with an account and a password. Most people at a table need neither."""

    # Unset where an older account has the same one: from before there was this field.
    folded_name = models.CharField(max_length=600, unique=True, null=True, editable=False)

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self._state.adding:
            self.folded_name = names.folded(self.username)
        super().save(*args, **kwargs)

    @classmethod
    def named(cls, name: str) -> Self | None:
        """The account that somebody means who types this name: letter by letter, else without case and accents."""
        return cls.objects.filter(username=name).first() or cls.objects.filter(folded_name=names.folded(name)).first()


class Role(models.IntegerChoices):
    """What somebody may do in a group; each includes the ones before it."""

    VIEWER = 1, _("viewer")
    SCORER = 2, _("scorer")
    OWNER = 3, _("owner")

    @property
    def title(self) -> str:
        """What somebody with this role does in the group."""
        return str(
            {Role.VIEWER: _("watches"), Role.SCORER: _("keeps the score"), Role.OWNER: _("owns the group")}[self]
        )


class GroupQuerySet(models.QuerySet["Group"]):
    def living(self) -> Self:
        return self.filter(deleted_at=None)

    def deleted(self) -> Self:
        """Those that can still be brought back, the last deleted first."""
        return self.filter(deleted_at__gt=timezone.now() - Group.KEPT_DELETED).order_by("-deleted_at")

    def gone(self) -> Self:
        """Those deleted so long ago that nobody brings them back."""
        return self.filter(deleted_at__lte=timezone.now() - Group.KEPT_DELETED)


class Group(models.Model):
    """A round of people who play together (Spielrunde). Everything else belongs to one."""

    KEPT_DELETED = timedelta(days=30)

    key = models.CharField(max_length=12, unique=True, default=new_key, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    created_at = models.DateTimeField(auto_now_add=True)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    shows_money = models.BooleanField(default=False)  # a player's page tells what the games came to in money

    objects = GroupQuerySet.as_manager()

    # The role of whoever asked, set by access.group_for: pages show what it allows.
    role: Role | None = None
    # Whether this phone has a share link for it: that much it can let go of.
    by_link = False

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("group", args=[self.key])

    def delete_for_now(self) -> None:
        """Closes the group to everybody; its owners can bring it back for thirty days."""
        self.deleted_at = timezone.now()
        self.save(update_fields=["deleted_at"])

    def bring_back(self) -> None:
        self.deleted_at = None
        self.save(update_fields=["deleted_at"])

    @classmethod
    def forget_gone(cls) -> None:
        """Takes what was deleted more than thirty days ago off the disk."""
        cls.objects.gone().delete()

    @property
    def kept_until(self) -> datetime | None:
        return self.deleted_at and self.deleted_at + self.KEPT_DELETED

    @property
    def may_score(self) -> bool:
        return self.role is not None and self.role >= Role.SCORER

    @property
    def may_own(self) -> bool:
        return self.role is not None and self.role >= Role.OWNER

    @classmethod
    def found(cls, name: str, owner: User) -> "Group":
        """A new group, owned by this user."""
        group = cls.objects.create(name=names.tidy(name))
        Membership.objects.create(group=group, user=owner, role=Role.OWNER)
        return group


class Membership(models.Model):
    """An account's role in a group."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="memberships")
    role = models.PositiveSmallIntegerField(choices=Role.choices)

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
        """A group always has somebody who can let others in."""
        others = Membership.objects.filter(group=self.group, role=Role.OWNER).exclude(pk=self.pk)
        return self.role == Role.OWNER and not others.exists()

    def change_role(self, role: Role) -> bool:
        """False where the group would be left without an owner."""
        if role != Role.OWNER and self.is_last_owner():
            return False
        self.role = role
        self.save(update_fields=["role"])
        return True

    def withdraw(self) -> bool:
        """Takes the account's role in the group away; the account stays. False for the last owner."""
        if self.is_last_owner():
            return False
        self.delete()
        return True


class PlayerQuerySet(models.QuerySet["Player"]):
    def on_the_pad(self) -> Self:
        """Whom pages offer: neither hidden nor merged into somebody."""
        return self.filter(hidden_at=None, merged_into=None)

    def hidden(self) -> Self:
        return self.filter(hidden_at__isnull=False, merged_into=None)

    def themselves(self) -> Self:
        """Everybody who was not merged into somebody else."""
        return self.filter(merged_into=None)


class Player(models.Model):
    """A name on the score pad. No account is needed to play.

    Somebody who was written down twice is merged: one of the two stands for both, the other keeps its name and is
    shown nowhere. Somebody who no longer comes is hidden: the past still shows them.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=NAME_LENGTH * 3, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    merged_into = models.ForeignKey("self", on_delete=models.RESTRICT, null=True, editable=False, related_name="merged")
    hidden_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["name_key", "pk"]
        constraints = [models.UniqueConstraint(fields=["group", "name_key"], name="one_player_a_name")]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: object, **kwargs: object) -> None:
        self.name = names.tidy(self.name)
        self.name_key = names.key(self.name)
        super().save(*args, **kwargs)  # type: ignore[arg-type]

    @property
    def themselves(self) -> "Player":
        """Who stands for this name: somebody merged is the one they were merged into."""
        return self.merged_into.themselves if self.merged_into else self

    def rename(self, name: str) -> None:
        """Raises IntegrityError where somebody else of the group has this name."""
        self.name = name
        self.save(update_fields=["name", "name_key"])

    def hide(self) -> None:
        self.hidden_at = self.hidden_at or timezone.now()
        self.save(update_fields=["hidden_at"])

    def show(self) -> None:
        self.hidden_at = None
        self.save(update_fields=["hidden_at"])


class ShareLinkQuerySet(models.QuerySet["ShareLink"]):
    def live(self) -> Self:
        """Neither withdrawn nor run out."""
        lasting = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
        return self.filter(lasting, withdrawn_at=None, group__deleted_at=None)

    def with_token(self, token: str) -> Self:
        return self.filter(token_hash=hash_token(token))


class ShareLink(models.Model):
    """A link or QR code that gives a phone a role in one group, without an account.

    The phone's access lives in its session and ends with the link.
    """

    NAME_LENGTH = NAME_LENGTH
    # Not to the second: it only tells an owner which links are still in use.
    NOTICE_USE_EVERY = timedelta(hours=1)

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="links")
    role = models.PositiveSmallIntegerField(
        choices=[(Role.SCORER.value, Role.SCORER.label), (Role.VIEWER.value, Role.VIEWER.label)]
    )
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True, editable=False)
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = ShareLinkQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(role__in=[Role.VIEWER, Role.SCORER]), name="link_never_owns"),
        ]

    def __str__(self) -> str:
        return self.name or self.role_name

    @classmethod
    def make(
        cls, group: Group, role: Role, name: str = "", expires_at: datetime | None = None
    ) -> "tuple[ShareLink, str]":
        """A new link and its token, which nobody can read again later."""
        token = new_token()
        link = cls.objects.create(
            group=group, role=role, name=names.tidy(name), expires_at=expires_at, token_hash=hash_token(token)
        )
        return link, token

    @property
    def is_live(self) -> bool:
        return self.withdrawn_at is None and (self.expires_at is None or self.expires_at > timezone.now())

    @property
    def role_name(self) -> str:
        return str(Role(self.role).label)

    def withdraw(self) -> None:
        if self.withdrawn_at is None:
            self.withdrawn_at = timezone.now()
            self.save(update_fields=["withdrawn_at"])

    def use_is_old_news(self) -> bool:
        return self.last_used_at is not None and timezone.now() - self.last_used_at < self.NOTICE_USE_EVERY

    def notice_use(self) -> None:
        self.last_used_at = timezone.now()
        self.save(update_fields=["last_used_at"])


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open(self) -> Self:
        """Neither used nor withdrawn nor run out."""
        return self.filter(used_at=None, withdrawn_at=None, expires_at__gt=timezone.now(), group__deleted_at=None)

    def with_token(self, token: str) -> Self:
        return self.filter(token_hash=hash_token(token))


def _in_a_week() -> datetime:
    return timezone.now() + Invitation.LASTS


class Invitation(models.Model):
    """A link, good for one use, by which somebody gets a role in a group for their account, new or old."""

    LASTS = timedelta(days=7)

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="invitations")
    role = models.PositiveSmallIntegerField(choices=Role.choices)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(default=_in_a_week)
    withdrawn_at = models.DateTimeField(null=True, blank=True, editable=False)
    used_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [models.CheckConstraint(condition=Q(role__in=Role.values), name="invitation_role_known")]

    def __str__(self) -> str:
        return self.name or self.role_name

    @classmethod
    def make(cls, group: Group, role: Role, name: str = "") -> "tuple[Invitation, str]":
        """A new invitation and its token, which nobody can read again later."""
        token = new_token()
        made = cls.objects.create(group=group, role=role, name=names.tidy(name), token_hash=hash_token(token))
        return made, token

    @property
    def role_name(self) -> str:
        return Role(self.role).title

    @property
    def is_open(self) -> bool:
        return self.used_at is None and self.withdrawn_at is None and self.expires_at > timezone.now()

    def use_up(self) -> bool:
        """True for the first who comes, never again. Called in the transaction that gives the role."""
        return Invitation.objects.open().filter(pk=self.pk).update(used_at=timezone.now()) == 1

    def give_to(self, user: User) -> None:
        """The account has this role from now on; one that had a higher one keeps it."""
        member, new = Membership.objects.get_or_create(group=self.group, user=user, defaults={"role": self.role})
        if not new and member.role < self.role:
            member.change_role(Role(self.role))

    def withdraw(self) -> None:
        if self.is_open:
            self.withdrawn_at = timezone.now()
            self.save(update_fields=["withdrawn_at"])


class OwnerLink(models.Model):
    """The one-time link by which the owner of a fresh installation makes an account."""

    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"owner's link of {self.created_at:%Y-%m-%d %H:%M}"

    @classmethod
    def make(cls) -> str:
        """A fresh token; the ones printed before and never used stop working."""
        cls.objects.filter(used_at=None).delete()
        token = new_token()
        cls.objects.create(token_hash=hash_token(token))
        return token

    @classmethod
    def is_open(cls, token: str) -> bool:
        return cls.objects.filter(token_hash=hash_token(token), used_at=None).exists()

    @classmethod
    def use_up(cls, token: str) -> bool:
        """True for the first who comes, never again. Called in the transaction that makes the account."""
        unused = cls.objects.filter(token_hash=hash_token(token), used_at=None)
        return unused.update(used_at=timezone.now()) == 1
