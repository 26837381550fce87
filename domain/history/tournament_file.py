"""The file of a tournament that has ended: header, one line an event, signed footer. In docs/history-format.md.

It is laid out and chained as the file of a game, under a format and a signature of its own.
"""

from collections.abc import Sequence
from hashlib import sha256

from msgspec import UNSET, Struct, UnsetType

from domain.history.file import (
    SIGNATURE_BYTES,
    MalformedFile,
    Signer,
    check_utf8,
    is_signature,
    line_of,
    read_part,
    read_rows,
    sealed,
    written,
)
from domain.history.record import EventRow
from domain.history.spelling import GAME_ID, is_link
from domain.tournament.state import Tournament

FORMAT = "turnledger/event/1"
_BEGINS = b'{"format":"turnledger/event/'
_SIGNED = b"turnledger/event/1\0"
_TAIL = len(b',"signature":""}\n') + 2 * SIGNATURE_BYTES


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament's results; all of them follow from the events."""

    format: str
    event: str
    name: str
    form: str
    status: str
    commitment: str
    rules_version: int


class Footer(Struct, frozen=True, forbid_unknown_fields=True):
    """`chain`: the last link."""

    chain: str
    secret: str
    nonces: tuple[str, ...]
    key: str
    signature: str | UnsetType = UNSET


class TournamentFile(Struct, frozen=True):
    """Taken apart. `laid_out`: the bytes that the signature covers."""

    header: Header
    rows: tuple[EventRow, ...]
    footer: Footer
    laid_out: bytes


def is_tournament(content: bytes) -> bool:
    """Return whether the bytes claim to be the file of a tournament."""
    return content.startswith(_BEGINS)


def lay_out(rows: Sequence[EventRow], tournament: Tournament, chain: str, signer: Signer) -> bytes:
    """The signed file. `chain`: the last link."""
    footer = footer_of(tournament, chain, signer.key)
    laid_out = b"\n".join((written(header_of(tournament)), *map(line_of, rows), written(footer)[:-1]))
    return sealed(laid_out, signer.sign(signed_message(laid_out)))


def header_of(tournament: Tournament) -> Header:
    opened, terms = tournament.opened, tournament.terms
    return Header(
        FORMAT, opened.tournament_id, terms.name, terms.form, tournament.status, opened.commitment, opened.rules_version
    )


def footer_of(tournament: Tournament, chain: str, key: str) -> Footer:
    return Footer(chain, tournament.opened.secret, tournament.nonces, key)


def signed_message(laid_out: bytes) -> bytes:
    return _SIGNED + sha256(laid_out).digest()


def take_apart(content: bytes) -> TournamentFile:
    start = content.find(b"\n") + 1
    end = content.rfind(b"\n", start, -1)
    if end <= start or not content.endswith(b"\n"):
        raise MalformedFile("a header, events and a footer are expected, each ended by a line feed")
    check_utf8(content)
    header = read_part(content[: start - 1], Header, 1)
    if header.format != FORMAT:
        raise MalformedFile(f"format {header.format!r} is not {FORMAT!r}")
    if not GAME_ID.fullmatch(header.event):
        raise MalformedFile(f"line 1: no id of a tournament: {header.event!r:.80}", "GAME_ID")
    rows = read_rows(header.event, content, start, end)
    footer = read_part(content[end + 1 : -1], Footer, len(rows) + 2)
    if not (footer.signature and is_signature(footer.signature) and is_link(footer.chain)):
        raise MalformedFile(f"line {len(rows) + 2}: links are 64 hex digits, signatures 128", "HEX")
    return TournamentFile(header, rows, footer, content[:-_TAIL])
