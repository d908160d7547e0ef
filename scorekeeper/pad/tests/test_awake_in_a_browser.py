"""Keeping the screen on, in a browser that counts the requested wake locks."""

from django.urls import reverse

COUNTS = """
    window.asked = 0;
    Object.defineProperty(navigator, "wakeLock", {value: {request: () => { window.asked++; return Promise.resolve(); }}});
"""


def test_the_setting_of_the_phone_decides(open_phone, cast):
    page = open_phone("scorer")
    page.add_init_script(COUNTS)
    pad = cast.match.get_absolute_url()
    page.goto(pad)
    assert page.evaluate("asked") == 1, "a phone that has not said whose it is keeps the score for all"
    page.goto(reverse("who", args=[cast.group.key]))
    page.locator("[name=player][value=all]").first.click()
    page.wait_for_url(f"**{pad}")
    page.goto(reverse("who", args=[cast.group.key]))
    assert page.evaluate("asked") == 0
    page.get_by_label("Stay on at the table").uncheck()
    for url, times in ((pad, 0), (reverse("enter", args=[cast.group.key, cast.match.key]), 0), (f"{pad}display/", 1)):
        page.goto(url)
        assert page.evaluate("asked") == times
