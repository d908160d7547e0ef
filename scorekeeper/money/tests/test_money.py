"""The ledger, the pages on which a night or a group settles up, and the statement of a balance."""

import datetime
import re

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from scorekeeper.history.models import Merge
from scorekeeper.money.forms import AmountField
from scorekeeper.money.models import Account, LedgerRow, Payment
from scorekeeper.money.statement import items_of, newest_items
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Player
from tests.fixtures import words

NAMES = ("Anna", "Ben", "Carla", "Dirk")


def player(cast, name):
    return Player.objects.get_or_create(group=cast.group, name=name)[0]


def play(cast, *rounds, night=None, slug="rufmariasch", names=NAMES, **options) -> Match:
    """Start a game, and enter each of `rounds` (points by name) as an adjustment. The default stake is 10 cents."""
    night = night or Night.objects.create(group=cast.group)
    options = {"stake": 10} | options
    match = Match.start(night, slug, [player(cast, name) for name in names], options, 0)
    for points in rounds:
        add(match, **points)
    return match


def add(match, **points):
    fresh(match)
    number = match.last_number + 1
    return match.enter({"kind": "adjustment", "points": points}, number - 1, "Sam")


def fresh(match):
    match.refresh_from_db()
    match.refresh()


def sums(cast, night=None, currency="EUR"):
    """Return the balances in minor units, by player's name, without zeros; the cash box is called "box"."""
    names = dict(cast.group.players.values_list("pk", "name")) | {None: "box"}
    found = Account(cast.group, night).balances().get(currency, {})
    return {names[pk]: cents for pk, cents in found.items() if cents}


def money_url(cast, night=None):
    if night is None:
        return reverse("money", args=[cast.group.key])
    return reverse("night_money", args=[cast.group.key, night.key])


def pay(cast, payer, receiver, amount, night=None, role="scorer", **more):
    data = {"payer": payer, "receiver": receiver, "amount": amount, "currency": "EUR", **more}
    data |= {"night": night.key} if night else {}
    return cast.phone(role).post(reverse("pay", args=[cast.group.key]), data)


def tap_paid(cast, page):
    """Send the form of the first open payment, as a tap on its button "paid" does."""
    form = next(part for part in page.text.split("<form")[1:] if 'class="btn stacked paid"' in part)
    fields = dict(re.findall(r'<input type="hidden" name="([a-z]+)" value="([^"]*)"', form))
    return cast.phone("scorer").post(reverse("pay", args=[cast.group.key]), fields)


# The ledger


