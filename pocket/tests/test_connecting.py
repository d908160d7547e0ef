"""The modules that connect phones, in Node: codes, messages in pieces, seating face to face, the host's deputy."""

import subprocess
from pathlib import Path

import pytest

from pocket.build import node


@pytest.mark.parametrize("name", ["connecting", "seating", "standing_by"])
def test_in_node(name):
    command = [node(), "--test", "--test-force-exit", str(Path(__file__).parent / f"{name}.mjs")]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stdout[-5000:] + ran.stderr[-1000:]
