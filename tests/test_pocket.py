"""Pocket in the Python of this machine, called as its web worker calls it. `make pocket-test` tests it in a browser."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from tests.server.real import ONE_WORKER, Server, Visitor

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
# The beginning of every script: it starts the built site. Each script runs in a process of its own, since Pocket has other
# settings than the tests.
BEGIN = """
import datetime as dt, json, os, re, sys
from pathlib import Path
from urllib.parse import urlencode
work = Path(sys.argv[1])
from pocket.build import NOT_HERE
shims = Path("pocket/shims").resolve()
sys.path.insert(0, str(shims))
for name in {each.replace("-", "_") for each in NOT_HERE} - {each.stem for each in shims.glob("*.py")}:
    sys.modules[name] = None  # a phone does not have it
from pocket import files, site
files.PREPARED, files.SCHEMA = work / "stage/pocket/prepared.sqlite3", work / "stage/pocket/prepared.json"
files.DATA.mkdir(exist_ok=True)
for name in (files.DATABASE, files.KEY, files.COOKIES):
    name.touch()
here = "http://localhost/pocket/app"
FORM, EDGE = "application/x-www-form-urlencoded", "edge"
def get(there, path):
    return there.answer("GET", here + path, {}, b"")
def token(there, page):
    return re.search('name="csrfmiddlewaretoken" value="([^"]+)"', get(there, page)[2].decode())[1]
def form(there, page, path, **fields):
    body = urlencode({"csrfmiddlewaretoken": token(there, page), **fields}).encode()
    return there.answer("POST", here + path, {"content-type": FORM}, body)
def restore(there, backup):
    fields = {"csrfmiddlewaretoken": token(there, "/copies/"), "sure": "on"}
    parts = [f'--{EDGE}\\r\\nContent-Disposition: form-data; name="{name}"\\r\\n\\r\\n{value}\\r\\n' for name, value in fields.items()]
    file = f'--{EDGE}\\r\\nContent-Disposition: form-data; name="file"; filename="copy.tar.gz"\\r\\n\\r\\n'
    body = "".join(parts).encode() + file.encode() + backup + f"\\r\\n--{EDGE}--\\r\\n".encode()
    return there.answer("POST", here + "/copies/", {"content-type": f"multipart/form-data; boundary={EDGE}"}, body)
class Guest:
    def __init__(self):
        self.jar = {}
    def ask(self, method, path, headers=(), body=b""):
        headers = {**dict(headers), "cookie": "; ".join(f"{name}={value}" for name, value in self.jar.items())}
        status, heads, content = there.answer(method, here + path, headers, body, True)
        for name, value in heads:
            if name.lower() == "set-cookie":
                self.jar.update([value.split(";")[0].split("=", 1)])
        return status, dict(heads), content.decode()
    def send(self, at, to, **fields):
        text = self.ask("GET", at)[2]
        found = re.search('name="csrfmiddlewaretoken" value="([^"]+)"', text)
        body = urlencode({"csrfmiddlewaretoken": found[1] if found else "", **fields}).encode()
        return self.ask("POST", to, {"content-type": FORM}, body)

found = {}
there = site.Site()
def page(path="/"):
    return get(there, path)[2].decode()
"""


@pytest.fixture
def play(built, tmp_path):
    """Return a function that runs a script on this test's own phone and returns the script's `found`."""
    return lambda script, *arguments: found_by(script, built, tmp_path / "phone", *arguments)


def found_by(script: str, folder: Path, phone: Path, *arguments: str) -> dict[str, object]:
    environment = {
        **{name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"},
        "SCOREKEEPER_DATA": str(phone),
        "POCKET_BASE": "/pocket/",
        "POCKET_STATIC": str(folder / "static"),
        "LANGUAGE": "en",
    }
    command = [sys.executable, "-c", f"{BEGIN}{script}\nprint(json.dumps(found))", str(folder), *arguments]
    answered = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert answered.returncode == 0, answered.stderr[-3000:]
    return json.loads(answered.stdout.splitlines()[-1])


def test_the_site_answers_without_a_server(play):
    found = play(
        """
status, headers, first = get(there, "/")
found["first"] = [status, "Our group" in first.decode(), "/pocket/static/" in first.decode()]
found["unsafe"] = there.answer("POST", here + "/groups/new/", {}, b"name=Stolen")[0]
status, headers, _ = form(there, "/groups/new/", "/groups/new/", name="Cabin")
home = dict(headers)["Location"].removeprefix("/pocket/app").removesuffix("play/")
found["made"] = [status, get(there, home)[0]]
found["alone"] = [get(there, path)[0] for path in (
    f"{home}accounts/", "/account/login/", "/sign-in/abc/")]
form(there, f"{home}who/", f"{home}who/", player="new", name="Fay")
form(there, "/", "/language/", language="de")
from pocket.models import RemoteServer
from scorekeeper.people.models import Group, Membership
kept = Group.objects.get(name="Our group")
RemoteServer.objects.create(group=kept, origin="https://cards.example", token="abcdefghijklmnop1234")
Membership.objects.update(role=1)  # as when a server gave only a view, and then keeps the group no longer
there = site.Site()
found["owns"] = dict(Membership.objects.values_list("group__name", "role"))
found["me"] = "Fay" in page(f"{home}me/")
found["again"] = ["Cabin" in page(), "Deine Gruppen" in page()]
found["full"] = [there.full({})[0], "Dieses Handy ist voll" in there.full({})[2].decode()]
status, _, said = there.full({"accept-language": "en"}, guest=True)
found["full for a guest"] = [status, "The phone with the pad is full" in said.decode(), "/copies/" in said.decode()]
""",
    )
    assert found == {
        "first": [200, True, True],
        "unsafe": 403,
        "made": [302, 200],
        "alone": [404] * 3,
        "owns": {"Our group": 1, "Cabin": 3},
        "me": True,
        "again": [True, True],
        "full": [409, True],
        "full for a guest": [409, True, False],
    }


def test_a_guest_is_a_phone_with_a_share_link(play):
    """A guest has its own cookies, the link's role and its own player. It cannot open the phone's own pages."""
    found = play(
        """
