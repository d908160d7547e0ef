"""The log: it names access that was given or withdrawn, and refused requests, but never the token of a link."""

import io
import logging
import re
import sys

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scorekeeper.people.models import Invitation, Membership, Role, User
from scorekeeper.server.management.commands import serve
from tests.fixtures import PASSWORD, make_phone

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def said(caplog):
    """Return a function that returns what the site has logged since its last call."""
    assert settings.LOGGING["loggers"]["scorekeeper"] == {"level": "INFO"}
    caplog.set_level("INFO", "scorekeeper")

    def lines() -> list[str]:
        found = [f"{each.levelname} {each.getMessage()}" for each in caplog.records if each.name.startswith("scorek")]
        caplog.clear()
        return found

    return lines


def test_access_given_and_withdrawn(cast, said):
    owner, key = cast.phone("owner"), cast.group.key
    member = Membership.objects.create(user=User.objects.create_user("Ma\nx"), group=cast.group, role=Role.VIEWER)
    said()
    owner.post(reverse("links", args=[key]), {"role": Role.SCORER, "name": "Max", "lasting": "open"})
    link = cast.group.links.order_by("-pk").first()
    owner.post(reverse("link_withdraw", args=[key, link.pk]))
    owner.post(reverse("account", args=[key, member.pk]), {"role": Role.SCORER})
    owner.post(reverse("account_withdraw", args=[key, member.pk]))
    owner.post(reverse("accounts", args=[key]), {"role": Role.SCORER, "name": "Max"})
    invited = cast.group.invitations.get()
    owner.post(reverse("invite_withdraw", args=[key, invited.pk]))
    invitation, token = Invitation.make(cast.group, Role.SCORER)
    cast.phone("stranger").post(reverse("invitation", args=[token]))
    assert said() == [
        f"INFO Group {key}: link {link.pk} given, SCORER, by 'Alice'",
        f"INFO Group {key}: link {link.pk} withdrawn, by 'Alice'",
        f"INFO Group {key}: account 'Ma\\nx' is now SCORER, by 'Alice'",
        f"INFO Group {key}: account 'Ma\\nx' withdrawn, by 'Alice'",
        f"INFO Group {key}: invitation {invited.pk} given, SCORER, by 'Alice'",
        f"INFO Group {key}: invitation {invited.pk} withdrawn, by 'Alice'",
        f"INFO Group {key}: invitation {invitation.pk} taken up by 'Charlie'",
    ]


def test_signing_in(cast, said, client):
    for password in ("a wrong guess", PASSWORD):
        client.post("/account/login/", {"login": "Alice", "password": password})
    assert said() == ["WARNING Wrong password for 'Alice' from 127.0.0.1", "INFO Account 'Alice' signed in"]


def test_a_refused_import(cast, said):
    rubbish = SimpleUploadedFile("games.json", b'{"format": "scorekeeper/1", "game": "chess", "players": []}')
    cast.phone("owner").post(reverse("import", args=[cast.group.key]), {"file": rubbish})
    [line] = said()
    assert re.fullmatch(rf"WARNING Group {cast.group.key}: an import by 'Alice', \d problems: .*unknown_game.*", line)


@pytest.mark.parametrize("error", [OSError, ValueError])
def test_a_daily_backup_that_fails(db, said, monkeypatch, error):
    def full():
        raise error("No space left on device")

    def once(seconds):
        raise KeyboardInterrupt

    monkeypatch.setattr(serve, "back_up_daily", full)
    monkeypatch.setattr(serve.time, "sleep", once)
    with pytest.raises(KeyboardInterrupt):
        serve.Command().keep_backups()
    assert said() == ["ERROR The daily backup failed. No space left on device"]


@pytest.mark.parametrize("page", ["join", "invitation", "owner_link"])
def test_a_refused_form_does_not_write_the_code_of_its_link(cast, page):
    """If a form comes without its CSRF token, Django logs its address. The log leaves out the code in the address."""
    from scorekeeper.web.logs import WithoutCodes

    logged = logging.StreamHandler(stream := io.StringIO())
    logged.addFilter(WithoutCodes())
    assert all(handler["filters"] == ["codes"] for handler in settings.LOGGING["handlers"].values())
    logging.getLogger("django.security.csrf").addHandler(logged)
    try:
        assert make_phone(enforce_csrf_checks=True).post(reverse(page, args=["ASecretCode-123"])).status_code == 403
    finally:
        logging.getLogger("django.security.csrf").removeHandler(logged)
    assert "Forbidden" in stream.getvalue()
    assert "ASecretCode" not in stream.getvalue()


def fault(number: int) -> logging.LogRecord:
    """Return the record that Django logs for an error of a view: an OSError for an odd number, else a ValueError."""
    try:
        if number % 2:
            raise OSError(f"No space left\nfor {number}")
        raise ValueError(number)
    except (OSError, ValueError):
        return logging.LogRecord("django.request", logging.ERROR, "", 0, "Fault in /g/%s/", ("friday",), sys.exc_info())
