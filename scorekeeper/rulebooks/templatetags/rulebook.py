"""Template tags for links to a paragraph of the rulebook, and for cards in a rulebook; built into every template."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.kernel.game import AnyGame
from scorekeeper.nights.models import Match
from scorekeeper.people.models import Group
from scorekeeper.web.formatting import language

register = template.Library()


@register.simple_tag
def rule(
    game: AnyGame, code: str, match: Match | None, aside: bool = False, group: Group | None = None, named: bool = False
) -> SafeString | str:
    """Return a small link to the rulebook's paragraph about a code: {% rule game line.code match %}."""
    found = game.rule(code)
    if found is None or game.rulebook is None:
        return ""
    if match:
        address = reverse("match_rules", args=[match.night.group.key, match.key])
    elif group:
        address = reverse("game_rules", args=[group.key, game.slug])
    else:
        return ""
    return format_html(
        '<a class="rule" href="{}#{}"{}><span class="vh">{}</span><span aria-hidden="true">§{}</span>{}</a>',
        address,
        found.anchor,
        SafeString(' target="_blank"') if aside else "",
        _("rule: %(title)s") % {"title": (title := game.rulebook.title(found.anchor, language()))},
        f" {title}" if named else "",
        ruling_mark() if found.ruling else "",
    )


@register.simple_tag
def ruling_mark() -> SafeString:
    """Return the mark of our own rulings, which decide questions that the printed rules leave open."""
    return format_html(' <span class="ruling-mark">{}</span>', _("our ruling"))


@register.inclusion_tag("rulebooks/parts/played.html", takes_context=True)
def cards(context: Any, *parts: Any) -> dict[str, Any]:
    """Render cards as they were played, for an example in a rulebook: {% cards "Anna:R4 Ben:R10*" %}."""
    played = []
    for each in "".join(str(part) for part in parts).split():
        name, _colon, code = each.rpartition(":")
        face = context["find_face"](code.removesuffix("*"))
        if face is not None:
            played.append({"who": name, "face": face, "wins": code.endswith("*")})
    return {"played": played}
