"""Functions that read the fields of a form, with limits on their content."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.core.exceptions import BadRequest
from django.forms import BaseForm
from django.http import QueryDict

from games.kernel.posted import Fields, Posted
from games.score_file.reading import parse

MOST_FIELDS, LONGEST_VALUE = 200, 200
LONGEST_RECORD = 50_000  # characters: ten times as long as a round of tricks with a long note
DEEPEST = 12  # nested lists and objects
LARGEST_NUMBER = 2**53


def posted(data: QueryDict) -> Posted:
    return Posted({name: [str(value) for value in values] for name, values in data.lists()})


def prefilled(data: QueryDict) -> Fields:
    """Return the fields of a query or a posted form, to prefill another form with them."""
    fields = posted(data).fields
    short = {name: values for name, values in fields.items() if all(len(value) <= LONGEST_VALUE for value in values)}
    return dict(list(short.items())[:MOST_FIELDS])


def form_key(data: Mapping[str, Any]) -> str:
    """Return the idempotency key for a page's form (`scorekeeper.sending`): the posted `key`, else a new one."""
    return str(data.get("key") or uuid4())


def written_record(text: str) -> dict[str, Any] | None:
    """Return the record of a round, sent by a script or another phone as JSON in the format of the score file."""
    if not text:
        return None
    try:
        record, problems = parse(text) if len(text) <= LONGEST_RECORD else (None, [])
        refused = problems or not isinstance(record, dict) or not _can_be_kept(record)
    except RecursionError:
        refused = True
    if refused:
        raise BadRequest("This is no round as a score file writes it.")
    return record


def _can_be_kept(value: Any, deep: int = 0) -> bool:
    """Return whether a JSON value may be stored: no NUL, only whole numbers that are not huge, limited depth."""
    if isinstance(value, dict | list):
        parts = [*value, *value.values()] if isinstance(value, dict) else value
        return deep < DEEPEST and all(_can_be_kept(each, deep + 1) for each in parts)
    if isinstance(value, str):
        return "\0" not in value
    return value is None or (isinstance(value, int) and abs(value) <= LARGEST_NUMBER)


def whole_number(text: str) -> int:
    """Return the number that a text of one to nine digits stands for; −1 for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def status_of(form: BaseForm) -> int:
    """Return the HTTP status of a page with this form: 422 if it has errors, else 200."""
    return 422 if form.errors else 200
