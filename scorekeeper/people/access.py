"""Access to groups: every view asks here.

Every view of a group begins with

    group = group_for(request, key, Role.SCORER)

Whoever has no access to the group gets a 404, as if it did not exist; who has some but too little, a 403.
"""

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import Any, Final, NamedTuple

from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.models import BigIntegerField, CharField, DateTimeField, Field, Model, QuerySet, SmallIntegerField
from django.db.models.expressions import RawSQL
from django.http import Http404, HttpRequest
from django.utils import timezone

from scorekeeper.people.models import Group, Membership, Phone, Player, Role, ShareLink
from scorekeeper.server.prepared import Prepared
from scorekeeper.server.write_queue import write_transaction

SESSION_KEY: Final = "share_links"
PHONES_KEY: Final = "phones"
# A session with more links drops the oldest.
MOST_LINKS: Final = 50


def _link_ids(request: HttpRequest) -> list[int]:
    ids = request.session.get(SESSION_KEY, [])
    return [pk for pk in ids if isinstance(pk, int)] if isinstance(ids, list) else []


def live_links(request: HttpRequest) -> list[ShareLink]:
    """The share links this phone has opened and that still hold."""
    ids = _link_ids(request)
    return list(ShareLink.objects.live().filter(pk__in=ids).select_related("group")) if ids else []


def _link_for(request: HttpRequest, group: Group) -> ShareLink | None:
    """The link of this group that gives this phone most; looked up once a request."""
    known: dict[int, ShareLink | None] = request.__dict__.setdefault("links_by_group", {})
    if group.pk not in known:
        links = [link for link in live_links(request) if link.group_id == group.pk]
        known[group.pk] = max(links, key=lambda link: (link.role, link.pk), default=None)
    return known[group.pk]


def account_role(request: HttpRequest, group: Group) -> Role | None:
    """The role of the account that is signed in, whatever links the phone has opened; looked up once a request."""
    if not request.user.is_authenticated:
        return None
    known: dict[int, Role | None] = request.__dict__.setdefault("account_roles", {})
    if group.pk not in known:
        role = Membership.objects.filter(user=request.user, group=group).values_list("role", flat=True).first()
        known[group.pk] = None if role is None else Role(role)
    return known[group.pk]


def role_in(request: HttpRequest, group: Group) -> Role | None:
    """The highest role that account and links give, or None."""
    role = account_role(request, group)
    link = _link_for(request, group)
    group.by_link = link is not None
    if link is not None and (role is None or link.role > role):
        role = Role(link.role)
        if not link.use_is_old_news():
            with write_transaction(group):
                link.notice_use()
    return role


_ACCOUNT = "SELECT role FROM people_membership WHERE group_id = people_group.id AND user_id = %s"
_LINK = """SELECT {} FROM people_sharelink WHERE group_id = people_group.id AND id IN ({})
AND withdrawn_at IS NULL AND (expires_at IS NULL OR expires_at > %s) ORDER BY role DESC, id DESC LIMIT 1"""
_OF_A_LINK: Final[Mapping[str, "Field[Any, Any]"]] = {
    "id": BigIntegerField(),
    "role": SmallIntegerField(),
    "name": CharField(),
    "last_used_at": DateTimeField(),
}


def with_access[M: Model](rows: Callable[..., QuerySet[M]]) -> Callable[..., M | None]:
    """A question for one row and what a phone may do in its group, for `admit`: called with a request and the parameters.

    `rows` is as that of `Prepared`. The table of groups must be among theirs. One question instead of three.
    """

    def annotated(user: RawSQL, now: RawSQL, *more: RawSQL) -> QuerySet[Any]:
        given, ids = more[:count], more[count:]
        places = ", ".join(["%s"] * len(ids))
        parameters = [each.params[0] for each in (*ids, now)]
        own = {
            f"link_{name}": RawSQL(_LINK.format(name, places), parameters, field)  # noqa: S611 - no text of others
            for name, field in _OF_A_LINK.items()
        }
        account = RawSQL(_ACCOUNT, user.params, SmallIntegerField())  # noqa: S611
        return rows(*given).annotate(account_role=account, **own)

    count = len(signature(rows).parameters)
    prepared: Prepared[M] = Prepared(annotated)

    def ask(request: HttpRequest, *given: Any) -> M | None:
        found = prepared(request.user.pk, timezone.now(), *given, *(_link_ids(request) or [0]))
        return found[0] if found else None

    return ask


