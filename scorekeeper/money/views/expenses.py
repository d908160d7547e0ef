"""Pages that enter, list and undo expenses."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.kernel.currencies import decimals
from scorekeeper.money.contexts import account_of, expense_lines, title
from scorekeeper.money.expense_form import ExpenseForm
from scorekeeper.money.models import Account, Expense, NotPayable
from scorekeeper.people.access import actor, group_for, person_of
from scorekeeper.people.models import Role
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.formatting import amount, language
from scorekeeper.web.posted import form_key

EXPENSES_A_PAGE = 20


@require_http_methods(["GET", "POST"])
def enter(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form of an expense, at first with all players of `people_of` ticked. A POST books the expense."""
    group = group_for(request, key, Role.SCORER)
    posted = request.method == "POST"
    account = account_of(group, (request.POST if posted else request.GET).get("night", ""))
    form = ExpenseForm(
        request.POST if posted else None,
        account=account,
        currency=_usual_currency(account),
        holder=person_of(request, group),
    )
    if form.is_valid():
        data = form.cleaned_data
        try:
            with write_transaction(group):
                expense = Expense.enter(
                    account,
                    data["payer"],
                    data["amount"],
                    data["currency"],
                    data["people"],
                    by=actor(request, group),
                    note=data["note"],
                )
        except NotPayable as refusal:
            form.add_error(refusal.field or None, refusal.reason)
        else:
            messages.success(request, _saved(expense))
            return redirect(account.get_absolute_url())
    context: dict[str, Any] = {
        "group": group,
        "account": account,
        "night": account.night,
        "title": title(account),
        "form": form,
        "key": form_key(form.data),
        "decimals": max(2, decimals(form.code)),  # the currency can be changed on the page
        "point": "," if language() == "de" else ".",
    }
    return render(request, "money/expense.html", context, status=422 if form.errors else 200)


def _usual_currency(account: Account) -> str:
    """Return the currency to offer in the form. If nothing is open, take that of its last row."""
    for each in (account, Account(account.group)):
        used = each.rows.counting().order_by("-pk")
        still_open = [currency for currency, sums in each.balances().items() if any(sums.values())]
        last = used.filter(currency__in=still_open).first() or used.first()
        if last is not None:
            return last.currency
    return "EUR"


def _saved(expense: Expense) -> str:
    [line] = expense_lines([expense])
    if line.each is None:
        return line.text
    each = _("%(amount)s each") % {"amount": amount(line.each, expense.currency)}
    return f"{line.done} {each}."


@require_safe
def expenses(request: HttpRequest, key: str) -> HttpResponse:
    """Show the group's expenses in pages, including those that were undone."""
    group = group_for(request, key)
    found = Expense.objects.of(group).with_people()
    page = Paginator(found, EXPENSES_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "money/expenses.html", {"group": group, "page": page, "lines": expense_lines(page)})


@require_POST
def undo(request: HttpRequest, key: str, expense_key: str) -> HttpResponse:
    """Undo an expense. The list of expenses still shows it, as undone."""
    group = group_for(request, key, Role.SCORER)
    expense = get_object_or_404(Expense.objects.of(group).with_people(), key=expense_key)
    with write_transaction(group):
        expense.refresh_from_db()
        expense.revert(actor(request, group))
    [line] = expense_lines([expense])
    messages.success(request, _("Undone: %(what)s.") % {"what": line.text})
    if request.POST.get("from") == "expenses":
        return redirect("expenses", key=group.key)
    return redirect(Account(group, expense.night).get_absolute_url())
