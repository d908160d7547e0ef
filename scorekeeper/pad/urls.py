from django.urls import path

from scorekeeper.pad import views

urlpatterns = [
    path("g/<slug:key>/m/<slug:match_key>/", views.pad, name="table"),
    path("g/<slug:key>/m/<slug:match_key>/older/", views.older_rounds, name="older_rounds"),
    path("g/<slug:key>/m/<slug:match_key>/deal/", views.deal, name="deal"),
    path("g/<slug:key>/m/<slug:match_key>/display/", views.display, name="display"),
    path("g/<slug:key>/m/<slug:match_key>/deals/", views.who_deals, name="who_deals"),
    path("g/<slug:key>/m/<slug:match_key>/deal/draw/", views.first_dealer, name="first_dealer"),
    path("g/<slug:key>/nights/<slug:night_key>/evening.png", views.evening_picture, name="evening_picture"),
    path("g/<slug:key>/m/<slug:match_key>/result.png", views.result_picture, name="result_picture"),
]
