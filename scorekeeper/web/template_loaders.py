"""Load templates without the line breaks that are only there to be read, by the rule of JSX.

A line break with its indentation is nothing next to a tag, of HTML or of Django, and at either end of an attribute's value;
inside running text, to which {{ variables }} belong, and between attributes it is one space.
Where a space is wanted beside a tag, it stands on the same line, or as {{ " " }}.

It is not for the bytes: packed, a page with them is 0.3 kB larger. Without it a break before a comma, or between two
elements of a line, would show as a space, and templates could not have one element a line.
"""

import re

from django.template import Origin
from django.template.loaders import app_directories, filesystem

_DJANGO_TAG = r"{%.*?%}|{#.*?#}"
_VALUE = rf""""(?:{_DJANGO_TAG}|{{{{.*?}}}}|[^"])*"|'(?:{_DJANGO_TAG}|{{{{.*?}}}}|[^'])*'"""
_QUOTED = re.compile(f"({_VALUE})")
# The first two are left as they are: in them line breaks mean something, or Django has its own rule for them (trimmed).
_TAG = re.compile(
    r"({% (?P<block>comment|blocktranslate)\b.*?{% end(?P=block) %}"
    r"|<(?P<element>pre|script|style|textarea)\b.*?</(?P=element)>"
    rf"|{_DJANGO_TAG}|<[a-zA-Z/!](?:{_VALUE}|{_DJANGO_TAG}|{{{{.*?}}}}|[^>])*>)",
    re.DOTALL,
)
_BREAK = re.compile(r"[ \t]*\n\s*")
_BREAK_AT_END = re.compile(r"^[ \t]*\n\s*|[ \t]*\n\s*$")
_BREAK_IN_TAG = re.compile(r"[ \t]*\n\s*(/?>)?")


def without_line_breaks(source: str) -> str:
    """Return the source of a template as it would be on one line."""
    parts: list[str] = []
    position = 0
    for tag in _TAG.finditer(source):
        parts += _text(source[position : tag.start()]), _tag(tag)
        position = tag.end()
    return "".join((*parts, _text(source[position:])))


def _text(text: str) -> str:
    return _BREAK.sub(" ", _BREAK_AT_END.sub("", text))


def _tag(tag: re.Match[str]) -> str:
    if "\n" not in tag[0] or tag["block"] or tag["element"]:
        return tag[0]
    parts = _QUOTED.split(tag[0])
    parts[::2] = [_BREAK_IN_TAG.sub(lambda end: end[1] or " ", part) for part in parts[::2]]
    parts[1::2] = [f"{value[0]}{without_line_breaks(value[1:-1])}{value[-1]}" for value in parts[1::2]]
    return "".join(parts)


class FilesystemLoader(filesystem.Loader):
    """Django's loader of the folders in DIRS."""

    def get_contents(self, origin: Origin) -> str:
        contents = super().get_contents(origin)
        return without_line_breaks(contents) if origin.name.endswith(".html") else contents


class AppDirectoriesLoader(FilesystemLoader, app_directories.Loader):
    """Django's loader of the folders `templates` of the apps."""
