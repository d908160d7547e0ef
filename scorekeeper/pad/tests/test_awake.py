"""Which pages keep the phone's screen on by default; a setting on the phone overrides the default."""

import re

import pytest
from django.urls import reverse

from tests.fixtures import make_phone


def usual(phone, url) -> str:
    return re.search(r'<meta name="awake" content="(\w+)" data-here>', phone.get(url).text)[1]


@pytest.mark.parametrize("page", ["table", "enter"])
def test_it_is_usual_for_whoever_writes_for_all(cast, page):
    url = reverse(page, args=[cast.group.key, cast.match.key])
    phone, who = cast.phone("scorer"), reverse("who", args=[cast.group.key])
    phone.post(who, {"player": "all"})
    assert usual(phone, url) == "on"
    phone.post(who, {"player": cast.player.pk})
    assert usual(phone, url) == "off"
    phone.post(who, {"player": "watch"})
    assert usual(phone, cast.match.get_absolute_url()) == "off"


def test_who_only_looks_need_not_stay_on_and_the_display_does(cast):
    table, display = (reverse(name, args=[cast.group.key, cast.match.key]) for name in ("table", "display"))
    assert usual(cast.phone("viewer"), table) == "off"
    assert usual(cast.phone("viewer"), display) == "always"
    assert usual(make_phone(token=cast.scorer_token), table) == "on", "a phone that has not said whose it is"
