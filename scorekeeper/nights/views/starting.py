"""The page on which a game is chosen, and the form that starts it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.kernel.game import AnyGame
from games.kernel.options import Name
from games.kernel.posted import Posted
from games.kernel.problems import Problems
from games.kernel.seating import DEALER, DEALER_PLAYS
from games.kernel.words import isolated
from games.registry import all_games
from scorekeeper.nights.access import sheet_of
from scorekeeper.nights.house_rules import OptionField, add_messages, house_rules_in_short, option_fields
from scorekeeper.nights.models import Match, Night
from scorekeeper.nights.offered import LONGEST_SEARCH, Offer, found, offer, offered, plain_pad
from scorekeeper.nights.onboarding import needs_onboarding, redirect_to_phones
from scorekeeper.nights.titles import names_before, seats_in_words, variants_in_words
from scorekeeper.nights.tonight import last_of, next_dealer, unfinished_game_of
from scorekeeper.people import names
from scorekeeper.people.access import group_for, person_of
from scorekeeper.people.bounds import Full
from scorekeeper.people.keys import random_index
from scorekeeper.people.models import NAME_LENGTH, Group, Player, Role
from scorekeeper.people.signs import SEATS_DRAWN
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.formatting import language
from scorekeeper.web.posted import form_key, posted

RANDOM = "random"
MOST_SHOWN = 40  # the most seats that the form shows, even if a request has sent more


@require_safe
def choose(request: HttpRequest, key: str) -> HttpResponse:
    """Show the games that the group can start, or those found by a search."""
    group = group_for(request, key, Role.SCORER)
    sought = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    first, others = (found(group, sought), []) if sought else offered(group)
    pad = plain_pad()
    context = {
        "group": group,
        "sought": sought,
        "games": [_described(group, each) for each in first],
        "others": [_described(group, each) for each in others],
        "pad": {"url": pad.url(group), "asks": pad.asks_name},
        "last": last_of(group, person_of(request, group)),
        "led": needs_onboarding(group),
    }
    return render(request, "nights/choose.html", context)


def _described(group: Group, offered: Offer) -> dict[str, Any]:
    game = offered.game
    return {
        "slug": game.slug,
        "url": offered.url(group),
        "key": offered.key,
        "name": offered.name,
        "emblem": game.emblem,
        "gist": game.gist.text(language()) if game.gist else "",
        "seats": seats_in_words(game),
        "variants": variants_in_words(game),
        "sheet": offered.sheet,
        "is_described": offered.is_described,
        "rulebook": game.rulebook is not None and not offered.sheet,
    }


@dataclass
class TypedSeating:
    """A seating as typed in the form, and its problems."""

    typed: list[str] = field(default_factory=list)  # a name for each seat of the form; "" for an empty seat
    dealer: str = ""  # the first dealer's index in `typed`, or RANDOM; "" if nobody was chosen
    players: list[Player] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)  # the index in `typed` of each of `players`
    problems: list[str] = field(default_factory=list)  # of the whole table
    seat_problems: dict[int, list[str]] = field(default_factory=dict)  # by index in `typed`
    dealer_problem: str = ""
    sits_out: bool = False  # whether the dealer of each round sits out

    @property
    def wrong(self) -> bool:
        return bool(self.problems or self.seat_problems or self.dealer_problem)

    @property
    def first_dealer(self) -> int:
        """The first dealer's index in `players`: a random index for RANDOM, 0 if nobody was chosen."""
        if self.dealer == RANDOM:
            return random_index(len(self.players))
        return self.positions.index(int(self.dealer)) if self.dealer else 0

    def seats(self, most: int) -> list[dict[str, Any]]:
        """Return a template context for each seat of the form."""
        shown = min(max(most, len(self.typed)), MOST_SHOWN)
        return [
            {
                "position": position,
                "number": position + 1,
                "name": self.typed[position] if position < len(self.typed) else "",
                "problems": self.seat_problems.get(position, []),
                "deals": self.dealer == str(position) or (not self.dealer and not position),
            }
            for position in range(shown)
        ]


