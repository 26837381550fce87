"""One row of a history: an event, its position, and the envelope in which it is stored."""

from datetime import UTC, datetime, timedelta

from msgspec import Struct

from domain.kernel.messages import Event

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)


def milliseconds(at: datetime) -> int:
    """Milliseconds since 1970 UTC: the form in which rules get the time."""
    return (at - _EPOCH) // _MS


class Envelope(Struct, frozen=True, gc=False):
    """The data that is stored around an event.

    `at`: UTC, when the server decided. `actor`: who gave the command (docs/history-format.md). `request_id`: the same
    for all events of one command. `chain`: SHA-256 in hex, see domain/history/chain.py. `command`: canonical JSON of
    the command, with the first event of each command only (else empty), so that the history can be adjudicated again.
    `device`: JSON of the signature of a player's device, where it has one.
    """

    at: datetime
    actor: str
    request_id: str
    chain: str
    command: bytes = b""
    device: bytes = b""


class Recorded(Struct, frozen=True):
    """An event in its place: versions of a stream are 1, 2, 3… without gaps."""

    stream_id: str
    version: int
    event: Event
    envelope: Envelope


class EventRow(Struct, frozen=True, gc=False):
    """The same as bytes, as every store keeps it. `topic` is e.g. `power_grid.BidPlaced/1`."""

    stream_id: str
    version: int
    topic: str
    body: bytes


class StreamUnreadable(Exception):
    """The stream of one game cannot be read, while those of other games can."""


class LogRow(Struct, frozen=True):
    """A row in the order of the whole store: positions grow, and a reader at position p has missed nothing before.

    `cut`: with several logs, a digest of the cut that has the row. A cut with the same digest has the same events up to
    there (docs/decisions/0074-several-logs-are-read-in-an-order-that-is-written-down.md)."""

    position: int
    row: EventRow
    cut: str = ""
