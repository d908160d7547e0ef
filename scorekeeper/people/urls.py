from django.urls import path

from scorekeeper.people.views import accounts, groups, links, players, signing_in

urlpatterns = [
    path("", groups.home, name="home"),
    path("owner/<slug:token>/", accounts.owner_link, name="owner_link"),
    path("invited/<slug:token>/", accounts.invitation, name="invitation"),
    path("sign-in/<slug:token>/", signing_in.sign_in, name="sign_in"),
    path("groups/new/", groups.group_new, name="group_new"),
    path("g/<slug:key>/name/", groups.group_name, name="group_name"),
    path("g/<slug:key>/delete/", groups.group_delete, name="group_delete"),
    path("g/<slug:key>/restore/", groups.group_restore, name="group_restore"),
    path("g/<slug:key>/leave/", groups.leave, name="leave"),
    path("g/<slug:key>/people/<slug:player_key>/name/", players.player_name, name="player_name"),
    path("g/<slug:key>/people/<slug:player_key>/sign/", players.player_sign, name="player_sign"),
    path("g/<slug:key>/links/", links.links, name="links"),
    path("g/<slug:key>/links/<int:pk>/", links.link, name="link"),
    path("g/<slug:key>/links/<int:pk>/withdraw/", links.link_withdraw, name="link_withdraw"),
    path("g/<slug:key>/accounts/", accounts.accounts, name="accounts"),
    path("g/<slug:key>/accounts/<int:pk>/", accounts.account, name="account"),
    path("g/<slug:key>/accounts/<int:pk>/link/", signing_in.account_link, name="account_link"),
    path("g/<slug:key>/accounts/<int:pk>/withdraw/", accounts.account_withdraw, name="account_withdraw"),
    path("g/<slug:key>/invitations/<int:pk>/", accounts.invite, name="invite"),
    path("g/<slug:key>/invitations/<int:pk>/withdraw/", accounts.invite_withdraw, name="invite_withdraw"),
]
