"""Copies: all that is on this phone in one file, out and in."""

import datetime as dt
from pathlib import Path
from tempfile import TemporaryDirectory

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.nights.models import Night
from scorekeeper.server.backups import BadBackup, back_up, bring_back

COPIED = settings.DATA_DIR / "copied"  # holds the moment of the last copy


class CopyForm(forms.Form):
    file = forms.FileField(label=gettext_lazy("The file of a copy"))
    sure = forms.BooleanField(label=gettext_lazy("What is on this phone now may go"))


def last_copy() -> dt.datetime | None:
    """When the last copy was saved."""
    written = COPIED.read_text() if COPIED.exists() else ""
    return dt.datetime.fromisoformat(written) if written else None


def nights_without_copy() -> int:
    """How many nights have begun since the last copy."""
    since = last_copy()
    return (Night.objects.filter(started_at__gt=since) if since else Night.objects.all()).count()


@require_http_methods(["GET", "HEAD", "POST"])
def copies(request: HttpRequest) -> HttpResponse:
    """The page of the copies; brings one back."""
    form = CopyForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        with TemporaryDirectory(dir=settings.DATA_DIR) as folder:
            path = Path(folder) / "copy.tar.gz"
            path.write_bytes(form.cleaned_data["file"].read())
            try:
                bring_back(path)
            except BadBackup as error:
                form.add_error("file", str(error))
            else:
                messages.success(request, _("The copy is back."))
                return redirect("home")
    context = {"form": form, "last": last_copy(), "nights": nights_without_copy()}
    return render(request, "pocket/copies.html", context, status=422 if form.errors else 200)


@require_safe
def copy(request: HttpRequest) -> HttpResponse:
    """A copy as a download."""
    with TemporaryDirectory(dir=settings.DATA_DIR) as folder:
        path = Path(folder) / "copy.tar.gz"
        back_up(path)
        content = path.read_bytes()
    now = timezone.now()
    COPIED.write_text(now.isoformat())
    name = f"scorekeeper-{timezone.localtime(now):%Y-%m-%d-%H%M}.tar.gz"
    return HttpResponse(
        content, content_type="application/gzip", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
