"""The pages for saving and restoring copies (files with all data of this phone), and the error pages."""

import contextlib
import datetime as dt
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from django import forms
from django.conf import settings
from django.contrib import messages
from django.db import OperationalError, connections
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from pocket import files
from pocket.middleware import owner
from pocket.upgrade import bring_up_to_date
from scorekeeper.nights.models import Night
from scorekeeper.server.backups import back_up, unpacked
from scorekeeper.server.data_folder import BadBackup
from scorekeeper.web import error_pages

COPIED = settings.DATA_DIR / "copied"  # a file that holds the time of the last saved copy
REMIND_AFTER = 3  # nights begun since the last saved copy
AT_ONCE = dt.timedelta(0)
MOST_AHEAD = dt.timedelta(days=1)


class CopyForm(forms.Form):
    file = forms.FileField(label=gettext_lazy("The file of a copy"))
    sure = forms.BooleanField(label=gettext_lazy("Yes, replace everything on this phone"))


def last_copy() -> dt.datetime | None:
    """Return the time at which the last copy was saved; None if it is not known."""
    now = timezone.now()
    try:
        last = dt.datetime.fromisoformat(COPIED.read_text())
        return min(last, now) if last - now < MOST_AHEAD else None
    except (OSError, ValueError, TypeError):  # TypeError: the file lacks its end, the time zone
        return None


def nights_without_copy() -> int:
    """Return how many nights have begun since the last copy, or since this phone's first start if there is no copy."""
    person, now = owner(), timezone.now()
    since = last_copy() or (person.date_joined if person else now)
    nights = Night.objects.shown().filter(group__remote_server=None)
    return nights.filter(started_at__gt=since).count() if since <= now else nights.count()


def reminder(request: HttpRequest) -> dict[str, object]:
    """Return the variable `copy_due` for every page: whether REMIND_AFTER nights or more are in no saved copy."""
    return {"copy_due": SimpleLazyObject(lambda: nights_without_copy() >= REMIND_AFTER)}


@require_http_methods(["GET", "HEAD", "POST"])
def copies(request: HttpRequest) -> HttpResponse:
    """Show the page of the copies; a POST restores one of them, or the uploaded file."""
    kept = files.kept()
    form = CopyForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and kept and "kept" in request.POST:
        content = kept[0].read_bytes()  # before `keep` may replace this copy
        files.keep(timezone.now(), AT_ONCE)
        connections.close_all()
        files.write(files.DATABASE, content)
        return _is_back(request)
    if request.method == "POST" and form.is_valid():
        with TemporaryDirectory(dir=settings.DATA_DIR) as folder:
            path = Path(folder) / "copy.tar.gz"
            path.write_bytes(files.packed(form.cleaned_data["file"].read()))
            files.keep(timezone.now(), AT_ONCE)
            try:
                with unpacked(path) as found:
                    connections.close_all()
                    files.write(files.DATABASE, found.database.read_bytes())
                    files.KEY.write_bytes(found.key.read_bytes())
            except BadBackup:
                form.add_error(
                    "file",
                    _(
                        "This file can’t be restored here. It isn’t a copy, it’s incomplete, or it comes from another "
                        "version or a PostgreSQL server."
                    ),
                )
            else:
                return _is_back(request)
    context = {"form": form, "last": last_copy(), "nights": nights_without_copy(), "kept": kept and kept[1]}
    return render(request, "pocket/copies.html", context, status=422 if form.errors else 200)


def _is_back(request: HttpRequest) -> HttpResponse:
    bring_up_to_date()
    messages.success(request, _("Copy restored."))
    return redirect("home")


@require_safe
def copy(request: HttpRequest) -> HttpResponse:
    """Return a new copy as a download, and store the time of the copy. Raise BadBackup as `back_up` does."""
    with TemporaryDirectory(dir=settings.DATA_DIR) as folder:
        path = Path(folder) / "copy.tar.gz"
        back_up(path)
        content = path.read_bytes()
    now = timezone.now()
    with contextlib.suppress(OSError):  # on a full phone the download still works
        COPIED.write_text(now.isoformat())
    name = f"scorekeeper-{timezone.localtime(now):%Y-%m-%d-%H%M}.tar.gz"
    return HttpResponse(
        content, content_type="application/gzip", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Show the site's error page. If the error occurred because the phone's storage is full, show `full` instead."""
    if isinstance(sys.exception(), OperationalError) and "full" in str(sys.exception()):
        return full(request)
    return error_pages.server_error(request)


def full(request: HttpRequest) -> HttpResponse:
    """Show the page for a phone whose storage is full. It says that only the last step was not saved."""
    return render(request, "pocket/full.html", status=409)
