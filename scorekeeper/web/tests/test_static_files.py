"""Static files are collected once, and again after a change."""

import pytest
from django.conf import settings
from django.test import override_settings

from scorekeeper.web.static_files import collect


@pytest.fixture
def folders(tmp_path):
    sources, collected = tmp_path / "sources", tmp_path / "collected"
    sources.mkdir()
    (sources / "look.css").write_text("a")
    only = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    with override_settings(STATICFILES_DIRS=[sources], STATICFILES_FINDERS=only, STATIC_ROOT=collected):
        yield sources, collected


def test_what_is_collected_already_is_left_alone(folders):
    _, collected = folders
    collect()
    (collected / "look.css").write_text("touched")
    collect()
    assert (collected / "look.css").read_text() == "touched"


@pytest.mark.parametrize("name", ["look.css", "more.css"])
def test_what_was_changed_or_added_is_collected(folders, name):
    sources, collected = folders
    collect()
    (collected / "look.css").unlink()
    (sources / name).write_text("b")
    collect()
    assert (collected / name).read_text() == "b"


def test_a_phone_fetches_no_comments_of_scripts(folders):
    sources, collected = folders
    hashed = {"staticfiles": {"BACKEND": "scorekeeper.web.static_files.HashedFiles"}}
    (sources / "pad.js").write_text("// why\nexport const url = `http://${location.host}`; // here\n")
    (sources / "other.min.js").write_text("/* licence */\n")
    with override_settings(STORAGES={**settings.STORAGES, **hashed}):
        collect()
    assert "why" not in (collected / "pad.js").read_text()
    assert "`http://${location.host}`" in (collected / "pad.js").read_text()
    assert [path.read_text() for path in collected.glob("pad.*.js")] == [(collected / "pad.js").read_text()]
    assert (collected / "other.min.js").read_text() == "/* licence */\n"
