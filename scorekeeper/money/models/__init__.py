"""The models of money: rows, payments and totals in `ledger`, expenses and their shares in `expense`."""

from .expense import MOST_SHARES, Expense, ExpenseQuerySet, ExpenseShare, shares_of
from .ledger import (
    MOST,
    Account,
    Balances,
    LedgerRow,
    NotPayable,
    Payment,
    PaymentQuerySet,
    Totals,
    Transfer,
    box_transfers,
    transfers,
)

__all__ = [
    "MOST",
    "MOST_SHARES",
    "Account",
    "Balances",
    "Expense",
    "ExpenseQuerySet",
    "ExpenseShare",
    "LedgerRow",
    "NotPayable",
    "Payment",
    "PaymentQuerySet",
    "Totals",
    "Transfer",
    "box_transfers",
    "shares_of",
    "transfers",
]
