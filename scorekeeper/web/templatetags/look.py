"""Small parts of the look that templates use everywhere; loaded in every template."""

from functools import cache, lru_cache
from typing import Any

import segno
from django import template
from django.template.base import Node, Parser, Token, render_value_in_context
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as django_url
from django.template.library import SimpleNode
from django.templatetags.i18n import BlockTranslateNode, TranslateNode, do_block_translate, do_translate
from django.templatetags.static import static
from django.urls import get_script_prefix, reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from scorekeeper.web import formatting
from scorekeeper.web.charts import Chart
from scorekeeper.web.formatting import language
from scorekeeper.web.hyphens import hyphenated

register = template.Library()


class Once(Node):
    """A tag that gives the same whenever it is drawn."""

    def __init__(self, node: SimpleNode) -> None:
        self.node = node
        self.text: str | None = None

    def render(self, context: Context) -> str:
        if self.text is None:
            self.text = self.node.render(context)
        return self.text


@register.simple_tag
@cache
def icon(name: str, extra: str = "") -> SafeString:
    """A symbol of static/img/sprite.svg: {% icon "pad" %}; of a game's own icons.svg: {% icon "slug/name" %}.

    Silent to a screen reader.
    """
    return format_html('<svg class="i {}" aria-hidden="true"><use href="{}"/></svg>', extra, icon_url(name))


_icon_of_its_arguments = register.tags["icon"]


@register.tag("icon")
def _icon(parser: Parser, token: Token) -> Node:
    node = _icon_of_its_arguments(parser, token)
    given = [*node.args, *node.kwargs.values()]
    return Once(node) if all(isinstance(each.var, str) and not each.filters for each in given) else node


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


class FilledSentence(Node):
    """Django's {% blocktranslate %} without a plural: what does not change with the values is done once for a language."""

    def __init__(self, node: BlockTranslateNode) -> None:
        self.node = node
        self.message, self.names = node.render_token_list(node.singular)
        self.texts: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        code = get_language()
        if (text := self.texts.get(code)) is None:
            text = self.texts[code] = gettext(self.message)
        own = {name: value.resolve(context) for name, value in self.node.extra_context.items()}
        try:
            values = [own[name] if name in own else context[name] for name in self.names]
            filled = [render_value_in_context(value, context) for value in values]
            return text % dict(zip(self.names, filled, strict=True))
        except (KeyError, ValueError):  # a value that there is not, or a translation that asks for another one
            return self.node.render(context)


@register.tag
def blocktranslate(parser: Parser, token: Token) -> Node:
    node = do_block_translate(parser, token)
    return node if node.plural or node.asvar or node.message_context else FilledSentence(node)


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
