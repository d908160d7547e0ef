"""A prepared query gives what the query gives, for any values and in any thread; and writes what Django would write."""

import datetime
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from scorekeeper.nights.models import Entry, Match, Seat
from scorekeeper.people.models import Player
from scorekeeper.server.prepared import Prepared, PreparedRows

NOW = datetime.datetime(2026, 3, 1, 20, 15, 0, 250, tzinfo=datetime.UTC)


def rows(seats):
    return [(seat.pk, seat.name, seat.player.name) for seat in seats]


def test_it_gives_the_rows_of_its_values_with_what_belongs_to_them(cast, django_assert_num_queries):
    other = Match.start(cast.match.night, "rufmariasch", list(Player.objects.all())[::-1], {}, 0, "Sam")
    prepared = Prepared(lambda match, least: Seat.objects.filter(match=match, position__gte=least))
    for match, least in ((cast.match, 0), (other, 1), (cast.match, 2), (other, 9)):
        wanted = rows(Seat.objects.filter(match=match, position__gte=least))
        with django_assert_num_queries(1):
            assert rows(prepared(match.pk, least)) == wanted


def test_threads_ask_on_connections_of_their_own(cast):
    prepared = Prepared(lambda pk: Match.objects.filter(pk=pk))
    assert [match.pk for match in prepared(cast.match.pk)] == [cast.match.pk]
    asked = []

    def ask():
        try:
            with connection.execute_wrapper(lambda *args: asked.append(connection.connection) or args[0](*args[1:])):
                prepared(0)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(ask).result()
    assert len(asked) == 1
    assert asked[0] is not connection.connection


def test_rows_are_written_as_django_writes_them(cast, monkeypatch):
    """In several statements, each row with its own number; all columns of one, and of no other."""
    monkeypatch.setattr(PreparedRows, "AT_ONCE", 2)
    made = {"match": cast.match, "by": "Ümit", "record": {"a": [1, None], "b": "'"}}
    ours, theirs = (
        [Entry(number=number, key=f"{who}-{number}", created_at=NOW, **made) for number in range(start, start + 3)]
        for who, start in (("ours", 100), ("theirs", 200))
    )
    PreparedRows(Entry).insert(ours)
    Entry.objects.bulk_create(theirs)
    ours[1].points, ours[1].removed_at = [1, -1, 0, 0], NOW
    theirs[1].points, theirs[1].removed_at = [1, -1, 0, 0], NOW
    PreparedRows(Entry).update(ours[1])
    theirs[1].save()
    unlike = {"id", "key", "number"}
    found = {each["key"]: {name: each[name] for name in each.keys() - unlike} for each in Entry.objects.values()}
    assert [found[each.key] for each in ours] == [found[each.key] for each in theirs]
    assert [Entry.objects.get(pk=each.pk).key for each in ours] == ["ours-100", "ours-101", "ours-102"]
