"""Passkeys with Chromium's own authenticator: created, used, required, lost."""

import json
import re

import pytest
from allauth.mfa.models import Authenticator
from django.urls import reverse

from scorekeeper.people.models import SignInLink, User
from tests.browser.phone import axe, fits
from tests.fixtures import PASSWORD, make_phone

HOME = re.compile(r"^http://[^/]+/$")


def authenticator(page, verified=True):
    """Give the phone an authenticator; return the CDP session and the authenticator's id.

    `verified`: whether the authenticator verifies its user.
    """
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    found = session.send(
        "WebAuthn.addVirtualAuthenticator",
        {"options": {**options, "isUserVerified": verified, "automaticPresenceSimulation": True}},
    )
    return session, {"authenticatorId": found["authenticatorId"]}


def make_passkey(page):
    page.goto(reverse("mfa_list_webauthn"))
    page.get_by_role("link", name="Create a passkey").click()
    if "/again/" in page.url:
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Sign in again").click()
    page.get_by_label("Where is it kept?").fill("my phone")
    page.get_by_role("button", name="Create a passkey").click()


def sign_out(page):
    page.goto(reverse("account_logout"))
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(HOME)


def sign_in(page):
    """Enter the password and wait for the second step."""
    page.goto(reverse("account_login"))
    page.get_by_label("Your name").fill("Alice")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("heading", name="Sign in").wait_for()


def type_code(page, code):
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Sign in", exact=True).click()


def who(page) -> str:
    page.goto(reverse("account_logout"))
    found = re.search(r"signed in as (\w+)", page.locator("main").inner_text())
    return found[1] if found else ""


def test_a_passkey_signs_in_alone_and_a_code_when_it_is_lost(open_phone, cast):
    page = open_phone("owner")
    session, place = authenticator(page)
    page.goto(reverse("mfa_list_webauthn"))
    axe(page)
    make_passkey(page)
    page.get_by_text("Write these down").wait_for()
    codes = page.locator(".codes code").all_inner_texts()
    assert len(codes) == 10
    fits(page)
    axe(page)
    page.get_by_role("link", name="Done").click()
    page.get_by_text("my phone").wait_for()
    fits(page)
    axe(page)
    page.goto(reverse("mfa_view_recovery_codes"))
    assert page.locator(".codes").count() == 0, "they are shown once"

    sign_out(page)
    page.goto(f"{reverse('account_login')}?next={cast.group.get_absolute_url()}")
    fits(page)
    axe(page)
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(re.compile(r"^[^?]*" + cast.group.get_absolute_url() + "$"))
    assert who(page) == "Alice"

    # The password alone is not enough any more.
    sign_out(page)
    sign_in(page)
    fits(page)
    axe(page)
    type_code(page, "00000000")
    page.get_by_text("That didn’t work. Try again.", exact=True).last.wait_for()
    page.get_by_role("button", name="Sign in as someone else").click()
    page.get_by_label("Your name").wait_for()
    sign_in(page)
    type_code(page, codes[0])
    page.wait_for_url(HOME)
    assert who(page) == "Alice"
    sign_out(page)
    sign_in(page)
    type_code(page, codes[0])
    page.get_by_text("That didn’t work. Try again.", exact=True).last.wait_for()  # each code works once
    page.get_by_role("button", name="Use the passkey").click()
    page.wait_for_url(HOME)
    assert who(page) == "Alice"
    session.send("WebAuthn.removeVirtualAuthenticator", place)


def test_a_phone_that_does_not_know_its_owner_makes_none_and_signs_nobody_in(open_phone, cast):
    page = open_phone("owner")
    session, place = authenticator(page, verified=False)
    make_passkey(page)
    page.get_by_text("That didn’t work. Try again.").wait_for()
    assert not Authenticator.objects.exists()
    session.send("WebAuthn.setUserVerified", {**place, "isUserVerified": True})
    page.get_by_role("button", name="Create a passkey").click()
    page.get_by_text("Write these down").wait_for()
    sign_out(page)
    session.send("WebAuthn.setUserVerified", {**place, "isUserVerified": False})
    page.goto(reverse("account_login"))
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_text("That didn’t work. Try again.").wait_for()
    assert who(page) == ""


