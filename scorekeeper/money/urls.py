from django.urls import path

from scorekeeper.money.views import expenses, payments

urlpatterns = [
    path("g/<slug:key>/money/", payments.money, name="money"),
    path("g/<slug:key>/nights/<slug:night_key>/money/", payments.night_money, name="night_money"),
    path("g/<slug:key>/money/why/<slug:player_key>/", payments.why, name="money_why"),
    path("g/<slug:key>/money/pay/", payments.pay, name="pay"),
    path("g/<slug:key>/money/payments/", payments.payments, name="payments"),
    path("g/<slug:key>/money/expenses/", expenses.expenses, name="expenses"),
    path("g/<slug:key>/money/expenses/enter/", expenses.enter, name="expense"),
    path("g/<slug:key>/money/expenses/<slug:expense_key>/undo/", expenses.undo, name="expense_undo"),
    path("g/<slug:key>/money/payments/<slug:payment_key>/undo/", payments.undo, name="payment_undo"),
]
