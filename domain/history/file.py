"""A history as one file of JSON Lines: header, one line an event, signed footer. Specified in docs/history-format.md.

The same rows give the same bytes. A complete file holds the stored bodies as they are, so that the chain can be
recomputed from it; a file for one viewer of a running game holds what that viewer may know, and the links.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.structs import replace

from domain.history.codec import UNREADABLE, Codec
from domain.history.record import EventRow, Recorded
from domain.history.replay import aggregate_after
from domain.history.spelling import GAME_ID, MEMBERS_DIFFER, RECORDED, Spelling, has_long_number, is_link, lexical_fault
from domain.kernel.decider import Outcome, digest
from domain.kernel.ids import Seat, Viewer
from domain.kernel.variant import Edition
from domain.table.aggregate import FINISHED, Aggregate, redact
from domain.table.messages import Lineage

FORMAT = "turnledger/history/1"
SPELLINGS: Mapping[str, Spelling] = {FORMAT: RECORDED}
"""The spelling of files by format."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
ALL, SPECTATOR = "all", "spectator"
_SEAT = "seat "
SIGNATURE_BYTES = 64
_SIGNATURE = re.compile(f"[0-9a-f]{{{2 * SIGNATURE_BYTES}}}")
_SIGNATURE_MEMBER = len(b',"signature":""}\n') + 2 * SIGNATURE_BYTES
_TAIL = re.compile(b',"signature":"([0-9a-f]{%d})"}\n' % (2 * SIGNATURE_BYTES))
_FILE_SIGNED = b"turnledger/history/1\0"
_CHECKPOINT_SIGNED = b"turnledger/checkpoint/1\0"


class Signer(Protocol):
    """An Ed25519 key (RFC 8032) and its id, the RFC 7638 thumbprint."""

    @property
    def key(self) -> str: ...
    @property
    def sign(self) -> Callable[[bytes], bytes]: ...


Keys: TypeAlias = Mapping[str, Callable[[bytes, bytes], bool]]
"""Published keys by id: whether a signature (second) is that key's over a message (first)."""


class MalformedFile(ValueError):
    """The bytes are not a history file. Says what is wrong with which line (from 1). `code`: docs/history-format.md."""

    def __init__(self, says: str, code: str = "MALFORMED") -> None:
        super().__init__(says)
        self.code = code


class NoSuchViewer(ValueError):
    """The game has no such seat."""


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """`viewer`: `all`, `spectator` or `seat 0`…; `players`: accounts, or `bot:` and the bot's name, in seat order."""

    format: str
    game: str
    viewer: str
    status: str
    variant: str
    options: dict[str, str]
    players: tuple[str, ...]
    rated: bool
    commitment: str
    rules_version: int | None
    editions: tuple[Edition, ...]
    lineage: Lineage | None


class BoardDigest(Struct, frozen=True, forbid_unknown_fields=True):
    """SHA-256 of the canonical JSON of the board as the file's viewer (`all`: a spectator) sees it at the end of the
    file; digests of other schemas cannot be compared."""

    schema: int
    sha256: str


class Footer(Struct, frozen=True, forbid_unknown_fields=True):
    """`chain`: the last link. Secret and nonces (hex) once they are revealed, else empty."""

    result: Outcome | None
    board: BoardDigest | None
    chain: str
    secret: str
    nonces: tuple[str, ...]
    key: str
    signature: str | UnsetType = UNSET


class ViewBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A body in a file for one viewer: nothing but the link when the viewer may not know of the event."""

    event: Raw | UnsetType = UNSET
    at: datetime | UnsetType = UNSET
    actor: str | UnsetType = UNSET
    request_id: str | UnsetType = UNSET
    chain: str = ""


PartT = TypeVar("PartT", bound=Struct)


class File(Struct, frozen=True):
    """A history file taken apart. `laid_out`: the bytes that the signature covers."""

    header: Header
    rows: tuple[EventRow, ...]
    footer: Footer
    laid_out: bytes


written = _encode = msgspec.json.Encoder(order="deterministic").encode
_LINE = re.compile(rb'^\{"version":(0|[1-9][0-9]{0,17}),"topic":"([\w./]*)","body":(\{.*\})\}$', re.MULTILINE)


def lay_out(rows: Sequence[EventRow], codec: Codec, key: str, viewer: str = ALL) -> bytes:
    """Return the file up to its signature. `rows`: a stream from version 1; `key`: the id of the key that will sign.

    A finished game is public: ask for `ALL`. Raises NoSuchViewer.
    """
    records = [codec.read(row) for row in rows]
    aggregate = aggregate_after(records)
    if viewer != ALL:
        if not is_viewer(viewer, len(aggregate.occupants)):
            raise NoSuchViewer(f"nobody sees the game as {viewer!r}: {len(aggregate.occupants)} seats are taken")
        assert aggregate.status != FINISHED, "a finished game is exported whole"
        rows = [as_seen(codec, aggregate, row, record, viewer) for row, record in zip(rows, records, strict=True)]
    footer = footer_of(aggregate, records[-1].envelope.chain, key, viewer)
    return lay_out_parts(header_of(aggregate, viewer), rows, footer)


def lay_out_parts(header: Header, rows: Sequence[EventRow], footer: Footer) -> bytes:
    """The file up to its signature, from its parts. `footer` has none yet."""
    return b"\n".join((_encode(header), *map(line_of, rows), _encode(footer)[:-1]))


def sealed(laid_out: bytes, signature: bytes) -> bytes:
    """The whole file. `signature`: 64 bytes over `signed_message`."""
    assert len(signature) == SIGNATURE_BYTES
    return laid_out + b',"signature":"%b"}\n' % signature.hex().encode()


def is_signature(text: str) -> bool:
    """Return whether the text has the form of a signature."""
    return _SIGNATURE.fullmatch(text) is not None


def signed_message(laid_out: bytes) -> bytes:
    return _FILE_SIGNED + sha256(laid_out).digest()


def checkpoint_message(game_id: str, version: int, chain: str) -> bytes:
    """Return the bytes that are signed of a running game: its chain link at a version."""
    return _CHECKPOINT_SIGNED + b"%b\0%d\0%b" % (game_id.encode(), version, chain.encode())


def is_sealed(content: bytes, keys: Keys) -> bool:
    """Return whether one of these keys has signed the bytes, whatever they contain. Raises MalformedFile."""
    tail = _TAIL.fullmatch(content[-_SIGNATURE_MEMBER:])
    if not tail:
        raise MalformedFile("the signature is not the last member of the footer")
    message, signature = signed_message(content[:-_SIGNATURE_MEMBER]), bytes.fromhex(tail[1].decode())
    return any(check(message, signature) for check in keys.values())


def export(rows: Sequence[EventRow], codec: Codec, signer: Signer, viewer: str = ALL) -> bytes:
    """The signed file of a stream. Raises NoSuchViewer."""
    laid_out = lay_out(rows, codec, signer.key, viewer)
    return sealed(laid_out, signer.sign(signed_message(laid_out)))


def read_header(content: bytes) -> Header:
    """The first line of a file, whatever follows it. Raises MalformedFile."""
    if content.startswith(_BYTE_ORDER_MARK):
        raise MalformedFile("line 1: begins with a byte order mark", "BOM")
    header = read_part(content.partition(b"\n")[0], Header, 1)
    if header.format not in SPELLINGS:
        raise MalformedFile(f"format {header.format!r} is not {FORMAT!r}")
    if not GAME_ID.fullmatch(header.game):
        raise MalformedFile(f"line 1: no id of a game: {header.game!r:.80}", "GAME_ID")
    if not is_link(header.commitment):
        raise MalformedFile("line 1: a commitment is 64 hex digits", "HEX")
    return header


def take_apart(content: bytes) -> File:
    """The parts of a file. Raises MalformedFile; what the parts say is not checked."""
    start = content.find(b"\n") + 1
    end = content.rfind(b"\n", start, -1)
    if end <= start or not content.endswith(b"\n"):
        raise MalformedFile("a header, events and a footer are expected, each ended by a line feed")
    header = read_header(content)
    check_utf8(content)
    rows = read_rows(header.game, content, start, end)
    footer = read_part(content[end + 1 : -1], Footer, len(rows) + 2)
    if not footer.signature:
        raise MalformedFile("the signature is not the last member of the footer")
    if footer.board and footer.board.schema < 1:
        raise MalformedFile(f"line {len(rows) + 2}: the schema of a board is a number from 1 on")
    board = footer.board.sha256 if footer.board else footer.chain
    if not (is_signature(footer.signature) and is_link(footer.chain) and is_link(board)):
        raise MalformedFile(f"line {len(rows) + 2}: links and digests are 64 hex digits, signatures 128", "HEX")
    return File(header, rows, footer, content[:-_SIGNATURE_MEMBER])


def last_row(header: Header, content: bytes) -> EventRow:
    """Return the last event of a file without reading the others. Raises MalformedFile."""
    end = content.rfind(b"\n", 0, -1)
    start = content.rfind(b"\n", 0, end) + 1
    (row,) = read_rows(header.game, content, start, end)
    return row


def header_of(aggregate: Aggregate, viewer: str) -> Header:
    opened, rules = aggregate.opened, aggregate.rules
    return Header(
        format=FORMAT,
        game=opened.game_id,
        viewer=viewer,
        status=aggregate.status,
        variant=opened.variant,
        options=opened.options,
        players=tuple(occupant.account or occupant.actor for occupant in aggregate.occupants),
        rated=opened.rated,
        commitment=opened.commitment,
        rules_version=rules.rules_version if rules else None,
        editions=aggregate.editions,
        lineage=opened.position.lineage if opened.position else None,
    )


def footer_of(aggregate: Aggregate, chain: str, key: str, viewer: str = ALL) -> Footer:
    rules, over = aggregate.rules, aggregate.status == FINISHED
    board = rules.view(aggregate.play, seat_of(viewer)) if rules else None
    return Footer(
        result=aggregate.outcome,
        board=BoardDigest(board.schema, digest(board.digested())) if board else None,
        chain=chain,
        secret=aggregate.opened.secret if over else "",
        nonces=tuple(occupant.nonce for occupant in aggregate.occupants) if over else (),
        key=key,
    )


def as_seen(codec: Codec, aggregate: Aggregate, row: EventRow, record: Recorded, viewer: str) -> EventRow:
    """A row of a running game as its viewer may know it."""
    envelope = record.envelope
    event = redact(aggregate, record.event, seat_of(viewer))
    if event is None:
        return replace(row, topic="", body=_encode(ViewBody(chain=envelope.chain)))
    body = ViewBody(codec.stored_as(event, row.topic), envelope.at, envelope.actor, envelope.request_id, envelope.chain)
    return replace(row, body=_encode(body))


def viewer_name(viewer: Viewer) -> str:
    return SPECTATOR if viewer is None else f"{_SEAT}{viewer}"


def is_viewer(name: str, seats: int) -> bool:
    """Return whether the name is a viewer of a game with so many seats."""
    return name in (SPECTATOR, *(viewer_name(Seat(seat)) for seat in range(seats)))


def seat_of(viewer: str) -> Viewer:
    """The seat of a viewer's name; None for `spectator` and `all`."""
    return Seat(int(viewer.removeprefix(_SEAT))) if viewer.startswith(_SEAT) else None


