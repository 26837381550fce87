"""Where the files of an archive lie: a folder, or a bucket of an S3-compatible server (s3.py)."""

import os
from pathlib import Path
from secrets import token_hex
from typing import Protocol

from services.platform.private_files import FILE, make_folder
from services.store.interface import StoreAway


class ArchiveAway(StoreAway):
    """The archive does not answer, or there is none where an archived game is asked for."""


class NotInArchive(ArchiveAway):
    """The archive answers, and has no such file."""


class Objects(Protocol):
    """Files by their names, which have no more than one `/`. Calls block; any thread may make them."""

    def put(self, name: str, content: bytes) -> None:
        """Stores a file, durably before it returns; one of that name is replaced, whole. Raises ArchiveAway."""
        ...

    def get(self, name: str) -> bytes:
        """Raises NotInArchive, ArchiveAway."""
        ...


class FolderObjects:
    """Plain files. A new one is written beside, brought to the disk, and takes its name at once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, name: str, content: bytes) -> None:
        path = self._folder / name
        beside = path.with_name(f".{token_hex(8)}")
        try:
            make_folder(path.parent)
            try:
                _write(beside, content)
                beside.replace(path)
            finally:
                beside.unlink(missing_ok=True)
            for folder in (path.parent, self._folder, self._folder.parent):  # the name, and those of new folders
                _sync(folder)
        except OSError as error:
            raise ArchiveAway(f"the archive takes no file: {error}") from error

    def get(self, name: str) -> bytes:
        try:
            return (self._folder / name).read_bytes()
        except FileNotFoundError as error:
            raise NotInArchive(f"the archive has no file {name}") from error
        except OSError as error:
            raise ArchiveAway(f"the archive does not answer: {error}") from error


def _write(path: Path, content: bytes) -> None:
    with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
