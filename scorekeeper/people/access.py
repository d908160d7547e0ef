"""Access to groups, checked by every view on every request.

Every view of a group begins with

    group = group_for(request, key, Role.SCORER)

Somebody without access to the group gets a 404, as if the group did not exist; somebody with too low a role, a 403. A
phone whose code has ended also gets a 404, on a page that says so.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from scorekeeper.people.bearer import link_in_header
from scorekeeper.people.came import act_by
from scorekeeper.people.models import Group, Membership, Phone, Player, Role, ShareLink, ShareLinkQuerySet
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.error_pages import CodeEnded

SESSION_KEY: Final = "share_links"
PHONES_KEY: Final = "phones"
WATCHING_KEY: Final = "only_watches"
# The number of links that a session keeps; the oldest are dropped.
MOST_LINKS: Final = 50


def links_of(request: HttpRequest) -> ShareLinkQuerySet:
    """Return the share links by which this phone has joined groups, including expired and revoked ones."""
    if link := link_in_header(request):
        return ShareLink.objects.filter(pk=link.pk)
    return ShareLink.objects.filter(pk__in=_opened(request))


def memberships_of(request: HttpRequest) -> QuerySet[Membership]:
    """Return the memberships of the account that is signed in."""
    if not request.user.is_authenticated:
        return Membership.objects.none()
    return Membership.objects.filter(user=request.user, group__deleted_at=None)


def _opened(request: HttpRequest) -> list[int]:
    """Return the ids of the links that were opened in this session."""
    ids = request.session.get(SESSION_KEY, [])
    return [pk for pk in ids if isinstance(pk, int)] if isinstance(ids, list) else []


class Access:
    """The access of a request to a group: its role, the account or link that gives it, and the player who holds the phone."""

    def __init__(self, request: HttpRequest, group: Group) -> None:
        self.request = request
        self.group = group

    @cached_property
    def membership(self) -> Membership | None:
        """The membership of the account that is signed in; None without one. Links do not matter here."""
        if not self.request.user.is_authenticated:
            return None
        mine = memberships_of(self.request).filter(group=self.group)
        return mine.select_related("player__merged_into").first()

    @cached_property
    def link(self) -> ShareLink | None:
        """The link with the highest role among the group's links that this phone has opened; None without one."""
        if not (link_in_header(self.request) or _opened(self.request)):
            return None  # as for most accounts: a query that finds nothing still has to be put together
        return links_of(self.request).live().filter(group=self.group).order_by("-role", "-pk").first()

    @cached_property
    def phone(self) -> Phone | None:
        """The record of who holds this phone in the group; None if nobody has said so."""
        numbers = self.request.session.get(PHONES_KEY)
        number = numbers.get(self.group.key) if isinstance(numbers, dict) else None
        if not isinstance(number, int):
            return None
        phones = Phone.objects.filter(pk=number, link__group=self.group)
        return phones.select_related("player__merged_into").first()

    @cached_property
    def _named_in_header(self) -> Player | None:
        """The player who holds the phone, named by a header beside a share link."""
        named = self.group.players.with_key(self.request.headers.get("Held-By", ""))
        return named.select_related("merged_into").first()

    @property
    def given(self) -> Role | None:
        """The highest role of the account and the links; None without any."""
        roles = [Role(each.role) for each in (self.membership, self.link) if each is not None]
        return max(roles, default=None)

    @property
    def only_watches(self) -> bool:
        """Return whether this phone's holder said that they only watch."""
        watching = self.request.session.get(WATCHING_KEY)
        return isinstance(watching, list) and self.group.key in watching

    @property
    def role(self) -> Role | None:
        """The role in which this request acts; None without access.

        It is the `given` role; but that of a viewer in the example group, and for a phone without a membership whose
        holder only watches.
        """
        if self.group.is_example:
            return Role.VIEWER
        if self.given is not None and self.membership is None and self.only_watches:
            return Role.VIEWER
        return self.given

    @property
    def is_by_link(self) -> bool:
        """Return whether the role comes from a link: there is no membership, or its role is lower than the link's."""
        return self.link is not None and (self.membership is None or self.link.role > self.membership.role)

    @property
    def person(self) -> Player | None:
        """The player who holds this phone, as said on the phone or by its account; None if unknown."""
        player = self.phone.player if self.phone is not None else None
        if link_in_header(self.request) is not None:
            player = self._named_in_header
        if player is None and self.membership is not None:
            player = self.membership.player
        return None if player is None else player.canonical


def access_to(request: HttpRequest, group: Group) -> Access:
    """Return this request's access to the group, cached on the request."""
    known: dict[int, Access] = request.__dict__.setdefault("access_by_group", {})
    return known.setdefault(group.pk, Access(request, group))


def group_for(request: HttpRequest, key: str, role: Role = Role.VIEWER) -> Group:
    """Return the group with this key, for somebody of at least this role; raise as `authorize`."""
    group = Group.objects.active().filter(key=key).first()
    if group is None:
        raise Http404("no such group")
    authorize(request, group, role)
    return group


def authorize(request: HttpRequest, group: Group, role: Role) -> None:
    """Set the role of this request on the group; raise Http404 or PermissionDenied if it is lower than `role`."""
    access = access_to(request, group)
    group.role, group.by_link = access.role, access.link is not None
    if group.is_example:
        group.name = _("Example evening")  # in the language of whoever looks
    if access.role is None:
        if links_of(request).filter(group=group).exists():
            raise CodeEnded("by a code that no longer works")
        raise Http404("no such group for this visitor")
    if access.is_by_link and access.link is not None and not access.link.use_is_old_news():
        with write_transaction(group, aside=True):
            access.link.record_use()
    if access.role < role:
        raise PermissionDenied
    act_by(access.link if access.is_by_link else None)