def read_seating(group: Group, game: AnyGame, form: Posted) -> TypedSeating:
    """Return the seating sent by a form, with its players and problems. New players are not saved yet."""
    seats = [name.strip() for name in form.fields.get("seat", ())]
    seating = TypedSeating(seats, form.one("dealer"), sits_out=form.one("sits_out") == DEALER)
    people = group.players.select_related("merged_into")
    known = {player.name_key: player.canonical for player in people}
    meant = people.by_key(form.many("person"))
    seated: set[str] = set()
    for position, typed in enumerate(seating.typed):
        if not typed:
            continue
        seating.positions.append(position)
        name, key = names.tidy(typed), names.key(typed)
        here = meant[len(seating.players)] if len(seating.players) < len(meant) else None
        player = here or known.get(key) or Player(group=group, name=name, name_key=key)
        if not 1 <= len(name) <= NAME_LENGTH:
            problem = _("A name has 1 to %(longest)s characters.") % {"longest": NAME_LENGTH}
            seating.seat_problems[position] = [problem]
        elif player.name_key in seated:
            seating.seat_problems[position] = [_("%(name)s is seated twice.") % {"name": isolated(name)}]
        seated.add(player.name_key)
        seating.players.append(player)
    count = len(seating.positions)
    seating.sits_out = seating.sits_out or game.dealer_sits_out(count, game.options(), asked=False)
    if count - seating.sits_out not in game.seats:
        facts = {"game": game.name.text(language()), "seats": seats_in_words(game), "count": count}
        if count == 1:
            seating.problems.append(_("%(game)s is for %(seats)s players; 1 is seated.") % facts)
        else:
            seating.problems.append(_("%(game)s is for %(seats)s players; %(count)s are seated.") % facts)
    if seating.dealer not in ("", RANDOM, *map(str, seating.positions)):
        seating.dealer_problem = _("That seat is empty. Choose who deals.")
    return seating


def most_seated(game: AnyGame) -> int:
    """Return the largest number of people who can sit down to this game."""
    most = max(game.seats)
    return most + (most < SEATS_DRAWN and lets_sit_out(game, game.options()))


def lets_sit_out(game: AnyGame, options: Any) -> bool:
    """Return whether there is a number of players with which the dealer may sit out."""
    return any(game.lets_dealer_sit_out(seats, options) for seats in game.seats)


def last_seating(group: Group, game: AnyGame, person: Player | None) -> TypedSeating:
    """Return the seating with which the form of a new game begins: the last game's if it fits, else an empty one."""
    last = last_of(group, person)
    if last is None or not last.night.is_going_on or not last.is_readable:
        return TypedSeating()
    # Who sits at no table plays with others than those who are playing at the moment.
    if person is not None and not last.finished and person not in [seat.player.canonical for seat in last.sitting_now]:
        return TypedSeating()
    # The dealer sits out again, but not in a different game that all of them can play.
    sat_out, count = last.course.engine.seating.sits_out, len(last.sitting_now)
    needed = last.game_slug == game.slug or count not in game.seats
    out = sat_out and needed and lets_sit_out(game, game.options())
    if count - out not in game.seats:
        return TypedSeating()
    players = [seat.player for seat in last.sitting_now]
    typed, positions = [player.name for player in players], list(range(len(players)))
    return TypedSeating(typed, str(next_dealer(last)), players, positions, sits_out=out)


@require_http_methods(["GET", "POST"])
def seat(request: HttpRequest, key: str, slug: str) -> HttpResponse:
    """Show the form of a new game: who sits where, who deals first, the house rules; a POST starts the game."""
    group = group_for(request, key, Role.SCORER)
    game = all_games().get(slug)
    if game is None:
        raise Http404("no such game")
    return _seat(request, group, Offer(game))


