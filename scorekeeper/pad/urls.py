from django.urls import path

from scorekeeper.pad.views import dealing, pad

urlpatterns = [
    path("g/<slug:key>/m/<slug:match_key>/", pad.pad, name="table"),
    path("g/<slug:key>/m/<slug:match_key>/older/", pad.older_rounds, name="older_rounds"),
    path("g/<slug:key>/m/<slug:match_key>/deal/", dealing.deal, name="deal"),
    path("g/<slug:key>/m/<slug:match_key>/display/", pad.display, name="display"),
    path("g/<slug:key>/m/<slug:match_key>/deals/", dealing.who_deals, name="who_deals"),
    path("g/<slug:key>/m/<slug:match_key>/deal/draw/", dealing.first_dealer, name="first_dealer"),
    path("g/<slug:key>/nights/<slug:night_key>/evening.png", pad.evening_picture, name="evening_picture"),
    path("g/<slug:key>/m/<slug:match_key>/result.png", pad.result_picture, name="result_picture"),
]
