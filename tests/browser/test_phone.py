"""`axe` finds a fault although it skips the checks that a similar page has passed."""

import pytest

from tests.browser.phone import SHAPE, axe

FAULTS = {
    "heading-order": "document.querySelector('h1').outerHTML += '<h5>Deep</h5>'",
    "color-contrast": """
        const pale = document.createElement("p");
        pale.textContent = "Pale";
        pale.style.color = "#888";
        pale.style.background = "#999";
        document.querySelector("main").append(pale)""",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_on_a_page_that_was_good_in_another_language(open_phone, cast, fault):
    german, english = pages = [open_phone("owner", lang=lang) for lang in ("de", "en")]
    matches = [cast.start("beutelschneider", ("Anna", "Ben", "Carla")) for _ in pages]
    for page, match in zip(pages, matches, strict=True):
        page.goto(f"{match.get_absolute_url()}round/?as=captured", wait_until="networkidle")
    assert german.evaluate(SHAPE) == english.evaluate(SHAPE)
    axe(german)
    english.evaluate(FAULTS[fault])
    with pytest.raises(AssertionError, match=fault):
        axe(english)
