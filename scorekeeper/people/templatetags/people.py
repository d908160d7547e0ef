"""How people are shown; loaded in every template."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scorekeeper.people.signs import Sign

register = template.Library()


@register.simple_tag
def who(sign: Sign, extra: str = "") -> SafeString:
    """A player's sign: colour, shape and letters. The name stands beside it."""
    return format_html('<span class="who {} {}" aria-hidden="true">{}</span>', sign.css, extra, sign.letters)
