"""The players of a group. Players and nights can have several keys (`OtherKey`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from scorekeeper.people import bounds, names, signs
from scorekeeper.people.keys import did, is_replay, key_of_player
from scorekeeper.people.models.groups import NAME_LENGTH, Group
from scorekeeper.people.signals import player_renamed


class KeyedQuerySet[Row: models.Model](models.QuerySet[Row]):
    """A queryset of players or nights. Keys are unique only within a group, so filter by the group first."""

    def with_key(self, key: str) -> Self:
        """Return the row with this key, as a queryset. The key may be the row's own or an `OtherKey`."""
        other = OtherKey.objects.filter(key=key, group=OuterRef("group"), stands_for=OuterRef("key"))
        return self.filter(Q(key=key) | Exists(other))


class OtherKey(models.Model):
    """Another key of a player or a night."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="other_keys")
    key = models.CharField(max_length=36)
    stands_for = models.CharField(max_length=36)  # the field `key` of the player or night

    class Meta:
        constraints = [models.UniqueConstraint(fields=["key", "group"], name="one_meaning_a_key")]

    def __str__(self) -> str:
        return f"{self.key}: {self.stands_for}"


class PlayerQuerySet(KeyedQuerySet["Player"]):
    def named(self, name: str) -> Player | None:
        """Return the player with this name; None if there is none. The queryset must have players of one group only."""
        found = self.filter(name_key=names.key(name)).select_related("merged_into").first()
        return found and found.canonical

    def find_by_name(self, text: str) -> Player | None:
        """Return the player with `text` as the key or, failing that, as the name; None if there is none."""
        known = self.with_key(text).select_related("merged_into").first()
        return known.canonical if known else self.named(text)

    def by_key(self, keys: Sequence[str]) -> list[Player | None]:
        """Return the players with these keys, in the same order; None for an unknown key."""
        here = OtherKey.objects.filter(key__in=keys, group__in=self.values("group"))
        others = dict(here.values_list("key", "stands_for"))
        found = {
            player.key: player.canonical
            for player in self.filter(key__in=[*keys, *others.values()]).select_related("merged_into")
        }
        return [found.get(key) or found.get(others.get(key, "")) for key in keys]

    def on_the_pad(self) -> Self:
        """Return the players that pages offer: neither hidden nor merged."""
        return self.filter(hidden_at=None, merged_into=None)

    def hidden(self) -> Self:
        return self.filter(merged_into=None).exclude(hidden_at=None)

    def canonical(self) -> Self:
        """Return the players who were not merged, hidden ones included."""
        return self.filter(merged_into=None)


class Player(models.Model):
    """A player of a group; no account is needed. If two players are the same person, one is merged into the other."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="players")
    key = models.CharField(max_length=36, editable=False)  # the same in every copy of the group
    name = models.CharField(max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=NAME_LENGTH * 3, editable=False)
    folded_name = models.CharField(max_length=NAME_LENGTH * 3, editable=False, db_default="")  # to sort by
    created_at = models.DateTimeField(auto_now_add=True)
    merged_into = models.ForeignKey("self", on_delete=models.RESTRICT, null=True, editable=False, related_name="merged")
    hidden_at = models.DateTimeField(null=True, blank=True, editable=False)
    # The player's sign: the number of a colour, the number of a shape, and one or two letters. Numbers begin with 1.
    # If a player's colour is 0, `save` chooses the sign.
    colour = models.PositiveSmallIntegerField(default=0, editable=False)
    shape = models.PositiveSmallIntegerField(default=0, editable=False)
    letters = models.CharField(max_length=8, default="", editable=False)
    feminine = models.BooleanField(default=False)  # whether the player's titles have their feminine form

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["folded_name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["group", "name_key"], name="one_player_a_name"),
            models.UniqueConstraint(fields=["group", "key"], name="one_player_a_key"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Save the player with a tidy name, and with a key and a sign if they are missing."""
        if self._state.adding and self.merged_into is None:
            bounds.PEOPLE.make_room(Player.objects.filter(group=self.group_id, merged_into=None).count())
        self.name = names.tidy(self.name)
        self.name_key = names.key(self.name)
        self.fold_name()
        self.key = self.key or key_of_player(self.name_key)
        if not self.colour:
            self.colour, self.shape = signs.free_look((each.colour, each.shape) for each in self._others)
        if self.letters[:1] != signs.letters_of(self.name)[0]:
            self.letters = signs.free_letters(self.name, [(each.letters, each.name) for each in self._others])
        super().save(*args, update_fields=update_fields, **kwargs)
        did(self)

    def fold_name(self) -> None:
        """Set `folded_name`. It is cut, as a name can become longer."""
        self.folded_name = names.folded(self.name)[: NAME_LENGTH * 3]

    @property
    def _others(self) -> models.QuerySet[Player]:
        return Player.objects.filter(group=self.group_id).exclude(pk=self.pk).only("name", "colour", "shape", "letters")

    @property
    def css(self) -> str:
        """The CSS classes of the player's colour and shape."""
        return signs.css(self.colour, self.shape)

    def looks_like(self) -> str:
        """Return the name of another player, not merged, with the same colour and shape; "" if there is none."""
        same = self._others.filter(merged_into=None, colour=self.colour, shape=self.shape).first()
        return same.name if same else ""

    def free_letters(self) -> list[str]:
        """Return the letters for this player's sign that are still free in the group, best first."""
        others = list(self._others)
        taken = {each.letters for each in others}
        wanted = signs.letters_of(self.name, [each.name for each in others if each.letters[:1] == self.letters[:1]])
        return [letters for letters in wanted if letters not in taken]

    def change_sign(self, colour: int, shape: int, letters: str) -> None:
        self.colour, self.shape, self.letters = colour, shape, letters
        self.save(update_fields=["colour", "shape", "letters"])

    @property
    def canonical(self) -> Player:
        """The player into whom this one was merged, directly or through others; this player if not merged."""
        return self.merged_into.canonical if self.merged_into else self

    def rename(self, name: str) -> None:
        """Change the name, and the sign's letters if the initial changes, and send `player_renamed`."""
        self.name = name
        self.save(update_fields=["name", "name_key", "folded_name", "letters"])
        player_renamed.send(Player, player=self)

    def has_name(self, name: str) -> None:
        """Show this player if hidden. Call this if `name`, from a form, is the name of this existing player."""
        if is_replay():
            OtherKey.objects.get_or_create(
                group=self.group, key=key_of_player(names.key(name)), defaults={"stands_for": self.key}
            )
        self.sits_down()

    def sits_down(self) -> None:
        """Show this player if hidden. Call this if the player sits down to a game."""
        if self.hidden_at:
            self.show()

    def hide(self) -> None:
        self.hidden_at = self.hidden_at or timezone.now()
        self.save(update_fields=["hidden_at"])

    def show(self) -> None:
        self.hidden_at = None
        self.save(update_fields=["hidden_at"])
