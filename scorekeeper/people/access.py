"""The access of requests to groups. A view of a group begins with group = group_for(request, key, Role.SCORER)"""

from __future__ import annotations

from functools import cached_property
from operator import attrgetter
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from scorekeeper.people import names
from scorekeeper.people.bearer import link_in_header
from scorekeeper.people.models import Group, Membership, Phone, Player, Role, ShareLink, ShareLinkQuerySet
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.error_pages import CodeEnded, GroupDeleted

SESSION_KEY: Final = "share_links"
PHONES_KEY: Final = "phones"
WATCHING_KEY: Final = "only_watches"
# A session keeps at most so many share links, and at most so many groups in which the phone only watches. The oldest
# are dropped.
MOST_LINKS: Final = 50


def links_of(request: HttpRequest) -> ShareLinkQuerySet:
    """Return the share links that were opened in this session, including expired and withdrawn ones."""
    if link := link_in_header(request):
        return ShareLink.objects.filter(pk=link.pk)
    return ShareLink.objects.filter(pk__in=_opened(request))


def memberships_of(request: HttpRequest) -> QuerySet[Membership]:
    """Return the signed-in account's memberships in groups that are not deleted; none without an account."""
    if not request.user.is_authenticated:
        return Membership.objects.none()
    return Membership.objects.filter(user=request.user, group__deleted_at=None)


def _opened(request: HttpRequest) -> list[int]:
    """Return the ids of the share links that were opened in this session, the oldest first."""
    ids = request.session.get(SESSION_KEY, [])
    return [pk for pk in ids if isinstance(pk, int)] if isinstance(ids, list) else []


class Access:
    """The access of a request to a group, and who holds the phone."""

    def __init__(self, request: HttpRequest, group: Group) -> None:
        self.request = request
        self.group = group

    @cached_property
    def membership(self) -> Membership | None:
        """The signed-in account's membership in the group; None without one, even if a share link gives access."""
        if not self.request.user.is_authenticated:
            return None
        mine = memberships_of(self.request).filter(group=self.group)
        # At most one matches; first() would compile an ORDER BY.
        return next(iter(mine.select_related("player__merged_into")), None)

    @cached_property
    def link(self) -> ShareLink | None:
        """The live share link of this request to the group; None without one. Of several, the highest role counts."""
        if not (link_in_header(self.request) or _opened(self.request)):
            return None  # most accounts have opened no link: do not build a query that finds nothing
        links = links_of(self.request).live().filter(group=self.group)
        return max(links, key=attrgetter("role", "pk"), default=None)

    @property
    def numbers(self) -> dict[str, Any]:
        """The ids of this phone's rows (`Phone`), by the group's key, as stored in the session."""
        numbers = self.request.session.get(PHONES_KEY)
        return numbers if isinstance(numbers, dict) else {}

    @cached_property
    def phone(self) -> Phone | None:
        """The row that stores the holder of this phone in the group; None if the session has no id of such a row."""
        number = self.numbers.get(self.group.key)
        if not isinstance(number, int):
            return None
        phones = Phone.objects.filter(pk=number, link__group=self.group)
        return next(iter(phones.select_related("player__merged_into")), None)

    @cached_property
    def _named_in_header(self) -> Player | None:
        """The player whose key is in the header Held-By; None if there is no such player."""
        named = self.group.players.with_key(self.request.headers.get("Held-By", ""))
        return named.select_related("merged_into").first()

    @property
    def has_said_who(self) -> bool:
        """Return whether it is known who holds this phone: a player, a spectator, or a scorer for all players."""
        if self.phone is not None or self.person is not None:
            return True
        return self.membership is not None and self.numbers.get(self.group.key, 0) is None

    @property
    def given(self) -> Role | None:
        """The higher of the roles of the membership and the share link; None if there is neither."""
        roles = [Role(each.role) for each in (self.membership, self.link) if each is not None]
        return max(roles, default=None)

    @property
    def only_watches(self) -> bool:
        """Return whether this phone's holder has chosen to only watch."""
        watching = self.request.session.get(WATCHING_KEY)
        return isinstance(watching, list) and self.group.key in watching

    @property
    def role(self) -> Role | None:
        """The role in which this request acts; None without access. Everybody is a VIEWER in the example group."""
        if self.group.is_example:
            return Role.VIEWER
        if self.given is not None and self.membership is None and self.only_watches:
            return Role.VIEWER
        return self.given

    @property
    def is_by_link(self) -> bool:
        """Return whether a share link gives the role: there is no membership, or the membership's role is lower."""
        return self.link is not None and (self.membership is None or self.link.role > self.membership.role)

    @property
    def person(self) -> Player | None:
        """The player who holds this phone: the first of these that is known, or None."""
        player = self.phone.player if self.phone is not None else None
        if link_in_header(self.request) is not None:
            player = self._named_in_header
        if player is None and self.membership is not None:
            player = self.membership.player
        return None if player is None else player.canonical


