"""Storage of archive files: a folder, or a bucket of an S3-compatible server (s3.py)."""

import os
from pathlib import Path
from secrets import token_hex
from typing import Protocol

from domain.history.record import StreamUnreadable
from services.platform.private_files import FILE, make_folder
from services.store.interface import StoreUnavailable


class ArchiveUnavailable(StoreUnavailable, StreamUnreadable):
    """The archive does not answer, or none is configured where an archived game is needed."""


class NotInArchive(ArchiveUnavailable):
    """The archive answers, and has no such file."""


class Damaged(ArchiveUnavailable):
    """The file in the archive is not the one that was proven when its events were deleted from the store."""


class Objects(Protocol):
    """Files by their names, which have no more than one `/`. Calls block; any thread may make them."""

    def put(self, name: str, content: bytes) -> None:
        """Stores a file, durably before it returns; one of that name is replaced, whole. Raises ArchiveUnavailable."""
        ...

    def get(self, name: str) -> bytes:
        """Raises NotInArchive, ArchiveUnavailable."""
        ...


class FolderObjects:
    """Plain files. A new file is written under another name, synced to disk, and renamed."""

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
            raise ArchiveUnavailable(f"the archive takes no file: {error}") from error

    def get(self, name: str) -> bytes:
        try:
            return (self._folder / name).read_bytes()
        except FileNotFoundError as error:
            if not self._folder.is_dir():
                raise ArchiveUnavailable(f"the archive's folder {self._folder} does not exist") from error
            raise NotInArchive(f"the archive has no file {name}") from error
        except OSError as error:
            raise ArchiveUnavailable(f"the archive does not answer: {error}") from error


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
