"""Imports modules out of a few large files instead of a thousand small ones; compile.mjs makes these.

Such a file is a marshalled dictionary: of each module its path without the ending, whether it is a package, and its code
object or the marshalled bytes of that.
"""

import marshal
import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec, SourcelessFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

_modules: dict[str, tuple[bool, CodeType | bytes]] = {}
_folders: set[str] = set()


class _Loader(SourcelessFileLoader):
    def __init__(self, fullname: str, file: str, code: CodeType | bytes) -> None:
        super().__init__(fullname, file)
        self._code = code

    def get_code(self, fullname: str) -> CodeType:
        return self._code if isinstance(self._code, CodeType) else marshal.loads(self._code)  # noqa: S302 - of this build


class _Finder:
    """Of the modules in one folder."""

    def __init__(self, folder: str) -> None:
        if folder not in _folders:
            raise ImportError(folder)
        self.folder = folder

    def find_spec(self, fullname: str, target: Any = None) -> ModuleSpec | None:
        path = f"{self.folder}/{fullname.rpartition('.')[2]}"
        if path not in _modules:
            return None
        package, code = _modules[path]
        file = f"{path}/__init__.py" if package else f"{path}.py"
        spec = ModuleSpec(fullname, _Loader(fullname, file, code), origin=file, is_package=package)
        spec.has_location, spec.cached = True, file
        if package:
            spec.submodule_search_locations = [path]
        return spec

    def iter_modules(self, prefix: str = "") -> Iterator[tuple[str, bool]]:
        """For pkgutil."""
        for path, (package, _code) in [*_modules.items()]:
            folder, _slash, name = path.rpartition("/")
            if folder == self.folder:
                yield prefix + name, package


def install(*files: str) -> None:
    """Takes over imports from the folders in which these files lie, and removes the files."""
    for file in map(Path, files):
        for name, module in marshal.loads(file.read_bytes()).items():  # noqa: S302 - of this build
            _modules[f"{file.parent}/{name}"] = module
        file.unlink()
    _folders.update(path.rpartition("/")[0] for path in _modules)
    sys.path_hooks.insert(0, _Finder)
    sys.path_importer_cache.clear()
