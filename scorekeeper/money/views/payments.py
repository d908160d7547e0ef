"""Pages that settle a night or everything open, explain a balance, and book, list and undo payments."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.kernel.currencies import decimals
from scorekeeper.money.contexts import Line, account_of, as_text, paid_line, parties, sections, title
from scorekeeper.money.forms import PaymentForm
from scorekeeper.money.models import Account, Expense, NotPayable, Payment
from scorekeeper.money.statement import fill, items_of, newest_items
from scorekeeper.people.access import actor, group_for
from scorekeeper.people.models import Group, Role
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.formatting import language
from scorekeeper.web.posted import form_key

ITEMS_A_PAGE = 8
PAYMENTS_A_PAGE = 20


def _settling(request: HttpRequest, account: Account) -> HttpResponse:
    found = sections(account, request.GET.get("by", ""))
    context = {
        "group": account.group,
        "account": account,
        "night": account.night,
        "title": title(account),
        "sections": found,
        "expenses": [line for each in found for line in each.expenses],
        "has_expenses": Expense.objects.of(account.group).exists(),
        "to_pay": any(each.to_pay for each in found),
        "by_box": any(each.by_box for each in found),
        "text": as_text(account, found),
    }
    return render(request, "money/settle.html", context)


@require_safe
def money(request: HttpRequest, key: str) -> HttpResponse:
    """Show the account of everything that is open in the group, and the payments that settle it."""
    return _settling(request, Account(group_for(request, key)))


@require_safe
def night_money(request: HttpRequest, key: str, night_key: str) -> HttpResponse:
    """Show the account of a night, and the payments that settle it."""
    return _settling(request, account_of(group_for(request, key), night_key))


@require_safe
def why(request: HttpRequest, key: str, player_key: str) -> HttpResponse:
    """Show the statement of a player's balance in the account of a night or of the group."""
    group = group_for(request, key)
    player = get_object_or_404(group.players, key=player_key)
    if player != player.canonical:
        return redirect(reverse("money_why", args=[group.key, player.canonical.key], query=request.GET))
    account = account_of(group, request.GET.get("night", ""))
    sums = {currency: each[player.pk] for currency, each in account.balances().items() if player.pk in each}
    wanted = request.GET.get("currency", "")
    still_open = [currency for currency, cents in sums.items() if cents]
    currency = wanted if wanted in sums else next(iter([*still_open, *sums]), "EUR")
    total = sums.get(currency, 0)
    items = shown = items_of(account, player, currency)
    if shortened := account.night is None and "all" not in request.GET:
        shown = newest_items(items, total)
    page = Paginator(shown, ITEMS_A_PAGE).get_page(request.GET.get("page"))
    fill(list(page), group, player, currency)
    context = {
        "group": group,
        "account": account,
        "night": account.night,
        "title": title(account),
        "player": player,
        "currency": currency,
        "total": total,
        "others": [each for each in sums if each != currency],
        "page": page,
        "running": len(page) > 1 and shortened,
        "more": len(shown) < len(items),
    }
    return render(request, "money/why.html", context)


