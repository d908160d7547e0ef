from django.urls import path

from scorekeeper.nights.views import correcting, entering, past, starting, table

urlpatterns = [
    path("g/<slug:key>/", past.tonight, name="group"),
    path("g/<slug:key>/play/", starting.choose, name="play"),
    path("g/<slug:key>/play/<slug:slug>/", starting.seat, name="play_game"),
    path("g/<slug:key>/again/", starting.again, name="again"),
    path("g/<slug:key>/nights/", past.nights, name="nights"),
    path("g/<slug:key>/nights/<slug:night_key>/", past.night, name="night"),
    path("g/<slug:key>/nights/<slug:night_key>/edit/", past.night_edit, name="night_edit"),
    path("g/<slug:key>/nights/<slug:night_key>/delete/", past.night_delete, name="night_delete"),
    path("g/<slug:key>/nights/<slug:night_key>/restore/", past.night_restore, name="night_restore"),
    path("g/<slug:key>/m/<slug:match_key>/", table.pad, name="table"),
    path("g/<slug:key>/m/<slug:match_key>/deal/", table.deal, name="deal"),
    path("g/<slug:key>/m/<slug:match_key>/display/", table.display, name="display"),
    path("g/<slug:key>/m/<slug:match_key>/round/", entering.enter, name="enter"),
    path("g/<slug:key>/m/<slug:match_key>/preview/", entering.preview, name="preview"),
    path("g/<slug:key>/m/<slug:match_key>/adjust/", entering.adjust, name="adjust"),
    path("g/<slug:key>/m/<slug:match_key>/round/<int:number>/", entering.correct, name="correct"),
    path("g/<slug:key>/m/<slug:match_key>/round/<int:number>/remove/", correcting.remove, name="remove"),
    path("g/<slug:key>/m/<slug:match_key>/round/<int:number>/restore/", correcting.restore, name="restore"),
    path("g/<slug:key>/m/<slug:match_key>/undo/", correcting.undo, name="undo"),
    path("g/<slug:key>/m/<slug:match_key>/close/", correcting.close, name="close"),
    path("g/<slug:key>/m/<slug:match_key>/reopen/", correcting.reopen, name="reopen"),
    path("g/<slug:key>/m/<slug:match_key>/count/", correcting.count, name="count"),
    path("g/<slug:key>/m/<slug:match_key>/options/", correcting.options, name="options"),
    path("g/<slug:key>/m/<slug:match_key>/changes/", correcting.changes, name="changes"),
]
