"""Responses to htmx: the parts of a page that it swaps in, instead of the whole page."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request with the attribute `htmx`, which django-htmx's middleware adds."""

    htmx: HtmxDetails


def current_path(request: HtmxRequest) -> str:
    """Return path and query of the page that sends this htmx request; "" for an unknown page or another site's."""
    try:
        return request.htmx.current_url_abs_path or ""
    except ValueError:
        return ""


def wants_parts(request: HtmxRequest) -> bool:
    """Return whether this request of htmx is for parts of a page."""
    return bool(request.htmx) and not request.htmx.history_restore_request


def render_parts(
    request: HtmxRequest, template: str, parts: Iterable[str], context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render the page. For a request of htmx, render only these partials of its template."""
    if wants_parts(request):
        rendered = (render_to_string(f"{template}#{part}", context, request) for part in parts)
        response = HttpResponse("".join(rendered), status=status)
    else:
        response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def redirect_page(request: HtmxRequest, to: Any) -> HttpResponse:
    """Redirect the whole page: a request of htmx by the header HX-Redirect, any other by status 302."""
    response = redirect(to)
    return HttpResponseClientRedirect(response.url) if request.htmx else response
