"""Forms for groups, players and accounts."""

import re
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kernel.words import isolated
from games.registry import all_games
from scorekeeper.people import names
from scorekeeper.people.models import NAME_LENGTH, PAY_TO_LENGTH, Group, Player, Role, User
from scorekeeper.people.signs import LOOKS
from scorekeeper.web.formatting import language


class NameField(forms.CharField):
    """A field for a name; its cleaned value is in the normal form of `names.tidy`."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", NAME_LENGTH)
        super().__init__(**kwargs)
        self.widget.attrs.setdefault("autocomplete", "off")
        self.widget.attrs.setdefault("spellcheck", "false")

    def to_python(self, value: Any) -> str:
        return names.tidy(super().to_python(value) or "")


class AccountNameField(NameField):
    """A field for an account's name. Its value is also normalized by Django (NFKC), which may make it longer."""

    def to_python(self, value: Any) -> str:
        return names.tidy(User.normalize_username(super().to_python(value)))


class GroupForm(forms.Form):
    name = NameField(
        label=_("Name"),
        help_text=_("For example: Friday cards"),
        error_messages={"required": _("Enter a name.")},
    )


class NewGroupForm(GroupForm):
    """The form of a new group; `owner` is the account that will own it."""

    def __init__(self, *args: Any, owner: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.owner = owner

    def clean_name(self) -> str:
        self.check_most()
        name: str = self.cleaned_data["name"]
        return name

    def check_most(self) -> None:
        """Raise ValidationError if the account already owns `Group.MOST_OWNED` groups, deleted ones included."""
        if Group.objects.filter(memberships__user=self.owner, memberships__role=Role.OWNER).count() >= Group.MOST_OWNED:
            raise ValidationError(
                _("You have %(most)s groups, which is the limit. Deleted groups count for 30 days."),
                params={"most": Group.MOST_OWNED},
            )


class GroupSettingsForm(GroupForm):
    """The form of a group's settings: its name, how to pay, and the card faces of each game that offers a choice."""

    LINK = re.compile(r"[a-z][a-z0-9+.-]*(?=://)|(?:javascript|vbscript|data)(?=:)", re.IGNORECASE)

    pay_to = forms.CharField(
        label=_("How to pay"),
        help_text=_("A bank account or payment link (https)."),
        max_length=PAY_TO_LENGTH,
        required=False,
    )

    def __init__(self, *args: Any, group: Group, **kwargs: Any) -> None:
        kwargs["initial"] = {"name": group.name, "pay_to": group.pay_to}
        super().__init__(*args, **kwargs)
        self.group = group
        for slug, game in all_games().items():
            if game.faces:
                self.fields[f"faces-{slug}"] = forms.ChoiceField(
                    label=gettext("Cards of %(game)s") % {"game": game.name.text(language())},
                    choices=[(code, name.text(language())) for code, name in game.faces.items()],
                    initial=group.faces_of(slug) or next(iter(game.faces)),
                    widget=forms.RadioSelect,
                    required=False,
                )

    def clean_pay_to(self) -> str:
        typed: str = self.cleaned_data["pay_to"]
        if len(typed.splitlines()) > 1:
            raise ValidationError(_("One line only."))
        if any(scheme.lower() != "https" for scheme in self.LINK.findall(typed)):
            raise ValidationError(_("A link must begin with https://."))
        tidied = names.tidy(typed)
        MaxLengthValidator(PAY_TO_LENGTH)(tidied)  # again, as the normal form may be longer than the typed text
        return tidied

    def save(self) -> None:
        """Save the settings. Card faces that were not posted stay unchanged."""
        self.group.name = self.cleaned_data["name"]
        self.group.pay_to = self.cleaned_data["pay_to"]
        chosen = {
            name.removeprefix("faces-"): code
            for name, code in self.cleaned_data.items()
            if name.startswith("faces-") and code
        }
        self.group.card_faces = {**self.group.card_faces, **chosen}
        self.group.save(update_fields=["name", "pay_to", "card_faces"])


class SureForm(forms.Form):
    """The form that confirms the deletion of a group: the typed name must be `wanted`, compared by `names.key`."""

    name = NameField(label=_("Enter the group’s name to delete it"), error_messages={"required": _("Enter a name.")})
    wrong = _("That’s not the name.")

    def __init__(self, *args: Any, wanted: str, **kwargs: Any) -> None:
        self.wanted = wanted
        super().__init__(*args, **kwargs)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if names.key(name) != names.key(self.wanted):
            raise ValidationError(self.wrong)
        return name


class ForgetForm(SureForm):
    """The form that confirms the anonymising of a player: the typed name must be the player's."""

    name = NameField(label=_("Enter the name to forget it"), error_messages={"required": _("Enter a name.")})
    wrong = _("That’s not the name.")


class PlayerForm(forms.Form):
    """The form for the name of a new player or, if given, of `player`. Another player may not have this name."""

    name = NameField(label=_("Name"), error_messages={"required": _("Enter a name.")})

    def __init__(self, *args: Any, group: Group, player: Player | None = None, **kwargs: Any) -> None:
        self.group, self.player = group, player
        super().__init__(*args, **kwargs)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        others = self.group.players.filter(name_key=names.key(name))
        if self.player:
            others = others.exclude(pk=self.player.pk)
        if other := others.first():
            if other.merged_into:
                raise ValidationError(
                    gettext("%(name)s is another name for %(player)s.")
                    % {"name": isolated(other.name), "player": isolated(other.canonical.name)}
                )
            if other.hidden_at and self.player is None:  # the page of all players lists the hidden ones below
                raise ValidationError(
                    gettext("%(name)s is hidden. Show them again below.") % {"name": isolated(other.name)}
                )
            raise ValidationError(
                gettext("%(name)s is already here. Add an initial to tell them apart.") % {"name": isolated(other.name)}
            )
        return name


class RenameForm(PlayerForm):
    """The form of a player's name and of the choice of feminine titles."""

    feminine = forms.BooleanField(label=_("Feminine titles (Queen of Thieves)"), required=False)

    def __init__(self, *args: Any, group: Group, player: Player) -> None:
        super().__init__(*args, group=group, player=player, initial={"name": player.name, "feminine": player.feminine})


class SignForm(forms.Form):
    """The form of a player's sign. It offers the player's own letters, and letters that no other player has."""

    MOST_LETTERS = 5  # the maximum number of choices for the letters

    colour = forms.TypedChoiceField(label=_("Colour"), coerce=int, choices=[(each, each) for each in LOOKS])
    shape = forms.TypedChoiceField(label=_("Shape"), coerce=int, choices=[(each, each) for each in LOOKS])
    letters = forms.ChoiceField(label=_("Letters"))

    def __init__(self, data: Any = None, *, player: Player) -> None:
        super().__init__(data, initial={name: getattr(player, name) for name in self.base_fields})
        letters = list(dict.fromkeys([player.letters, *player.free_letters()]))[: self.MOST_LETTERS]
        self.fields["letters"].choices = [(each, each) for each in letters]  # type: ignore[attr-defined]


class LinkForm(forms.Form):
    """The form of a new share link: its role, how long it lasts, and for whom it is."""

    LASTING = {
        "night": _("until tomorrow noon"),
        "month": _("for 30 days"),
        "open": _("until I revoke it"),
    }

    role = forms.TypedChoiceField(
        label=_("What may they do?"),
        coerce=lambda value: Role(int(value)),
        choices=[(Role.SCORER.value, _("Keep score")), (Role.VIEWER.value, _("Just watch"))],
        initial=Role.SCORER.value,
        widget=forms.RadioSelect,
    )
    lasting = forms.ChoiceField(
        label=_("For how long?"),
        choices=list(LASTING.items()),
        initial="open",
        widget=forms.RadioSelect,
    )
    name = NameField(label=_("For whom?"), required=False, help_text=_("Optional, for example: Anna’s phone"))

    def expires_at(self) -> datetime | None:
        chosen = self.cleaned_data["lasting"]
        if chosen == "night":
            noon = timezone.localtime().replace(hour=12, minute=0, second=0, microsecond=0)
            return noon + timedelta(days=1)
        return timezone.now() + timedelta(days=30) if chosen == "month" else None


ROLES = [(Role.SCORER, _("Keep score")), (Role.VIEWER, _("Just watch")), (Role.OWNER, _("Own the group, like me"))]


class RoleForm(forms.Form):
    """The form in which an owner chooses the role of an account in the group."""

    role = forms.TypedChoiceField(
        label=_("What may they do?"),
        coerce=lambda value: Role(int(value)),
        choices=[(role.value, label) for role, label in ROLES],
        initial=Role.SCORER.value,
        widget=forms.RadioSelect,
    )


class InvitationForm(RoleForm):
    """The form of a new invitation: the role that it gives, and for whom it is."""

    name = NameField(label=_("For whom?"), required=False, help_text=_("Optional, for example: Anna’s phone"))


PASSWORD_HELP = _("At least 10 characters. Three unrelated words are fine.")


class AccountForm(forms.Form):
    """The form of a new account: a name and a password. The cleaned password is a hash."""

    username = AccountNameField(
        label=_("Your name"),
        help_text=_("You sign in with it."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
        error_messages={"required": _("Enter a name.")},
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=200,
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password", "data-reveal": _("Show password")}),
        error_messages={"required": _("Choose a password.")},
    )

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if User.named(username):
            raise ValidationError(gettext("This name is already taken."))
        return username

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        validate_password(password, User(username=self.cleaned_data.get("username", "")))
        return password

    def clean(self) -> dict[str, Any]:
        if not self.errors:  # the hash is made outside of `write_transaction()`, as it takes most of a second
            self.cleaned_data["password"] = make_password(self.cleaned_data["password"])
        return self.cleaned_data

    def save(self, user: User | None = None) -> User:
        """Save and return an account with this name and password: a new one or, if given, `user`."""
        user = user or User()
        user.take_over(**self.cleaned_data)
        return user