here_now = page("/")
group = re.search("/g/[a-z0-9]{12}/", here_now)[0]
status, headers, _ = form(there, f"{group}links/", f"{group}links/", role="2", lasting="open")
link = dict(headers)["Location"].removeprefix("/pocket/app")
token_of_link = there._cookies["code"].value

guest, other = Guest(), Guest()
found["before"] = [guest.ask("GET", path)[0] for path in (group, f"{group}links/", "/copies/", "/copies/file/")]
seen, handler = [], there._handler
there._handler = lambda environ, start: seen.append(environ["HTTP_COOKIE"]) or handler(environ, start)
there.answer("GET", here + group, {}, b"", True)
found["the owner's cookies"] = seen
there._handler = handler
join = f"/join/{token_of_link}/"
found["joins"] = guest.send(join, join)[1]["Location"].endswith("/who/")
guest.send(f"{group}who/", f"{group}who/", player="new", name="Gwen")
found["is"] = "Gwen" in guest.ask("GET", f"{group}me/")[2]
found["owner"] = "Gwen" in get(there, f"{group}me/")[2].decode()
found["may"] = [guest.ask("GET", path)[0] for path in (
    group, f"{group}play/", f"{group}links/", f"{group}name/", "/copies/", "/copies/file/", "/join/", f"{group}exchange/")]
found["home"] = "/copies/" in guest.ask("GET", group)[2]
found["another"] = other.ask("GET", group)[0]
from pocket.models import RemoteServer
from scorekeeper.people.models import Group
home = RemoteServer.objects.create(group=Group.objects.get(), origin="https://there.example", token="of-this-phone-only")
found["server"] = ["of-this-phone-only" in text for text in (page(group), guest.ask("GET", group)[2])]
home.delete()
there = site.Site()
found["after a start"] = "Gwen" in guest.ask("GET", f"{group}me/")[2]
found["out"] = [form(there, f"{link}withdraw/", f"{link}withdraw/")[0], guest.ask("GET", group)[0]]
""",
    )
    assert found == {
        "before": [404] * 4,
        "the owner's cookies": [""],
        "joins": True,
        "is": True,
        "owner": False,
        "may": [200, 200, 403, 403, 404, 404, 404, 404],
        "home": False,
        "another": 404,
        "server": [True, False],
        "after a start": True,
        "out": [302, 404],
    }


@pytest.mark.parametrize(
    "torn",
    ["", "{", '{"language": 1, "no', "[]", '{"kept-1.sqlite3": "x"}', '{"a b": "x"}', "2026-13", "2026-11-28T20:15"],
)
def test_small_files_that_are_not_whole_lock_nobody_out(play, torn):
    found = play(
        """
files.keep(dt.datetime.now(dt.UTC))
for path in (files.COOKIES, files.MOMENTS, files.DATA / "copied"):
    path.write_text(sys.argv[2])
files.KEY.write_text("short")
there = site.Site()
found["pages"] = [get(there, path)[0] for path in ("/", "/copies/")]
""",
        torn,
    )
    assert found == {"pages": [200, 200]}


@pytest.mark.parametrize(
    ("applied", "refused"),
    [
        (
            "INSERT INTO django_migrations (app, name, applied) VALUES ('nights', '9999_later', '2027-01-01')",
            "NewerDatabase",
        ),
        (
            "DELETE FROM django_migrations WHERE app = 'nights' AND name IN ('0001_version_0_2', '0004_seats')",
            "OlderDatabase",
        ),
    ],
)
def test_a_database_of_another_version_is_left_alone(play, applied, refused):
    found = play(
        f"""
from django.db import connection, connections
with connection.cursor() as cursor:
    cursor.execute("{applied}")
    cursor.execute("PRAGMA user_version = 7")
connections.close_all()
before = files.DATABASE.read_bytes()
try:
    site.Site()
except Exception as error:
    found["refused"] = type(error).__name__
connections.close_all()
found["as it was"] = files.DATABASE.read_bytes() == before
"""
    )
    assert found == {"refused": refused, "as it was": True}


def test_it_looks_around_and_asks_a_server(play):
    found = play(
        """
status, headers, _ = form(there, "/", "/look-around/")
pad = dict(headers)["Location"].removeprefix("/pocket/app")
nights = page(pad.partition("/m/")[0] + "/nights/")
found["looked_around"] = [status, len(set(re.findall("/nights/([a-z0-9]{12})/", nights)))]
def join(server):
    return get(there, "/join/?" + urlencode({"link": f"{server}/join/abcdefghijklmnop1234/"}))
status, headers, _ = join("https://Cards.example:8443")
found["joins"] = [status, "connect-src 'self' https://cards.example:8443;" in dict(headers)["Content-Security-Policy"] + ";"]
found["no_link"] = [join(server)[0] for server in (
    "https://a.example;script-src", "https://a b.example", "ftp://a.example", "https://a@b.example", "https://*", "")]
