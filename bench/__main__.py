"""The benches of the program.

    python -m bench                all benches in `PARTS`
    python -m bench site memory    only these two

The exit status is 1 if a bench fails or misses a limit. These benches are named at the end.
"""

import argparse
import subprocess
import sys

PARTS = {
    "files": "score files of 10,000 and 100,000 rounds",
    "imports": "how long 2,000 short games take to come in; the memory for 100,000 rounds",
    "site": "looks, pads, sixteen phones that save, bytes of a visit",
    "memory": "a worker's memory while fifty pads are followed",
    "history": "pages after 20 and after 5,000 nights",
    "pocket": "bytes and starts of the app on a phone alone; needs `make pocket`",
    "table": "four guests of a phone alone: how soon they connect and see a round; needs `make pocket`",
}


def main() -> None:
    parts = "\n".join(f"{name:10}{what}" for name, what in PARTS.items())
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=parts, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="default: all")
    chosen = parser.parse_args().parts or PARTS
    missed = [
        part for part in chosen if subprocess.run([sys.executable, "-m", f"bench.{part}"], check=False).returncode
    ]
    sys.exit(f"missed: {', '.join(missed)}" if missed else 0)


if __name__ == "__main__":
    main()
