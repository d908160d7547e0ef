"""A build hook of the wheel: it compiles the translations, and adds the pocket app if `make pocket` has built it.

An installed program cannot compile translations, as its folder can be read-only.
"""

from pathlib import Path
from typing import Any

import polib
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileWords(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for source in Path(self.root, "locale").rglob("*.po"):
            polib.pofile(str(source)).save_as_mofile(str(source.with_suffix(".mo")))
        if Path(self.root, "dist/pocket/build.json").exists():
            build_data["force_include"][str(Path(self.root, "dist/pocket"))] = "scorekeeper/files/dist/pocket"
