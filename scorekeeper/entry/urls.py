from django.urls import path

from scorekeeper.entry.views import changing_rules, correcting, counting, entering

urlpatterns = [
    path("g/<slug:key>/m/<slug:match_key>/count/", counting.count, name="count"),
    path("g/<slug:key>/m/<slug:match_key>/round/", entering.enter, name="enter"),
    path("g/<slug:key>/m/<slug:match_key>/preview/", entering.preview, name="preview"),
    path("g/<slug:key>/m/<slug:match_key>/adjust/", entering.adjust, name="adjust"),
    path("g/<slug:key>/m/<slug:match_key>/round/<slug:round_key>/", correcting.correct, name="correct"),
    path("g/<slug:key>/m/<slug:match_key>/round/<slug:round_key>/remove/", correcting.remove, name="remove"),
    path("g/<slug:key>/m/<slug:match_key>/round/<slug:round_key>/restore/", correcting.restore_round, name="restore"),
    path("g/<slug:key>/m/<slug:match_key>/undo/", correcting.undo, name="undo"),
    path("g/<slug:key>/m/<slug:match_key>/close/", correcting.close, name="close"),
    path("g/<slug:key>/m/<slug:match_key>/reopen/", correcting.reopen, name="reopen"),
    path("g/<slug:key>/m/<slug:match_key>/delete/", correcting.delete, name="match_delete"),
    path("g/<slug:key>/m/<slug:match_key>/bring-back/", correcting.restore, name="match_restore"),
    path("g/<slug:key>/m/<slug:match_key>/counts/", correcting.count, name="counts"),
    path("g/<slug:key>/m/<slug:match_key>/options/", changing_rules.options, name="options"),
    path("g/<slug:key>/m/<slug:match_key>/changes/", correcting.changes, name="changes"),
]
