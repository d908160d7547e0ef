"""What a group has set, and the seasons it has named: on a phone they follow the server, and keep what was changed there."""

from __future__ import annotations

import datetime
from typing import Any

from scorekeeper.exchange.models import Home
from scorekeeper.exchange.shapes import Shape, by_name, called, fields, flag, many, text
from scorekeeper.history.models import Season
from scorekeeper.people.models import PAY_TO_LENGTH, Group

type Days = list[str]  # a season: name, first and last day, the latter "" where it goes on

SETTINGS = ("name", "pay_to", "shows_money", "card_faces")


def _season(value: Any) -> bool:
    if not (isinstance(value, list) and len(value) == 3 and all(isinstance(each, str) for each in value)):
        return False
    try:
        first, last = (datetime.date.fromisoformat(each) for each in (value[1], value[2] or value[1]))
    except ValueError:
        return False
    return called(value[0]) and first <= last and [value[1], value[2]] == [str(first), value[2] and str(last)]


SEASONS = many(_season, 1000)
OF_A_GROUP: Shape = fields(
    key=text(12, 1),
    name=called,
    pay_to=text(PAY_TO_LENGTH),
    shows_money=flag,
    card_faces=by_name(text(40)),
    seasons=SEASONS,
)
CHANGED: Shape = fields(new=SEASONS, gone=SEASONS)


def of(group: Group) -> dict[str, Any]:
    return {"key": group.key, **{name: getattr(group, name) for name in SETTINGS}, "seasons": seasons_of(group)}


def seasons_of(group: Group) -> list[Days]:
    return [_days(season) for season in Season.objects.filter(group=group).order_by("first", "pk")]


def _days(season: Season) -> Days:
    return [season.name, str(season.first), str(season.last or "")]


def changed_here(home: Home | None) -> dict[str, list[Days]]:
    """The seasons that are new on this phone, and those that are no more."""
    agreed, ours = (home.agreed.get("seasons", []), seasons_of(home.group)) if home else ([], [])
    return {
        "new": [each for each in ours if each not in agreed],
        "gone": [each for each in agreed if each not in ours],
    }


def change_seasons(group: Group, changed: dict[str, list[Days]]) -> None:
    """Inside `write_transaction()`; the same once more does nothing."""
    there = {tuple(_days(season)): season for season in Season.objects.filter(group=group)}
    for days in changed["gone"]:
        if (season := there.pop(tuple(days), None)) is not None:
            season.delete()
    for days in changed["new"]:
        if tuple(days) not in there:
            name, first, last = days
            there[tuple(days)] = Season.objects.create(
                group=group,
                name=name,
                first=datetime.date.fromisoformat(first),
                last=datetime.date.fromisoformat(last) if last else None,
            )


def take(home: Home, theirs: dict[str, Any]) -> None:
    """On a phone, what was changed on the server since the two last agreed. Inside `write_transaction()`."""
    group, agreed = home.group, home.agreed
    now = {name: theirs[name] for name in (*SETTINGS, "seasons")}
    if now == agreed:
        return
    for name in SETTINGS:
        if name not in agreed or agreed[name] != theirs[name]:
            setattr(group, name, theirs[name])
    before = agreed.get("seasons", [])
    change_seasons(
        group,
        {
            "new": [each for each in theirs["seasons"] if each not in before],
            "gone": [each for each in before if each not in theirs["seasons"]],
        },
    )
    home.agreed = now
    group.save()
    home.save(update_fields=["agreed"])
