"""Cached parts of pages come back unchanged, and are compressed."""

from django.utils.safestring import SafeString

from scorekeeper.web.fragment_cache import get_or_draw

ROW = '<tr class="round"><th scope="row">1</th><td>“Ä” &amp; 12<small>−34</small></td></tr>'


def test_they_come_back_as_they_were_drawn_and_are_drawn_once():
    drawn = []

    def draw():
        drawn.append(1)
        return {"live": SafeString(ROW), "action": SafeString("")}

    first, second = get_or_draw("as-drawn", draw), get_or_draw("as-drawn", draw)
    assert first == second == {"live": ROW, "action": ""}
    assert all(isinstance(text, SafeString) for text in second.values())
    assert drawn == [1]
