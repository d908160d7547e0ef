"""The site's cast plays here too."""

from tests.conftest import _as_if_nothing_had_been, cast

__all__ = ["_as_if_nothing_had_been", "cast"]
