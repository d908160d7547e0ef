"""Text that grows when it is normalised is refused or still fits its column: PostgreSQL refuses text that is longer."""

import re
import unicodedata
from html.parser import HTMLParser

import pytest
from django.db import models
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.people import names
from scorekeeper.people.models import NAME_LENGTH, User
from tests.access_table import TABLE
from tests.fixtures import PASSWORD, ROLES, make_phone

pytestmark = pytest.mark.slow

# Characters that grow: the first by NFKC, the second by NFC, the last two by case folding.
GROWING = ["\ufdfa", "\ufb2c", "\u0390", "\ufb03"]
MARKS = "a" + "\u0315\u0300" * 15_000
LETTERS = st.characters(exclude_categories=["Cs"])
AS_OWNER = ROLES.index("owner")
PAGES = [
    name for name, row in TABLE.items() if row.get.split()[AS_OWNER] == "200" and row.post.split()[AS_OWNER] == "302"
]


class Fields(HTMLParser):
    """A parser that collects in `found` the text fields of a page by name, with their maximum length (default: 200)."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, int] = {}

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag == "textarea" or (tag == "input" and attributes.get("type", "text") == "text"):
            self.found[attributes.get("name") or ""] = int(attributes.get("maxlength") or 200)


@pytest.fixture
def strict(monkeypatch):
    """Make every CharField refuse text that is longer than its column, and nothing normalise a text of any length."""
    normalize = unicodedata.normalize

    def bounded(form, text):
        assert len(text) <= 5000, "normalising takes the square of the length"
        return normalize(form, text)

    monkeypatch.setattr(unicodedata, "normalize", bounded)
    prepare = models.CharField.get_prep_value

    def checked(field, value):
        assert not isinstance(value, str) or len(value) <= (field.max_length or len(value)), f"{field}: {value!r}"
        return prepare(field, value)

    monkeypatch.setattr(
        models.CharField,
        "get_db_prep_save",
        lambda field, value, connection: field.get_db_prep_value(checked(field, value), connection),
    )


@pytest.mark.parametrize("name", PAGES)
def test_a_form_takes_nothing_that_is_too_long_by_then(cast, strict, name):
    row = TABLE[name]
    url = reverse(name, kwargs=row.args(cast))
    phone = cast.phone("owner")
    fields = Fields()
    fields.feed(b"".join(phone.get(url)).decode())
    # Of the fields that differ only by a number, only the last is tested.
    alike = {re.sub(r"\d+", "#", field): (field, most) for field, most in fields.found.items()}
    for field, most in alike.values():
        for text in [*(grows * most for grows in GROWING), MARKS]:
            assert phone.post(url, {**row.data, field: text}).status_code < 500, field


@pytest.mark.parametrize("grows", GROWING)
def test_an_account_has_a_name_that_fits(cast, strict, grows):
    data = {"username": grows * 30, "password": PASSWORD}
    answer = make_phone().post(f"/owner/{cast.owner_token}/", data)
    made = User.objects.filter(pk__gt=2).first()
    assert answer.status_code == 422 if made is None else len(made.username) <= NAME_LENGTH


@given(st.text(LETTERS, max_size=NAME_LENGTH) | st.sampled_from(GROWING).map(lambda each: each * NAME_LENGTH))
def test_a_name_that_fits_has_a_key_that_fits(typed):
    name = names.tidy(typed)[:NAME_LENGTH]
    assert len(names.key(name)) <= NAME_LENGTH * 3
    account = unicodedata.normalize("NFKC", name)[:NAME_LENGTH]
    assert len(names.folded(account)) <= 600
