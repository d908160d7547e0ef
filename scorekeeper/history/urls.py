from django.urls import path

from scorekeeper.history.views import boards, me, people, players, seasons

urlpatterns = [
    path("g/<slug:key>/me/", me.me, name="me"),
    path("g/<slug:key>/people/", people.people, name="people"),
    path("g/<slug:key>/people/money/", people.money_shown, name="money_shown"),
    path("g/<slug:key>/people/<slug:player_key>/", players.player, name="player"),
    path("g/<slug:key>/people/<slug:player_key>/hide/", people.hide, name="player_hide"),
    path("g/<slug:key>/people/<slug:player_key>/merge/", people.merge, name="player_merge"),
    path("g/<slug:key>/people/<slug:player_key>/merge/undo/", people.unmerge, name="player_unmerge"),
    path("g/<slug:key>/people/<slug:player_key>/forget/", people.forget, name="player_forget"),
    path("g/<slug:key>/best/", boards.boards, name="boards"),
    path("g/<slug:key>/seasons/", seasons.seasons, name="seasons"),
    path("g/<slug:key>/seasons/<slug:season_key>/", seasons.season, name="season"),
]
