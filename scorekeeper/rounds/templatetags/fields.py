"""Template tags for the fields of an entry form; built into every template, also those of the games."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.kernel.words import isolated
from scorekeeper.people.signs import Sign
from scorekeeper.people.templatetags.people import who
from scorekeeper.rounds.meanwhile import situation
from scorekeeper.web.templatetags.ui import words

register = template.Library()


@register.simple_tag(takes_context=True)
def situation_field(context: Any) -> SafeString:
    """Return the hidden field with what the page has shown (`rounds.meanwhile`), for forms of a round."""
    shown = ""
    if "request" in context and not context.get("meanwhile"):
        shown = (context["request"].POST or context["request"].GET).get("situation", "")
    value = shown or situation(context["match"], context.get("entry"))
    return format_html('<input type="hidden" name="situation" value="{}">', value)


@register.simple_tag(takes_context=True)
def at(context: Any, slot: str, deep: bool = False) -> SafeString:
    """Return an element with the problems of one slot: {% at "gold.0" %}. Each preview replaces its content."""
    found = []
    for problem in context.get("problems", ()):
        if problem["slot"] == slot or (deep and problem["slot"].startswith(f"{slot}.")):
            context["beside"].add(problem["slot"])
            found.append((problem["text"],))
    lines = context["live"][f"at-{slot}"] = format_html_join("", "<p>{}</p>", found)
    return format_html('<div class="wrong" id="at-{}">{}</div>', slot, lines)


@register.simple_block_tag(takes_context=True)
def live(context: Any, content: str, name: str, tag: str = "span", css: str = "") -> SafeString:
    """Return an element of the form whose content depends on the typed values; each preview replaces the content."""
    if name in context.get("filled", ()):
        content = conditional_escape(words(context["filled"][name]))
    context["live"][f"live-{name}"] = content
    return format_html('<{} id="live-{}" class="{}">{}</{}>', tag, name, css, content, tag)


@register.simple_tag(takes_context=True)
def taken(context: Any, code: str) -> SafeString:
    """Return an element that names the player who already has, for example, a card: {% taken "royal" %}."""
    sign = context.get("taken", {}).get(code)
    told = SafeString()
    if sign is not None:
        told = format_html(
            '{}<span class="vh">{}</span>', who(sign), _("with %(name)s") % {"name": isolated(sign.name)}
        )
    context["live"][f"taken-{code}"] = told
    return format_html('<span id="taken-{}" class="taken">{}</span>', code, told)


@register.simple_tag(takes_context=True)
def typed(context: Any, name: str) -> str:
    """Return the last value of a field, or "" if it has none: {% typed "gold-0" %}."""
    values = context["fields"].get(name) or [""]
    return str(values[-1])


@register.simple_tag(takes_context=True)
def on(context: Any, name: str, value: Any) -> str:
    """Return "checked" if the field has this value, else "": <input type="radio" … value="0" {% on "taker" 0 %}>."""
    return "checked" if str(value) in context["fields"].get(name, ()) else ""


@register.filter
def from_seat(seats: Sequence[Sign], first: int) -> Sequence[Sign]:
    """Return the signs of players in the order of their seats, beginning with this one."""
    place = next((place for place, sign in enumerate(seats) if sign.seat == first), 0)
    return [*seats[place:], *seats[:place]]


@register.simple_tag(takes_context=True)
def selected(context: Any, name: str, value: Any) -> str:
    """Return "selected" if the field has this value, for an <option>; else ""."""
    return "selected" if str(value) in context["fields"].get(name, ()) else ""


@register.simple_tag
def join(*parts: Any) -> str:
    """Return the parts joined into one text, such as a field's name: {% join "gold-" seat.seat as name %}."""
    return "".join(str(part) for part in parts)
