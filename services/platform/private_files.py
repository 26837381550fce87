"""Files that only their owner may read: stores, exports, keys. They contain secrets, password hashes and decks."""

import os
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from stat import S_IMODE

FILE, FOLDER, OTHERS = 0o600, 0o700, 0o077


def make_folder(folder: Path) -> None:
    """Create the folder and its parents with access for their owner alone. Existing ones are not changed. Raises
    OSError."""
    for each in (*reversed(folder.parents), folder):
        if not each.is_dir():
            each.mkdir(FOLDER, exist_ok=True)


def make_file(path: Path) -> None:
    """Create an empty file, or restrict an existing one. An existing file is never opened, because closing it would
    free the locks that SQLite holds on it. Raises OSError."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE))
    except FileExistsError:
        narrow(path)


def write_file(path: Path, content: bytes) -> None:
    """Replaces what is in the file. Raises OSError."""
    with os.fdopen(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, FILE), "wb") as file:
        os.fchmod(file.fileno(), FILE)
        file.write(content)


def create_once(path: Path, content: bytes) -> None:
    """Create a file with all of its content; leave an existing one. Of several processes that do so at the same moment
    one wins, and no reader finds half of it. Raises OSError."""
    new = path.with_name(f".{path.name}.{token_hex(8)}")
    try:
        write_file(new, content)
        with suppress(FileExistsError):
            os.link(new, path)
    finally:
        new.unlink(missing_ok=True)


def is_wide(path: Path) -> bool:
    """Return whether other users than the owner have any rights on it; False if it does not exist."""
    return path.exists() and bool(S_IMODE(path.stat().st_mode) & OTHERS)


def narrow(path: Path) -> None:
    """Takes from others what they may do with it. Only its owner can, on a disk that takes writes; the doctor
    names what stayed wide."""
    if is_wide(path):
        with suppress(OSError):
            path.chmod(S_IMODE(path.stat().st_mode) & ~OTHERS)
