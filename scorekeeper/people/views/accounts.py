"""The pages of accounts: the owner's link, invitations, and the roles of accounts in a group."""

import logging

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
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
from scorekeeper.people.codes import code_url, log_access, redirect_with_code
from scorekeeper.people.forms import (
    AccountForm,
    InvitationForm,
    RoleForm,
)
from scorekeeper.people.models import Invitation, OwnerLink, Role, User
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.posted import status_of

logger = logging.getLogger(__name__)


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def owner_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show the form of a new account. A valid POST uses up the owner's link, creates the account and signs in."""
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


@require_http_methods(["GET", "POST"])
def accounts(request: HttpRequest, key: str) -> HttpResponse:
    """Show the accounts with a role in the group, and the group's open invitations."""
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
    """Show the role of one account in the group. A POST changes it, unless the group would have no owner left."""
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
    """Delete an account's membership in the group. If it is the last owner's, only show an error message."""
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
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation. A POST accepts it for the signed-in account."""
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


@never_cache
@require_safe
def invite(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Show one invitation. An open invitation is shown with its code, if this browser has the token."""
    group = access.group_for(request, key, Role.OWNER)
    invitation = get_object_or_404(group.invitations, pk=pk)
    url = code_url(request, "invitation", invitation.token_hash) if invitation.is_open else ""
    return render(request, "people/invite.html", {"group": group, "invitation": invitation, "url": url})


@require_POST
def invite_withdraw(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Withdraw an invitation, so that its link stops working."""
    group = access.group_for(request, key, Role.OWNER)
    invitation = get_object_or_404(group.invitations, pk=pk)
    with write_transaction(group):
        invitation.withdraw()
    log_access(request, group, "invitation %d withdrawn", invitation.pk)
    return redirect("accounts", key=key)
