"""Data that must outlive a program: tokens, unanswered requests, commands given offline, the player's nonces. Protect
it like a password."""

import os
import tempfile
from pathlib import Path
from typing import Protocol


class Store(Protocol):
    """Values by name. Whatever has these four methods will do; they are called in the event loop."""

    def get(self, name: str) -> bytes | None: ...

    def put(self, name: str, value: bytes) -> None:
        """Returns when the value would be found after a crash."""

    def delete(self, name: str) -> None:
        """A missing entry is not an error."""

    def names(self, prefix: str) -> list[str]:
        """Those that begin so, in order."""


class MemoryStore:
    """Forgets everything with the program."""

    def __init__(self) -> None:
        self._values: dict[str, bytes] = {}

    def get(self, name: str) -> bytes | None:
        return self._values.get(name)

    def put(self, name: str, value: bytes) -> None:
        self._values[name] = value

    def delete(self, name: str) -> None:
        self._values.pop(name, None)

    def names(self, prefix: str) -> list[str]:
        return sorted(name for name in self._values if name.startswith(prefix))


class FileStore:
    """A folder with a file for each value, which only its owner may read. One program at a time uses it."""

    def __init__(self, folder: str | Path) -> None:
        self._folder = Path(folder)
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def get(self, name: str) -> bytes | None:
        try:
            return self._path(name).read_bytes()
        except FileNotFoundError:
            return None

    def put(self, name: str, value: bytes) -> None:
        """A new file takes the old one's place whole, or not at all."""
        handle, new = tempfile.mkstemp(dir=self._folder, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(value)
                file.flush()
                os.fsync(file.fileno())
            os.replace(new, self._path(name))
        except BaseException:
            Path(new).unlink(missing_ok=True)
            raise
        self._sync()

    def delete(self, name: str) -> None:
        self._path(name).unlink(missing_ok=True)

    def names(self, prefix: str) -> list[str]:
        all_names = (bytes.fromhex(path.name).decode() for path in self._folder.iterdir() if path.name[0] != ".")
        return sorted(name for name in all_names if name.startswith(prefix))

    def _sync(self) -> None:
        """Makes a new name durable, where folders can be synced."""
        if os.name != "nt":
            folder = os.open(self._folder, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def _path(self, name: str) -> Path:
        """A name that every file system takes, whatever the value's."""
        return self._folder / name.encode().hex()
