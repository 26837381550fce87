"""Gives every command of a tournament again and compares what it makes happen, byte for byte, with what is stored."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, Raw, Struct

from domain.history.adjudicate import SAID_MAX, Fault, Wrong, command_of
from domain.history.chain import first_link
from domain.history.codec import UNREADABLE, Body, Codec, UnknownTopic, canonical_command, read_body, sealed_bytes
from domain.history.record import EventRow, milliseconds
from domain.history.spelling import RECORDED, EnvelopeCheck, is_link, row_fault
from domain.kernel.dice import commitment
from domain.kernel.refused import Refused
from domain.tournament.decide import Ruling, begin, decide
from domain.tournament.messages import COMMANDS, OpenTournament, TournamentOpened
from domain.tournament.opening import KNOWN_VERSIONS
from domain.tournament.state import Tournament


class Adjudicated(Struct, frozen=True):
    """The state at the end of the stream, its last link, and the number of its commands."""

    tournament: Tournament
    chain: str
    commands: int


def adjudicate(rows: Sequence[EventRow], codec: Codec) -> Adjudicated:
    """Raises Wrong at the first row that does not follow. `rows`: a stream from version 1, at least one row."""
    secret, rules_version = _opening(rows, codec)
    envelopes, requests = EnvelopeCheck(RECORDED), set[tuple[str, str]]()
    tournament: Tournament | None = None
    chain, place = first_link(rows[0].stream_id, commitment(secret)), 0
    while place < len(rows):
        row = rows[place]
        body, command = _body(row)
        if odd := envelopes.fault(body.at, body.actor, body.request_id):
            raise wrong(row, odd.code, odd.says)
        if (body.actor, body.request_id) in requests:
            raise wrong(row, "REQUEST_REPEATED", "the request was answered before")
        requests.add((body.actor, body.request_id))
        ruling = _given_again(row, tournament, body, bytes(command), secret, rules_version)
        ours, chain = codec.seal(
            row.stream_id,
            place + 1,
            ruling.events,
            at=body.at,
            actor=body.actor,
            request_id=body.request_id,
            command=command,
            secret=secret,
            chain=chain,
            rules_version=None,
        )
        _compare(ours, rows[place : place + len(ours)], codec)
        tournament, place = ruling.tournament, place + len(ours)
    assert tournament, "at least one row"
    return Adjudicated(tournament, chain, len(requests))


def _opening(rows: Sequence[EventRow], codec: Codec) -> tuple[bytes, int]:
    """Return the secret of the tournament and the version of its rules."""
    opened = read(rows[0], codec)
    if rows[0].version != 1 or not isinstance(opened, TournamentOpened):
        raise wrong(rows[0], "EVENT", "a history begins with the opening of a tournament")
    if opened.rules_version not in KNOWN_VERSIONS:
        raise wrong(rows[0], "RULES_VERSION", f"this program does not know the rules {opened.rules_version}")
    if not is_link(opened.secret) or commitment(bytes.fromhex(opened.secret)) != opened.commitment:
        raise wrong(rows[0], "SECRET", "the secret is not the one that was committed to")
    return bytes.fromhex(opened.secret), opened.rules_version


def _body(row: EventRow) -> tuple[Body, Raw]:
    if odd := row_fault(row, RECORDED):
        raise wrong(row, odd.code, odd.says)
    try:
        body = read_body(row)
    except UNREADABLE as error:
        raise wrong(row, "MALFORMED", f"not a stored body: {error}") from error
    if body.command is UNSET:
        raise wrong(row, "EVENT", "the rules give nothing more for the command")
    return body, body.command


def _given_again(
    row: EventRow, tournament: Tournament | None, body: Body, given: bytes, secret: bytes, rules_version: int
) -> Ruling:
    """`rules_version`: of the tournament's opening."""
    actor = body.actor
    try:
        command = command_of(given, COMMANDS)
    except UNREADABLE as error:
        raise wrong(row, "COMMAND", f"no command of a tournament: {error}") from error
    if canonical_command(command) != given:
        raise wrong(row, "MEMBERS", "the command is not written as specified")
    if isinstance(command, OpenTournament) != (tournament is None):
        raise wrong(row, "COMMAND", "a tournament is opened once, at the beginning")
    try:
        if isinstance(command, OpenTournament):
            return begin(command, actor, row.stream_id, secret, rules_version)
        assert tournament, "opened"
        ruling = decide(tournament, command, actor, milliseconds(body.at))
    except Refused as refused:
        fault = Fault("REFUSED", refused.rule, f"the rules refuse the command: {refused}", row.version, row.topic)
        raise Wrong(fault) from refused
    except Exception as broken:
        raise wrong(row, "BROKEN", f"the rules break on the command: {type(broken).__name__}") from broken
    if not ruling.events:
        raise wrong(row, "EVENT", "the command makes nothing happen")
    return ruling


def _compare(ours: Sequence[EventRow], theirs: Sequence[EventRow], codec: Codec) -> None:
    for offset, mine in enumerate(ours):
        if offset >= len(theirs):
            raise wrong(mine, "TORN", f"the history ends before {mine.topic}, which the same command makes happen")
        row = theirs[offset]
        if row == mine:
            continue
        if row.version != mine.version:
            raise wrong(row, "GAP", f"version {row.version} follows {mine.version - 1}")
        if odd := row_fault(row, RECORDED):
            raise wrong(row, odd.code, odd.says)
        if row.topic == mine.topic and sealed_bytes(row) == sealed_bytes(mine):
            raise wrong(row, "CHAIN", "the chain breaks: not what was stored here after the event before")
        event = read(mine, codec)
        code = "DICE" if event.reveals and row.topic == mine.topic else "EVENT"
        says = f"the rules give {mine.topic} {bytes(read_body(mine).event).decode()}"
        raise Wrong(Fault(code, ", ".join(event.rules), says[:SAID_MAX], row.version, row.topic))


def read(row: EventRow, codec: Codec) -> Any:
    try:
        return codec.read(row).event
    except (*UNREADABLE, UnknownTopic) as error:
        raise wrong(row, "EVENT", f"not an event this program knows: {error}") from error


def wrong(row: EventRow, code: str, says: str) -> Wrong:
    return Wrong(Fault(code, "format", says[:SAID_MAX], row.version, row.topic))
