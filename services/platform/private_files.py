"""Files that nobody but their owner may read: stores, exports, keys. They hold secrets, password hashes and decks."""

import os
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE

FILE, FOLDER, OTHERS = 0o600, 0o700, 0o077


def make_folder(folder: Path) -> None:
    """With all that lead there, each its owner's alone. One that is there stays as it is. Raises OSError."""
    for each in (*reversed(folder.parents), folder):
        if not each.is_dir():
            each.mkdir(FOLDER, exist_ok=True)


def make_file(path: Path) -> None:
    """An empty file, unless one is there: that is narrowed, and never opened, for closing it would free the locks that
    SQLite holds on it. Raises OSError."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE))
    except FileExistsError:
        narrow(path)


def write_file(path: Path, content: bytes) -> None:
    """Replaces what is in the file. Raises OSError."""
    with os.fdopen(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, FILE), "wb") as file:
        os.fchmod(file.fileno(), FILE)
        file.write(content)


def is_wide(path: Path) -> bool:
    """Whether others than the owner may do anything with it; False for what is not there."""
    return path.exists() and bool(S_IMODE(path.stat().st_mode) & OTHERS)


def narrow(path: Path) -> None:
    """Takes from others what they may do with it. Only its owner can, on a disk that takes writes; the doctor
    names what stayed wide."""
    if is_wide(path):
        with suppress(OSError):
            path.chmod(S_IMODE(path.stat().st_mode) & ~OTHERS)
