import pytest
from pyphen import Pyphen

from scorekeeper.web import hyphens


@pytest.mark.parametrize("code", ["de", "en"])
def test_a_pattern_understood_late_says_what_pyphen_says(code):
    at_once, late = (
        Pyphen(lang={"de": "de_DE", "en": "en_US"}[code], left=3, right=3, cache=False),
        hyphens._rules(code),
    )
    words = [*[letters.strip(".") for letters in at_once.hd.patterns][::40], "Kabinett", "Urinstinkt", "verbal"]
    assert len(words) > 100
    assert [at_once.positions(word) for word in words] == [late.positions(word) for word in words]
