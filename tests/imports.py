"""The import of a file into a group, through the group's pages."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scorekeeper.people.models import Group


def import_file(phone: Any, group: Group, text: bytes) -> Any:
    """Import a file; return the page that says what came of it."""
    file = SimpleUploadedFile("games.json", text)
    return phone.post(reverse("import", args=[group.key]), {"file": file}, follow=True)
