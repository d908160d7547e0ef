"""Instead of resvg: the drawing itself. The shell has a canvas, and makes the picture of it."""

from typing import Any


def svg_to_bytes(svg: str, **options: Any) -> bytes:
    return svg.encode()
