from django.urls import path

from scorekeeper.rulebooks import views

urlpatterns = [
    path("g/<slug:key>/rules/", views.games, name="rules"),
    path("g/<slug:key>/rules/<slug:slug>/", views.of_game, name="game_rules"),
    path("g/<slug:key>/m/<slug:match_key>/rules/", views.of_match, name="match_rules"),
]