heads = {"content-type": "application/json", "x-csrftoken": token(there, "/copies/")}
asked = {"origin": "https://cards.example", "token": "abcdefghijklmnop1234", "version": "", "document": {}}
wrong = [{**asked, "document": 3}, {**asked, "origin": "https://*"}, asked, [], {}, {**asked, "document": {"group": {"key": "x"}}}]
found["no_copy"] = [there.answer("POST", here + "/exchange/copy/", heads, json.dumps(each).encode())[0] for each in wrong]
document = json.loads(get(there, pad.partition("/m/")[0] + "/copy/")[2])
def broken(kind, field, value):
    return {**document, kind: [{**document[kind][0], field: value}, *document[kind][1:]]}
others = [broken("games", "started_at", "x"), broken("players", "colour", None), broken("players", "colour", 10**30),
    broken("nights", "started_at", 3), {**document, "group": {**document["group"], "name": None}}]
wrong = [{**asked, "document": each} for each in others]
found["of_another_make"] = [there.answer("POST", here + "/exchange/copy/", heads, json.dumps(each).encode())[0] for each in wrong]
found["groups"] = page("/").count('href="/pocket/app/g/')
""",
    )
    assert found == {
        "looked_around": [302, 6],
        "joins": [200, True],
        "no_link": [302] * 6,
        "no_copy": [400] * 6,
        "of_another_make": [400] * 5,
        "groups": 2,
    }


def test_what_is_built_lies_beside_the_site_with_a_policy_of_its_own(tmp_path, settings):
    page = tmp_path / "pocket/index.html"
    page.parent.mkdir()
    page.write_text("The shell")
    settings.WHITENOISE_ROOT = tmp_path
    answer = Client().get("/pocket/")
    assert b"".join(answer.streaming_content) == b"The shell"
    assert "Content-Security-Policy" not in answer.headers, "the site's policy would forbid WebAssembly"


def test_a_copy_is_kept_for_when_the_database_is_damaged(play):
    found = play(
        """
form(there, "/groups/new/", "/groups/new/", name="Kept")
now = dt.datetime.now(dt.UTC)
files.keep(now)
form(there, "/groups/new/", "/groups/new/", name="Later")
files.keep(now + dt.timedelta(minutes=1))
found["soon"] = files.kept()[1] == now
form(there, "/copies/", "/copies/", kept="1")
found["gone back"] = ["Kept" in page(), "Later" in page()]
form(there, "/copies/", "/copies/", kept="1")
found["and forth"] = "Later" in page()
from django.db import connections
connections.close_all()
whole = files.DATABASE.read_bytes()
form(there, "/groups/new/", "/groups/new/", name="Last")
restore(there, whole)
found["a database alone"] = ["Later" in page(), "Last" in page()]
connections.close_all()
files.DATABASE.write_bytes(whole[:5000] + bytes(4000) + whole[9000:])
try:
    site.Site()
    found["damaged"] = "unseen"
except Exception as error:
    found["damaged"] = type(error).__name__
files.rescue(None)
there = site.Site()
found["rescued"] = "Kept" in page()
connections.close_all()
files.DATABASE.write_bytes(b"")
there = site.Site()
found["empty"] = "Kept" in page()
files.rescue(b"")
there = site.Site()
found["anew"] = ["Kept" in page(), "group" in page()]
try:
    files.rescue(b"no copy")
except files.NoCopy:
    found["no copy"] = "Our group" in page()
found["backups"] = []
for backup in (files.packed(whole), whole):
    connections.close_all()
    files.rescue(b"")
    files.rescue(backup)
    there = site.Site()
    found["backups"].append("Later" in page())
""",
    )
    assert found == {
        "soon": True,
        "gone back": [True, False],
        "and forth": True,
        "a database alone": [True, False],
        "damaged": "Damaged",
        "rescued": True,
        "empty": True,
        "anew": [False, True],
        "no copy": True,
        "backups": [True, True],
    }


def test_a_clock_that_was_wrong_keeps_no_copy_from_being_made(play):
    found = play(
        """
now = dt.datetime.now(dt.UTC)
year = dt.timedelta(days=365)
def make(name):
    form(there, "/groups/new/", "/groups/new/", name=name)
    there.close()
make("Ahead")
files.keep(now + year)
(files.DATA / "copied").write_text((now + year).isoformat())
make("Right")
files.keep(now - dt.timedelta(hours=1))
found["right"] = files.kept()[1] < now
make("Later")
files.keep(now)
found["later"] = [files.kept()[1] == now, sum(path.exists() for path in files.COPIES)]
found["saved"] = "No copy yet" in page("/copies/")
""",
    )
    assert found == {"right": True, "later": [True, 2], "saved": True}


def test_the_newest_copy_is_the_last_one_made_though_the_clock_was_set_back_since(play):
    found = play(
        """
now = dt.datetime.now(dt.UTC)
soon = now + dt.timedelta(minutes=5)
def make(name):
    form(there, "/groups/new/", "/groups/new/", name=name)
    there.close()
