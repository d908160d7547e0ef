"""Several phones do random things at the same time, from a fixed seed. Afterwards, every stored result is correct.

Each phone is a thread that sends requests. All use the same database, which is a file. CONCURRENT_EVENINGS=20 plays 20
evenings instead of one.
"""

import json
import os
import threading
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connections
from django.urls import reverse

from scorekeeper.history.models import Merge, Result
from scorekeeper.money.models import Account, LedgerRow, Payment
from scorekeeper.nights.models import Entry, Match, Night
from scorekeeper.people.models import Group, Player, Role, ShareLink, User
from scorekeeper.rounds.tricks import Tricks
from tests.fixtures import make_phone

EVENINGS = int(os.environ.get("CONCURRENT_EVENINGS", "1"))
PHONES, STEPS = 4, 30
NAMES = ("Anna", "Ben", "Carla", "Dirk")

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


class Phone:
    """A phone on which somebody taps at random, on a page that may be out of date."""

    def __init__(self, group: Group, client, chance: Random) -> None:
        self.group, self.client, self.random = group, client, chance
        self.answers: list[tuple[str, int]] = []
        self.saved: list[str] = []  # notes of rounds that the server said it had saved

    def post(self, name: str, *args, data=None, **more) -> int:
        status = self.client.post(reverse(name, args=[self.group.key, *args]), data or {}, **more).status_code
        self.answers.append((name, status))
        return status

    def match(self) -> Match:
        return self.random.choice(list(Match.objects.filter(night__deleted_at=None)))

    # Actions

    def enter(self) -> None:
        match, key = self.match(), f"round-{self.random.getrandbits(60)}"
        data = {
            "key": key,
            "note": key,
            "seen": match.last_number,
            "points-0": "3",
            "points-1": "-3",
            "screen": "adjustment",
        }
        if self.post("adjust", match.key, data=data) == 302:
            self.saved.append(key)
        if self.random.random() < 0.5:  # as after a retry or a double tap
            self.post("adjust", match.key, data=data)

    def entry(self) -> tuple[Match, Entry] | None:
        match = self.match()
        entries = match.all_entries
        return (match, self.random.choice(entries)) if entries else None

    def correct(self) -> None:
        if found := self.entry():
            match, entry = found
            data = {"seen": entry.version, "points-0": str(self.random.randint(-9, 9)), "screen": "adjustment"}
            self.post("correct", match.key, entry.key, data=data)

    def remove(self) -> None:
        if found := self.entry():
            self.post(self.random.choice(["remove", "restore"]), found[0].key, found[1].key)

    def step(self) -> None:
        name = self.random.choice(["undo", "reopen", "counts", "first_dealer", "forget_tricks"])
        self.post(name, self.match().key, data={"counts": self.random.choice(["yes", "no"])})

    def close(self) -> None:
        self.post("close", self.match().key)

    def options(self) -> None:
        stake = {"stake": self.random.choice(["0", "5", "7"]), "sure": "yes"}
        self.post("options", self.match().key, data=stake)

    def pay(self) -> None:
        night = self.random.choice([None, *Night.objects.filter(deleted_at=None)])
        sums = Account(self.group, night).balances().get("EUR", {})
        names = dict(Player.objects.values_list("pk", "name")) | {None: ""}
        if sums:
            payer, receiver = min(sums, key=sums.get), max(sums, key=sums.get)
            amount = f"0,{self.random.randint(1, 30):02}"
            data = {"payer": names[payer], "receiver": names[receiver], "amount": amount, "currency": "EUR"}
            data |= {"key": f"{self.random.getrandbits(60):x}".zfill(15), "night": night.key if night else ""}
            for _ in range(self.random.choice((1, 2))):
                self.post("pay", data=data)
        if (payment := Payment.objects.order_by("?").first()) and self.random.random() < 0.3:
            self.post("payment_undo", payment.key)

    def write_tricks(self) -> None:
        match = Match.objects.filter(game_slug="beutelschneider").earliest("pk")
        draft = Tricks(match)
        gone = {code for trick in draft.tricks for _, code in trick["plays"]}
        deck = [code for code in match.table.deck if code not in gone]
        plays = self.random.sample(deck, len(match.seated)) if len(deck) >= len(match.seated) else []
        data = {
            "place": len(draft.tricks) + 1,
            "seen": draft.draft.version,
            "key": f"trick-{self.random.getrandbits(60)}",
            "play": plays,
            "save": "1",
        }
        for _ in range(self.random.choice((1, 2))):
            self.post("next_trick", match.key, "new", data=data)
        if draft.tricks and self.random.random() < 0.2:
            self.post("take_trick_back", match.key, "new", data={"seen": draft.draft.version})
        if self.random.random() < 0.1:
            self.post("discard_tricks", match.key, "new", data={"seen": draft.draft.version})

    def save_trick(self) -> None:
        match = Match.objects.filter(game_slug="beutelschneider").earliest("pk")
        self.post("save_trick", match.key, data={"play": self.random.sample(list(match.table.deck), len(match.seated))})

    def people(self) -> None:
        player = self.random.choice(list(Player.objects.filter(merged_into=None)))
        self.post("player_hide", player.key, data={"hidden": self.random.choice(["yes", "no"])})
        self.post("player_name", player.key, data={"name": f"{player.name[:4]}{self.random.randint(0, 99)}"})

    def merge(self) -> None:
        there = list(Player.objects.filter(merged_into=None))
        if len(there) > 1:
            source, target = self.random.sample(there, 2)
            self.post("player_merge", target.key, data={"other": source.pk})
        if (done := Merge.objects.filter(undone_at=None).first()) and self.random.random() < 0.5:
            self.post("player_unmerge", done.target.key, data={"merge": done.pk})

    def night(self) -> None:
        night = self.random.choice(list(Night.objects.all()))
        if Night.objects.filter(deleted_at=None).count() > 1:
            self.post("night_delete", night.key, data={"sure": "yes"})
        self.post("night_restore", night.key)

    def import_file(self) -> None:
        number = self.random.randint(1, 4)
        rounds = [{"kind": "adjustment", "points": {"Ada": number, "Bo": -number}}]
        game = {"game": "rufmariasch", "id": f"file-{number}", "players": ["Ada", "Bo", "Anna", "Cy"], "rounds": rounds}
        game |= {"played_at": f"2025-0{number}-01T20:00Z", "ended": "early"}
        text = json.dumps({"format": "scorekeeper/1", "games": [game]}).encode()
        self.post("import", data={"file": SimpleUploadedFile("games.json", text)})

    def start(self) -> None:
        self.post("again", data={"after": self.match().key})

    def look(self) -> None:
        for name in ("group", "money", "people", "boards", "nights"):
            assert self.client.get(reverse(name, args=[self.group.key])).status_code == 200

    def live(self) -> None:
        verbs = [self.enter] * 4 + [self.close] * 2
        verbs += [self.correct, self.remove, self.step, self.options, self.pay, self.write_tricks, self.save_trick]
        verbs += [self.people, self.merge, self.night, self.import_file, self.start, self.look]
        verbs += self.random.choices(verbs, k=STEPS - len(verbs))
        self.random.shuffle(verbs)
        try:
            for verb in (self.enter, self.write_tricks, self.save_trick, *verbs):  # later, every game may be over
                verb()
        finally:
            connections.close_all()


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_nothing_is_wrong_after_many_at_once(seed, capsys):
    alice = User.objects.create_user("Alice")
    group = Group.create_with_owner("Friday cards", alice)
    players = [Player.objects.create(group=group, name=name) for name in NAMES]
    Player.objects.create(group=group, name="Benni")  # a second name of Ben, to be merged with his player
    for number, (slug, seats) in enumerate([("rufmariasch", 4), ("krimsutep", 3), ("beutelschneider", 4)]):
        night = Night.objects.create(group=group) if number % 2 else Night.tonight(group)
        match = Match.start(night, slug, players[:seats], {"stake": 5}, 0)
        match.enter({"kind": "adjustment", "points": {"Anna": 9, "Ben": -9}}, 0, "Alice")
    _link, token = ShareLink.make(group, Role.SCORER)
    phones = [
        Phone(group, make_phone(alice) if number < 2 else make_phone(token=token), Random(100 * seed + number))
        for number in range(PHONES)
    ]
    threads = [threading.Thread(target=phone.live) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    answers = [answer for phone in phones for answer in phone.answers]
    assert not [answer for answer in answers if answer[1] >= 500 and answer != ("import", 503)], "a request failed"
    assert {name for name, status in answers if status in (200, 302)} >= {
        "adjust",
        "close",
        "next_trick",
        "save_trick",
        "import",
    }
    for note in (note for phone in phones for note in phone.saved):
        assert Entry.objects.filter(record__note=note).count() == 1, "a saved round is missing or stored twice"
    for match in Match.objects.all():
        numbers = [entry.number for entry in match.all_entries]
        assert numbers == sorted({*numbers})
    assert Match.objects.exclude(file_id="").count() == len(
        set(Match.objects.exclude(file_id="").values_list("file_id"))
    )
    for payment in Payment.objects.all():
        assert sum(payment.ledger.values_list("amount", flat=True)) == 0
    for night in [None, *Night.objects.all()]:
        assert all(not sum(sums.values()) for sums in Account(group, night).balances().values())
    assert not LedgerRow.objects.filter(player__merged_into__isnull=False).exists()
    assert not Result.objects.filter(player__merged_into__isnull=False).exists()
    call_command("rescore", check=True)
    assert "0 wrong" in capsys.readouterr().out
