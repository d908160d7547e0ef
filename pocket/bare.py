"""Code without what only a traceback shows; run by compile.mjs and shortcuts.mjs in the Python of the build."""

from collections.abc import Callable
from types import CodeType


def bare(code: CodeType, change: Callable[[CodeType], CodeType] = lambda each: each) -> CodeType:
    """The code and all in it, each changed, without lines and file names."""
    inner = tuple(bare(each, change) if isinstance(each, CodeType) else each for each in code.co_consts)
    # An entry says of up to eight instructions that their line is unknown.
    eights, rest = divmod(len(code.co_code) // 2, 8)
    nowhere = b"\xff" * eights + (bytes([0xF7 + rest]) if rest else b"")
    return change(code).replace(co_linetable=nowhere, co_filename="", co_consts=inner)
