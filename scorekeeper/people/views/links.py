"""The pages on which owners create, show and withdraw share links."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.people import access
from scorekeeper.people.bounds import Full
from scorekeeper.people.codes import code_url, log_access, redirect_with_code, table_code_url
from scorekeeper.people.forms import LinkForm
from scorekeeper.people.models import Role, ShareLink
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.posted import status_of


@never_cache
@require_http_methods(["GET", "POST"])
def links(request: HttpRequest, key: str) -> HttpResponse:
    """Show the code for everybody at the table, and the group's latest 200 share links."""
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
    """Show one share link, with its code if it is live and this browser has the token."""
    group = access.group_for(request, key, Role.OWNER)
    link = get_object_or_404(group.links, pk=pk)
    url = code_url(request, "join", link.token_hash) if link.is_live else ""
    return render(request, "people/link.html", {"group": group, "link": link, "url": url})


@require_http_methods(["GET", "POST"])
def link_withdraw(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Ask for confirmation. A POST withdraws the share link; phones without another link or account lose access."""
    group = access.group_for(request, key, Role.OWNER)
    link = get_object_or_404(group.links.prefetch_related("phones__player__merged_into"), pk=pk)
    if request.method == "POST":
        with write_transaction(group):
            link.withdraw()
        log_access(request, group, "link %d withdrawn", link.pk)
        messages.success(request, _("Revoked."))
        return redirect("links", key=key)
    return render(request, "people/link_withdraw.html", {"group": group, "link": link})
