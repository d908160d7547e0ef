"""The URLs of pocket's own pages, and all URLs of the site; those in pocket.middleware.NO_ACCOUNTS answer 404 here."""

from django.urls import include, path

from pocket import examples, handing_over, syncing, views
from scorekeeper.urls import handler400, handler403, handler404

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

handler500 = "pocket.views.server_error"

urlpatterns = [
    path("copies/", views.copies, name="copies"),
    path("copies/file/", views.copy, name="copy"),
    path("full/", views.full, name="full"),
    path("look-around/", examples.look_around, name="look_around"),
    path("join/", syncing.join, name="join_server"),
    path("exchange/copy/", syncing.take, name="sync_take"),
    path("take-over/", handing_over.take_over, name="take_over"),
    path("g/<slug:key>/hand-over/", handing_over.hand_over, name="hand_over"),
    path("g/<slug:key>/hand-over/back/", handing_over.back, name="hand_over_back"),
    path("g/<slug:key>/exchange/", syncing.sync_page, name="sync_with_server"),
    path("g/<slug:key>/exchange/waiting/", syncing.waiting, name="sync_waiting"),
    path("g/<slug:key>/exchange/answered/", syncing.answered, name="sync_answered"),
    path("g/<slug:key>/exchange/remove/", syncing.remove, name="sync_remove"),
    path("g/<slug:key>/exchange/decide/", syncing.decide, name="sync_decide"),
    path("", include("scorekeeper.urls")),
]
