"""Small parts of the look that templates use everywhere; loaded in every template."""

from functools import cache, lru_cache
from typing import Any

import segno
from django import template
from django.template.base import Node, Parser, Token
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as django_url
from django.templatetags.i18n import TranslateNode, do_translate
from django.templatetags.static import static
from django.urls import get_script_prefix, reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from scorekeeper.web import formatting
from scorekeeper.web.charts import Chart
from scorekeeper.web.formatting import language
from scorekeeper.web.hyphens import hyphenated

register = template.Library()


@register.simple_tag
@cache
def icon(name: str, extra: str = "") -> SafeString:
    """A symbol of static/img/sprite.svg: {% icon "pad" %}; of a game's own icons.svg: {% icon "slug/name" %}.

    Silent to a screen reader.
    """
    return format_html('<svg class="i {}" aria-hidden="true"><use href="{}"/></svg>', extra, icon_url(name))


@register.simple_tag
@cache
def icon_url(name: str) -> str:
    """The address of a symbol, for `<use>` in a larger drawing."""
    game, _slash, symbol = name.rpartition("/")
    return f"{static(f'{game}/icons.svg' if game else 'img/sprite.svg')}#{symbol}"


@register.simple_tag
def qr(url: str, label: str) -> SafeString:
    """The address as a QR code, dark on light in every theme because cameras expect it so."""
    code = segno.make(url, micro=False, error="m")
    drawing = code.svg_inline(omitsize=True, border=2, svgclass="qr", lineclass=None)
    safe = mark_safe(drawing)  # noqa: S308 - drawn here, from nothing but black and white modules
    return format_html('<figure class="qr-box" role="img" aria-label="{}">{}</figure>', label, safe)


class Sentence(Node):
    """A text of a template that never changes: it is looked up once for a language."""

    def __init__(self, node: TranslateNode) -> None:
        self.node = node
        self.texts: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        code = get_language()
        if (text := self.texts.get(code)) is None:
            text = self.texts[code] = self.node.render(context)
        return text


@register.tag
def translate(parser: Parser, token: Token) -> Node:
    """Django's {% translate %}, most of which are plain texts: a page has up to a hundred of them."""
    node = do_translate(parser, token)
    plain = isinstance(node.filter_expression.var.literal, str) and not node.filter_expression.filters
    return Sentence(node) if plain and not node.asvar and not node.message_context and not node.noop else node


class Address(URLNode):
    """Django's {% url %}, of which a page has dozens: each address is put together once."""

    def render(self, context: Context) -> str:
        if self.kwargs or self.asvar or self.view_name.is_var:
            return str(super().render(context))
        return address_of(self.view_name.var, *(each.resolve(context) for each in self.args))


def address_of(name: str, *arguments: Any) -> str:
    """The address of a view, escaped for HTML."""
    return _address(get_script_prefix(), name, *arguments)


@lru_cache(maxsize=10_000)
def _address(_prefix: str, name: str, *arguments: Any) -> str:
    return conditional_escape(reverse(name, args=arguments))


@register.tag
def url(parser: Parser, token: Token) -> Node:
    node = django_url(parser, token)
    return Address(node.view_name, node.args, node.kwargs, node.asvar)


@register.filter
def words(phrase: Any) -> str:
    """A message of the games in the language of the page."""
    return phrase if isinstance(phrase, str) else str(phrase.text(language()))


register.filter("hyphens", hyphenated, is_safe=True)
register.simple_tag(Chart.svg, name="drawing")
register.filter("amount", formatting.amount)
register.filter("duration", formatting.duration)
register.filter("signed", formatting.signed)
register.filter("minus", formatting.minus)
register.filter("signed_amount", formatting.signed_amount)


@register.simple_tag
def money(cents: int, currency: str) -> str:
    """Minor units with their currency: {% money 150 "EUR" %}."""
    return formatting.amount(cents, currency)
