"""The golden cases, scored by the Python and the games that are in the build (cases.mjs). Part of make pocket-test."""

import os
import subprocess
from importlib.metadata import distribution
from pathlib import Path

import pytest

from pocket.build import ROOT, node, packages
from pocket.serve import FOLDER

pytestmark = [pytest.mark.browser, pytest.mark.skipif(not os.environ.get("POCKET"), reason="needs make pocket")]


def test_the_golden_cases_hold_there_too():
    installed = Path(str(distribution("pytest").locate_file("")))
    folders = packages()["pyodide"], FOLDER, ROOT, installed
    command = [node(), str(Path(__file__).parent / "cases.mjs"), *map(str, folders)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-1000:]
    assert " passed" in ran.stdout
