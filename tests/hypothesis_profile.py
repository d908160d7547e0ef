"""Hypothesis without deadlines, so that no test fails on a busy machine, and with more examples in `make fuzz`."""

from hypothesis import HealthCheck, settings

from tests.fuzz_values import repeated

settings.register_profile(
    "patient", deadline=None, max_examples=len(repeated(25)), suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")
