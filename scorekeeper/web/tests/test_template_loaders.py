"""Line breaks of templates: the rule, and that what Django lays out by a rule of its own stays."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.template.loader import get_template
from django.utils import translation

from scorekeeper.web.template_loaders import without_line_breaks


@pytest.mark.parametrize(
    ("written", "loaded"),
    [
        ("<p>\n  a\n  b\n</p>\n", "<p>a b</p>"),
        ("<p>\n  {{ a }}\n  {{ b }}\n</p>", "<p>{{ a }} {{ b }}</p>"),
        ("<b>a</b>\n<b>b</b>", "<b>a</b><b>b</b>"),
        ("<b>a</b> <b>b</b>", "<b>a</b> <b>b</b>"),
        ('<b>a</b>{{ " " }}\n<b>b</b>', '<b>a</b>{{ " " }}<b>b</b>'),
        ("{% if a %}\n  a\n{% else %}\n  b\n{% endif %}\n.", "{% if a %}a{% else %}b{% endif %}."),
        ("a\n{# note #}\nb", "a{# note #}b"),
        (
            '<a\n  href="x"\n  {% if a > b %}hidden{% endif %}\n>a</a>',
            '<a href="x" {% if a > b %}hidden{% endif %}>a</a>',
        ),
        ('<input\n  value="a > b"\n/>\na', '<input value="a > b"/>a'),
        (
            '<a title="\n  {% if a == "b" %}\n    a\n    b\n  {% endif %}\n">',
            '<a title="{% if a == "b" %}a b{% endif %}">',
        ),
        ("<textarea\n>\na\n</textarea>\n<pre>\na\n</pre>", "<textarea\n>\na\n</textarea><pre>\na\n</pre>"),
        (
            "<p>\n  {% blocktranslate trimmed %}\n    a <b>b</b>\n  {% endblocktranslate %}\n</p>",
            "<p>{% blocktranslate trimmed %}\n    a <b>b</b>\n  {% endblocktranslate %}</p>",
        ),
        ("a < b\nc", "a < b c"),
    ],
)
def test_a_line_break_is_nothing_beside_a_tag_and_a_space_within_a_text(written: str, loaded: str):
    assert without_line_breaks(written) == loaded
    assert without_line_breaks(loaded) == loaded


def test_a_sentence_over_lines_is_the_one_that_is_translated():
    text = "{% blocktranslate trimmed %}\n  Just a check:\n  nothing is saved.\n{% endblocktranslate %}"
    with translation.override("de"):
        assert Template(without_line_breaks(text)).render(Context()) == "Nur zum Nachsehen: Gespeichert wird nichts."


def test_templates_of_the_site_and_of_django_are_loaded_by_it():
    assert '</title><link rel="stylesheet"' in get_template("base.html").template.source
    assert '</th>{% for each in signs %}<th scope="col"' in get_template("pad/table.html").template.source
    assert "<textarea" in (field := get_template("django/forms/widgets/textarea.html").template.source)
    assert ">\n{%" in field


def test_two_sentences_of_a_page_have_a_space_between_them():
    """Of two tags on lines of their own nothing is left between them: the space has to be written."""
    end = r"(?:[.!?][\"'] %}|[.!?]\s*{% endblocktranslate %})"
    between = r"(?:{% (?:if|endif|with|endwith)\b[^%]*%})*"
    unsaid = re.compile(
        r"{% comment %}.*?{% endcomment %}|{% blocktranslate [^%]*asvar[^%]*%}.*?{% endblocktranslate %}|{% translate [^%]* as \w+ %}",
        re.DOTALL,
    )
    glued = re.compile(rf"{end}{between}{{% (?:translate|blocktranslate)\b")
    found = []
    for folder in ("templates", "scorekeeper", "games", "pocket"):
        for path in sorted(Path(settings.BASE_DIR, folder).rglob("*.html")):
            source = unsaid.sub("", path.read_text())
            found += [f"{path.name}: {each[0][:80]}" for each in glued.finditer(without_line_breaks(source))]
    assert found == []
