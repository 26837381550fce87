"""A tournament in a file of its official: its growing stream, secret included, readable by its owner only.

The first line names the tournament and the server; then follows one line per event, as in an exported file. Each
command replaces the whole file by a rename: after a crash the file has either none or all of the command.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from fcntl import LOCK_EX, flock
from pathlib import Path
from uuid import uuid4

import msgspec
from msgspec import Struct

from domain import stored
from domain.history.adjudicate import Wrong
from domain.history.chain import first_link
from domain.history.codec import canonical_command
from domain.history.file import MalformedFile, line_of, read_part, read_rows
from domain.history.record import EventRow, milliseconds
from domain.history.spelling import RECORDED, row_fault
from domain.history.tournament_adjudicate import adjudicate
from domain.kernel.dice import SEED_BYTES
from domain.kernel.messages import Event
from domain.tournament.decide import Ruling, begin, decide
from domain.tournament.messages import OpenTournament, TournamentCommand
from domain.tournament.state import Tournament
from services.cli.failure import fail
from services.platform.private_files import FILE


class Heading(Struct, frozen=True, forbid_unknown_fields=True):
    event: str
    server: str


class TournamentFile:
    """Changed by one program at a time: `at`."""

    def __init__(self, path: Path, heading: Heading, rows: tuple[EventRow, ...] = ()) -> None:
        self.path, self.heading, self.rows = path, heading, list(rows)
        self.chain = ""
        self.tournament: Tournament
        self._at = datetime.min.replace(tzinfo=UTC)
        if rows:
            proven = adjudicate(rows, stored.tournament_codec())
            self.tournament, self.chain = proven.tournament, proven.chain
            self._at = stored.tournament_codec().read(rows[-1]).envelope.at

    @classmethod
    def opened(cls, path: Path, command: OpenTournament, organiser: str, server: str) -> "TournamentFile":
        """A new one. Raises Refused; fails where there is a file already."""
        if path.exists():
            fail(f"{path} is there already: a tournament has a file of its own")
        found = cls(path, Heading(str(uuid4()), server))
        found._at = datetime.now(UTC)
        ruling = begin(command, organiser, found.heading.event, secrets.token_bytes(SEED_BYTES))
        found._take(command, organiser, ruling)
        return found

    def execute(self, command: TournamentCommand, actor: str) -> tuple[Event, ...]:
        """Return the events of the command, which are in the file now. Raises Refused."""
        self._at = max(self._at, datetime.now(UTC))
        ruling = decide(self.tournament, command, actor, milliseconds(self._at))
        if ruling.events:
            self._take(command, actor, ruling)
        return ruling.events

    def _take(self, command: TournamentCommand, actor: str, ruling: Ruling) -> None:
        rows, chain = stored.tournament_codec().seal(
            self.heading.event,
            len(self.rows) + 1,
            ruling.events,
            at=self._at,
            actor=actor,
            request_id=str(uuid4()),
            command=canonical_command(command),
            secret=ruling.tournament.secret,
            chain=self.chain or first_link(self.heading.event, ruling.tournament.opened.commitment),
            rules_version=None,
        )
        for row in rows:
            if odd := row_fault(row, RECORDED):
                fail(f"nothing was written: {odd.says}")
        _replace(self.path, [msgspec.json.encode(self.heading), *map(line_of, (*self.rows, *rows))])
        self.rows += rows
        self.tournament = ruling.tournament
        self.chain = chain


@contextmanager
def at(path: Path) -> Iterator[TournamentFile]:
    """The tournament of a file, proven from its first event; no other program changes it meanwhile."""
    if not path.is_file():
        fail(f"there is no tournament in {path}: turnledger tournament file create")
    lock = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, FILE)
    try:
        flock(lock, LOCK_EX)
        yield _read(path)
    finally:
        os.close(lock)


def _read(path: Path) -> TournamentFile:
    content = path.read_bytes()
    start = content.find(b"\n") + 1
    try:
        heading = read_part(content[: max(start - 1, 0)], Heading, 1)
        return TournamentFile(path, heading, read_rows(heading.event, content, start, len(content) - 1))
    except (MalformedFile, Wrong) as error:
        says = error.fault.says if isinstance(error, Wrong) else error
        fail(f"{path} is not the file of a tournament as this program wrote it: {says}")


def _replace(path: Path, lines: list[bytes]) -> None:
    beside = path.with_name(f"{path.name}.new")
    with os.fdopen(os.open(beside, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, FILE), "wb") as file:
        file.write(b"\n".join(lines) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