make("Before")
files.keep(now - dt.timedelta(hours=1))
make("Newest")
files.keep(soon)
found["is newest"] = files.kept()[1] == soon
make("Lost")
files.rescue(None)
there = site.Site()
found["rescued"] = ["Newest" in page(), "Lost" in page()]
told = json.loads(files.MOMENTS.read_text())
told.pop("newest", None)
files.MOMENTS.write_text(json.dumps(told))
found["by an earlier version"] = files.kept()[1] == soon
(files.DATA / "copied").write_text(soon.isoformat())
found["saved"] = "Last copy: " in page("/copies/")
"""
    )
    assert found == {"is newest": True, "rescued": [True, False], "by an earlier version": True, "saved": True}


def test_it_asks_for_a_copy_once_three_nights_are_nowhere_else(play):
    found = play(
        """
from scorekeeper.nights.models import Night
from scorekeeper.people.models import Group
group = Group.objects.get()
due = lambda: "Save a copy" in page()
from pocket.models import RemoteServer
from scorekeeper.people.models import Role
there_too = Group.objects.create(name="Of a server")
there_too.memberships.create(user_id=1, role=Role.SCORER)
RemoteServer.objects.create(group=there_too, origin="https://cards.example", token="x")
for each in (group, group, there_too):
    Night.objects.create(group=each)
found["two of its own"] = due()
Night.objects.create(group=group)
found["three"] = due()
get(there, "/copies/file/")
found["saved"] = due()
""",
    )
    assert found == {"two of its own": False, "three": True, "saved": False}


def test_it_asks_for_a_copy_though_the_clock_was_ahead_when_the_phone_was_first_used(play):
    found = play(
        """
from django.utils import timezone
from scorekeeper.nights.models import Night
from scorekeeper.people.models import Group, User
User.objects.update(date_joined=timezone.now() + dt.timedelta(days=365))
for _ in range(2):
    Night.objects.create(group=Group.objects.get())
found["two"] = "Save a copy" in page()
Night.objects.create(group=Group.objects.get())
found["three"] = "Save a copy" in page()
"""
    )
    assert found == {"two": False, "three": True}


KEPT_ON_A_SERVER = """
import django
django.setup()
from django.core.management import call_command
from scorekeeper.people.models import Group
call_command("migrate", verbosity=0)
Group.objects.get(name="Of a server").delete()
call_command("check")
"""


def test_what_a_phone_keeps_of_its_server_keeps_no_server_from_deleting_a_group(play, tmp_path):
    database = tmp_path / "phone" / "scorekeeper.sqlite3"
    play(
        """
from pocket.models import OutboxForm, RemoteServer
from scorekeeper.people.models import Group
group = Group.objects.create(name="Of a server")
RemoteServer.objects.create(group=group, origin="https://cards.example", token="a-token")
OutboxForm.objects.create(group=group, key="form-a", to="/g/x/people/", fields=[], what="someone new", at=dt.datetime.now(dt.UTC))
there.close()
"""
    )
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
        "SCOREKEEPER_DATA": str(database.parent),
    }
    command = [sys.executable, "-c", KEPT_ON_A_SERVER]
    answered = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert answered.returncode == 0, answered.stderr[-3000:]


@pytest.mark.server
def test_a_copy_goes_to_a_server_and_comes_from_one(play, tmp_path):
    backup = tmp_path / "phone.tar.gz"
    found = play(
        """
form(there, "/groups/new/", "/groups/new/", name="Cabin")
Path(sys.argv[2]).write_bytes(get(there, "/copies/file/")[2])
form(there, "/groups/new/", "/groups/new/", name="Later")
restore(there, Path(sys.argv[2]).read_bytes())
found["own"] = ["Cabin" in page(), "Later" in page()]
restore(there, b"no copy")
found["no copy"] = "Cabin" in page()
""",
        str(backup),
    )
    assert found == {"own": [True, False], "no copy": True}

    server = Server(tmp_path / "data", options=ONE_WORKER)
    server.set_up()
    server.manage("restore", str(backup))
    server.start()
    try:
        link = re.search(r"/owner/\S+/", server.manage("owner_link"))
        home = Visitor(server).submit(link[0], username="Alice", password="three odd words")
        assert "Cabin" in home, "the account made by the owner's link lacks the phone's groups"
    finally:
        server.kill()

    other = Server(tmp_path / "other")
    other.set_up()
    theirs = tmp_path / "server.tar.gz"
    other.manage("backup", str(theirs))
    found = play(
        """
restore(there, Path(sys.argv[2]).read_bytes())
home = re.search('href="/pocket/app(/g/[^"]+)"', page())[1]
found["theirs"] = ["Friday cards" in page(), "Rufmariasch" in page(home)]
there = site.Site()
found["again"] = form(there, home + "name/", home + "name/", name="Ours")[0]
""",
        str(theirs),
    )
    assert found == {"theirs": [True, True], "again": 302}


def test_a_phone_that_stood_by_takes_the_copy_that_it_has(play):
    found = play(
        """
group = re.search("/g/[a-z0-9]{12}/", page("/"))[0]
form(there, f"{group}people/", f"{group}people/", name="Gwen")
document = json.loads(get(there, f"{group}hand-over/")[2])["document"]
def take(document):
    headers = {"content-type": "application/json", "x-csrftoken": token(there, "/groups/new/")}
    status, _, content = there.answer("POST", here + "/take-over/", headers, json.dumps(document).encode())
    return status, json.loads(content)
