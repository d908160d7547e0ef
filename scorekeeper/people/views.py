"""Groups, players, share links, the first account."""

import logging
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.kernel.words import isolated
from scorekeeper.people import access
from scorekeeper.people.bounds import Full
from scorekeeper.people.came import Came, take_back, what_came_by
from scorekeeper.people.codes import code_url, log_access, redirect_with_code, table_code_url
from scorekeeper.people.forms import (
    AccountForm,
    GroupSettingsForm,
    InvitationForm,
    LinkForm,
    NewGroupForm,
    RenameForm,
    RoleForm,
    SignForm,
    SureForm,
)
from scorekeeper.people.models import Group, Invitation, OwnerLink, Player, Role, ShareLink, User
from scorekeeper.people.signals import group_counted
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.posted import status_of

logger = logging.getLogger(__name__)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The groups of this phone; where nobody has sat down to play yet, a welcome."""
    groups = access.groups_of(request)
    context = {
        "groups": groups,
        "deleted": access.deleted_groups_of(request),
        "welcome": len(groups) < 2 and not Player.objects.filter(group__in=groups).exists(),
    }
    return render(request, "people/home.html", context)


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def owner_link(request: HttpRequest, token: str) -> HttpResponse:
    """The owner of a fresh installation makes the account; the link works once.

    After a backup of a phone that played alone, the account is that phone's, with its groups.
    """
    if not OwnerLink.is_open(token):
        return render(request, "people/link_dead.html", {"owner": True}, status=410)
    form = AccountForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            with write_transaction():
                user = form.save(User.without_password()) if OwnerLink.use_up(token) else None
        except IntegrityError:
            form.add_error("username", _("This name is already taken."))
        else:
            if user is None:
                return render(request, "people/link_dead.html", {"owner": True}, status=410)
            logger.info("The owner's link was used up: account %r", str(user))
            login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
            return redirect("home" if user.memberships.exists() else "group_new")
    return render(request, "people/owner.html", {"form": form}, status=status_of(form))


class SignedInRequest(HttpRequest):
    """A request as `login_required` lets it pass."""

    user: User


@login_required
@require_http_methods(["GET", "POST"])
def group_new(request: SignedInRequest) -> HttpResponse:
    form = NewGroupForm(request.POST if request.method == "POST" else None, owner=request.user)
    if request.method == "POST" and form.is_valid():
        try:
            with write_transaction(request.user):
                form.check_most()  # again: others of this account may have been founded meanwhile
                group = Group.found(form.cleaned_data["name"], owner=form.owner)
        except ValidationError as error:
            form.add_error("name", error)
        else:
            return redirect("play", key=group.key)
    led = settings.PHONES_JOIN and not request.user.memberships.exists()
    return render(request, "people/group_new.html", {"form": form, "led": led}, status=status_of(form))


@require_http_methods(["GET", "POST"])
def group_name(request: HttpRequest, key: str) -> HttpResponse:
    """Show what the group sets: its name, where the money goes, the faces of its cards."""
    group = access.group_for(request, key, Role.OWNER)
    form = GroupSettingsForm(request.POST if request.method == "POST" else None, group=group)
    if request.method == "POST" and form.is_valid():
        with write_transaction(group):
            form.save()
        return redirect("people", key=group.key)
    return render(request, "people/group_name.html", {"group": group, "form": form}, status=status_of(form))


@require_http_methods(["GET", "POST"])
def group_delete(request: HttpRequest, key: str) -> HttpResponse:
    """Ask for the group's name, then close it for thirty days before it is gone."""
    group = access.group_for(request, key, Role.OWNER)
    form = SureForm(request.POST if request.method == "POST" else None, wanted=group.name)
    if request.method == "POST" and form.is_valid():
        with write_transaction(group):
            group.delete_for_now()
            Group.forget_gone()
        messages.success(request, _("Deleted. You can restore it for 30 days."))
        return redirect("home")
    context = {
        "group": group,
        "form": form,
        "counted": [each for _receiver, each in group_counted.send(Group, group=group)],
    }
    return render(request, "people/group_delete.html", context, status=status_of(form))


@require_POST
def group_restore(request: HttpRequest, key: str) -> HttpResponse:
    group = access.deleted_group_for(request, key)
    with write_transaction(group):
        group.restore()
    return redirect(group)


@require_POST
def leave(request: HttpRequest, key: str) -> HttpResponse:
    """Remove the group from this phone; the link stays valid for others."""
    access.leave(request, access.group_for(request, key))
    return redirect("home")


