"""Template tags and filters for icons, numbers and texts. All templates have them as builtins."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import segno
from django import template
from django.shortcuts import resolve_url
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.kernel.words import Phrase, isolated
from scorekeeper.web import formatting
from scorekeeper.web.charts import Chart
from scorekeeper.web.formatting import language

register = template.Library()


@register.simple_tag
@cache
def icon(name: str, extra: str = "") -> SafeString:
    """Return an icon of the site: {% icon "pad" %}, or of a game: {% icon "slug/name" %}. Screen readers skip it."""
    return format_html('<svg class="i {}" aria-hidden="true"><use href="{}"/></svg>', extra, icon_url(name))


@register.simple_tag
@cache
def icon_url(name: str) -> str:
    """Return the URL of an icon, for `<use>` in a larger SVG."""
    game, _slash, symbol = name.rpartition("/")
    return f"{static(f'{game}/icons.svg' if game else 'img/sprite.svg')}#{symbol}"


@register.simple_tag
def back(label: str, to: Any, *args: Any) -> SafeString:
    """Return the link that leads back, for the top of a page: {% back _("Back to the people") "people" group.key %}."""
    return format_html('<a class="tap" href="{}" aria-label="{}">{}</a>', resolve_url(to, *args), label, icon("back"))


@register.simple_tag
def qr(url: str, label: str) -> SafeString:
    """Return the URL as a QR code, dark on light in every colour scheme, as cameras expect it."""
    code = segno.make(url, micro=False, error="m")
    drawing = code.svg_inline(omitsize=True, border=2, svgclass="qr", lineclass=None)
    safe = mark_safe(drawing)  # noqa: S308 - drawn here, from nothing but black and white modules
    return format_html('<figure class="qr-box" role="img" aria-label="{}">{}</figure>', label, safe)


@register.filter
def words(phrase: Any) -> str:
    """Return a message of a game as text in the language of the page; a text is returned unchanged."""
    return phrase if isinstance(phrase, str) else str(phrase.text(language()))


@register.filter
def pairs(by_name: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    """Return the items of a dict whose keys people may choose: `.items` would be the value of a key of that name."""
    return by_name.items()


@register.filter(name="isolated")
def isolated_of(typed: str | Iterable[str]) -> str | list[str]:
    """Return typed text inside Unicode isolates, which keep its writing direction. For a list, isolate each text."""
    return isolated(typed) if isinstance(typed, str) else [isolated(each) for each in typed]


@register.simple_tag
def say(phrase: Phrase, **facts: Any) -> str:
    """Return a phrase in the language of the page. `facts` fill its fields; without facts, they stay in braces."""
    return (phrase(**facts) if facts else phrase).text(language())


register.simple_tag(Chart.svg, name="drawing")
register.filter("amount", formatting.amount)
register.filter("duration", formatting.duration)
register.filter("signed", formatting.signed)
register.filter("minus", formatting.minus)
register.filter("in_words", formatting.in_words)
register.filter("is_another_upside_down", formatting.is_another_upside_down)
register.filter("signed_amount", formatting.signed_amount)


@register.simple_tag
def money(cents: int, currency: str) -> str:
    """Return an amount in minor units with its currency: {% money 150 "EUR" %}."""
    return formatting.amount(cents, currency)
