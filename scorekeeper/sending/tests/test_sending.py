"""Forms that arrive more than once, from another person, or with an old CSRF token."""

import threading
from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.db import connection, transaction
from django.http import HttpResponse
from django.utils import timezone

from scorekeeper.history.models import Season
from scorekeeper.nights.models import Entry, Match
from scorekeeper.people.models import Group, ShareLink
from scorekeeper.sending.middleware import ExactlyOnceMiddleware
from scorekeeper.sending.models import ProcessedForm
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.logs import TracebackOnce
from tests.fixtures import PASSWORD, make_phone

KEY = "0123456789abcdef"


@pytest.fixture
def send(cast):
    """Return a function that posts a form as the site's script does: send(phone, path, data, key=…, by=…)."""

    def sent(phone, path, data=None, *, key=KEY, by=f"link-{cast.scorer_link.token_hash[:12]}", **headers):
        return phone.post(path, data or {}, headers={"idempotency-key": key, "sent-by": by, **headers})

    return sent


def test_what_is_sent_again_is_not_done_again(cast, send):
    """The form of "Play again" has no key of its own. Only the key in the header keeps a game from starting twice."""
    cast.match.close("Sam")
    path = f"{cast.group.get_absolute_url()}again/"
    first, second = (send(cast.phone("scorer"), path) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first["Location"] == second["Location"] == Match.objects.latest("pk").get_absolute_url()
    assert Match.objects.filter(night__group=cast.group).count() == 2
    send(cast.phone("scorer"), path, key=KEY[::-1])
    assert Match.objects.filter(night__group=cast.group).count() == 3
    assert send(cast.phone("scorer"), path)["Location"] == first["Location"], "each key leads to its own game"


def test_what_can_no_longer_be_done_is_not_taken_as_done(cast, send):
    step, path = cast.match.last_step.key, f"{cast.match.get_absolute_url()}undo/"
    cast.match.enter({"kind": "adjustment", "points": {"Ben": 1}}, 1, "Vera")
    phone, pad = cast.phone("scorer"), cast.match.get_absolute_url()
    for _ in range(2):
        answer = send(phone, path, {"step": step})
        assert (answer.status_code, answer["Location"]) == (409, pad)
        assert answer.text == "Vera was faster. This is how it looks now.\n"
    assert not ProcessedForm.objects.exists()
    assert "Vera was faster" in phone.get(pad).text
    assert phone.post(path, {"step": step, "key": "of-the-page"}, follow=True).redirect_chain == [(pad, 302)]
    assert not ProcessedForm.objects.exists()


def test_a_key_belongs_to_its_sender_and_its_request(cast, send):
    """A used key with another body, address or sender is refused. The answer tells nothing of the first form."""
    path, fields = f"{cast.match.get_absolute_url()}adjust/", {"seen": 1, "points-0": 3, "screen": "adjustment"}
    sam, olga = cast.phone("scorer"), cast.phone("owner")
    first = send(sam, path, fields)
    assert first.status_code == 201
    saved = list(Match.objects.get().entries.values_list("number", "record"))
    other = cast.other.get_absolute_url()
    by_owner = {"by": f"account-{olga.session['_auth_user_id']}"}
    refused = [
        send(sam, path, fields | {"points-0": 4}),
        send(sam, path, fields | {"more": ""}),
        send(sam, f"{path}?a=b", fields),
        send(sam, f"{cast.match.get_absolute_url()}close/", {}),
        send(sam, path, fields | {"file": ContentFile(b"{}", "a.json")}),
        send(olga, path, fields, **by_owner),
    ]
    assert [answer.status_code for answer in refused] == [422] * len(refused)
    stranger = send(sam, f"{other}people/", {"name": "Eve"})
    assert stranger.status_code == 404, "access is checked first"
    assert not any("Location" in answer for answer in (*refused, stranger))
    assert list(Match.objects.get().entries.values_list("number", "record")) == saved
    assert send(sam, path, fields)["Location"] == first["Location"]


def test_what_is_gone_once_it_is_done_is_answered_again_as_it_was(cast, send):
    owner = cast.phone("owner")
    group, by = cast.group, f"account-{owner.session['_auth_user_id']}"
    delete = f"{group.get_absolute_url()}delete/"
    assert [send(owner, delete, {"name": group.name}, by=by).status_code for _ in range(2)] == [201, 201]


def test_what_is_refused_may_come_again_mended(cast, send):
    path = f"{cast.match.get_absolute_url()}adjust/"
    fields = {"key": "a-round-of-mine", "seen": 1, "points-0": 3}
    assert send(cast.phone("scorer"), path, fields | {"points-0": "lots"}).status_code == 422
    assert not ProcessedForm.objects.exists()
    assert send(cast.phone("scorer"), path, fields).status_code == 201
    assert cast.match.entries.count() == 2
    assert send(cast.phone("scorer"), path, fields | {"key": "another-round"}, key=KEY[::-1]).status_code == 409


def test_what_was_written_before_a_page_asks_again_is_undone(cast, rf):
    def view(request):
        with write_transaction(cast.group):
            Group.objects.update(shows_money=True)
        return HttpResponse("Choose a name.")

    request = rf.post("/", headers={"idempotency-key": KEY})
    request.share_link = cast.scorer_link
    assert ExactlyOnceMiddleware(view)(request).text == "Choose a name."
    assert not Group.objects.filter(shows_money=True).exists()
    assert not ProcessedForm.objects.exists(), "the form may be sent again"


def test_it_goes_out_for_the_person_who_typed_it(cast, send):
    path = f"{cast.match.get_absolute_url()}adjust/"
    fields = {"key": "a-round-of-mine", "seen": 1, "points-0": 3}
    phone = make_phone(token=cast.scorer_token)
    phone.login(username="Alice", password=PASSWORD)
    assert send(phone, path, fields).status_code == 403
    assert send(cast.phone("scorer"), path, fields, by=f"link-{cast.viewer_link.token_hash[:12]}").status_code == 403
    assert send(make_phone(), path, fields).status_code == 403
    assert cast.match.entries.count() == 1
    pages = (cast.match.get_absolute_url(), path)
    assert all(
        f'data-who="link-{cast.scorer_link.token_hash[:12]}"' in cast.phone("scorer").get(page).text for page in pages
    )
    assert send(cast.phone("scorer"), path, fields).status_code == 201
    alice = f"account-{phone.session['_auth_user_id']}"
    assert all(f'data-who="{alice}"' in phone.get(page).text for page in pages)
    again = fields | {"key": "a-round-of-hers", "seen": 2}
    assert send(phone, path, again, key=KEY[::-1], by=alice).status_code == 201
    # A form of an earlier version: Sent-By has the number of the link.
    earlier = fields | {"key": "a-round-from-before", "seen": 3}
    assert send(cast.phone("scorer"), path, earlier, key="k" * 16, by=f"link-{cast.scorer_link.pk}").status_code == 201


def test_a_withdrawn_link_and_a_lost_session_save_nothing(cast, send):
    path = f"{cast.match.get_absolute_url()}adjust/"
    cast.phone("scorer")
    ShareLink.objects.get(pk=cast.scorer_link.pk).withdraw()
    assert send(cast.phone("scorer"), path, {"key": "a-round-of-mine", "seen": 1}).status_code == 404
    owner = cast.phone("owner")
    by = f"account-{owner.session['_auth_user_id']}"
    owner.logout()
    assert send(owner, "/groups/new/", {"name": "Sunday"}, by=by).status_code == 403
    assert not ProcessedForm.objects.exists()


def test_an_old_token_is_answered_with_a_new_one(cast, send):
    phone = make_phone(enforce_csrf_checks=True)
    phone.cookies.update(cast.phone("scorer").cookies)
    path = f"{cast.match.get_absolute_url()}adjust/"
    fields = {"key": "a-round-of-mine", "seen": 1, "points-0": 3}
    refused = send(phone, path, fields)
    assert refused.status_code == 403
    assert send(phone, path, fields, **{"x-csrftoken": refused["X-CSRFToken"]}).status_code == 201


def test_a_key_that_is_none_is_a_bad_request(cast, send):
    assert send(cast.phone("scorer"), f"{cast.match.get_absolute_url()}close/", key="x").status_code == 400


@pytest.mark.parametrize("field", ["adjust", "seasons"])
def test_an_ordinary_form_is_done_once_and_filled_in_otherwise_it_is_another(cast, field):
    """Without a script, a form arrives again after a double tap, after a reload, or if somebody goes back to it."""
    group, pad = cast.group, cast.match.get_absolute_url()
    path, fields, other, made = {
        "adjust": (f"{pad}adjust/", {"next": "yes", "points-0": 3}, {"points-0": 4}, Entry),
        "seasons": (
            f"{group.get_absolute_url()}seasons/",
            {"name": "One", "first": "2026-01-01"},
            {"name": "Two"},
            Season,
        ),
    }[field]
    phone, fields, there = cast.phone("scorer"), fields | {"key": "a-form-of-mine"}, made.objects.count()
    first, again = (phone.post(path, fields) for _ in range(2))
    assert (first.status_code, again.status_code, again["Location"]) == (302, 302, first["Location"])
    assert made.objects.count() == there + 1
    for _ in range(2):
        assert phone.post(path, fields | other).status_code == 302
    assert made.objects.count() == there + 2
    assert cast.phone("owner").post(path, fields).status_code == 302
    assert made.objects.count() == there + 3, "the same form of somebody else is another"


@pytest.mark.parametrize("form", ["again", "adjust"])
@pytest.mark.parametrize("ordinary", [False, True])
@pytest.mark.django_db(transaction=True)
def test_two_at_once_are_done_once(cast, send, ordinary, form):
    """Four requests with one key arrive at once, before any of them is answered."""
    if form == "again":
        cast.match.close("Sam")
    answers = []
    path, fields = {
        "again": (f"{cast.group.get_absolute_url()}again/", {}),
        "adjust": (f"{cast.match.get_absolute_url()}adjust/", {"seen": 1, "points-0": 3}),
    }[form]

    def one(phone):
        answers.append(phone.post(path, fields | {"key": KEY}) if ordinary else send(phone, path, fields))
        connection.close()

    phones = [make_phone(token=cast.scorer_token) for _ in range(4)]
    for phone in phones[1:] if ordinary else ():
        phone.cookies = phones[0].cookies
    threads = [threading.Thread(target=one, args=(phone,)) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {answer.status_code for answer in answers} == {302 if ordinary else 201}
    assert len({answer["Location"] for answer in answers}) == 1
    made = (Match.objects.filter(night__group=cast.group).count(), cast.match.entries.count())
    assert made == ((2, 1) if form == "again" else (1, 2))


def test_wrong_passwords_are_not_forgotten_with_a_sending(cast, send):
    """Signing in with an Idempotency-Key is refused.

    A form with such a key is rolled back if it fails. On PostgreSQL, that would also undo the count of wrong
    passwords, which is in the same database.
    """
    form = {"login": "Alice", "password": "not the password"}
    assert send(cast.phone("scorer"), "/account/login/", form).status_code == 400


@pytest.mark.django_db
def test_what_was_sent_is_known_for_more_than_a_year():
    now = timezone.now()
    for days in (399, 401):
        ProcessedForm.objects.create(key=f"{days} days ago")
        ProcessedForm.objects.filter(key=f"{days} days ago").update(at=now - timedelta(days=days))
    ProcessedForm.forget_old()
    assert ProcessedForm.objects.get().key == "399 days ago"


def made() -> list[object]:
    """Return the keys that a form makes, and the random first dealer.

    They must be the same whether the form is handled on a phone or on a server.
    """
    match = Match.objects.latest("pk")
    night, change = match.night, match.changes.first()
    return [match.key, night.key, match.first_dealer, change and change.key, *match.seats.values_list("player__key")]


def test_what_a_form_makes_has_the_same_keys_wherever_it_is_handled(cast, send):
    phone = cast.phone("scorer")
    cast.match.night.soft_delete()
    begin, found = f"{cast.group.get_absolute_url()}play/beutelschneider/", []
    for _ in range(3):
        with write_transaction():
            send(phone, begin, {"seat": ["Zoë", "Ben", "Yves", "Xenia"], "dealer": "random"})
            path = f"{Match.objects.latest('pk').get_absolute_url()}adjust/"
            send(phone, path, {"key": "a-round-of-mine", "seen": 0, "points-0": 3}, key=KEY[::-1])
            found.append(made())
            transaction.set_rollback(True)
    assert found[0] == found[1] == found[2]
    assert len({key for key in found[0][:4] if key != found[0][2]}) == 3


@pytest.mark.parametrize(("said", "believed"), [(-1, True), (-59, True), (-61, False), (1, False)])
def test_a_form_says_when_it_happened(cast, send, said, believed):
    at = timezone.now() + timedelta(days=said)
    path = f"{cast.match.get_absolute_url()}adjust/"
    send(cast.phone("scorer"), path, {"key": "a-round-of-mine", "seen": 1, "points-0": 3}, Happened_At=at.isoformat())
    entry = cast.match.entries.get(number=2)
    assert (entry.created_at == entry.changes.get().at == at) is believed


@pytest.mark.parametrize("said", ["yesterday", "2026-11-21T21:14:00", "2026-11-21"])
def test_a_time_that_is_none_is_asked_about(cast, send, said):
    path = f"{cast.match.get_absolute_url()}adjust/"
    answer = send(cast.phone("scorer"), path, {"key": "a-round-of-mine", "seen": 1, "points-0": 3}, Happened_At=said)
    assert answer.status_code == 400
    assert not cast.match.entries.filter(number=2).exists()


def test_a_game_belongs_to_the_night_on_which_it_was_played(cast, send):
    """The phone sends the forms two days after the games, during another night."""
    saturday = timezone.now() - timedelta(days=2)
    path = f"{cast.group.get_absolute_url()}play/beutelschneider/"
    for number, at in enumerate([saturday, saturday + timedelta(hours=3)]):
        send(
            cast.phone("scorer"),
            path,
            {"seat": ["Ben", "Zoë", "Yves"]},
            key=f"{KEY}{number}",
            Happened_At=at.isoformat(),
        )
    first, second = Match.objects.order_by("-pk")[:2]
    assert first.night == second.night != cast.match.night
    assert first.night.started_at == saturday


@pytest.fixture
def full_disk():
    """Act as a full disk: the database cannot grow. Yield a function that lets it grow again."""
    with connection.cursor() as cursor:
        [(most,)] = cursor.execute("PRAGMA max_page_count").fetchall()
        cursor.execute("VACUUM")  # removes free pages that another test has left
        cursor.execute("PRAGMA max_page_count = 1")  # in effect the present number, so no page can be added

    def clear():
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA max_page_count = {most}")

    yield clear
    clear()


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_full_disk_is_told_and_logged_in_short_and_the_same_form_is_saved_later(cast, send, full_disk, caplog):
    phone = cast.phone("scorer")
    phone.raise_request_exception = False
    path = f"{cast.match.get_absolute_url()}adjust/"

    def save(number):
        form = {"key": f"round-on-a-full-disk-{number}", "points-0": (-1) ** number, "note": "x" * 200, "next": "yes"}
        return send(phone, path, form, key=f"{KEY}-{number}", **{"accept-language": "de"})

    number = next(number for number in range(1, 100) if save(number).status_code != 201)
    saved = cast.match.entries.count()
    caplog.clear()
    answers = [save(number) for _ in range(20)]
    assert {answer.status_code for answer in answers} == {503}
    assert "Der Punktestand ist gerade nicht erreichbar" in answers[-1].content.decode()
    formatter = TracebackOnce("{message}", style="{")
    logged = [formatter.format(each) for each in caplog.records if each.name == "django.request"]
    assert [text.count("\n") > 1 for text in logged] == [True, *[False] * 19]
    assert logged[-1].endswith("Again OperationalError: database or disk is full")
    full_disk()
    assert [save(number).status_code, save(number).status_code] == [201, 201]
    assert cast.match.entries.count() == saved + 1
