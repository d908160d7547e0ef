from django.urls import path

from scorekeeper.pad import piles, views

urlpatterns = [
    path("g/<slug:key>/m/<slug:match_key>/", views.pad, name="table"),
    path("g/<slug:key>/m/<slug:match_key>/deal/", views.deal, name="deal"),
    path("g/<slug:key>/m/<slug:match_key>/display/", views.display, name="display"),
    path("g/<slug:key>/m/<slug:match_key>/deal/draw/", views.first_dealer, name="first_dealer"),
    path("g/<slug:key>/m/<slug:match_key>/result.png", views.result_picture, name="result_picture"),
    path("g/<slug:key>/m/<slug:match_key>/piles/", piles.piles, name="piles"),
    path("g/<slug:key>/m/<slug:match_key>/piles/settle/", piles.update_piles, name="update_piles"),
    path("g/<slug:key>/m/<slug:match_key>/piles/mine/", piles.my_pile, name="my_pile"),
    path("g/<slug:key>/m/<slug:match_key>/piles/<slug:whose>/", piles.pile, name="pile"),
    path("g/<slug:key>/m/<slug:match_key>/piles/<slug:whose>/preview/", piles.pile_preview, name="pile_preview"),
]
