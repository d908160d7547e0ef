"""All URLs of the site. tests/access_table.py lists which role may open which URL."""

from allauth.account import views as account
from django.apps import apps
from django.urls import include, path
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from scorekeeper.examples import look_around
from scorekeeper.people.views.sessions import sessions

handler400 = "scorekeeper.web.error_pages.bad_request"
handler403 = "scorekeeper.web.error_pages.forbidden"
handler404 = "scorekeeper.web.error_pages.not_found"
handler500 = "scorekeeper.web.error_pages.server_error"

urlpatterns = [
    path("", include("scorekeeper.pad.urls")),  # first, as these are requested most and URLs are tried in order
    path("", include("scorekeeper.rounds.urls")),
    path("", include("scorekeeper.people.urls")),
    path("", include("scorekeeper.nights.urls")),
    path("", include("scorekeeper.rulebooks.urls")),
    path("", include("scorekeeper.money.urls")),
    path("", include("scorekeeper.history.urls")),
    path("", include("scorekeeper.exchange.urls")),
    path("look-around/", look_around, name="look_around"),
    path("account/login/", account.login, name="account_login"),
    path("account/logout/", account.logout, name="account_logout"),
    path("account/password/", account.password_change, name="account_change_password"),
    path("account/password/first/", account.password_set, name="account_set_password"),
    path("account/again/", account.reauthenticate, name="account_reauthenticate"),
    path("account/sessions/", sessions, name="account_sessions"),
    path("language/", require_POST(set_language), name="language"),
]

if apps.is_installed("allauth.mfa"):
    from scorekeeper.people import passkeys

    urlpatterns += [
        path("account/passkeys/", passkeys.passkeys, name="mfa_list_webauthn"),
        path("account/passkeys/new/", passkeys.add, name="mfa_add_webauthn"),
        path("account/passkeys/<int:pk>/remove/", passkeys.remove, name="mfa_remove_webauthn"),
        path("account/passkeys/codes/", passkeys.codes, name="mfa_view_recovery_codes"),
        path("account/passkeys/codes/new/", passkeys.new_codes, name="mfa_generate_recovery_codes"),
        path("account/login/passkey/", passkeys.sign_in, name="mfa_login_webauthn"),
        path("account/login/step/", passkeys.second_step, name="mfa_authenticate"),
        path("account/again/code/", passkeys.confirm_by_code, name="mfa_reauthenticate"),
        path("account/again/passkey/", passkeys.confirm_by_passkey, name="mfa_reauthenticate_webauthn"),
    ]
