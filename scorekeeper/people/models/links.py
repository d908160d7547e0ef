"""Links that give access: share links for phones; invitations, owner's links and sign-in links for accounts."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Self

from django.db import models
from django.db.models import Q, Window
from django.db.models.functions import RowNumber
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.kernel.words import isolated
from scorekeeper.people import bounds, names
from scorekeeper.people.models.groups import NAME_LENGTH, Group, Membership, Role, User
from scorekeeper.people.models.players import Player
from scorekeeper.people.tokens import hash_token, new_token


class ShareLinkQuerySet(models.QuerySet["ShareLink"]):
    def live(self) -> Self:
        """Return the links that can be used: neither withdrawn nor expired, of groups that are not deleted."""
        return self.not_ended().filter(group__deleted_at=None)

    def not_ended(self) -> Self:
        """Return the links that are neither withdrawn nor expired. Their groups may be deleted."""
        return self.filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now()), withdrawn_at=None)

    def with_token(self, token: str) -> Self:
        return self.filter(token_hash=hash_token(token))

    def numbered(self) -> Self:
        """Annotate each link with its `number`. The queryset must have all links of one group, and no others."""
        return self.annotate(number=Window(RowNumber(), order_by="pk"))


class ShareLink(models.Model):
    """A link or QR code that gives a phone a role in one group, without an account."""

    NAME_LENGTH = NAME_LENGTH
    # `last_used_at` shows owners which links are in use. It is set at most this often, and whenever a phone joins.
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
        return names.writer(self.written)

    @cached_property
    def number(self) -> int:
        """Return the number of this link in its group, counted from 1. Links of `numbered()` need no query for it."""
        return ShareLink.objects.filter(group=self.group_id, pk__lte=self.pk).count()

    @property
    def written(self) -> str:
        """The name to record for changes through this link, if the phone's holder is not known."""
        return self.name or names.code(self.number)

    @classmethod
    def make(
        cls, group: Group, role: Role, name: str = "", expires_at: datetime | None = None
    ) -> tuple[ShareLink, str]:
        """Create a link. Raise `bounds.Full` if the group has too many live links."""
        bounds.OPEN_LINKS.make_room(cls.objects.live().filter(group=group).count())
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
        return Role(self.role).title

    @property
    def holders(self) -> list[str]:
        """The names of the players whose phones joined by this link, sorted, without duplicates."""
        players = {phone.player and phone.player.canonical for phone in self.phones.all()}
        names = sorted(player.name for player in players if player)
        return [*names, _("someone without a name")] if None in players else names

    def withdraw(self) -> None:
        if self.withdrawn_at is None:
            self.withdrawn_at = timezone.now()
            self.save(update_fields=["withdrawn_at"])

    def use_is_old_news(self) -> bool:
        return self.last_used_at is not None and timezone.now() - self.last_used_at < self.NOTICE_USE_EVERY

    def record_use(self) -> None:
        self.last_used_at = timezone.now()
        self.save(update_fields=["last_used_at"])


class Phone(models.Model):
    """A phone that joined by a share link, and the player who holds it. Two phones may have the same player."""

    link = models.ForeignKey(ShareLink, on_delete=models.CASCADE, related_name="phones")
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="phones")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.link}: {self.player or 'watches'}"


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open(self) -> Self:
        """Return the invitations that can still be used."""
        return self.filter(used_at=None, withdrawn_at=None, expires_at__gt=timezone.now(), group__deleted_at=None)

    def with_token(self, token: str) -> Self:
        return self.filter(token_hash=hash_token(token))


def _in_a_week() -> datetime:
    return timezone.now() + Invitation.LASTS


class Invitation(models.Model):
    """A single-use link that gives a role in a group to a new or existing account."""

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
        return isolated(self.name) or self.role_name

    @classmethod
    def make(cls, group: Group, role: Role, name: str = "") -> tuple[Invitation, str]:
        """Create an invitation. Raise `bounds.Full` if the group has too many open invitations."""
        bounds.OPEN_LINKS.make_room(cls.objects.open().filter(group=group).count())
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
        """Mark the invitation as used and return True; return False if it is no longer open."""
        return Invitation.objects.open().filter(pk=self.pk).update(used_at=timezone.now()) == 1

    def give_to(self, user: User) -> None:
        """Give the account this role in the group; an account with a higher role keeps that role."""
        member, new = Membership.objects.get_or_create(group=self.group, user=user, defaults={"role": self.role})
        if not new and member.role < self.role:
            member.change_role(Role(self.role))

    def withdraw(self) -> None:
        if self.is_open:
            self.withdrawn_at = timezone.now()
            self.save(update_fields=["withdrawn_at"])


class OwnerLink(models.Model):
    """A single-use link that creates an account without an invitation."""

    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"owner's link of {self.created_at:%Y-%m-%d %H:%M}"

    @classmethod
    def make(cls) -> str:
        """Create a link, and return its token, which is not stored. Delete all older links that were not used."""
        cls.objects.filter(used_at=None).delete()
        token = new_token()
        cls.objects.create(token_hash=hash_token(token))
        return token

    @classmethod
    def is_open(cls, token: str) -> bool:
        return cls.objects.filter(token_hash=hash_token(token), used_at=None).exists()

    @classmethod
    def use_up(cls, token: str) -> bool:
        """Mark the link with this token as used and return True; return False if it was used before or deleted."""
        unused = cls.objects.filter(token_hash=hash_token(token), used_at=None)
        return unused.update(used_at=timezone.now()) == 1


def _in_an_hour() -> datetime:
    return timezone.now() + SignInLink.LASTS


class SignInLink(models.Model):
    """A single-use link that signs in to an account."""

    LASTS = timedelta(hours=1)

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_in_links")
    made_by = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="+")
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(default=_in_an_hour)
    used_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.made_by} for {self.user}"

    @classmethod
    def make(cls, user: User, by: User | None) -> str:
        """Create a link to this account, and return its token, which is not stored."""
        cls.objects.filter(user=user, used_at=None).delete()
        token = new_token()
        cls.objects.create(user=user, made_by=by, token_hash=hash_token(token))
        return token

    @classmethod
    def with_token(cls, token: str) -> SignInLink | None:
        """Return the unused link with this token; None if there is none, or if it is no longer valid."""
        unused = cls.objects.filter(token_hash=hash_token(token), used_at=None, expires_at__gt=timezone.now())
        link = unused.select_related("user", "made_by").first()
        allowed = link and (link.user.is_active if link.made_by is None else cls.may_be_made(link.user, link.made_by))
        return link if allowed else None

    @staticmethod
    def may_be_made(user: User, by: User) -> bool:
        """Return whether the account `by` may create a link for another account, `user`. `user` must also be active."""
        owned = Membership.objects.filter(user=by, role=Role.OWNER).values("group")
        theirs = Membership.objects.filter(user=user)
        plain = user.is_active and not user.is_staff and not user.is_superuser
        return plain and user != by and theirs.exists() and not theirs.exclude(group__in=owned).exists()

    @property
    def is_open(self) -> bool:
        return self.used_at is None and self.expires_at > timezone.now()

    def use_up(self) -> bool:
        """Mark the link as used and return True; return False if it was used before or deleted."""
        return SignInLink.objects.filter(pk=self.pk, used_at=None).update(used_at=timezone.now()) == 1
