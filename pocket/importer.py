"""Imports modules out of a few large files instead of a thousand small ones; compile.mjs makes these.

Such a file is a marshalled dictionary: of each module its path without the ending, whether it is a package, and its code
object or the marshalled bytes of that. An empty path stands for what shortcuts.mjs has recorded.
"""

import dataclasses
import marshal
import re
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.machinery import ModuleSpec, SourcelessFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

_modules: dict[str, tuple[bool, CodeType | bytes]] = {}
_folders: set[str] = set()
_made: dict[Any, Any] = {}  # regular expressions by pattern and flags, functions by the digest of their text


class _Loader(SourcelessFileLoader):
    def __init__(self, fullname: str, file: str, code: CodeType | bytes) -> None:
        super().__init__(fullname, file)
        self._code = code

    def get_code(self, fullname: str) -> CodeType:
        return self._code if isinstance(self._code, CodeType) else marshal.loads(self._code)  # noqa: S302 - of this build


class _Finder:
    """Finds them before anything else is asked."""

    @staticmethod
    def find_spec(fullname: str, folders: Iterable[str] | None = None, target: Any = None) -> ModuleSpec | None:
        name = fullname.rpartition(".")[2]
        for folder in sys.path if folders is None else folders:
            path = f"{folder}/{name}"
            if path in _modules:
                break
        else:
            return None
        package, code = _modules[path]
        file = f"{path}/__init__.py" if package else f"{path}.py"
        spec = ModuleSpec(fullname, _Loader(fullname, file, code), origin=file, is_package=package)
        spec.has_location, spec.cached = True, file
        if package:
            spec.submodule_search_locations = [path]
        return spec


class _Folder:
    """The modules in one folder."""

    def __init__(self, folder: str) -> None:
        if folder not in _folders:
            raise ImportError(folder)
        self.folder = folder

    def find_spec(self, fullname: str, target: Any = None) -> None:
        """There are no others in it."""

    def iter_modules(self, prefix: str = "") -> Iterator[tuple[str, bool]]:
        """For pkgutil."""
        for path, (package, _code) in [*_modules.items()]:
            folder, _slash, name = path.rpartition("/")
            if folder == self.folder:
                yield prefix + name, package


def install(*files: str) -> None:
    """Takes over imports from the folders in which these files lie, and removes the files."""
    for file in map(Path, files):
        found = marshal.loads(file.read_bytes())  # noqa: S302 - of this build
        _made.update(found.pop("", {}))
        for name, module in found.items():
            _modules[f"{file.parent}/{name}"] = module
        file.unlink()
    _folders.update(path.rpartition("/")[0] for path in _modules)
    sys.meta_path.insert(0, _Finder)
    sys.path_hooks.insert(0, _Folder)
    sys.path_importer_cache.clear()
    if _made:
        _take_shortcuts()


def digest(text: str) -> bytes:
    return sha256(text.encode()).digest()[:8]


def _take_shortcuts() -> None:
    """Has regular expressions and the functions of data classes made out of what is recorded, where it is."""
    compiler: Any = re._compiler  # type: ignore[attr-defined]
    compile_pattern = compiler.compile

    def pattern(text: Any, flags: int = 0) -> Any:
        found = _made.get((text, flags))
        if found is None:
            return compile_pattern(text, flags)
        flags, code, *rest = found
        return compiler._sre.compile(text, flags, memoryview(code).cast("I").tolist(), *rest)

    def functions(text: str, scope: dict[str, Any], into: dict[str, Any]) -> None:
        exec(_made.get(digest(text), text), scope, into)  # noqa: S102 - as dataclasses does

    compiler.compile = pattern
    dataclasses.exec = functions  # type: ignore[attr-defined]
