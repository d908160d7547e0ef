"""Who may do what: every address of the site, for each role. A new address needs a line here.

The five answers are for nobody, stranger, viewer, scorer, owner, in this order. `args` fill the address from
the cast of conftest.py; `data` is what a POST sends. "login" is a redirect to the sign-in page.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

ALL_MAY = "200 200 200 200 200"
NOT_SO = "405 405 405 405 405"
VIEWERS_SEE = "404 404 200 200 200"
SCORERS_SEE = "404 404 403 200 200"
OWNERS_SEE = "404 404 403 403 200"
VIEWERS_DO = "404 404 302 302 302"
SCORERS_DO = "404 404 403 302 302"
OWNERS_DO = "404 404 403 403 302"


@dataclass(frozen=True)
class Row:
    get: str
    post: str = NOT_SO
    args: Callable[[Any], dict[str, Any]] = field(default=lambda cast: {})
    data: dict[str, Any] = field(default_factory=dict)


def key(cast):
    return {"key": cast.group.key}


ACCOUNTS_SEE = "login 200 login login 200"

TABLE: dict[str, Row] = {
    # the site
    "language": Row(get=NOT_SO, post="302 302 302 302 302", data={"language": "de", "next": "/"}),
    # accounts
    "account_login": Row(
        get="200 302 200 200 302",
        post="302 302 302 302 302",
        data={"login": "Alice", "password": "green felt and brass"},
    ),
    "account_logout": Row(get="302 200 302 302 200", post="302 302 302 302 302"),
    "account_change_password": Row(get=ACCOUNTS_SEE, post="login 200 login login 200"),
    "account_reauthenticate": Row(get=ACCOUNTS_SEE, post="login 200 login login 200"),
    "owner_link": Row(
        get=ALL_MAY,
        post="302 302 302 302 302",
        args=lambda cast: {"token": cast.owner_token},
        data={"username": "Olga", "password": "three odd words"},
    ),
    # people
    "home": Row(get=ALL_MAY),
    "join": Row(get="200 200 302 302 302", post="302 302 302 302 302", args=lambda cast: {"token": cast.viewer_token}),
    "group_new": Row(get=ACCOUNTS_SEE, post="login 302 login login 302", data={"name": "Sunday cards"}),
    "group": Row(get=VIEWERS_SEE, args=key),
    "group_name": Row(get=OWNERS_SEE, post=OWNERS_DO, args=key, data={"name": "Saturday cards"}),
    "leave": Row(get=NOT_SO, post=VIEWERS_DO, args=key),
    "people": Row(get=VIEWERS_SEE, post=SCORERS_DO, args=key, data={"name": "Emil"}),
    "player": Row(
        get=SCORERS_SEE,
        post=SCORERS_DO,
        args=lambda cast: key(cast) | {"pk": cast.player.pk},
        data={"name": "Benedikt"},
    ),
    "links": Row(get=OWNERS_SEE, post=OWNERS_DO, args=key, data={"role": "2", "lasting": "open", "name": "Kitchen"}),
    "link": Row(get=OWNERS_SEE, args=lambda cast: key(cast) | {"pk": cast.scorer_link.pk}),
    "link_withdraw": Row(get=NOT_SO, post=OWNERS_DO, args=lambda cast: key(cast) | {"pk": cast.scorer_link.pk}),
}