found["watches"] = take(document | {"role": 1})[0]
other = {**document["group"], "key": "a/b"}
found["other"] = [take({})[0], take([])[0], take(document | {"format": "none"})[0],
    take(document | {"group": other})[0], take(document | {"players": [{**document["players"][0], "key": "a/b"}]})[0],
    take(document | {"players": [{**document["players"][0], "hidden_at": "x"}]})[0],
    take(document | {"players": [{**document["players"][0], "colour": None}]})[0]]
found["home"] = get(there, "/")[0]
status, told = take(document | {"of many years": "x" * 5_000_000})
found["takes"] = [status, told["to"].removeprefix("/pocket/app") == group]
found["there"] = "Gwen" in page(f"{group}people/")
found["owns"] = get(there, f"{group}links/")[0]
found["beside"] = len(set(re.findall("/g/[a-z0-9]{12}/", page("/"))))
""",
    )
    assert found == {
        "watches": 400,
        "other": [400] * 7,
        "home": 200,
        "takes": [200, True],
        "there": True,
        "owns": 200,
        "beside": 1,
    }


def test_a_table_is_handed_over_and_back_with_its_codes_people_drafts_and_forms(play, built, tmp_path):
    """Nobody has to join again, or say again who they are. The new host processes no form of the former host again."""
    begun = play(
        """
group = re.search("/g/[a-z0-9]{12}/", page("/"))[0]
for name in ("Anna", "Ben", "Carla"):
    form(there, f"{group}people/", f"{group}people/", name=name)
form(there, f"{group}who/", f"{group}who/", player="new", name="Host")
status, headers, _ = form(there, f"{group}play/krimsutep/", f"{group}play/krimsutep/", seat="Anna", stake="0")
from scorekeeper.nights.models import Match
from scorekeeper.people.models import Group, Player
three = list(Player.objects.filter(name__in=("Anna", "Ben", "Carla")))
match = Match.start(Group.objects.get().nights.create(), "beutelschneider", three, {}, 0)
pad = match.get_absolute_url().removeprefix("/pocket/app")
guests = {}
for name, role in (("Ben", 2), ("Carla", 2), ("", 1)):
    status, headers, _ = form(there, f"{group}links/", f"{group}links/", role=role, lasting="open")
    guests[name] = guest = Guest()
    join = f"/join/{there._cookies['code'].value}/"
    guest.send(join, join)
    guest.send(f"{group}who/", f"{group}who/", player=Player.objects.get(name=name).pk if name else "watch")
from scorekeeper.nights.models import Draft
for seen in range(2):
    match.draft.put({f"bid {seen}": {"row-bid-0": [str(seen)]}}, seen, "Ben")
match.draft.put({"pile 0": {"a": ["1"]}, "form": {"screen": ["captured"]}}, 2, "Ben")
match.save_trick({"leader": "Anna", "plays": [["Anna", "RD"], ["Ben", "TA"], ["Carla", "TC"]]})
found["unfinished"] = there.unfinished() == Draft.objects.latest("pk").at.isoformat()
carla = guests["Carla"]
text = carla.ask("GET", f"{pad}adjust/")[2]
who, csrf = re.search('data-who="([^"]+)"', text)[1], re.search('name="csrfmiddlewaretoken" value="([^"]+)"', text)[1]
sent = dict(key="round-of-carla", seen="0", **{"points-0": "7", "points-1": "-7"})
keyed = {"idempotency-key": "k" * 20, "sent-by": who, "x-csrftoken": csrf, "content-type": FORM}
found["saved"] = carla.ask("POST", f"{pad}adjust/", keyed, urlencode(sent).encode())[0]
part = {"by": "Ben", "at": "2026-11-01T20:00:00+00:00", "version": 1}
Draft.objects.create(match=match, corrects=match.entries.get(), number=1, parts={"start": part | {"fields": {"dealer": "Ben"}}})
csrf = token(there, f"{group}people/")
whole = lambda: there.answer("POST", here + f"{group}hand-over/", {"x-csrftoken": csrf, "content-type": FORM}, b"to=Ben")
status, _, content = whole()
found["given"], found["all"] = status, json.loads(content)
told = there.answer("GET", here + group, {"accept": "text/html"}, b"")[2].decode()
found["told"] = bool(re.search("The pad has been with [^ ]*Ben[^ ]* since [0-9]", told))
found["twice"] = [whole()[0], get(there, f"{group}hand-over/")[0]]
found["no more"] = carla.ask("POST", f"{pad}adjust/", keyed | {"idempotency-key": "l" * 20}, urlencode(sent).encode())[0]
found["guests"] = {name: each.jar for name, each in guests.items()}
found |= {"keyed": keyed, "sent": sent, "group": group, "pad": pad}
"""
    )
    assert [begun[name] for name in ("saved", "given", "told", "no more")] == [201, 200, True, 503]
    text = json.dumps(begun["all"]["document"])
    assert not [jar for jar in begun["guests"].values() if jar["scorekeeper_session"] in text], (
        "a session key was handed over"
    )
    assert begun["twice"] == [409, 409], "the former host still gives its data away"
    assert begun["unfinished"], "an update could come between bids and tricks"
    given = tmp_path / "given.json"
    given.write_text(json.dumps(begun))
    on = """
given = json.loads(Path(sys.argv[2]).read_text())
group, pad, jars = given["group"], given["pad"], given["guests"]
def take(document, session):
    headers = {"content-type": "application/json", "was-session": session, "x-csrftoken": token(there, "/groups/new/")}
    status, _, content = there.answer("POST", here + "/take-over/", headers, json.dumps(document).encode())
    return status, json.loads(content)
