"""Which pages keep the phone's screen on by default; a setting on the phone overrides the default."""

import re

import pytest
from django.urls import reverse


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