_ACCOUNT_PLAYER = "SELECT player_id FROM people_membership WHERE group_id = people_group.id AND user_id = %s"
_PHONE_PLAYER = """SELECT people_phone.player_id FROM people_phone JOIN people_sharelink ON people_sharelink.id = link_id
WHERE people_phone.id = %s AND group_id = people_group.id"""


class Visitor(NamedTuple):
    """What this phone may do in a group, who holds it (the number of a player), and who would send its forms."""

    role: Role
    person: int | None
    sender: str


def visitor_columns(request: HttpRequest, key: str) -> tuple[str, list[Any]]:
    """What `visitor` reads, as columns of a query of this group, and their parameters: for what was drawn before."""
    ids, user = _link_ids(request) or [0], request.user.pk
    places = ", ".join(["%s"] * len(ids))
    now = timezone.now()
    at, since = (connection.ops.adapt_datetimefield_value(each) for each in (now, now - ShareLink.NOTICE_USE_EVERY))
    questions: list[tuple[str, list[Any]]] = [
        (_ACCOUNT, [user]),
        (_ACCOUNT_PLAYER, [user]),
        (_PHONE_PLAYER, [_phone_number(request, key)]),
        (_LINK.format("id", places), [*ids, at]),
        (_LINK.format("role", places), [*ids, at]),
        (_LINK.format("last_used_at > %s", places), [since, *ids, at]),
    ]
    return ", ".join(f"({sql})" for sql, _ in questions), [each for _, parameters in questions for each in parameters]


def visitor(request: HttpRequest, columns: Sequence[Any]) -> Visitor | None:
    """None where nobody may look, or where it is time to notice that a link is used: then `group_for` has to be asked."""
    account, account_player, phone_player, link, link_role, link_used = columns
    if (account is None and link is None) or (link is not None and link_role > (account or 0) and not link_used):
        return None
    sender = f"account-{request.user.pk}" if request.user.is_authenticated else f"link-{link}"
    return Visitor(Role(max(account or 0, link_role or 0)), phone_player or account_player, sender)


def admit(request: HttpRequest, row: Any, group: Group, role: Role) -> None:
    """Lets somebody of at least this role in, as `group_for` does; `row` comes from `with_access`."""
    known = request.__dict__.setdefault("account_roles", {})
    known[group.pk] = None if row.account_role is None else Role(row.account_role)
    found = [getattr(row, f"link_{name}") for name in _OF_A_LINK]
    links = request.__dict__.setdefault("links_by_group", {})
    links[group.pk] = None if row.link_id is None else ShareLink.from_db("default", [*_OF_A_LINK], found)
    _let_in(request, group, role)


_group_found = with_access(lambda key: Group.objects.living().filter(key=key))


def group_for(request: HttpRequest, key: str, role: Role = Role.VIEWER) -> Group:
    """The group with this key, for somebody of at least this role."""
    group = _group_found(request, key)
    if group is None:
        raise Http404("no such group")
    admit(request, group, group, role)
    return group


def _let_in(request: HttpRequest, group: Group, role: Role) -> None:
    group.role = role_in(request, group)
    if group.role is None:
        raise Http404("no such group for this visitor")
    if group.role < role:
        raise PermissionDenied


def deleted_group_for(request: HttpRequest, key: str) -> Group:
    """A deleted group that this account owns and can bring back."""
    for group in deleted_groups_of(request):
        if group.key == key:
            return group
    raise Http404("no such group")


def deleted_groups_of(request: HttpRequest) -> list[Group]:
    """The groups that this account owned and deleted in the last thirty days."""
    if not request.user.is_authenticated:
        return []
    owned = Group.objects.deleted().filter(memberships__user=request.user, memberships__role=Role.OWNER)
    return list(owned)


