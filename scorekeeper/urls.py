"""Every address of the site. tests/access_table.py says who may open which."""

from allauth.account import views as account
from django.urls import include, path

from scorekeeper.web import error_pages

handler400 = "scorekeeper.web.error_pages.bad_request"
handler403 = "scorekeeper.web.error_pages.forbidden"
handler404 = "scorekeeper.web.error_pages.not_found"
handler500 = "scorekeeper.web.error_pages.server_error"

urlpatterns = [
    path("", include("scorekeeper.people.urls")),
    path("", include("scorekeeper.nights.urls")),
    path("", include("scorekeeper.pad.urls")),
    path("", include("scorekeeper.entry.urls")),
    path("", include("scorekeeper.tricks.urls")),
    path("", include("scorekeeper.rulebooks.urls")),
    path("", include("scorekeeper.money.urls")),
    path("", include("scorekeeper.history.urls")),
    path("", include("scorekeeper.exchange.urls")),
    path("account/login/", account.login, name="account_login"),
    path("account/logout/", account.logout, name="account_logout"),
    path("account/password/", account.password_change, name="account_change_password"),
    path("account/again/", account.reauthenticate, name="account_reauthenticate"),
    path("language/", error_pages.language, name="language"),
]
