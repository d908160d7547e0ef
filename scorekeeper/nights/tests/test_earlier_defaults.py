"""A default that changes leaves the games played so far as they were."""

from importlib import import_module

import pytest
from django.apps import apps

from games.kernel.problems import Problems
from games.registry import all_games
from scorekeeper.nights.models import Match

migration = import_module("scorekeeper.nights.migrations.0018_what_they_were_played_by")
NAMES = ("Anna", "Ben", "Carla", "Dora")
CHANGED = [slug for slug, game in all_games().items() if game.options.earlier_defaults()]


def keep_earlier_defaults() -> None:
    migration.keep_earlier_defaults(apps, None)


def test_there_is_a_default_that_has_changed():
    assert CHANGED


@pytest.mark.parametrize("slug", CHANGED)
def test_an_earlier_default_is_one_that_can_be_read_and_no_longer_holds(slug):
    options = all_games()[slug].options
    for key, value in options.earlier_defaults().items():
        read = options.read({key: value}, "options", Problems())
        assert getattr(read, key) != getattr(options(), key)


@pytest.mark.parametrize("slug", CHANGED)
def test_a_stored_game_keeps_the_defaults_it_was_played_by(cast, slug):
    earlier = all_games()[slug].options.earlier_defaults()
    match = cast.start(slug, NAMES)
    keep_earlier_defaults()
    match = Match.objects.get(pk=match.pk)
    assert match.options == earlier
    assert match.is_readable
    assert cast.start(slug, NAMES).options == {}  # games begun from now on have the new ones


@pytest.mark.parametrize("slug", CHANGED)
def test_what_a_stored_game_says_itself_stays(cast, slug):
    game = all_games()[slug]
    own = {**game.options.earlier_defaults(), "stake": 10}
    match = cast.start(slug, NAMES, **own)
    keep_earlier_defaults()
    assert Match.objects.get(pk=match.pk).options == own


@pytest.mark.parametrize("slug", CHANGED)
def test_undo_brings_back_the_defaults_of_then(cast, slug):
    match = cast.start(slug, NAMES)
    match.change_options({"stake": 10}, "Sam")
    keep_earlier_defaults()
    match = Match.objects.get(pk=match.pk)
    match.undo("Sam")
    assert match.options == all_games()[slug].options.earlier_defaults()


def test_other_games_are_not_touched(cast):
    match = cast.start("rufmariasch", NAMES)
    keep_earlier_defaults()
    assert Match.objects.get(pk=match.pk).options == {}
