"""The figures of the program: `python -m bench [site] [pocket] [table]`. The exit status is 1 if one misses its limit."""

import subprocess
import sys

PARTS = ("site", "pocket", "table")


def main() -> None:
    missed = [
        part
        for part in sys.argv[1:] or PARTS
        if subprocess.run([sys.executable, "-m", f"bench.{part}"], check=False).returncode
    ]
    sys.exit(f"missed: {', '.join(missed)}" if missed else 0)


if __name__ == "__main__":
    main()
