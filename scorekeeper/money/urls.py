from django.urls import path

from scorekeeper.money import expense_views, views

urlpatterns = [
    path("g/<slug:key>/money/", views.money, name="money"),
    path("g/<slug:key>/nights/<slug:night_key>/money/", views.night_money, name="night_money"),
    path("g/<slug:key>/money/why/<slug:player_key>/", views.why, name="money_why"),
    path("g/<slug:key>/money/pay/", views.pay, name="pay"),
    path("g/<slug:key>/money/payments/", views.payments, name="payments"),
    path("g/<slug:key>/money/expenses/", expense_views.expenses, name="expenses"),
    path("g/<slug:key>/money/expenses/enter/", expense_views.enter, name="expense"),
    path("g/<slug:key>/money/expenses/<slug:expense_key>/undo/", expense_views.undo, name="expense_undo"),
    path("g/<slug:key>/money/payments/<slug:payment_key>/undo/", views.undo, name="payment_undo"),
]
