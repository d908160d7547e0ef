from django.urls import path

from scorekeeper.people import signing_in, views

urlpatterns = [
    path("", views.home, name="home"),
    path("owner/<slug:token>/", views.owner_link, name="owner_link"),
    path("invited/<slug:token>/", views.invitation, name="invitation"),
    path("sign-in/<slug:token>/", signing_in.sign_in, name="sign_in"),
    path("groups/new/", views.group_new, name="group_new"),
    path("g/<slug:key>/name/", views.group_name, name="group_name"),
    path("g/<slug:key>/delete/", views.group_delete, name="group_delete"),
    path("g/<slug:key>/restore/", views.group_restore, name="group_restore"),
    path("g/<slug:key>/leave/", views.leave, name="leave"),
    path("g/<slug:key>/people/<slug:player_key>/name/", views.player_name, name="player_name"),
    path("g/<slug:key>/people/<slug:player_key>/sign/", views.player_sign, name="player_sign"),
    path("g/<slug:key>/links/", views.links, name="links"),
    path("g/<slug:key>/links/<int:pk>/", views.link, name="link"),
    path("g/<slug:key>/links/<int:pk>/withdraw/", views.link_withdraw, name="link_withdraw"),
    path("g/<slug:key>/links/<int:pk>/undo/", views.link_undo, name="link_undo"),
    path("g/<slug:key>/accounts/", views.accounts, name="accounts"),
    path("g/<slug:key>/accounts/<int:pk>/", views.account, name="account"),
    path("g/<slug:key>/accounts/<int:pk>/link/", signing_in.account_link, name="account_link"),
    path("g/<slug:key>/accounts/<int:pk>/withdraw/", views.account_withdraw, name="account_withdraw"),
    path("g/<slug:key>/invitations/<int:pk>/", views.invite, name="invite"),
    path("g/<slug:key>/invitations/<int:pk>/withdraw/", views.invite_withdraw, name="invite_withdraw"),
]
