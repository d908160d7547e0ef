"""What the site leans on inside of allauth is still as it was when it was pinned."""

from inspect import signature
from pathlib import Path

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings

from scorekeeper.people import allauth_internals

TAKES = {
    "begin_registration": ["user", "passwordless"],
    "perform_passwordless_login": ["request", "authenticator", "login"],
    "record_authentication": ["request", "user", "method", "extra_data"],
}


@pytest.mark.parametrize("name", allauth_internals.__all__)
def test_it_takes_what_the_site_gives_it(name):
    assert list(signature(getattr(allauth_internals, name)).parameters) == TAKES[name]


def test_the_key_of_wrong_passwords_is_asked_for_as_the_site_gives_it():
    theirs = DefaultAccountAdapter._get_login_attempts_cache_key
    assert list(signature(theirs).parameters) == ["self", "request", "credentials"]


def test_no_other_module_leans_on_them():
    site = Path(settings.BASE_DIR) / "scorekeeper"
    leaning = {
        path.name for path in site.rglob("*.py") if "import" in (text := path.read_text()) and ".internal." in text
    }
    assert leaning - {"test_allauth_internals.py"} == {"allauth_internals.py"}