def access_to(request: HttpRequest, group: Group) -> Access:
    """Return the request's access to the group. It is cached on the request."""
    known: dict[int, Access] = request.__dict__.setdefault("access_by_group", {})
    return known.setdefault(group.pk, Access(request, group))


def group_for(request: HttpRequest, key: str, role: Role = Role.VIEWER) -> Group:
    """Return the group with this key, after `authorize`."""
    group = Group.objects.active().filter(key=key).first()
    if group is None:
        deleted = Group.objects.deleted().filter(key=key).first()
        if deleted is not None and _has_access_once_restored(request, deleted):
            raise GroupDeleted("deleted")
        raise Http404("no such group")
    authorize(request, group, role)
    return group


def _has_access_once_restored(request: HttpRequest, deleted: Group) -> bool:
    """Return whether the request will have access to this deleted group after it is restored."""
    is_member = request.user.is_authenticated and deleted.memberships.filter(user=request.user).exists()
    return is_member or links_of(request).not_ended().filter(group=deleted).exists()


def authorize(request: HttpRequest, group: Group, role: Role) -> None:
    """Check the request's role in the group, and set the group's `role` and `by_link`."""
    access = access_to(request, group)
    group.role, group.by_link = access.role, access.link is not None
    if group.is_example:
        group.name = _("Example evening")  # in the viewer's language
    if access.role is None:
        if links_of(request).filter(group=group).exists():
            raise CodeEnded("by a code that no longer works")
        raise Http404("no such group for this visitor")
    if access.is_by_link and access.link is not None and not access.link.use_is_old_news():
        with write_transaction(group, aside=True):
            access.link.record_use()
    if access.role < role:
        raise PermissionDenied


def account_role(request: HttpRequest, group: Group) -> Role | None:
    """Return the role of the signed-in account's membership, whatever share links give; None without a membership."""
    membership = access_to(request, group).membership
    return None if membership is None else Role(membership.role)


def deleted_group_for(request: HttpRequest, key: str) -> Group:
    """Return the deleted group with this key, if the account can restore it; else raise Http404."""
    group = next((group for group in deleted_groups_of(request) if group.key == key), None)
    if group is None:
        raise Http404("no such group")
    return group


def deleted_groups_of(request: HttpRequest) -> list[Group]:
    """Return the groups owned by the account that were deleted in the last thirty days, and so can be restored."""
    if not request.user.is_authenticated:
        return []
    owned = Group.objects.deleted().filter(memberships__user=request.user, memberships__role=Role.OWNER)
    return list(owned)


def groups_of(request: HttpRequest) -> list[Group]:
    """Return the groups to which the account's memberships and the phone's live share links give access, by name."""
    found: dict[int, Group] = {}
    for each in (*memberships_of(request).select_related("group"), *links_of(request).live().select_related("group")):
        group = found.setdefault(each.group_id, each.group)
        group.role = max(group.role or Role.VIEWER, Role(each.role))
    return sorted(found.values(), key=lambda group: (names.folded(group.name), group.pk))


