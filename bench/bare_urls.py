"""The site's URLs, and /nothing/ for a view that does nothing.

So a request to /nothing/ costs only what the middleware costs.
"""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from scorekeeper.urls import *  # noqa: F403
from scorekeeper.urls import urlpatterns as site


def nothing(request: HttpRequest) -> HttpResponse:
    return HttpResponse("nothing")


urlpatterns = [path("nothing/", nothing), *site]
