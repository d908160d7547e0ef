"""Template tags and filters for names, signs, the holder of a phone, and addresses; built into every template."""

from typing import Any
from urllib.parse import urlsplit

from django import template
from django.apps import apps
from django.http.request import split_domain_port
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.kernel.words import isolated
from scorekeeper.people import access, names
from scorekeeper.people.models import Group, Player, Role
from scorekeeper.people.signs import Sign
from scorekeeper.server.network import urls_for_phones

register = template.Library()


@register.simple_tag
def who(sign: Sign | Player, extra: str = "") -> SafeString:
    """Return the HTML of a player's sign or, for a team, of its members' signs. `extra` is a further CSS class."""
    if isinstance(sign, Sign) and sign.members:
        signs = format_html_join("", "{}", ((who(each, extra),) for each in sign.members))
        return format_html('<span class="whos">{}</span>', signs)
    return format_html('<span class="who {} {}" aria-hidden="true">{}</span>', sign.css, extra, sign.letters)


register.filter("writer", names.writer)
register.filter("someone", names.someone)


@register.simple_tag
def name(sign: Sign) -> SafeString:
    """Return the HTML of a name and its short form; the stylesheet shows the short form where the name has no room."""
    if not sign.short:
        return format_html('<span class="name">{}</span>', isolated(sign.name))
    text = '<span class="name"><span class="full">{}</span><span class="short" aria-hidden="true">{}</span></span>'
    return format_html(text, isolated(sign.name), isolated(sign.short))


@register.simple_tag(takes_context=True)
def sender(context: dict[str, Any]) -> str:
    """Return the sender of this page's forms (`access.sender`); "" on an error page without a request."""
    if "request" not in context:
        return ""
    return access.sender(context["request"], context.get("group"))


@register.simple_tag(takes_context=True)
def writes_for_all(context: dict[str, Any], group: Group) -> bool:
    """Return whether this phone keeps the score for all players. It must be allowed to keep score."""
    asked = access.access_to(context["request"], group)
    return (asked.role or 0) >= Role.SCORER and asked.person is None and not asked.only_watches


@register.simple_tag(takes_context=True)
def elsewhere(context: dict[str, Any], url: str) -> list[str]:
    """Return this URL again for each other address of this machine, such as its address in its own hotspot."""
    parts = urlsplit(url)
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    return [other for other in urls_for_phones(context["request"], path) if other != url]


@register.simple_tag(takes_context=True)
def passkeys_work(context: dict[str, Any]) -> bool:
    """Return whether this site can use passkeys."""
    request = context["request"]
    name = split_domain_port(request.get_host())[0]
    secure = request.is_secure() or name == "localhost"
    return apps.is_installed("allauth.mfa") and secure and not (name.startswith("[") or is_ipv4(name))


def is_ipv4(name: str) -> bool:
    return name.replace(".", "").isdigit()