def test_what_is_answered_without_the_owner_is_not_taken(open_phone, cast, client):
    """A forged page can ask the phone not to verify its user; the server refuses such a sign-in."""
    page = open_phone("owner")
    session, place = authenticator(page)
    make_passkey(page)
    page.get_by_text("Write these down").wait_for()
    sign_out(page)
    session.send("WebAuthn.setUserVerified", {**place, "isUserVerified": False})
    page.goto(reverse("account_login"))
    status = page.evaluate(
        """async () => {
          const form = document.querySelector("form[data-passkey]");
          const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
          const options = (await answer.json()).request_options;
          options.publicKey.userVerification = "discouraged";
          const data = new FormData(form);
          data.set("credential", JSON.stringify(await webauthnJSON.get(options)));
          return (await fetch(form.action, { method: "POST", body: data })).url;
        }"""
    )
    assert status.endswith(reverse("account_login"))
    assert who(page) == ""


def test_who_has_lost_everything_is_let_in_and_removes_the_passkey(open_phone, cast):
    page = open_phone("owner")
    session, place = authenticator(page)
    make_passkey(page)
    page.get_by_text("Write these down").wait_for()
    session.send("WebAuthn.removeVirtualAuthenticator", place)
    alice, olga = User.objects.get(username="Alice"), User.objects.create_user("Olga")
    from scorekeeper.people.models import Membership, Role

    Membership.objects.create(user=olga, group=cast.group, role=Role.OWNER)
    token = SignInLink.make(alice, by=olga)
    other = open_phone()
    other.goto(reverse("sign_in", args=[token]))
    fits(other)
    axe(other)
    other.get_by_role("button", name="Sign in as Alice").click()
    other.wait_for_url(HOME)
    other.goto(reverse("mfa_list_webauthn"))
    other.get_by_text("my phone").click()
    other.get_by_role("button", name="Remove").click()
    other.wait_for_url(f"**{reverse('mfa_list_webauthn')}")
    assert not Authenticator.objects.exists(), "the recovery codes go with the last passkey"


@pytest.mark.parametrize("where", ["mfa_login_webauthn", "mfa_add_webauthn"])
@pytest.mark.parametrize(
    "credential",
    [
        "[]",
        "{}",
        "[" * 5000,
        "x" * 30_000,
        '{"id": 1, "rawId": "AA", "type": "public-key", "response": []}',
        '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {"userHandle": 7}}',
        '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {"userHandle": "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5"}}',
        json.dumps(
            {
                "id": "AA",
                "rawId": "AA",
                "type": "public-key",
                "response": {
                    "userHandle": "MQ",
                    "clientDataJSON": "e30",
                    "authenticatorData": "AAAA",
                    "attestationObject": "v____w",
                    "signature": "",
                },
            }
        ),
    ],
)
def test_a_made_up_credential_is_refused_in_words(cast, where, credential):
    phone = make_phone()
    if where == "mfa_add_webauthn":
        phone = cast.phone("owner")
        phone.post(reverse("account_reauthenticate"), {"password": PASSWORD})
        phone.get(reverse(where))
    else:
        phone.get(reverse(where), headers={"accept": "application/json"})
    answer = phone.post(reverse(where), {"credential": credential})
    assert answer.status_code in (200, 302)
    assert not Authenticator.objects.exists()
    assert "_auth_user_id" not in phone.session or where == "mfa_add_webauthn"


def test_passkeys_are_offered_where_browsers_have_them(cast):
    phone = make_phone()
    for host, secure, offered in (
        ("localhost", False, True),
        ("192.168.1.5", False, False),
        ("192.168.1.5", True, False),
        ("laptop.local", False, False),
        ("laptop.local", True, True),
    ):
        page = phone.get(reverse("account_login"), headers={"host": host}, secure=secure).text
        assert ("Sign in with a passkey" in page) is offered, (host, secure)
