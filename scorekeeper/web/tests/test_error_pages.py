"""What a phone is told when its request is refused: in its language, and never by a blank page."""

import pytest


@pytest.mark.parametrize(("lang", "title"), [("de", "Da ging unterwegs etwas verloren"), ("en", "Something got lost")])
def test_a_form_that_is_too_large_is_refused_in_the_language_of_its_phone(cast, lang, title):
    """The body is read, and refused, before any view: what is said must not depend on whom the server answered before."""
    other = "en" if lang == "de" else "de"
    cast.phone("owner").get("/", headers={"accept-language": other})
    url = f"/g/{cast.group.key}/people/"
    answer = cast.phone("owner").post(url, {"name": "X" * 2_000_000}, headers={"accept-language": lang})
    assert answer.status_code == 400
    assert title in answer.text


def test_the_address_of_a_form_shows_a_page_that_leads_on(cast):
    """A phone that was put away on the answer to a form asks for its address when it is taken up again."""
    answer = cast.phone("owner").get(f"/g/{cast.group.key}/again/")
    assert answer.status_code == 405
    assert "Page not found" in answer.text