def account_role(request: HttpRequest, group: Group) -> Role | None:
    """Return the role of the account that is signed in, without that of links."""
    membership = access_to(request, group).membership
    return None if membership is None else Role(membership.role)


def deleted_group_for(request: HttpRequest, key: str) -> Group:
    """Return a deleted group that this account owns and can restore; raise Http404 without one."""
    group = next((group for group in deleted_groups_of(request) if group.key == key), None)
    if group is None:
        raise Http404("no such group")
    return group


def deleted_groups_of(request: HttpRequest) -> list[Group]:
    """Return the groups that this account owned and deleted in the last thirty days."""
    if not request.user.is_authenticated:
        return []
    owned = Group.objects.deleted().filter(memberships__user=request.user, memberships__role=Role.OWNER)
    return list(owned)


def groups_of(request: HttpRequest) -> list[Group]:
    """Return all groups of this account and this phone, each with the role in it, by name."""
    found: dict[int, Group] = {}
    for each in (*memberships_of(request).select_related("group"), *links_of(request).live().select_related("group")):
        group = found.setdefault(each.group_id, each.group)
        group.role = max(group.role or Role.VIEWER, Role(each.role))
    return sorted(found.values(), key=lambda group: (group.name.casefold(), group.pk))


def actor(request: HttpRequest, group: Group) -> str:
    """Return the name under which the list of changes has this request: the player's, else the account's or the link's.

    Raise Http404 for somebody without access.
    """
    access = access_to(request, group)
    if access.role is not None and access.person is not None:
        return access.person.name
    if access.membership is not None:
        return request.user.get_username()
    if access.link is None:
        raise Http404("nobody with access")
    return access.link.written


def sender(request: HttpRequest, group: Group | None) -> str:
    """Return the identity under which this phone sends forms: an account, or its link to the group; "" for neither."""
    if request.user.is_authenticated:
        return f"account-{request.user.pk}"
    link = access_to(request, group).link if group is not None else None
    return _named(link) if link else ""


def _named(link: ShareLink) -> str:
    """Return the identity of senders by this link. It stays the same if another phone takes over the group."""
    return f"link-{link.token_hash[:12]}"


def is_sender(request: HttpRequest, who: str) -> bool:
    """Return whether this request may send a form that was typed by `who` (a value of `sender`)."""
    if link_in_header(request) is not None:
        return True
    if request.user.is_authenticated:
        return who == f"account-{request.user.pk}"
    links = links_of(request)
    return who in {*map(_named, links), *(f"link-{link.pk}" for link in links)}  # older versions used the link's id


def join(request: HttpRequest, link: ShareLink) -> None:
    """Add the link to the session. The session gets a new key, against session fixation."""
    ids = [pk for pk in _opened(request) if pk != link.pk]
    request.session.cycle_key()
    request.session[SESSION_KEY] = [*ids, link.pk][-MOST_LINKS:]
    request.__dict__.pop("access_by_group", None)  # access as cached before joining
    act_by(link if access_to(request, link.group).is_by_link else None)
    with write_transaction(link.group):
        link.record_use()


def leave(request: HttpRequest, group: Group) -> None:
    """Take the group's links out of the session, and delete the record of this phone."""
    gone = set(group.links.values_list("pk", flat=True))
    opened = _opened(request)
    if not gone.isdisjoint(opened):
        request.session[SESSION_KEY] = [pk for pk in opened if pk not in gone]
    phone = access_to(request, group).phone
    if phone is not None:
        with write_transaction(group):
            phone.delete()


# Who holds the phone. This gives no rights.


def person_of(request: HttpRequest, group: Group) -> Player | None:
    """Return the player who holds this phone, as said on the phone or by its account.

    Return None for a spectator, or if nobody has said it.
    """
    return access_to(request, group).person


def has_said_who(request: HttpRequest, group: Group) -> bool:
    """Return whether somebody has said who holds this phone; "somebody who only watches" is an answer, too."""
    access = access_to(request, group)
    return access.phone is not None or access.person is not None


def say_who(request: HttpRequest, group: Group, player: Player | None, *, only_watches: bool = False) -> None:
    """Store who holds this phone (None: nobody of the players). With a membership, it is stored for all phones of the account.

    Called inside `write_transaction()`.
    """
    access = access_to(request, group)
    if access.only_watches != only_watches:
        watching = request.session.get(WATCHING_KEY, [])
        others = [key for key in watching if key != group.key][-MOST_LINKS:]
        request.session[WATCHING_KEY] = [*others, group.key] if only_watches else others
    if access.membership is not None:
        Membership.objects.filter(pk=access.membership.pk).update(player=player)
    if access.phone is not None:
        access.phone.player = player
        access.phone.save()
    elif access.link is not None and link_in_header(request):
        if not access.link.phones.filter(player=player).exists():
            Phone.objects.create(link=access.link, player=player)
    elif access.link is not None:
        made = Phone.objects.create(link=access.link, player=player)
        numbers = request.session.get(PHONES_KEY)
        request.session[PHONES_KEY] = {**(numbers if isinstance(numbers, dict) else {}), group.key: made.pk}