def groups_of(request: HttpRequest) -> list[Group]:
    """All groups of this account and this phone, each with the role in it, by name."""
    found: dict[int, Group] = {}
    if request.user.is_authenticated:
        mine = Membership.objects.filter(user=request.user, group__deleted_at=None)
        for membership in mine.select_related("group"):
            membership.group.role = Role(membership.role)
            found[membership.group_id] = membership.group
    for link in live_links(request):
        group = found.setdefault(link.group_id, link.group)
        group.role = max(group.role or Role.VIEWER, Role(link.role))
    return sorted(found.values(), key=lambda group: (group.name.casefold(), group.pk))


def actor(request: HttpRequest, group: Group) -> str:
    """Who is acting in this group, for its list of changes. An account is preferred to a link, because its name is known."""
    if account_role(request, group) is not None:
        return request.user.get_username()
    link = _link_for(request, group)
    if link is None:
        raise Http404("nobody with access")
    return str(link)


def sender(request: HttpRequest, group: Group | None) -> str:
    """Who would send a form from this phone: an account, or the link by which the phone is in the group. Empty for nobody."""
    if request.user.is_authenticated:
        return f"account-{request.user.pk}"
    link = _link_for(request, group) if group is not None else None
    return f"link-{link.pk}" if link else ""


def is_sender(request: HttpRequest, who: str) -> bool:
    """Whether a form that was typed by `who`, as `sender` names them, may be sent from this phone as it is now."""
    if request.user.is_authenticated:
        return who == f"account-{request.user.pk}"
    return who in {f"link-{pk}" for pk in _link_ids(request)}


def join(request: HttpRequest, link: ShareLink) -> None:
    """Adds the link to the session. The session gets a new key, against session fixation."""
    ids = [pk for pk in _link_ids(request) if pk != link.pk]
    request.session.cycle_key()
    request.session[SESSION_KEY] = [*ids, link.pk][-MOST_LINKS:]
    with write_transaction(link.group):
        link.notice_use()


def leave(request: HttpRequest, group: Group) -> None:
    """Removes the group's links from the session."""
    gone = set(group.links.values_list("pk", flat=True))
    request.session[SESSION_KEY] = [pk for pk in _link_ids(request) if pk not in gone]
    phone = _phone(request, group)
    if phone is not None:
        with write_transaction(group):
            phone.delete()


# Who holds the phone. It gives no rights.


def _phone_number(request: HttpRequest, key: str) -> int | None:
    numbers = request.session.get(PHONES_KEY)
    number = numbers.get(key) if isinstance(numbers, dict) else None
    return number if isinstance(number, int) else None


def _phone(request: HttpRequest, group: Group) -> Phone | None:
    """What this phone has said of itself in this group; looked up once a request."""
    pk = _phone_number(request, group.key)
    if pk is None:
        return None
    known: dict[int, Phone | None] = request.__dict__.setdefault("phones", {})
    if pk not in known:
        phones = Phone.objects.filter(pk=pk, link__group=group)
        known[pk] = phones.select_related("player__merged_into").first()
    return known[pk]


def person_of(request: HttpRequest, group: Group) -> Player | None:
    """Who holds this phone: the player that it, or its account, has named. None: somebody who watches, or not said."""
    phone = _phone(request, group)
    player = phone.player if phone is not None else None
    if player is None and account_role(request, group) is not None:
        mine = Player.objects.filter(memberships__user=request.user.pk, memberships__group=group)
        player = mine.select_related("merged_into").first()
    return None if player is None else player.themselves


def has_said_who(request: HttpRequest, group: Group) -> bool:
    """Whether this phone has answered who holds it; that somebody only watches is an answer, too."""
    return _phone(request, group) is not None or person_of(request, group) is not None


def say_who(request: HttpRequest, group: Group, player: Player | None) -> None:
    """From now on the phone is this player's; an account says it for all its phones. Called inside `write_transaction()`."""
    if account_role(request, group) is not None:
        Membership.objects.filter(user=request.user.pk, group=group).update(player=player)
    link, phone = _link_for(request, group), _phone(request, group)
    if phone is not None:
        phone.player = player
        phone.save()
    elif link is not None:
        made = Phone.objects.create(link=link, player=player)
        numbers = request.session.get(PHONES_KEY)
        request.session[PHONES_KEY] = {**(numbers if isinstance(numbers, dict) else {}), group.key: made.pk}
