"""The group on which the benches measure: it is filled with years of nights."""

import pytest
from django.core.management import call_command

from bench.years import fill

pytestmark = pytest.mark.django_db


def test_a_group_of_the_benches_is_as_the_site_would_have_saved_it(capsys):
    fill(2, 20)
    call_command("rescore", check=True)
