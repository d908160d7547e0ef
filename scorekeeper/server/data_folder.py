"""The data folder, with database, secret key and backups; readable by its owner only."""

import fcntl
import os
import secrets
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

LONGEST_WAIT = 600  # seconds to wait for another server, which may be migrating the tables or making a backup
SHORTEST_KEY = 50  # characters; the length that Django's own check requires
# Glob patterns of files and folders that a server writes. Commands run by another user may have made some of them.
WRITTEN = ("*.lock", "cache", "cache/*", "backups", "changelog-seen.md")


class BadBackup(Exception):
    """Raised if a backup cannot be made, read or restored; the text says why. The data in use is unchanged."""


def data_folder(path: Path) -> Path:
    """Return the absolute path of this folder; if it is missing, create it as a private one."""
    path = path.resolve()
    try:
        make_folder(path)  # so that it has the owner of its folder, even if root runs this
    except OSError as error:
        sys.exit(
            f"The data folder {path} cannot be created: {error.strerror}. SCOREKEEPER_DATA can name another place."
        )
    if not os.access(path, os.W_OK | os.X_OK):
        sys.exit(f"The data folder {path} is not writable. SCOREKEEPER_DATA can name another place.")
    return path


def make_folder(path: Path) -> None:
    """If this folder is missing, make it. Only its owner may read it; if root makes it, see `leave_to_owner`."""
    if not path.exists():
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        leave_to_owner(path)


def forbidden(paths: Iterable[Path]) -> str:
    """Return a sentence about the first of these paths that this process cannot read or cannot write; "" if none."""
    for path in paths:
        wanted = os.R_OK | os.W_OK | (os.X_OK if path.is_dir() else 0)
        if path.exists() and not os.access(path, wanted):
            me = _name(os.geteuid())
            return (
                f"{path} belongs to {_name(path.stat().st_uid)}, and this runs as {me}, who may not read and write it. "
                f"As root: chown -R {me} {path.parent}"
            )
    return ""


def _name(user: int) -> str:
    """Return the name of the user with this id; the id as text if the user has no name."""
    import pwd  # not available in the pocket app

    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)


def open_private(path: Path, flags: int) -> int:
    """Open this file with these flags; return the descriptor. A missing file is created, private to its owner."""
    try:
        file = os.open(path, flags | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        return os.open(path, flags | os.O_CLOEXEC)
    _give(file, path.parent)
    return file


def leave_to_owner(path: Path) -> None:
    """If root runs this process, give this new file or folder to the owner of its parent folder."""
    _give(path, path.parent)


def _give(made: int | Path, folder: Path) -> None:
    owner = folder.stat()
    if owner.st_uid and not os.geteuid():
        if isinstance(made, int):
            os.fchown(made, owner.st_uid, owner.st_gid)
        else:
            os.chown(made, owner.st_uid, owner.st_gid, follow_symlinks=False)


def users_folder() -> Path:
    """Return the default data folder of an installed program for this user (XDG Base Directory Specification)."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "scorekeeper"


def secret_key(path: Path, used: bool = False) -> str:
    """Return the secret key in this file. On first use, make the file with a new key; only its owner may read it."""
    try:
        if not path.exists() and not used:
            _make_key(path)
        key = path.read_text("ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        return ""
    except OSError as error:
        sys.exit(f"The secret key {path} cannot be created or read: {error.strerror}.")
    return key if len(key) >= SHORTEST_KEY else ""


def _make_key(path: Path) -> None:
    aside = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with open(open_private(aside, os.O_WRONLY), "w") as file:
            file.write(secrets.token_urlsafe(48))
            file.flush()
            os.fsync(file.fileno())
        os.link(aside, path)
    except FileExistsError:
        pass
    finally:
        aside.unlink(missing_ok=True)


def private_file(path: Path) -> Path:
    """Return this path. If the file is missing, make an empty one that only its owner may read."""
    if not path.exists():
        try:
            os.close(open_private(path, os.O_WRONLY))
        except OSError as error:
            sys.exit(f"The file {path} cannot be created: {error.strerror}.")
    return path


def newest_backup(folder: Path) -> Path | None:
    """Return the newest backup in this folder; None without one."""
    return max(folder.glob("*.tar.gz"), key=lambda path: path.stat().st_mtime, default=None)


@contextmanager
def folder_in_use(folder: Path, alone: bool = False) -> Iterator[bool]:
    """Lock the data folder inside the block; yield whether this succeeded. A running server takes a shared lock."""
    file = open_private(folder / "server.lock", os.O_RDWR)
    try:
        fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        yield False
    else:
        yield True
    finally:
        os.close(file)


@contextmanager
def locked(path: Path, timeout: float) -> Iterator[None]:
    """Hold an exclusive lock on this file; raise TimeoutError if it is not free within `timeout` seconds."""
    file = open_private(path, os.O_RDWR)
    until = time.monotonic() + timeout
    try:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    raise TimeoutError(f"{path} has been locked for {timeout:.0f} seconds.") from None
                time.sleep(0.001)
        yield
    finally:
        os.close(file)
