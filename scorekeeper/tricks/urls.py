from django.urls import path

from scorekeeper.tricks.views import referee, writing

urlpatterns = [
    path("g/<slug:key>/m/<slug:match_key>/referee/", referee.referee, name="referee"),
    path("g/<slug:key>/m/<slug:match_key>/referee/keep/", referee.save_trick, name="save_trick"),
    path("g/<slug:key>/m/<slug:match_key>/referee/forget/", referee.forget_tricks, name="forget_tricks"),
    path("g/<slug:key>/m/<slug:match_key>/tricks/<slug:which>/", writing.trick, name="next_trick"),
    path("g/<slug:key>/m/<slug:match_key>/tricks/<slug:which>/first/", writing.first, name="before_tricks"),
    path("g/<slug:key>/m/<slug:match_key>/tricks/<slug:which>/<int:place>/", writing.change, name="change_trick"),
    path("g/<slug:key>/m/<slug:match_key>/tricks/<slug:which>/back/", writing.back, name="take_trick_back"),
    path("g/<slug:key>/m/<slug:match_key>/tricks/<slug:which>/away/", writing.discard, name="discard_tricks"),
    path("g/<slug:key>/m/<slug:match_key>/tricks/<slug:which>/end/", writing.end, name="after_tricks"),
    path("g/<slug:key>/m/<slug:match_key>/tricks/<slug:which>/preview/", writing.preview, name="preview_tricks"),
]
