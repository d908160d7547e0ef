"""The data folder: what must outlive the program and is nobody else's business."""

import os
import secrets
import sys
from pathlib import Path


def data_folder(path: Path) -> Path:
    """This folder, made on first use for its owner only. Nothing runs without it: the program ends and says why."""
    path = path.resolve()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        sys.exit(f"No data folder can be made at {path}: {error.strerror}. SCOREKEEPER_DATA can name another place.")
    if not os.access(path, os.W_OK | os.X_OK):
        sys.exit(f"Nothing can be written into the data folder {path}. SCOREKEEPER_DATA can name another place.")
    return path


def secret_key(path: Path) -> str:
    """The key in this file, which is made on first use and readable by its owner only.

    Written aside and linked into place: of two processes that start together, both use the key of the first.
    """
    if not path.exists():
        aside = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        with open(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(aside, path)
        except FileExistsError:
            pass
        finally:
            aside.unlink()
    return path.read_text().strip()


def private_file(path: Path) -> Path:
    """A file that nobody else may read, made empty on first use: SQLite keeps its mode for all it puts beside it."""
    if not path.exists():
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
    return path