def guest(jar):
    made = Guest()
    made.jar = jar
    return made
"""
    taken = found_by(
        on
        + """
own = re.search("/g/[a-z0-9]{12}/", page("/"))[0]
form(there, f"{own}links/", f"{own}links/", role="2", lasting="open")  # the numbers of codes are others here
document = given["all"]["document"]
wrong = [("drafts", "corrects", "x"), ("drafts", "at", "x"), ("drafts", "parts", None), ("drafts", "key", "a/b"),
    ("links", "expires_at", "x"), ("links", "name", None), ("sessions", "opened", ["x"])]
found["other"] = [take(document | {kind: [{**document[kind][0], field: value}]}, "none")[0] for kind, field, value in wrong]
status, told = take(document, jars["Ben"]["scorekeeper_session"])
found["takes"] = [status, len(told["links"])]
digests = [guest({"scorekeeper_session": each["key"]}) for each in given["all"]["document"]["sessions"]]
found["digests"] = [each.ask("GET", group)[0] for each in digests]
carla, watcher, host = guest(jars["Carla"]), guest(jars[""]), guest(given["all"]["seat"]["cookies"])
found["is"] = [name in page for name, page in (
    ("Ben", get(there, f"{group}me/")[2].decode()), ("Carla", carla.ask("GET", f"{group}me/")[2]),
    ("Host", host.ask("GET", f"{group}me/")[2]))]
found["may"] = [each.ask("GET", f"{pad}adjust/")[0] for each in (carla, host, watcher)]
found["once"] = carla.ask("POST", f"{pad}adjust/", given["keyed"], urlencode(given["sent"]).encode())[0]
from scorekeeper.nights.models import Draft, Entry, Match
found["rounds"] = Entry.objects.count()
found["correction"] = list(Draft.objects.exclude(corrects=None).values_list("corrects__number", "number"))
coming = Match.objects.get(game_slug="beutelschneider").draft
found["draft"] = {code: part["fields"] for code, part in coming.parts.items()}
found["links"] = page(f"{group}links/").count("data-link=")
csrf = token(there, f"{group}people/")
form = {"x-csrftoken": csrf, "content-type": FORM}
found["all"] = json.loads(there.answer("POST", here + f"{group}hand-over/", form, b"to=Host")[2])
import random
from tests.fuzz_values import broken, repeated
chance, found["made up"] = random.Random(7), []
for kind in chance.choices(("drafts", "links", "sessions", "sent"), (3, 1, 1, 1), k=len(repeated(30))):
    changed = document | broken({kind: document[kind]}, chance)
    status = take(changed, "none")[0]
    if status not in (200, 400):
        found["made up"].append([status, changed[kind]])
""",
        built,
        tmp_path / "other",
        str(given),
    )
    back = taken.pop("all")
    assert taken == {
        "other": [400] * 7,
        "made up": [],
        "takes": [200, 4],
        "digests": [404] * 4,
        "is": [True] * 3,
        "may": [200, 200, 403],
        "once": 201,
        "rounds": 1,
        "correction": [[1, 1]],
        "draft": {
            "bid 0": {"row-bid-0": ["0"]},
            "bid 1": {"row-bid-0": ["1"]},
            "form": {"screen": ["captured"]},
            "pile 0": {"a": ["1"]},
            "judged 1": {"leader": "Anna", "plays": [["Anna", "RD"], ["Ben", "TA"], ["Carla", "TC"]]},
        },
        "links": 3,  # without the code that no phone has used
    }
    begun["all"] = back
    given.write_text(json.dumps(begun))
    again = play(
        on
        + """
status, told = take(given["all"]["document"], "none")
found["takes"] = status
found["groups"] = len(set(re.findall("/g/[a-z0-9]{12}/", page("/"))))
found["told"] = "The pad has been with" in there.answer("GET", here + group, {"accept": "text/html"}, b"")[2].decode()
found["carla"] = guest(jars["Carla"]).ask("GET", f"{pad}adjust/")[0]
from scorekeeper.nights.models import Entry
found["rounds"] = Entry.objects.count()
headers = {"x-csrftoken": token(there, f"{group}people/"), "content-type": FORM}
lately = json.loads(get(there, f"{group}hand-over/")[2])["document"]  # for a phone that stands by: the last nights
there.answer("POST", here + f"{group}hand-over/", dict(headers), b"to=Host")
take(lately, "none")
found["beside"] = [len(set(re.findall("/g/[a-z0-9]{12}/", page("/"))))]
headers["x-csrftoken"] = token(there, f"{group}people/")
from pocket import handing_over
handing_over.NIGHTS = 0
lately = json.loads(get(there, f"{group}hand-over/")[2])["document"]
there.answer("POST", here + f"{group}hand-over/", headers, b"to=Host")
found["without older games"] = [take(lately | {"drafts": given["all"]["document"]["drafts"]}, "none")[0], take(lately, "none")[0]]
found["beside"].append(len(set(re.findall("/g/[a-z0-9]{12}/", page("/")))))
found["apart"] = page("/").count(", until ")
""",
        str(given),
    )
    assert again.pop("without older games") == [400, 200], "a draft of a game that is left out was taken"
    assert again == {"takes": 200, "groups": 1, "told": False, "carla": 200, "rounds": 1, "beside": [1, 2], "apart": 1}


@pytest.mark.parametrize("host", ["all", "watch", ""])
def test_whoever_is_no_player_says_so_once_however_often_a_table_changes_hands(play, built, tmp_path, host):
    """The phone that takes over still has the answers that the former host and the guest gave on the page `who`."""
    answers = """
