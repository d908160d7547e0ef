"""The list of a phone's groups, and the pages to create, change, delete, restore and leave a group."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.people import access
from scorekeeper.people.forms import (
    GroupSettingsForm,
    NewGroupForm,
    SureForm,
)
from scorekeeper.people.models import Group, Player, Role, User
from scorekeeper.people.signals import group_counted
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.posted import status_of


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the groups of this account and phone."""
    groups = access.groups_of(request)
    context = {
        "groups": groups,
        "deleted": access.deleted_groups_of(request),
        "welcome": len(groups) < 2 and not Player.objects.filter(group__in=groups).exists(),
    }
    return render(request, "people/home.html", context)


class SignedInRequest(HttpRequest):
    """The type of a request with an account signed in, for views under `login_required`."""

    user: User


@login_required
@require_http_methods(["GET", "POST"])
def group_new(request: SignedInRequest) -> HttpResponse:
    form = NewGroupForm(request.POST if request.method == "POST" else None, owner=request.user)
    if request.method == "POST" and form.is_valid():
        try:
            with write_transaction(request.user):
                form.check_most()  # again, as another request may have created a group meanwhile
                group = Group.create_with_owner(form.cleaned_data["name"], owner=form.owner)
        except ValidationError as error:
            form.add_error("name", error)
        else:
            return redirect("play", key=group.key)
    led = settings.PHONES_JOIN and not request.user.memberships.exists()
    return render(request, "people/group_new.html", {"form": form, "led": led}, status=status_of(form))


@require_http_methods(["GET", "POST"])
def group_name(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form of the group's settings: its name, how to pay, the card faces. A POST saves them."""
    group = access.group_for(request, key, Role.OWNER)
    if request.method == "POST":
        with write_transaction(group):
            group.refresh_from_db(fields=["name", "pay_to", "card_faces"])
            form = GroupSettingsForm(request.POST, group=group)
            if form.is_valid():
                form.save()
                return redirect("people", key=group.key)
    else:
        form = GroupSettingsForm(group=group)
    return render(request, "people/group_name.html", {"group": group, "form": form}, status=status_of(form))


@require_http_methods(["GET", "POST"])
def group_delete(request: HttpRequest, key: str) -> HttpResponse:
    """Ask for the group's name. The POST also removes from the database all groups whose thirty days are over."""
    group = access.group_for(request, key, Role.OWNER)
    form = SureForm(request.POST if request.method == "POST" else None, wanted=group.name)
    if request.method == "POST" and form.is_valid():
        with write_transaction(group):
            group.soft_delete()
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
    """Remove the group's share links from this phone's session, and delete the phone's row (`access.leave`)."""
    access.leave(request, access.group_for(request, key))
    return redirect("home")