@require_http_methods(["GET", "POST"])
def seat_by_sheet(request: HttpRequest, key: str, sheet_key: str) -> HttpResponse:
    """Show the form of a new game by one of the group's own sheets; a POST starts the game."""
    group = group_for(request, key, Role.SCORER)
    offered = offer(sheet_of(group, sheet_key))
    if offered is None:
        raise Http404("this version reads no game in it")
    return _seat(request, group, offered)


def _seat(request: HttpRequest, group: Group, offered: Offer) -> HttpResponse:
    game = offered.game
    if request.method == "POST":
        return _start(request, group, game)
    there = Match.objects.not_deleted().filter(night__group=group, game_slug=game.slug)
    last = (there.filter(game_key=offered.key) if offered.sheet else there).last_first().first()
    options = offered.options_after(last) if last else dict(offered.options)
    if (asks := offered.asks_name) and (called := request.GET.get(asks, "").strip()[:LONGEST_SEARCH]):
        options = options | {asks: called} if last and last.game.variant(last.house_rules) == called else {asks: called}
    return _seat_page(
        request,
        group,
        game,
        last_seating(group, game, person_of(request, group)),
        option_fields(game, options),
        options,
    )


def _seat_page(
    request: HttpRequest,
    group: Group,
    game: AnyGame,
    seating: TypedSeating,
    fields: list[OptionField],
    options: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    context = {
        "group": group,
        "game": game,
        "game_name": game.name.text(language()),
        "for_seats": seats_in_words(game),
        "players": list(group.players.on_the_pad()),
        "seating": seating,
        "seats": seating.seats(most_seated(game)),
        "may_sit_out": any(game.lets_choose_who_sits_out(count, game.options()) for count in game.seats),
        "option_fields": fields,
        # The house rules are unfolded if they have problems, or include the field for the game's name.
        "rules_open": any(each.problems or isinstance(each.rule, Name) for each in fields),
        "names_before": names_before(group, game.slug, fields),
        "rules_in_short": house_rules_in_short(game, options),
        "most": most_seated(game),
        "most_playing": max(game.seats),
        "least": min(game.seats),
        "key": form_key(request.POST),
        "led": needs_onboarding(group),
        "unfinished": unfinished_game_of(group, [player.pk for player in seating.players if player.pk]),
    }
    return render(request, "nights/seat.html", context, status=status)


def _start(request: HttpRequest, group: Group, game: AnyGame) -> HttpResponse:
    form = posted(request.POST)
    options = game.options.typed(form)
    fields = option_fields(game, options, form)
    seating, refused = TypedSeating(), list[Any]()
    try:
        with write_transaction(group):
            seating = read_seating(group, game, form)
            refused = _refusal(game, options)
            if not refused and not seating.wrong and seating.sits_out:
                rules = game.read_options(options)
                if rules is not None and not game.lets_dealer_sit_out(len(seating.positions) - 1, rules):
                    seating.problems.append(DEALER_PLAYS().text(language()))
            if not seating.wrong and not refused:
                for position, player in zip(seating.positions, seating.players, strict=True):
                    if player.pk is None:
                        player.save()
                    else:
                        player.has_name(seating.typed[position])
                night = Night.tonight(group)
                led = needs_onboarding(group)
                first, sits_out = seating.first_dealer, seating.sits_out
                match = Match.start(night, game.slug, seating.players, options, first, sits_out=sits_out)
                return redirect_to_phones(match) if led else redirect(match)
    except Full as full:
        seating.problems.append(str(full))
    add_messages(fields, refused)
    return _seat_page(request, group, game, seating, fields, options, status=422)


def _refusal(game: AnyGame, options: dict[str, Any]) -> list[Any]:
    """Return the problems of these house rules; [] for valid ones."""
    problems = Problems()
    game.options.read(options, "options", problems)
    return problems