@require_http_methods(["GET", "POST"])
def player_name(request: HttpRequest, key: str, player_key: str) -> HttpResponse:
    """Change a player's name."""
    group = access.group_for(request, key, Role.SCORER)
    player = get_object_or_404(group.players.themselves().known_as(player_key))
    form = RenameForm(
        request.POST if request.method == "POST" else None,
        group=group,
        player=player,
        initial={"name": player.name, "feminine": player.feminine},
    )
    if request.method == "POST" and form.is_valid():
        try:
            with write_transaction(group):
                player.rename(form.cleaned_data["name"])
                player.feminine = form.cleaned_data["feminine"]
                player.save(update_fields=["feminine"])
        except IntegrityError:
            form.add_error("name", _("%(name)s is already here.") % {"name": isolated(form.cleaned_data["name"])})
        else:
            return redirect("player", key=group.key, player_key=player.key)
    context = {"group": group, "player": player, "form": form}
    return render(request, "people/player.html", context, status=status_of(form))


@require_http_methods(["GET", "POST"])
def player_sign(request: HttpRequest, key: str, player_key: str) -> HttpResponse:
    """Choose a player's colour, shape and letters."""
    group = access.group_for(request, key, Role.SCORER)
    player = get_object_or_404(group.players.themselves().known_as(player_key))
    form = SignForm(request.POST if request.method == "POST" else None, player=player)
    if request.method == "POST" and form.is_valid():
        with write_transaction(group):
            player.change_sign(**form.cleaned_data)
        if other := player.looks_like():
            messages.info(
                request,
                _("%(name)s has the same sign. At the same table, one of the two gets another colour.")
                % {"name": isolated(other)},
            )
        return redirect("player", key=group.key, player_key=player.key)
    return render(request, "people/sign.html", {"group": group, "player": player, "form": form}, status=status_of(form))


@never_cache
@require_http_methods(["GET", "POST"])
def links(request: HttpRequest, key: str) -> HttpResponse:
    """The code of the table, and all share links of a group. A POST makes one and shows its code."""
    group = access.group_for(request, key, Role.OWNER)
    form = LinkForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            with write_transaction(group):
                link, token = ShareLink.make(
                    group, form.cleaned_data["role"], form.cleaned_data["name"], form.expires_at()
                )
        except Full as full:
            form.add_error(None, str(full))
        else:
            log_access(request, group, "link %d given, %s", link.pk, Role(link.role).name)
            for_all = link.role == Role.SCORER and not link.name
            return redirect_with_code(reverse("link", args=[group.key, link.pk]), token, group if for_all else None)
    context = {
        "group": group,
        "url": table_code_url(request, group),
        "links": group.links.numbered().prefetch_related("phones__player__merged_into")[:200],
        "form": form,
    }
    return render(request, "people/links.html", context, status=status_of(form))