@require_http_methods(["GET", "POST"])
def pay(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form of a payment; a POST books the payment. The button "paid" of an open payment also posts here."""
    group = group_for(request, key, Role.SCORER)
    posted = request.method == "POST"
    asked = request.POST if posted else request.GET
    account = account_of(group, asked.get("night", ""))
    balances, carried = account.balances(), account.carried_over()
    wanted = asked.get("currency", "")
    payable = [currency for currency, sums in balances.items() if any(sums.values()) and currency not in carried]
    currency = wanted if wanted in balances else next(iter([*payable, *carried]), "EUR")
    form = PaymentForm(request.POST if posted else None, group=group, currency=currency)
    if posted and wanted not in balances:
        form.add_error(None, _("Nobody owes anyone anything."))
    if form.is_valid():
        typed = form.cleaned_data
        try:
            with write_transaction(group):
                payment = account.pay(
                    typed["payer"],
                    typed["receiver"],
                    typed["amount"],
                    currency,
                    by=actor(request, group),
                    note=typed["note"],
                )
        except NotPayable as refused:
            form.add_error(refused.field, refused.reason)
        else:
            messages.success(request, _in_words(payment))
            way = asked.get("by", "")
            return redirect(account.get_absolute_url() + (f"?by={way}" if way in {"box", "each"} else ""))
    return render(
        request,
        "money/pay.html",
        _pay_context(account, form, currency, payable, asked) | {"carried": carried.get(currency)},
        status=422 if form.errors else 200,
    )


def _pay_context(account: Account, form: PaymentForm, currency: str, payable: list[str], asked: Any) -> Any:
    sums = account.balances().get(currency, {})
    people = parties(account.group, account.night, sums)
    with_box = asked.get("by") == "box" or bool(sums.get(None)) or "" in (asked.get("payer"), asked.get("receiver"))
    box = [(people[None], 0)] if with_box else []
    standing = [(people[pk], sums[pk]) for pk in people if pk is not None and sums.get(pk)]
    payer, receiver = (_party(account.group, asked.get(role)) for role in ("payer", "receiver"))
    pair = [next((each for each, _cents in standing + box if each.value == value), None) for value in (payer, receiver)]
    owed = {party.value: abs(cents) for party, cents in standing}
    return {
        "group": account.group,
        "account": account,
        "night": account.night,
        "title": title(account),
        "form": form,
        "currency": currency,
        "currencies": payable if len(payable) > 1 else [],
        "payers": [each for each in standing if each[1] < 0] + box,
        "receivers": [each for each in standing if each[1] > 0] + box,
        "payer": payer,
        "receiver": receiver,
        # If the query names payer and receiver, the page shows them as a sentence. A tap on it offers to change them.
        "chosen": Line(pair[0], pair[1], 0, currency) if pair[0] and pair[1] and not form.is_bound else None,
        "most": min((owed[value] for value in (payer, receiver) if value in owed), default=0),
        "by": asked.get("by", ""),
        "key": form_key(form.data),
        "decimals": decimals(currency),
        "point": "," if language() == "de" else ".",
    }


def _party(group: Group, text: str | None) -> str | None:
    """Return the key of the player with this key or name. If there is none, return `text` unchanged."""
    player = group.players.find_by_name(text) if text else None
    return player.key if player else text


def _in_words(payment: Payment) -> str:
    people = parties(payment.group, None, [payment.payer_id, payment.receiver_id])
    return paid_line(people, payment).text


@require_safe
def payments(request: HttpRequest, key: str) -> HttpResponse:
    """Show the group's payments in pages, including those that were undone."""
    group = group_for(request, key)
    page = Paginator(Payment.objects.of(group).with_people(), PAYMENTS_A_PAGE).get_page(request.GET.get("page"))
    ids = {player for each in page for player in (each.payer_id, each.receiver_id)}
    people = parties(group, None, ids)
    context = {"group": group, "page": page, "lines": [paid_line(people, each) for each in page]}
    return render(request, "money/payments.html", context)


@require_POST
def undo(request: HttpRequest, key: str, payment_key: str) -> HttpResponse:
    """Undo a payment. The list of payments still shows it, as undone."""
    group = group_for(request, key, Role.SCORER)
    payment = get_object_or_404(Payment.objects.of(group).with_people(), key=payment_key)
    with write_transaction(group):
        payment.refresh_from_db()
        payment.revert(actor(request, group))
    payment.group = group
    line = paid_line(parties(group, payment.night, {payment.payer_id, payment.receiver_id}), payment)
    messages.success(request, _("Undone: %(what)s.") % {"what": line.text})
    back = payment.account.get_absolute_url()
    return redirect("payments", key=group.key) if request.POST.get("from") == "payments" else redirect(back)
