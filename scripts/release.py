"""The build of a release in dist/release: the wheel, the pocket app as a zip, an SBOM, and the files' checksums.

Run it with `python -m scripts.release` (`make release`). Every build of a commit gives the same bytes.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from scorekeeper import __version__

ROOT = Path(__file__).resolve().parent.parent
POCKET = ROOT / "dist" / "pocket"
RELEASE = ROOT / "dist" / "release"
TOOLS = Path(sys.executable).parent
ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip file can store


def main() -> None:
    shutil.rmtree(RELEASE, ignore_errors=True)
    RELEASE.mkdir(parents=True)
    build_wheel()
    zip_folder(POCKET, RELEASE / f"scorekeeper-pocket-{__version__}.zip")
    write_sbom(RELEASE / f"scorekeeper-{__version__}.cdx.json")
    write_checksums()


def build_wheel() -> None:
    commit = ["git", "log", "-1", "--format=%ct"]
    moment = subprocess.run(commit, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    subprocess.run(
        [TOOLS / "uv", "build", "--quiet", "--wheel", "--no-build-isolation", "--out-dir", RELEASE],
        cwd=ROOT,
        env={**os.environ, "SOURCE_DATE_EPOCH": moment, "VIRTUAL_ENV": str(TOOLS.parent)},
        check=True,
    )


def zip_folder(folder: Path, target: Path) -> None:
    """Pack a folder as a zip file; sorted paths and a fixed time make the bytes reproducible."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(f"pocket/{path.relative_to(folder).as_posix()}", ZIP_EPOCH)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())


def write_sbom(target: Path) -> None:
    """Write the SBOM: the server's requirements with versions and hashes, in the format CycloneDX."""
    command = ["requirements", "requirements.txt", "--pyproject", "pyproject.toml", "--output-reproducible"]
    subprocess.run([sys.executable, "-m", "cyclonedx_py", *command, "--output-file", target], cwd=ROOT, check=True)


def write_checksums() -> None:
    files = sorted(path for path in RELEASE.iterdir() if path.name not in {"SHA256SUMS", ".gitignore"})
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (RELEASE / "SHA256SUMS").write_text("".join(lines))
    sys.stdout.write("".join(lines))


if __name__ == "__main__":
    main()
