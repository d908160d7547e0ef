"""The site's cast plays here too."""

from tests.conftest import _no_old_limits, cast

__all__ = ["_no_old_limits", "cast"]
