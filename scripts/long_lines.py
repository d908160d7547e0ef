"""A check of templates, styles and scripts: it fails if a line has more than 120 characters, and prints where."""

import subprocess
import sys
from pathlib import Path

MOST = 120
KINDS = ("*.html", "*.css", "*.js", "*.mjs")


def long_lines() -> list[str]:
    listed = subprocess.run(["git", "ls-files", *KINDS], capture_output=True, text=True, check=True)
    files = [path for path in map(Path, listed.stdout.splitlines()) if "vendor" not in path.parts and path.exists()]
    return [
        f"{path}:{number}: {len(line)} columns"
        for path in files
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > MOST
    ]


if __name__ == "__main__":
    if found := long_lines():
        sys.exit("\n".join(found))
