"""The import of a file into a group, through the group's pages."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scorekeeper.exchange.models import Arrival
from scorekeeper.people.models import Group


def import_file(phone: Any, group: Group, text: bytes) -> Any:
    """Import a file to its end, and return the page with the result. If it is refused, return the page that says why."""
    answer = phone.post(reverse("import", args=[group.key]), {"file": SimpleUploadedFile("games.json", text)})
    return finished(phone, group) if answer.status_code == 302 else answer


def finished(phone: Any, group: Group) -> Any:
    """Continue the group's import until it has ended; return the page with the result."""
    while Arrival.objects.get(group=group).is_underway:
        phone.post(reverse("import_go_on", args=[group.key]))
    return phone.get(reverse("import", args=[group.key]))
