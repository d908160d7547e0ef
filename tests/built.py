"""The static files and the database with which Pocket starts, built once for all processes of a test run."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BUILD = """
import sys
from pathlib import Path
from pocket import build
work = Path(sys.argv[1])
(work / "data").mkdir(exist_ok=True)
build.collect(work)
build.prepare(work, work / "stage")
"""


@pytest.fixture(scope="session")
def built(common_folder: Path) -> Path:
    folder = common_folder / "pocket"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "stage").exists():
            environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
            subprocess.run([sys.executable, "-c", BUILD, str(folder)], cwd=ROOT, env=environment, check=True)
    return folder
