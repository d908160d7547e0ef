"""What is drawn once: the texts used last stay, up to so many bytes."""

from scorekeeper.web.drawn import Drawn


def test_what_was_used_longest_ago_makes_room():
    drawn, calls = Drawn(most=3000), []

    def look(name):
        drawn.get(name, lambda: calls.append(name) or {"part": "x" * 1000})

    for name in ("a", "b", "a", "c", "a", "b"):
        look(name)
    assert calls == ["a", "b", "c", "b"]


def test_one_that_is_too_large_is_not_kept():
    drawn = Drawn(most=1000)
    large = {"part": "x" * 2000}
    assert drawn.get("large", lambda: large) is large
    assert drawn.get("large", dict) == {}
