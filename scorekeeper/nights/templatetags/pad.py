"""What the pages of a night and the games' own templates are built of; loaded in every template."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.kernel.game import Game
from scorekeeper.nights.models import Match
from scorekeeper.people.models import Group
from scorekeeper.people.signs import Sign
from scorekeeper.web import formatting
from scorekeeper.web.formatting import language

register = template.Library()


@register.simple_tag
def who(sign: Sign, extra: str = "") -> SafeString:
    """A player's sign: colour, shape and letters. The name stands beside it."""
    return format_html('<span class="who {} {}" aria-hidden="true">{}</span>', sign.css, extra, sign.letters)


@register.filter
def words(said: Any) -> str:
    """A phrase of the rules wing in the language of the page."""
    return said if isinstance(said, str) else str(said.text(language()))


register.filter("amount", formatting.amount)
register.filter("signed", formatting.signed)
register.filter("minus", formatting.minus)
register.filter("signed_amount", formatting.signed_amount)


@register.simple_tag(takes_context=True)
def at(context: Any, slot: str, deep: bool = False) -> SafeString:
    """The place for problems of one field: {% at "gold.0" %}; with deep=True of all fields below it too."""
    found = []
    for problem in context.get("problems", ()):
        if problem["slot"] == slot or (deep and problem["slot"].startswith(f"{slot}.")):
            context["beside"].add(problem["slot"])
            found.append((problem["text"],))
    deeper = " data-deep" if deep else ""
    said = format_html_join("", "<p>{}</p>", found)
    return format_html('<div class="wrong" id="at-{}" data-at="{}"{}>{}</div>', slot, slot, deeper, said)


@register.simple_tag(takes_context=True)
def typed(context: Any, name: str) -> str:
    """What stands in a field: {% typed "gold-0" %}."""
    values = context["fields"].get(name) or [""]
    return str(values[-1])


@register.simple_tag(takes_context=True)
def on(context: Any, name: str, value: Any) -> str:
    """`checked` where the field holds this value: <input type="radio" name="taker" value="0" {% on "taker" 0 %}>."""
    return "checked" if str(value) in context["fields"].get(name, ()) else ""


@register.simple_tag(takes_context=True)
def selected(context: Any, name: str, value: Any) -> str:
    """`selected`, likewise, for an option of a select."""
    return "selected" if str(value) in context["fields"].get(name, ()) else ""


@register.simple_tag
def join(*parts: Any) -> str:
    """Puts a field's name together: {% join "gold-" seat.seat as name %}."""
    return "".join(str(part) for part in parts)


@register.simple_tag
def rule(
    game: Game, code: str, match: Match | None, aside: bool = False, group: Group | None = None
) -> SafeString | str:
    """A small link from a code to its paragraph in this match's rulebook: {% rule game line.code match %}.

    Where no match is yet, in the book as the `group` plays it. Nothing where the game has no such paragraph. With
    `aside` it opens beside a page on which something is typed.
    """
    found = game.rule(code)
    if found is None or game.rulebook is None:
        return ""
    if match:
        address = reverse("match_rules", args=[match.night.group.key, match.key])
    elif group:
        address = reverse("game_rules", args=[group.key, game.slug])
    else:
        return ""
    title = game.rulebook.title(found.anchor, language())
    return format_html(
        '<a class="rule" href="{}#{}"{}><span class="vh">{}</span><span aria-hidden="true">§</span>{}</a>',
        address,
        found.anchor,
        SafeString(' target="_blank"') if aside else "",
        _("rule: %(title)s") % {"title": title},
        ruling_mark() if found.ruling else "",
    )


@register.simple_tag
def ruling_mark() -> SafeString:
    """What our own rulings are marked with, wherever one decides."""
    return format_html(' <span class="ruling-mark">{}</span>', _("our ruling"))


@register.inclusion_tag("nights/parts/played.html", takes_context=True)
def cards(context: Any, *parts: Any) -> dict[str, Any]:
    """Cards in a rulebook, as they were played: {% cards "Anna:R4 Ben:R10*" %}; the star marks the one that wins."""
    played = []
    for each in "".join(str(part) for part in parts).split():
        name, _colon, code = each.rpartition(":")
        face = context["find_face"](code.removesuffix("*"))
        if face is not None:
            played.append({"who": name, "face": face, "wins": code.endswith("*")})
    return {"played": played}


@register.simple_tag
def money(cents: int, currency: str) -> str:
    """Minor units with their currency: {% money 150 "EUR" %}."""
    return formatting.amount(cents, currency)