def answer(page):
    found = re.findall('value="(all|watch)" aria-current="true"', page)
    return found[0] if found else ""
"""
    begun = play(
        """
group, host = re.search("/g/[a-z0-9]{12}/", page("/"))[0], sys.argv[2]
form(there, f"{group}who/", f"{group}who/", player="new", name="Anna")
if host:
    form(there, f"{group}who/", f"{group}who/", player=host)
form(there, f"{group}links/", f"{group}links/", role=2, lasting="open")
guest = Guest()
join = f"/join/{there._cookies['code'].value}/"
guest.send(join, join)
guest.send(f"{group}who/", f"{group}who/", player="all" if host else "watch")
form = {"x-csrftoken": token(there, f"{group}people/"), "content-type": FORM}
found = json.loads(there.answer("POST", here + f"{group}hand-over/", form, b"to=")[2])
found |= {"group": group, "guest": guest.jar}
""",
        host,
    )
    given = tmp_path / "given.json"
    given.write_text(json.dumps(begun))
    taken = found_by(
        answers
        + """
given = json.loads(Path(sys.argv[2]).read_text())
group = given["group"]
headers = {"content-type": "application/json", "was-session": given["guest"]["scorekeeper_session"]}
headers["x-csrftoken"] = token(there, "/groups/new/")
found["takes"] = there.answer("POST", here + "/take-over/", headers, json.dumps(given["document"]).encode())[0]
former = Guest()
former.jar = given["seat"]["cookies"]
found["former"] = answer(former.ask("GET", f"{group}who/")[2])
found["owner"] = answer(page(f"{group}who/"))
""",
        built,
        tmp_path / "other",
        str(given),
    )
    assert taken == {"takes": 200, "former": host, "owner": "all" if host else "watch"}


ON_A_SERVER = """
from pocket.models import RemoteServer, OutboxForm
from scorekeeper.people.models import Group
group = re.search("/g/[a-z0-9]{12}/", page("/"))[0]
home = RemoteServer.objects.create(group=Group.objects.get(), origin="https://cards.example", token="abcdefghijklmnop1234")
keys = iter(f"form-of-this-phone-{n}" for n in range(99))
def do(path, **fields):
    fields = {"csrfmiddlewaretoken": token(there, "/copies/"), **fields}
    heads = {"content-type": FORM, "idempotency-key": next(keys), "sent-by": "account-1"}
    status, heads, _ = there.answer("POST", here + group + path, heads, urlencode(fields, doseq=True).encode())
    assert status == 201, (path, status)
def json_of(path, value=None, heads=(), **fields):
    heads = {"content-type": FORM, "x-csrftoken": token(there, "/copies/"), **dict(heads)}
    body = json.dumps(value).encode() if value is not None else urlencode(fields, doseq=True).encode()
    return there.answer("POST" if value is not None or fields else "GET", here + path, heads, body)[2]
def copy():
    return json.loads(get(there, f"{group}copy/")[2])
for name in ("Ben", "Carla", "Dirk"):
    do("people/", name=name)
do("play/krimsutep/", seat=["Ben", "Carla", "Dirk"], stake=5)
game = f"m/{copy()['games'][0]['key']}/"
"""


def test_what_waits_for_the_server_is_said_in_words(play):
    """The owner of the phone reads these words when the server has refused a form."""
    found = play(
        ON_A_SERVER
        + """
key = {each["name"]: each["key"] for each in copy()["players"]}
letters = {each["name"]: each["letters"] for each in copy()["players"]}
do(game + "adjust/", seen=0, **{"points-0": 9, "points-1": 0, "points-2": 0})
entry = copy()["games"][0]["entries"][0]["key"]
do(f"{game}round/{entry}/", screen="adjustment", seen=1, **{"points-0": 3, "points-1": 0, "points-2": 0})
do(game + "undo/")
do(game + "seats/", seen=1, **{"name-0": "Gerd"})
do(game + "deals/", dealer=1, seen=2)
do(game + "close/")
do(game + "delete/", sure="yes")
do(game + "bring-back/")
do(f"people/{key['Ben']}/name/", name="Benno")
do(f"people/{key['Ben']}/sign/", shape=3, colour=3, letters=letters["Ben"])
do(f"people/{key['Dirk']}/hide/")
gerd = next(each["key"] for each in copy()["players"] if each["name"] == "Gerd")
do("money/pay/", payer=key["Carla"], receiver=gerd, amount="0.10", currency="EUR")
do(f"money/payments/{copy()['payments'][0]['key']}/undo/")
do("money/expenses/enter/", payer=key["Carla"], amount="7", currency="EUR", note="Tea", people=[key["Ben"]], by="all")
do(f"money/expenses/{copy()['expenses'][0]['key']}/undo/")
do("seasons/", name="Spring", first="2026-03-01")
found["words"] = [re.sub("[\u2066-\u2069]", "", each.what) for each in OutboxForm.objects.all()]
""",
    )
    game = "The Architects of Krimsutep"
    assert found["words"] == [
        *("Ben is in.", "Carla is in.", "Dirk is in."),
        f"{game}: a new game: Ben, Carla and Dirk",
        f"{game}: Manual adjustment, entered: Ben +9, Carla 0, Dirk 0",
        f"{game}: Manual adjustment corrected: Ben +9 → +3.",
        f"{game}: Undone: Manual adjustment, corrected by Me.",
        f"{game}: Gerd takes over from Ben, with 9 points.",
        f"{game}: Carla deals round 1.",
        f"{game}: ended the game",
        f"{game}: Deleted. You can restore it for 30 days.",
        f"{game}: Undone: deleted the game.",
        *("Benno", "Benno", "Dirk"),
        *("Carla → Gerd: €0.10", "Undone: Carla → Gerd: €0.10."),
        *("Carla paid €7.00 for Benno: Tea", "Undone: Carla paid €7.00 for Benno: Tea."),
        "Spring",
    ]


def test_a_server_that_went_back_is_sent_once_more_what_it_lost(play):
    found = play(
        ON_A_SERVER
        + """