def actor(request: HttpRequest, group: Group) -> str:
    """Return the name that changes by this request bear: the player's, else the account's, else the share link's."""
    access = access_to(request, group)
    if access.role is not None and access.person is not None:
        return access.person.name
    if access.membership is not None:
        return request.user.get_username()
    if access.link is None:
        raise Http404("nobody with access")
    return access.link.written


def sender(request: HttpRequest, group: Group | None) -> str:
    """Return the sender of this request's forms: the account, else the group's share link; "" for neither."""
    if request.user.is_authenticated:
        return f"account-{request.user.pk}"
    link = access_to(request, group).link if group is not None else None
    return _named(link) if link else ""


def _named(link: ShareLink) -> str:
    """Return the sender (see `sender`) of the forms that phones send with this link."""
    return f"link-{link.token_hash[:12]}"


def is_sender(request: HttpRequest, who: str) -> bool:
    """Return whether this request may send a form whose sender is `who` (see `sender`)."""
    if link_in_header(request) is not None:
        return True
    if request.user.is_authenticated:
        return who == f"account-{request.user.pk}"
    links = links_of(request)
    return who in {*map(_named, links), *(f"link-{link.pk}" for link in links)}  # older versions used the link's id


def join(request: HttpRequest, link: ShareLink) -> None:
    """Add the share link to the session, and record its use. The session gets a new key, against session fixation."""
    ids = [pk for pk in _opened(request) if pk != link.pk]
    request.session.cycle_key()
    request.session[SESSION_KEY] = [*ids, link.pk][-MOST_LINKS:]
    request.__dict__.pop("access_by_group", None)  # the cache of `access_to`, from before joining
    with write_transaction(link.group):
        link.record_use()


def leave(request: HttpRequest, group: Group) -> None:
    """Remove the group's share links from the session. If the phone has a row (`Phone`), delete it."""
    gone = set(group.links.values_list("pk", flat=True))
    opened = _opened(request)
    if not gone.isdisjoint(opened):
        request.session[SESSION_KEY] = [pk for pk in opened if pk not in gone]
    phone = access_to(request, group).phone
    if phone is not None:
        with write_transaction(group):
            phone.delete()


# Which player holds the phone. That gives the phone no rights.


def person_of(request: HttpRequest, group: Group) -> Player | None:
    """Return the player who holds this phone (`Access.person`)."""
    return access_to(request, group).person


def has_said_who(request: HttpRequest, group: Group) -> bool:
    """Return whether it is known who holds this phone: a player or somebody else (`Access.has_said_who`)."""
    return access_to(request, group).has_said_who


def people_with_access(group: Group) -> set[int]:
    """Return the ids of the players with access to the group, by a live share link or an account."""
    phones = Phone.objects.filter(link__in=ShareLink.objects.live().filter(group=group))
    players = [each.player for each in phones.select_related("player__merged_into")]
    players += [each.player for each in group.memberships.select_related("player__merged_into")]
    return {player.canonical.pk for player in players if player is not None}


def say_who(request: HttpRequest, group: Group, player: Player | None, *, only_watches: bool = False) -> None:
    """Store which player holds this phone; None for no player. Call this inside `write_transaction()`."""
    access = access_to(request, group)
    if access.only_watches != only_watches:
        watching = request.session.get(WATCHING_KEY, [])
        others = [key for key in watching if key != group.key][-MOST_LINKS:]
        request.session[WATCHING_KEY] = [*others, group.key] if only_watches else others
    if access.membership is not None:
        Membership.objects.filter(pk=access.membership.pk).update(player=player)
        # update() sends no signal. But the page `phones` shows the player, so it must be loaded again.
        Group.objects.filter(pk=group.pk).renew_tags()
    if access.phone is not None:
        access.phone.player = player
        access.phone.save()
    elif access.link is not None and link_in_header(request):
        if not access.link.phones.filter(player=player).exists():
            Phone.objects.create(link=access.link, player=player)
    else:
        numbers = {key: number for key, number in access.numbers.items() if key != group.key}
        if access.link is not None:
            numbers[group.key] = Phone.objects.create(link=access.link, player=player).pk
        elif player is None:
            numbers[group.key] = None
        request.session[PHONES_KEY] = numbers
