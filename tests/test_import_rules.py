"""Boundaries between the site's apps that the import linter cannot see."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings

SITE = Path(settings.BASE_DIR) / "scorekeeper"
TEMPLATES = sorted(path for kind in ("html", "txt") for path in SITE.glob(f"*/templates/**/*.{kind}"))
TAG = re.compile(r"\{[{%].*?[%}]\}", re.DOTALL)
LOOKUP = re.compile(r"[A-Za-z_]\w*((?:\.\w+)+)")


def relations_into(app: str) -> set[str]:
    """Return the names of all reverse accessors to another app's tables, except to those of `app` itself."""
    return {
        relation.get_accessor_name()
        for model in apps.get_models()
        for relation in model._meta.related_objects
        if relation.related_model._meta.app_label not in (app, model._meta.app_label)
    }


def lookups(template: Path) -> Iterator[str]:
    for tag in TAG.findall(template.read_text()):
        for path in LOOKUP.findall(tag):
            yield from path.strip(".").split(".")


@pytest.mark.parametrize("app", sorted({path.relative_to(SITE).parts[0] for path in TEMPLATES}))
def test_no_template_reads_the_tables_of_another_app(app):
    forbidden = relations_into(app)
    assert forbidden
    for template in TEMPLATES:
        if template.relative_to(SITE).parts[0] == app:
            assert not forbidden & set(lookups(template)), template