def waits():
    forms = json.loads(get(there, f"{group}exchange/waiting/")[2])["items"]
    return [each["to"].removeprefix(group) for each in forms if not each["held"]]
def answered(status):
    keys = [each["key"] for each in json.loads(get(there, f"{group}exchange/waiting/")[2])["items"]]
    json_of(f"{group}exchange/answered/", form=keys, status=[status] * len(keys), why=["Sam was faster"] * len(keys))
def take(document, **said):
    sent = {"origin": home.origin, "token": home.token, "version": "", "document": {**document, "role": 2}, **said}
    return json.loads(json_of("/exchange/copy/", sent, {"content-type": "application/json"}))
def rounds():
    return [len(game["entries"]) for game in copy()["games"]]
def first_round():
    return copy()["games"][0]["entries"][0]["key"]
do(game + "adjust/", seen=0, **{"points-0": 1})
answered(500)
found["a fault of its own"] = [len(waits()), OutboxForm.objects.refused().count()]
answered(201)
found["done"] = waits()
backup = copy()
found["nothing is lost"] = "asks" in take(backup)
do("people/", name="Emil")
do(game + "adjust/", seen=1, **{"points-0": 2})
do(game + "undo/")
do(game + "adjust/", seen=2, **{"points-0": 3})
found["game"], found["round"] = game, first_round()
do(f"{game}round/{first_round()}/", screen="adjustment", seen=1, **{"points-0": 9})
answered(201)
newest = copy()
found["nor then"] = "asks" in take(newest)
games = [{**each, "changes": each["changes"][:-1]} for each in newest["games"]]
found["a correction alone"] = len(take({**newest, "games": games})["lost"])
without_emil = {**newest, "players": [each for each in newest["players"] if each["name"] != "Emil"]}
found["a person alone"] = take(without_emil)["lost"]
found["a person removed with the former code"] = "asks" in take(without_emil, token="another-code-1234567")
take(newest)
found["asked"] = [len(take(backup)["lost"]), rounds(), waits()]
do(game + "adjust/", seen=3, **{"points-0": 4})
answered(409)
found["sent anew"] = [take(backup, older="send"), waits()]
answered(201)
found["once"] = ["asks" in take(copy()), rounds()]
found["left"] = [bool(take(backup, older="leave")["to"]), rounds(), waits(), "asks" in take(backup)]
answered(201)
take(copy())
backup = copy()
do("seasons/", name="Spring", first="2026-03-01")
do(game + "adjust/", seen=rounds()[0], **{"points-0": 5})
answered(201)
found["a season before a round"] = [len(take(backup)["lost"]), take(backup, older="send"), waits()]
answered(201)
found["back a second time"] = "asks" in take(backup)
take(copy())
def decide(what):
    json_of(f"{group}exchange/decide/", form=OutboxForm.objects.last().key, do=what)
    return [OutboxForm.objects.discarded().count(), len(waits())]
do(f"{game}round/{first_round()}/", screen="adjustment", seen=1, **{"points-0": 8})
answered(409)
do(game + "adjust/", seen=copy()["games"][0]["entries"][-1]["number"], **{"points-0": 6})
found["a refused correction holds nothing back"] = len(waits())
answered(409)
found["and says why"] = page(f"{group}exchange/").count("Sam was faster")
found["discarded and brought back"] = [decide("away"), decide("back")]
answered(201)
later = {**newest["nights"][0], "started_at": "2099-01-01T20:00:00+00:00"}
old = {**newest, "games": [], "nights": [{**later, "key": f"night{n}"} for n in range(20)]}
answered(201)
found["too old for a copy"] = "asks" in take(old)
""",
    )
    game, round_ = found.pop("game"), found.pop("round")
    assert found == {
        "a fault of its own": [5, 0],
        "done": [],
        "nothing is lost": False,
        "nor then": False,
        "a correction alone": 1,
        # These are the new player and the undo after it: nothing in a copy shows whether the undo has been processed.
        "a person alone": ["Emil is in.", "The Architects of Krimsutep: Manual adjustment removed."],
        "a person removed with the former code": False,
        "asked": [
            5,
            [3],
            [],
        ],
        "sent anew": [
            {"to": ""},
            [
                "people/",
                *(f"{game}{each}/" for each in ("adjust", "undo", "adjust", f"round/{round_}", "adjust")),
            ],
        ],
        "once": [False, [4]],
        "left": [True, [1], [], False],
        "a season before a round": [
            2,
            {"to": ""},
            ["seasons/", f"{game}adjust/"],
        ],
        "back a second time": True,
        "too old for a copy": False,
        "a refused correction holds nothing back": 1,
        "and says why": 2,
        "discarded and brought back": [[1, 0], [0, 1]],
    }