def test_the_database_refuses_what_no_ledger_may_hold(cast):
    match = play(cast, {"Anna": 2, "Ben": -2})
    row = match.ledger.first()
    anna = player(cast, "Anna")
    payment = {"group": cast.group, "currency": "EUR", "by": "Sam"}
    for wrong in (
        lambda: LedgerRow.objects.filter(pk=row.pk).update(amount=0),
        lambda: LedgerRow.objects.filter(pk=row.pk).update(kind="payment"),
        lambda: LedgerRow.objects.filter(pk=row.pk).update(player=None),
        lambda: Payment.objects.create(key="a", payer=anna, receiver=anna, amount=5, **payment),
        lambda: Payment.objects.create(key="b", payer=anna, amount=0, **payment),
        lambda: Payment.objects.create(key="c", amount=5, **payment),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            wrong()


# Settling up


def test_a_tap_on_paid_settles_and_undo_opens_again(cast):
    night = play(cast, {"Anna": 12, "Ben": -12}, {"Carla": 3, "Dirk": -3}).night
    page = cast.phone("viewer").get(money_url(cast, night))
    assert reverse("pay", args=[cast.group.key]) not in page.text, "a viewer cannot mark a payment"
    assert "Ben pays Anna." in words(page)
    assert "Dirk pays Carla." in words(page)
    assert "€1.50 open" in words(page)
    german = cast.phone("viewer").get(money_url(cast, night), headers={"accept-language": "de"})
    assert "1,50 € offen" in words(german)
    page = cast.phone("scorer").get(money_url(cast, night))
    answer = tap_paid(cast, page)
    assert answer["Location"] == money_url(cast, night)
    assert sums(cast, night) == {"Carla": 30, "Dirk": -30}
    page = cast.phone("scorer").get(money_url(cast, night))
    assert [message.message for message in page.context["messages"]] == ["Ben → Anna: €1.20"]
    assert "Ben has paid Anna." in words(page)
    assert "Entered by Sam's phone" in words(page)
    payment = Payment.objects.get()
    payments = reverse("payments", args=[cast.group.key])
    undo = reverse("payment_undo", args=[cast.group.key, payment.key])
    assert cast.phone("owner").post(undo).url == money_url(cast, night)
    assert cast.phone("owner").post(undo, {"from": "payments"}).url == payments
    for account in (night, None):
        assert sums(cast, account) == {"Anna": 120, "Ben": -120, "Carla": 30, "Dirk": -30}, "undone only once"
    assert "Undone: Ben → Anna" in words(cast.phone("owner").get(payments)).translate({0x2068: None, 0x2069: None})
    assert "Undone by Alice" in words(cast.phone("viewer").get(payments))
    night.soft_delete()
    assert "Undone by Alice" not in words(cast.phone("viewer").get(payments))
    Night.objects.filter(pk=night.pk).update(deleted_at=timezone.now() - datetime.timedelta(days=31))
    play(cast).night.soft_delete()
    assert not Payment.objects.exists(), "a night that is gone for good takes its payments along"


def fields_of(page) -> dict[str, str]:
    """Return the hidden fields of the form of a payment."""
    form = page.text.split('id="form"')[1].split("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="([a-z]+)" value="([^"]*)"', form))


def test_a_payment_by_hand_that_is_sent_twice_is_one(cast):
    """A reload or a retry sends the form again, even without a script."""
    night = play(cast, {"Anna": 12, "Ben": -12}).night
    url = reverse("pay", args=[cast.group.key])
    typed = fields_of(cast.phone("scorer").get(f"{url}?night={night.key}")) | {"payer": "Ben", "receiver": "Anna"}
    for _ in range(2):
        assert cast.phone("scorer").post(url, typed | {"amount": "0,50"}).status_code == 302
    assert sums(cast, night) == {"Anna": 70, "Ben": -70}
    # The same form with another currency, or with the rest of the amount, is another payment.
    play(cast, {"Anna": 5, "Ben": -5}, night=night, currency="CHF")
    francs = typed | {"amount": "0,50", "currency": "CHF"}
    assert cast.phone("scorer").post(url, francs).status_code == 302
    assert sums(cast, night, "CHF") == {}
    assert cast.phone("scorer").post(url, typed | {"amount": "0,70", "note": "in coins"}).status_code == 302
    assert sums(cast, night) == {}
    assert "in coins" in words(cast.phone("viewer").get(reverse("payments", args=[cast.group.key])))


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("1,50", 150),
        ("1.50", 150),
        ("5", 500),
        ("5,", 500),
        ("5 €", 500),
        ("80 ct", 80),
        ("1.234,50 €", 123450),
        ("€1,234.50", 123450),
        ("1.234", 123400),
        ("0,05", 5),
        ("1,5", 150),
        ("1,505", 150500),
        ("1,2,3", None),
        ("5 $", None),
        ("five", None),
        ("5 5", None),
        ("1 50 ct", None),
        ("1e9", None),
        ("٣", None),
    ],
)
def test_amounts_are_read_as_people_write_them(typed, cents):
    if cents is None:
        with pytest.raises(ValidationError, match="Enter an amount such as"):
            AmountField("EUR").clean(typed)
    else:
        assert AmountField("EUR").clean(typed) == cents


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"amount": "4.01"}, "Ben owes only €4.00."),
        ({"amount": "-1"}, "How much was it?"),
        ({"amount": "−1,00 €"}, "How much was it?"),
        ({"amount": "0"}, "How much was it?"),
        ({"amount": "lots"}, "Enter an amount such as €1.50."),
        ({"amount": ""}, "How much was it?"),
        ({"receiver": "Ben"}, "Who got it?"),
        ({"payer": "Anna"}, "Who got it?"),
        ({"payer": "Dirk"}, "Dirk owes only €0.00."),
        ({"receiver": "Dirk"}, "Dirk gets only €0.00."),
        ({"payer": "Zoe"}, "Nobody in this group has that name."),
        ({"payer": "", "receiver": ""}, "Who got it?"),
        ({"currency": "CHF"}, "Nobody owes anyone anything."),
        ({"payer": "", "amount": "4.01"}, "Anna gets only €4.00."),
        ({"note": "x" * 201}, "at most 200 characters"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(cast, change, reason):
    Player.objects.create(group=cast.other, name="Zoe")
    night = play(cast, {"Anna": 40, "Ben": -40}).night
    typed = {"payer": "Ben", "receiver": "Anna", "amount": "1.00", "note": "so far"} | change
    answer = pay(cast, night=night, **typed)
    assert answer.status_code == 422
    assert reason in words(answer)
    assert ("__all__" in answer.context["form"].errors) == ("currency" in change)
    assert typed["note"][:20] in answer.text
    if typed["amount"]:
        assert f'value="{typed["amount"]}"' in answer.text
    assert Payment.objects.count() == 0
    assert sums(cast) == {"Anna": 400, "Ben": -400}


def test_the_page_of_a_payment_says_who_was_tapped_and_how_much_it_can_be(cast):
    night = play(cast, {"Anna": 12, "Ben": -12}, {"Anna": 4, "Dirk": -4}).night
    keys = {name: player(cast, name).key for name in ("Anna", "Dirk")}
    asked = {"night": night.key, "payer": keys["Dirk"], "receiver": keys["Anna"]}
    url = reverse("pay", args=[cast.group.key])
    page = cast.phone("scorer").get(url, asked)
    assert "Dirk pays Anna." in words(page)
    assert "at most €0.40" in words(page)
    assert "at most" not in words(cast.phone("scorer").get(url, {"night": night.key})), "nobody was tapped"
    refused = pay(cast, "Dirk", "Anna", "9", night)
    chosen = re.findall(r'name="(payer|receiver)"\s+value="([^"]+)"\s+checked', refused.text)
    assert dict(chosen) == {"payer": keys["Dirk"], "receiver": keys["Anna"]}, "the choice is kept"
    assert "Dirk pays Anna." not in words(refused), "the choice can be changed, and is not only told"
    assert re.search(r'data-key="point"[^>]*>\s*\.', page.text)
    german = cast.phone("scorer").get(url, asked, headers={"accept-language": "de"})
    assert re.search(r'data-key="point"[^>]*>\s*,', german.text)


# The account of a night and that of the group, several currencies, the cash box


def test_who_has_paid_all_that_was_open_is_not_asked_again_by_a_night(cast):
    night = play(cast, {"Anna": 10, "Ben": -10}).night
    pay(cast, "Ben", "Anna", "1")
    page = words(cast.phone("scorer").get(money_url(cast, night)))
    assert "this night is settled with everything else" in page
    assert "pays Anna" not in page
    answer = pay(cast, "Ben", "Anna", "1", night)
    assert answer.status_code == 422
    assert "is settled with everything else" in words(answer)
    cast.phone("scorer").post(reverse("payment_undo", args=[cast.group.key, Payment.objects.get().key]))
    assert pay(cast, "Ben", "Anna", "1", night).status_code == 302


def test_on_a_phone_that_has_only_the_last_nights_a_statement_ends_with_all_before_them(cast):
    play(cast, {"Anna": 10, "Ben": -10})
    for name, cents in (("Anna", 30), ("Ben", -30)):
        kind = LedgerRow.Kind.BEFORE
        LedgerRow.objects.create(group=cast.group, player=player(cast, name), amount=cents, currency="EUR", kind=kind)
    assert sums(cast) == {"Anna": 130, "Ben": -130}
    francs = LedgerRow(group=cast.group, player=player(cast, "Anna"), amount=7, currency="CHF", kind=kind)
    francs.save()
    items = items_of(Account(cast.group), player(cast, "Anna"), "EUR")
    assert [(item.cents, item.is_before) for item in items] == [(100, False), (30, True)]


def test_currencies_stay_apart(cast):
    night = play(cast, {"Anna": 10, "Ben": -10}).night
    play(cast, {"Ben": 3, "Anna": -3}, night=night, currency="CHF")
    page = words(cast.phone("scorer").get(money_url(cast, night)))
    assert "€1.00 open" in page
    assert "0.30 CHF open" in page
    by_hand, other = (
        f"{reverse('pay', args=[cast.group.key])}?night={night.key}",
        f"?currency=CHF&amp;night={night.key}",
    )
    assert other in cast.phone("scorer").get(by_hand).text
    assert pay(cast, "Anna", "Ben", "0.30 CHF", night, currency="CHF").status_code == 302
    assert sums(cast) == {"Anna": 100, "Ben": -100}
    assert sums(cast, currency="CHF") == {}
    assert [*Account(cast.group).balances()] == [*Account(cast.group, night).balances()] == ["CHF", "EUR"]
    why = cast.phone("viewer").get(reverse("money_why", args=[cast.group.key, player(cast, "Anna").key]))
    assert "has paid" not in words(why), "nothing was paid in euros"
    assert why.context["others"] == ["CHF"]
    assert [len(item.games) for item in why.context["page"]] == [1]
    francs = cast.phone("viewer").get(why.wsgi_request.path, {"currency": "CHF", "all": 1})
    assert "has paid" in words(francs)
    assert cast.phone("scorer").get(money_url(cast, night)).context["to_pay"], "euros are still to be paid"
    assert 'aria-label="Currency"' not in cast.phone("scorer").get(by_hand).text, "no other currency is open"


def test_everybody_can_settle_with_the_cash_box(cast):
    night = play(cast, {"Anna": 10, "Ben": -6, "Carla": -4}).night
    url = reverse("pay", args=[cast.group.key])
    offered = [
        [party.name for party, _cents in cast.phone("scorer").get(url, {"night": night.key, **by}).context["payers"]]
        for by in ({}, {"by": "box"})
    ]
    assert offered == [["Ben", "Carla"], ["Ben", "Carla", "Kitty"]]
    page = cast.phone("scorer").get(money_url(cast, night) + "?by=box")
    assert "Ben → Kitty" in words(page)
    assert "Kitty → Anna" in words(page)
    assert tap_paid(cast, page).url == money_url(cast, night) + "?by=box", "the next payment goes into the kitty, too"
    assert sums(cast, night) == {"Anna": 100, "Carla": -40, "box": -60}
    (section,) = cast.phone("scorer").get(money_url(cast, night) + "?by=box").context["sections"]
    assert [line.asked for line in section.to_pay] == ["Carla → Kitty", "Kitty → Anna"]
    page = cast.phone("scorer").get(money_url(cast, night))
    assert "Kitty: +€0.60" in words(page), "once the kitty is in use, payments go through it"
    by_hand = cast.phone("scorer").get(url, {"night": night.key})
    offered = [[party.name for party, _cents in by_hand.context[role]] for role in ("payers", "receivers")]
    assert offered == [["Carla", "Kitty"], ["Anna", "Kitty"]]
    for _ in range(2):
        tap_paid(cast, cast.phone("scorer").get(money_url(cast, night)))
    assert sums(cast, night) == {}
    assert "Everything is paid." in words(cast.phone("viewer").get(money_url(cast, night)))


def test_what_the_cash_box_is_owed_is_open(cast):
    night = play(cast, {"Anna": 2, "Ben": -2}).night
    for _ in range(2):
        tap_paid(cast, cast.phone("scorer").get(money_url(cast, night) + "?by=box"))
    of_ben = Payment.objects.get(payer__name="Ben")
    cast.phone("scorer").post(reverse("payment_undo", args=[cast.group.key, of_ben.key]))
    assert sums(cast, night) == {"Ben": -20, "box": 20}
    for by in ("", "?by=each", "?by=box"):
        assert "€0.20 open" in words(cast.phone("viewer").get(money_url(cast, night) + by))


# The statement of a balance


def test_why_goes_down_to_the_single_round(cast):
    match = play(cast, {"Anna": 12, "Ben": -12}, {"Anna": -2, "Dirk": 2})
    krimsutep = play(cast, {"Anna": 6, "Ben": 1}, {"Carla": 2}, night=match.night, slug="krimsutep", names=NAMES[:3])
    assert sums(cast) == {"Anna": 100, "Ben": -120, "Dirk": 20}, "this game pays only at its end"
    nothing = cast.phone("viewer").get(reverse("money_why", args=[cast.group.key, player(cast, "Carla").key]))
    assert nothing.status_code == 200, "nobody owes her anything"
    anna = reverse("money_why", args=[cast.group.key, player(cast, "Anna").key])
    assert "Krimsutep" not in words(cast.phone("viewer").get(anna))
    krimsutep.close("Sam")
    url = reverse("money_why", args=[cast.group.key, player(cast, "Anna").key])
    for page in (cast.phone("viewer").get(url), cast.phone("viewer").get(f"{url}?night={match.night.key}")):
        text = words(page)
        assert "Is owed +€1.90" in text
        assert "then at" not in text, "there is nothing before it"
        assert "Show everything" not in text
        assert ": +12 +€1.20" in text
        assert ": −2 −€0.20" in text
        assert ": +6 +€1.10" in text, "a game paid at its end still tells what each round gave"
        assert ": 0 −€0.20" in text
        assert f'{match.get_absolute_url()}?open=2#r2"' in page.text


def test_a_link_to_the_money_of_somebody_who_was_merged_leads_to_the_person(cast):
    """The link may be in a message from before the merge."""
    night = play(cast, {"Anna": 2, "Evi": -2}, names=("Anna", "Evi", "Carla", "Dirk")).night
    evi, eva = player(cast, "Evi"), player(cast, "Eva")
    Merge.of(evi, eva, "Sam")
    asked = {"currency": "EUR", "night": night.key}
    answer = cast.phone("viewer").get(reverse("money_why", args=[cast.group.key, evi.key]), asked, follow=True)
    assert answer.redirect_chain
    assert answer.context["player"] == eva
    assert answer.context["night"] == night
    assert "Owes −€0.20" in words(answer)


def test_what_is_settled_explains_nothing(cast):
    anna = player(cast, "Anna")
    first = play(cast, {"Anna": 10, "Ben": -10}).night
    pay(cast, "Ben", "Anna", "1", first)
    play(cast, {"Anna": 3, "Ben": -3})
    pay(cast, "Ben", "Anna", "0.30")
    last = play(cast, {"Anna": 5, "Ben": -5}).night
    whole = items_of(Account(cast.group), anna, "EUR")
    assert [each.night_id for each in newest_items(whole, 50)] == [last.pk]
    assert sum(each.cents for each in whole) == 50
    assert first.pk in [each.night_id for each in whole]
    for night in (first, last):
        of_a_night = items_of(Account(cast.group, night), anna, "EUR")
        assert [each.night_id for each in of_a_night] == [night.pk], "a settled night explains itself, too"
    play(cast, {"Anna": 2, "Ben": -2})
    why = reverse("money_why", args=[cast.group.key, anna.key])
    assert "Ben has paid Anna" in words(cast.phone("viewer").get(why, {"all": 1}))
    page = words(cast.phone("viewer").get(why))
    assert page.index("then at +€0.70") < page.index("then at +€0.50"), "the balance after each night"


def test_a_game_of_another_edition_leaves_the_others_explained(cast):
    """If this version does not know the house rules of a game, the game is not listed, but counts in the balance."""
    odd = play(cast, {"Anna": 12, "Ben": -12})
    play(cast, {"Anna": 7, "Ben": -7}, night=odd.night)
    Match.objects.filter(pk=odd.pk).update(options={**odd.options, "of_another_edition": True})
    page = cast.phone("viewer").get(reverse("money_why", args=[cast.group.key, player(cast, "Anna").key]))
    assert "Is owed +€1.90" in words(page)
    assert ": +7 +€0.70" in words(page)


# Sharing the result


def test_a_sum_that_is_shared_says_where_the_money_goes(cast):
    cast.group.pay_to = "https://pay.example/ben"
    cast.group.save()
    night = play(cast, {"Anna": 12, "Ben": -12}).night
    phone = cast.phone("viewer")
    assert phone.get(money_url(cast, night)).context["text"].endswith("How to pay: https://pay.example/ben")
    pay(cast, "Ben", "Anna", "1.20", night)
    text = words(phone.get(money_url(cast, night)))
    assert "✓ Ben → Anna: €1.20" in text
    assert "pay.example" not in text, "nothing is to be paid any more"
    for page in (night, night.matches.get()):
        assert money_url(cast, night) in phone.get(page.get_absolute_url()).text, "each page leads there"
