"""Translations: the sources (.po) are in the repository; the files that Django reads (.mo) are compiled from them."""

import ast
import re
from pathlib import Path

import polib
from django.utils.translation.template import templatize

_CALLS = {
    "_",
    "gettext",
    "gettext_lazy",
    "gettext_noop",
    "ngettext",
    "ngettext_lazy",
    "pgettext",
    "pgettext_lazy",
}
_STRING = r"""u?(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")"""
_IN_TEMPLATE = re.compile(rf"(?<![a-z])(?:(?:gettext|_)\(|pgettext\({_STRING},\s*)({_STRING})")
_COUNTED = re.compile(rf"(?<![a-z])ngettext\(({_STRING}),\s*({_STRING})")


def compile_stale(locale: Path) -> list[Path]:
    """Compile each .po whose .mo is missing or older; return the paths of the new .mo files."""
    made = []
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime_ns < source.stat().st_mtime_ns:
            aside = target.with_suffix(".mo.new")
            polib.pofile(str(source)).save_as_mofile(str(aside))
            aside.replace(target)
            made.append(target)
    return made


def words_in(path: Path) -> dict[str, str]:
    """Return the strings that a Python file or a template marks for translation, each with its plural or ""."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        marked = templatize(text)
        counted = {ast.literal_eval(one): ast.literal_eval(many) for one, many in _COUNTED.findall(marked)}
        return {ast.literal_eval(word): "" for word in _IN_TEMPLATE.findall(marked)} | counted
    words = {}
    for call in ast.walk(ast.parse(text)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in _CALLS:
            given = [each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            word = given[1 if call.func.id.startswith("pgettext") else 0 :]
            if word:
                words[word[0]] = word[1] if call.func.id.startswith("ngettext") else ""
    return words


def words_of(base: Path) -> dict[str, tuple[str, str]]:
    """Return every string that the site marks for translation: its plural or "", and the first file that uses it."""
    found: dict[str, tuple[str, str]] = {}
    for folder in ("scorekeeper", "pocket", "templates"):
        for path in sorted((base / folder).rglob("*")):
            where = path.relative_to(base)
            if path.suffix in {".py", ".html"} and "tests" not in where.parts:
                for word, plural in words_in(path).items():
                    found.setdefault(word, (plural, str(where)))
    return found
