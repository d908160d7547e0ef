"""The site's addresses, and those of the copies. pocket.middleware names those that make no sense on a phone alone."""

from django.urls import include, path

from pocket import examples, joining, views
from scorekeeper.urls import handler400, handler403, handler404

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

handler500 = "pocket.views.server_error"

urlpatterns = [
    path("copies/", views.copies, name="copies"),
    path("copies/file/", views.copy, name="copy"),
    path("full/", views.full, name="full"),
    path("look-around/", examples.look_around, name="look_around"),
    path("join/", joining.join, name="join_server"),
    path("exchange/step/", joining.step, name="exchange_step"),
    path("g/<slug:key>/exchange/", joining.exchange, name="exchange_with_server"),
    path("", include("scorekeeper.urls")),
]
