"""allauth's internal functions still have the parameters that the site passes to them."""

import re
from inspect import signature
from pathlib import Path

import pytest
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


def test_no_other_module_leans_on_them():
    site = Path(settings.BASE_DIR) / "scorekeeper"
    inner = re.compile(r"^from allauth.*(\.internal| import _)|\b(forms|views)\._[a-zA-Z]", re.MULTILINE)
    leaning = {path.name for path in site.rglob("*.py") if inner.search(path.read_text())}
    leaning.discard("test_allauth_internals.py")
    leaning.discard("allauth_internals.py")
    assert not leaning
