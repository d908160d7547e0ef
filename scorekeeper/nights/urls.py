from django.urls import path, re_path

from scorekeeper.nights.views import form_news, past, phones, playing_again, starting, who

urlpatterns = [
    # No "$": what stood behind the link in a chat, such as ")" or a space, may come along.
    re_path(r"^join/(?P<token>[\w-]+)/", who.join, name="join"),
    path("g/<slug:key>/", past.tonight, name="group"),
    path("g/<slug:key>/news/", form_news.of_group, name="group_news"),
    path("g/<slug:key>/m/<slug:match_key>/news/", form_news.of_match, name="match_news"),
    path("g/<slug:key>/m/<slug:match_key>/phones/", phones.phones, name="phones"),
    path("g/<slug:key>/who/", who.who, name="who"),
    path("g/<slug:key>/play/", starting.choose, name="play"),
    path("g/<slug:key>/play/own/<slug:sheet_key>/", starting.seat_by_sheet, name="play_sheet"),
    path("g/<slug:key>/play/<slug:slug>/", starting.seat, name="play_game"),
    path("g/<slug:key>/again/", playing_again.again, name="again"),
    path("g/<slug:key>/nights/", past.nights, name="nights"),
    path("g/<slug:key>/nights/<slug:night_key>/", past.night, name="night"),
    path("g/<slug:key>/nights/<slug:night_key>/edit/", past.night_edit, name="night_edit"),
    path("g/<slug:key>/nights/<slug:night_key>/delete/", past.night_delete, name="night_delete"),
    path("g/<slug:key>/nights/<slug:night_key>/restore/", past.night_restore, name="night_restore"),
]
