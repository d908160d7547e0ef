"""Signing in by a single-use link, after a lost password or phone. An owner or a command creates the link."""

import logging
from typing import Any

from allauth.account.internal.flows.login import record_authentication
from django.conf import settings
from django.contrib.auth import login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scorekeeper.people import access
from scorekeeper.people.codes import code_url, log_access, redirect_with_code
from scorekeeper.people.forms_account import NewPasswordForm
from scorekeeper.people.models import Role, SignInLink, User
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.posted import status_of

logger = logging.getLogger(__name__)


@never_cache
@require_http_methods(["GET", "POST"])
def account_link(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Show the newest sign-in link that this owner created for an account. A POST creates a new link."""
    group = access.group_for(request, key, Role.OWNER)
    member = get_object_or_404(group.memberships.select_related("user"), pk=pk)
    owner: Any = request.user
    allowed = SignInLink.may_be_made(member.user, owner)
    if request.method == "POST":
        if not allowed:
            raise PermissionDenied
        with write_transaction(group):
            token = SignInLink.make(member.user, by=owner)
        log_access(request, group, "sign-in link for account %r made", str(member.user))
        return redirect_with_code(reverse("account_link", args=[key, pk]), token)
    link = SignInLink.objects.filter(user=member.user, made_by=owner.pk).first()
    url = code_url(request, "sign_in", link.token_hash) if link and link.is_open else ""
    context = {"group": group, "member": member, "allowed": allowed, "link": link, "url": url}
    return render(request, "people/account_link.html", context)


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest, token: str) -> HttpResponse:
    """Show the account of a sign-in link. A POST uses up the link, signs in, and saves a typed new password."""
    link = SignInLink.with_token(token)
    if link is None:
        return render(request, "people/link_dead.html", {"sign_in": True}, status=410)
    form = NewPasswordForm(request.POST if request.method == "POST" else None, user=link.user)
    if request.method == "POST" and form.is_valid():
        with write_transaction():
            user = _used_by(link, form.cleaned_data["password"])
        if user is None:
            return render(request, "people/link_dead.html", {"sign_in": True}, status=410)
        how = " and set a new password" if form.cleaned_data["password"] else ""
        logger.info(f"Account %r signed in by a link of %r{how}", str(user), str(link.made_by or "the host"))
        login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
        # This counts as a reauthentication: a person who has lost a phone can then remove its passkey.
        record_authentication(request, user, "link", reauthenticated=True)
        return redirect("home")
    return render(request, "people/sign_in.html", {"link": link, "form": form}, status=status_of(form))


def _used_by(link: SignInLink, password: str) -> User | None:
    """Use up the link and return its account; None if the link was used before or deleted."""
    if not link.use_up():
        return None
    user = User.objects.get(pk=link.user.pk)
    if password:
        user.password = password  # ends all sessions of the account
        user.save(update_fields=["password"])
    return user
