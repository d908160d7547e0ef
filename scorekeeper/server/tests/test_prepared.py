"""A prepared query gives what the query gives, for any values and in any thread."""

from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from scorekeeper.nights.models import Match, Seat
from scorekeeper.people.models import Player
from scorekeeper.server.prepared import Prepared


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
