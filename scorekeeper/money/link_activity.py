"""The payments and expenses booked through a share link, which an owner can undo together."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.money.models import Expense, ExpenseQuerySet, Payment, PaymentQuerySet
from scorekeeper.people.link_activity import LinkActivity
from scorekeeper.people.models import ShareLink


def _payments(link: ShareLink) -> PaymentQuerySet:
    return Payment.objects.not_undone().of(link.group).filter(via=link)


def _expenses(link: ShareLink) -> ExpenseQuerySet:
    return Expense.objects.not_undone().of(link.group).filter(via=link)


def list_activity(link: ShareLink, **signal: Any) -> list[LinkActivity]:
    return [
        LinkActivity(_("Payments marked"), _payments(link).count()),
        LinkActivity(_("Costs entered"), _expenses(link).count()),
    ]


def revert_activity(link: ShareLink, by: str, **signal: Any) -> None:
    for payment in _payments(link):
        payment.revert(by)
    for expense in _expenses(link):
        expense.revert(by)