@never_cache
@require_safe
def link(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """One link, with its code as long as this browser has it."""
    group = access.group_for(request, key, Role.OWNER)
    link = get_object_or_404(group.links, pk=pk)
    url = code_url(request, "join", link.token_hash) if link.is_live else ""
    came = [] if link.is_live else what_came_by(link)
    context = {"group": group, "link": link, "url": url, **_came(came)}
    return render(request, "people/link.html", context)


def _came(came: list[Came]) -> dict[str, Any]:
    """Return what a page shows of what came by a link."""
    return {
        "came": came,
        "undoable": any(each.number for each in came),
        "others": any(each.stays for each in came),
    }


@require_http_methods(["GET", "POST"])
def link_withdraw(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Ask once, then withdraw the link, and with it the access of every phone that joined by it."""
    group = access.group_for(request, key, Role.OWNER)
    link = get_object_or_404(group.links.prefetch_related("phones__player__merged_into"), pk=pk)
    if request.method == "POST":
        with write_transaction(group):
            link.withdraw()
        log_access(request, group, "link %d withdrawn", link.pk)
        messages.success(request, _("Revoked. Phones that joined with this code are out."))
        return redirect(reverse("link", args=[key, pk]) if what_came_by(link) else reverse("links", args=[key]))
    context = {"group": group, "link": link, **_came(what_came_by(link))}
    return render(request, "people/link_withdraw.html", context)


@require_POST
def link_undo(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Take back what came by a link that is revoked or expired."""
    group = access.group_for(request, key, Role.OWNER)
    link = get_object_or_404(group.links, pk=pk)
    if link.is_live:
        return redirect("link_withdraw", key=key, pk=pk)
    with write_transaction(group):
        take_back(link, access.actor(request, group))
    log_access(request, group, "what came by link %d taken back", link.pk)
    messages.success(request, _("Undone. Deleted games are with their nights, hidden people at the end of People."))
    return redirect("link", key=key, pk=pk)


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Let somebody who was invited make an account, or take the one they are signed in with."""
    invitation = Invitation.objects.open().with_token(token).select_related("group").first()
    if invitation is None:
        return render(request, "people/link_dead.html", {"owner": False}, status=410)
    group = invitation.group
    user = request.user if request.user.is_authenticated else None
    if user and (access.account_role(request, group) or 0) >= invitation.role:
        return redirect(group)
    form = AccountForm(request.POST if request.method == "POST" else None, initial={"username": invitation.name})
    if request.method == "POST" and (user or form.is_valid()):
        try:
            with write_transaction(group):
                if taken := invitation.use_up():
                    invitation.give_to(user or (user := form.save()))
        except IntegrityError:
            form.add_error("username", _("This name is already taken."))
        else:
            if not taken:
                return render(request, "people/link_dead.html", {"owner": False}, status=410)
            logger.info("Group %s: invitation %d taken up by %r", group.key, invitation.pk, str(user))
            if not request.user.is_authenticated:
                login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
            return redirect(group)
    context = {"invitation": invitation, "group": group, "form": form}
    return render(request, "people/invitation.html", context, status=status_of(form))


@require_http_methods(["GET", "POST"])
def accounts(request: HttpRequest, key: str) -> HttpResponse:
    """Show whose account has a role in the group. A POST makes a link for one more and shows its code."""
    group = access.group_for(request, key, Role.OWNER)
    form = InvitationForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            with write_transaction(group):
                made, token = Invitation.make(group, form.cleaned_data["role"], form.cleaned_data["name"])
        except Full as full:
            form.add_error(None, str(full))
        else:
            log_access(request, group, "invitation %d given, %s", made.pk, Role(made.role).name)
            return redirect_with_code(reverse("invite", args=[group.key, made.pk]), token)
    members = group.memberships.select_related("user", "player__merged_into").order_by("-role", "user__username")
    context = {"group": group, "members": members, "invitations": group.invitations.open()[:200], "form": form}
    return render(request, "people/accounts.html", context, status=status_of(form))


@require_http_methods(["GET", "POST"])
def account(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Show what one account may do in the group."""
    group = access.group_for(request, key, Role.OWNER)
    member = get_object_or_404(group.memberships.select_related("user"), pk=pk)
    form = RoleForm(request.POST if request.method == "POST" else None, initial={"role": member.role})
    if request.method == "POST" and form.is_valid():
        with write_transaction(group):
            member = get_object_or_404(group.memberships.select_related("user"), pk=pk)
            changed = member.change_role(form.cleaned_data["role"])
        if changed:
            log_access(request, group, "account %r is now %s", str(member.user), Role(member.role).name)
            return redirect(
                "accounts" if member.role == Role.OWNER or member.user != request.user else "group", key=key
            )
        form.add_error("role", _("A group needs an owner. Make someone else an owner first."))
    return render(
        request, "people/account.html", {"group": group, "member": member, "form": form}, status=status_of(form)
    )


@require_POST
def account_withdraw(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Withdraw the account's role in this group."""
    group = access.group_for(request, key, Role.OWNER)
    with write_transaction(group):
        member = get_object_or_404(group.memberships.select_related("user"), pk=pk)
        gone = member.withdraw()
    if not gone:
        messages.error(request, _("A group needs an owner. Make someone else an owner first."))
        return redirect("account", key=key, pk=pk)
    logger.info("Group %s: account %r withdrawn, by %r", key, str(member.user), str(request.user))
    messages.success(request, _("%(name)s’s account no longer has access.") % {"name": isolated(member.user.username)})
    return redirect("home") if member.user == request.user else redirect("accounts", key=key)


@never_cache
@require_safe
def invite(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """One invitation, with its code as long as this browser has it."""
    group = access.group_for(request, key, Role.OWNER)
    invitation = get_object_or_404(group.invitations, pk=pk)
    url = code_url(request, "invitation", invitation.token_hash) if invitation.is_open else ""
    return render(request, "people/invite.html", {"group": group, "invitation": invitation, "url": url})


@require_POST
def invite_withdraw(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Withdraw the invitation."""
    group = access.group_for(request, key, Role.OWNER)
    invitation = get_object_or_404(group.invitations, pk=pk)
    with write_transaction(group):
        invitation.withdraw()
    log_access(request, group, "invitation %d withdrawn", invitation.pk)
    return redirect("accounts", key=key)
