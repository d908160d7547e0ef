"""Reading posted fields."""

from uuid import uuid4

from django.core.exceptions import BadRequest
from django.http import QueryDict

from games.kernel.posted import Fields, Posted

MOST_FIELDS, LONGEST_VALUE = 200, 200


def posted(data: QueryDict) -> Posted:
    return Posted({name: [str(value) for value in values] for name, values in data.lists()})


def prefilled(data: QueryDict) -> Fields:
    """Fields that came along with an address, from a count or a trick that was judged; absurd ones are left out."""
    fields = posted(data).fields
    short = {name: values for name, values in fields.items() if all(len(value) <= LONGEST_VALUE for value in values)}
    return dict(list(short.items())[:MOST_FIELDS])


def entry_key(text: str) -> str:
    """The entry's key as the browser made it; a fresh one where it made none. Raises BadRequest for what is no key:
    with another one in its place an entry that is sent twice would be there twice.
    """
    if not text:
        return str(uuid4())
    if not (8 <= len(text) <= 36 and text.isascii() and text.replace("-", "").isalnum()):
        raise BadRequest("An entry's key has 8 to 36 letters, figures and hyphens.")
    return text


def whole_number(text: str) -> int:
    """A whole number of at most nine digits; −1 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
