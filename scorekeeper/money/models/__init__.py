"""The models of money: ledger rows, payments, and expenses with their shares."""

from .booking import MOST, Booking, NotPayable
from .expense import MOST_SHARES, Expense, ExpenseQuerySet, ExpenseShare, shares_of
from .ledger import Balances, LedgerRow, Transfer, box_transfers, facts, transfers
from .payment import Account, Payment, PaymentQuerySet

__all__ = [
    "MOST",
    "MOST_SHARES",
    "Account",
    "Balances",
    "Booking",
    "Expense",
    "ExpenseQuerySet",
    "ExpenseShare",
    "LedgerRow",
    "NotPayable",
    "Payment",
    "PaymentQuerySet",
    "Transfer",
    "box_transfers",
    "facts",
    "shares_of",
    "transfers",
]
