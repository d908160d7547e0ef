"""The fields of an entry form, also in the games' own templates; loaded in every template."""

from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.kernel.words import isolated
from scorekeeper.people.templatetags.people import who
from scorekeeper.web.templatetags.ui import words

register = template.Library()


@register.simple_tag(takes_context=True)
def at(context: Any, slot: str, deep: bool = False) -> SafeString:
    """Return the problems of one field, to be shown there: {% at "gold.0" %}; with deep=True also those below it."""
    found = []
    for problem in context.get("problems", ()):
        if problem["slot"] == slot or (deep and problem["slot"].startswith(f"{slot}.")):
            context["beside"].add(problem["slot"])
            found.append((problem["text"],))
    lines = context["live"][f"at-{slot}"] = format_html_join("", "<p>{}</p>", found)
    return format_html('<div class="wrong" id="at-{}">{}</div>', slot, lines)


@register.simple_block_tag(takes_context=True)
def live(context: Any, content: str, name: str, tag: str = "span", css: str = "") -> SafeString:
    """Return a part of the form that depends on what is typed; each preview replaces it.

    {% live "side" %}Points of the team{% endlive %} shows the sentence that the screen has filled in under this name; if
    there is none, it shows the block's own content.
    """
    if name in context.get("filled", ()):
        content = conditional_escape(words(context["filled"][name]))
    context["live"][f"live-{name}"] = content
    return format_html('<{} id="live-{}" class="{}">{}</{}>', tag, name, css, content, tag)


@register.simple_tag(takes_context=True)
def taken(context: Any, code: str) -> SafeString:
    """Return who else claims a thing that only one player can have: {% taken "royal" %}. Each preview replaces it."""
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
    """Return the value of a field: {% typed "gold-0" %}."""
    values = context["fields"].get(name) or [""]
    return str(values[-1])


@register.simple_tag(takes_context=True)
def on(context: Any, name: str, value: Any) -> str:
    """Return `checked` where the field holds this value: <input type="radio" name="taker" value="0" {% on "taker" 0 %}>."""
    return "checked" if str(value) in context["fields"].get(name, ()) else ""


@register.simple_tag(takes_context=True)
def selected(context: Any, name: str, value: Any) -> str:
    """Return `selected` where the field holds this value, for an option of a select."""
    return "selected" if str(value) in context["fields"].get(name, ()) else ""


@register.simple_tag
def join(*parts: Any) -> str:
    """Put a field's name together: {% join "gold-" seat.seat as name %}."""
    return "".join(str(part) for part in parts)
