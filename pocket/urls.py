"""The site's addresses, and those of the copies. Those that make no sense on a phone alone are not linked to."""

from django.urls import include, path

from pocket import views
from scorekeeper.urls import handler400, handler403, handler404, handler500

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns = [
    path("copies/", views.copies, name="copies"),
    path("copies/file/", views.copy, name="copy"),
    path("", include("scorekeeper.urls")),
]