def line_of(row: EventRow) -> bytes:
    return b'{"version":%d,"topic":"%b","body":%b}' % (row.version, row.topic.encode(), row.body)


def read_rows(game_id: str, content: bytes, start: int, end: int) -> tuple[EventRow, ...]:
    """Return the lines from `start` to `end`, which is the position of the last line feed."""
    parts = _LINE.findall(content, start, end)
    if len(parts) <= content.count(b"\n", start, end):
        lines = enumerate(content[start:end].split(b"\n"), 2)
        number, line = next((number, line) for number, line in lines if not _LINE.fullmatch(line))
        raise _misspelled(line, number, "MALFORMED", "not written as specified")
    return tuple([EventRow(game_id, int(version), topic.decode(), body) for version, topic, body in parts])


def read_part(line: bytes, part: type[PartT], number: int) -> PartT:
    try:
        read = msgspec.json.decode(line, type=part)
    except UNREADABLE as error:
        code = "MEMBERS" if MEMBERS_DIFFER.search(str(error)) else "MALFORMED"
        raise _misspelled(line, number, code, str(error)) from error
    if _encode(read) != line:
        raise _misspelled(line, number, "MEMBERS", "its members are not all there, in order")
    if has_long_number(line) and (odd := lexical_fault(line)):
        raise MalformedFile(f"line {number}: {odd.says}", odd.code)
    return read


def check_utf8(content: bytes) -> None:
    try:
        content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise MalformedFile(f"line {line}: not UTF-8: {error.reason}", "UTF8") from error


def _misspelled(line: bytes, number: int, code: str, says: str) -> MalformedFile:
    """Return the wrong spelling of a line, or the given fault."""
    odd = lexical_fault(line)
    return MalformedFile(f"line {number}: {odd.says if odd else says}", odd.code if odd else code)
