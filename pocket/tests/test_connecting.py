"""What connects two phones: their descriptions as codes, messages in pieces."""

import subprocess
from pathlib import Path

from pocket.build import node


def test_codes_and_pieces():
    command = [node(), "--test", str(Path(__file__).parent / "connecting.mjs")]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stdout[-5000:] + ran.stderr[-1000:]
