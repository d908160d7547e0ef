"""The site's own template tags give what those of Django give."""

import pytest
from django.template import Context, Template
from django.utils import translation


@pytest.mark.parametrize(
    "text",
    [
        "{% blocktranslate %}{{ dealer }} deals{% endblocktranslate %}",
        "{% blocktranslate with dealer=lower|upper %}{{ dealer }} deals{% endblocktranslate %}",
        "{% blocktranslate with dealer=nobody %}{{ dealer }} deals{% endblocktranslate %}",
        "{% blocktranslate %}{{ nobody }} has 5 % of {{ number }}{% endblocktranslate %}",
        "{% blocktranslate trimmed %}\n  {{ markup }}\n  {{ markup }}\n{% endblocktranslate %}",
        "{% for dealer in many %}{% blocktranslate %}{{ dealer }} deals{% endblocktranslate %}{% endfor %}",
        "{% blocktranslate count counter=many|length %}one{% plural %}{{ counter }} of {{ dealer }}{% endblocktranslate %}",
        "{% blocktranslate asvar said %}{{ dealer }} deals{% endblocktranslate %}[{{ said }}]",
    ],
)
def test_a_sentence_with_values_reads_as_djangos(text):
    values = {"dealer": "Anna & <Ben>", "lower": "x'", "markup": "<b>", "number": 1234.5, "many": ["Carla", "<Dirk>"]}
    ours, djangos = Template(text), Template("{% load blocktranslate from i18n %}" + text)
    for language in ("en", "de", "en"):
        with translation.override(language):
            assert ours.render(Context(values)) == djangos.render(Context(values))


def test_a_symbol_is_the_one_that_was_asked_for():
    drawn = Template('{% icon "pad" %}{% for name in names %}{% icon name "big" %}{% endfor %}{% icon "deal" %}')
    for names in (["undo", "edit"], ["go"]):
        text = drawn.render(Context({"names": names}))
        assert [name in text for name in ("#pad", "#deal", *(f"#{name}" for name in names))] == [True] * (
            len(names) + 2
        )
        assert text.count("<svg") == len(names) + 2
