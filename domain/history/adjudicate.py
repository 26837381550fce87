"""Gives every command of a stream again and compares what it makes happen, byte for byte, with what is stored."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NoReturn, TypeAlias, Union

import msgspec
from msgspec import UNSET, Raw, Struct

from domain.history.bot_numbers import numbers_in
from domain.history.chain import first_link, next_link
from domain.history.codec import (
    UNREADABLE,
    Body,
    Codec,
    Form,
    UnknownTopic,
    canonical_command,
    link_of,
    read_body,
    read_envelope,
    sealed_bytes,
)
from domain.history.record import EventRow, milliseconds
from domain.history.signers import Signature, Signer, Signers, read_signature
from domain.history.spelling import (
    RECORDED,
    EnvelopeCheck,
    Misspelled,
    Spelling,
    has_long_number,
    is_link,
    lexical_fault,
    row_fault,
)
from domain.kernel.device_keys import DeviceSignature
from domain.kernel.dice import commitment
from domain.kernel.messages import Event
from domain.kernel.refused import Refused
from domain.table.aggregate import Aggregate
from domain.table.decide import Ruling, decide, open_table
from domain.table.lobby import IN_FORCE, Pinned
from domain.table.messages import (
    TABLE_COMMANDS,
    Begin,
    DrawAwaited,
    GameBegan,
    GameOpened,
    GameStarting,
    OpenTable,
)

SAID_MAX = 400


class Fault(Struct, frozen=True):
    """The first thing that is wrong. `version` and `topic` name the event (0 and empty: the header, the footer or the
    file); `rule`: the rule that was broken, or `format` for docs/history-format.md, where the codes are listed."""

    code: str
    rule: str
    says: str
    version: int = 0
    topic: str = ""


class Wrong(Exception):
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


class Adjudicated(Struct, frozen=True):
    """The state at the end of the stream, and the number of its commands."""

    aggregate: Aggregate
    chain: str
    commands: int
    signers: tuple[Signer, ...] = ()


class Step(Struct, frozen=True):
    """A command that was given again: the game before and after it, and its events, the first of which is `version`.
    `text`: the command as stored."""

    version: int
    at: datetime
    command: Any
    text: bytes
    before: Aggregate | None
    events: Sequence[Event]
    after: Aggregate


Watch: TypeAlias = Callable[[Step], None]
"""Called with each command in its order. Nothing is proven before the last one."""


def adjudicate(
    rows: Sequence[EventRow], codec: Codec, spelling: Spelling = RECORDED, watch: Watch | None = None
) -> Adjudicated:
    """Raises Wrong at the first row that does not follow. `rows`: a stream from version 1, at least one row."""
    judge = _Judge(rows, codec, spelling, watch)
    while judge.place < len(rows):
        judge.next_command()
    judge.settle()
    assert judge.aggregate
    return Adjudicated(judge.aggregate, judge.chain, len(judge.requests), judge.signers.by_seat(judge.aggregate))


class _Judge:
    """`place` rows were made to happen again, `proven` of them found right, the last with the link `chain`; `told` is
    what the others must be. Those are compared at the end, and before anything later is called wrong: chaining many
    rows at once takes a fifth less."""

    def __init__(self, rows: Sequence[EventRow], codec: Codec, spelling: Spelling, watch: Watch | None) -> None:
        self.rows, self.codec, self.spelling, self.watch = tuple(rows), codec, spelling, watch
        self.envelopes = EnvelopeCheck(spelling)
        self.aggregate: Aggregate | None = None
        self.place = self.proven = 0
        self.told: list[tuple[Body, Signature, Sequence[Event]]] = []
        self.signers = Signers()
        self.requests: set[tuple[str, str]] = set()
        self.read_command = _decoder((OpenTable,))
        self.secret = self._stored_secret()
        self.chain = first_link(rows[0].stream_id, commitment(self.secret))

    def next_command(self) -> None:
        place = self.place
        row = self.rows[place]
        if row.version != place + 1:
            self.settle()
            self._fail_order(row, place)
        try:
            body = read_body(row)
        except UNREADABLE as error:
            self._fail(row, "MALFORMED", "format", f"not a stored body: {error}")
        if body.command is UNSET:
            self._fail_unasked(row)
        if odd := self.envelopes.fault(body.at, body.actor, body.request_id):
            self._fail(row, odd.code, "format", odd.says)
        request = (body.actor, body.request_id)
        if request in self.requests:
            self._fail(row, "REQUEST_REPEATED", "format", "the request was answered before, or its events are torn")
        self.requests.add(request)
        device = UNSET if body.device is UNSET else self._signature(row, body.device)
        command = self._command(row, body.command)
        decision = self._give_again(row, body, command, device)
        if not decision.events:
            self._fail(row, "EVENT", "format", "the command makes nothing happen")
        if self.watch:
            text = bytes(body.command)
            self.watch(Step(row.version, body.at, command, text, self.aggregate, decision.events, decision.aggregate))
        self.told.append((body, device, decision.events))
        if self.aggregate is None or self.aggregate.rules is None:
            self._learn_commands(decision.aggregate)
        self.aggregate = decision.aggregate
        self.place += len(decision.events)

    def settle(self) -> None:
        """Compares the events that the rules make with the stored ones."""
        if not self.told:
            return
        theirs = self.rows[self.proven : self.place]
        told = [event for *_, events in self.told for event in events]
        forms = self._forms_of(told, theirs)
        sealed, begins = [], 0
        for body, device, events in self.told:
            ends = begins + len(events)
            sealed += self.codec.sealed(
                events,
                forms[begins:ends],
                at=body.at,
                actor=body.actor,
                request_id=body.request_id,
                command=body.command,
                device=device,
            )
            begins = ends
        self.told = []
        ours, chain = self.codec.linked(
            self.rows[0].stream_id, self.proven + 1, forms, sealed, secret=self.secret, chain=self.chain
        )
        if ours == theirs:
            self.chain = chain
        else:
            self._compare(ours, theirs, told)
        for row, event, form in zip(theirs, told, forms, strict=True):
            if form.down:
                self._check_upcast(row, event)
        self.proven = self.place

    def _signature(self, row: EventRow, given: Raw) -> DeviceSignature:
        try:
            return read_signature(given)
        except UNREADABLE as error:
            self._fail(row, "MEMBERS", "format", f"no signature of a device: {error}")

    def _command(self, row: EventRow, given: Raw) -> Any:
        try:
            command = self.read_command(given)
        except UNREADABLE as error:
            self._fail(row, "COMMAND", "format", f"no command of this game: {error}")
        if odd := _misspelled(command, given):
            self._fail(row, odd.code, "format", odd.says)
        return command

    def _give_again(self, row: EventRow, body: Body, command: Any, device: Signature) -> Ruling:
        try:
            self.signers.check(self.aggregate, self.rows[max(0, self.place - 1)], command, body, device)
        except Refused as refused:
            self._fail(row, "DEVICE", refused.rule, f"not a command that a device of the player signed: {refused}")
        try:
            if self.aggregate is None:
                return open_table(command, body.actor, row.stream_id, self.secret)
            pinned = IN_FORCE if self.aggregate.rules else self._pinned()
            return decide(self.aggregate, command, body.actor, milliseconds(body.at), pinned)
        except Refused as refused:
            if refused.code == "UNKNOWN_RULES_VERSION":
                self._fail(row, "RULES_VERSION", refused.rule, f"this program does not know the rules: {refused}")
            code = self._round_fault(command, refused) or "REFUSED"
            self._fail(row, code, refused.rule, f"the rules refuse the command: {refused}")
        except Exception as broken:
            self._fail(row, "BROKEN", "format", f"the rules break on the command: {type(broken).__name__}")

    def _round_fault(self, command: Struct, refused: Refused) -> str:
        """Return the code for a round that cannot make the awaited draw, "" for any other refusal."""
        aggregate = self.aggregate
        if not isinstance(command, Begin) or not aggregate or aggregate.terms.draws is UNSET or not aggregate.rules:
            return ""
        if aggregate.starting and command.round in (aggregate.starting.round, aggregate.drawn_round):
            return "ROUND_REPEATED"
        return {"WRONG_ROUND": "ROUND_SWAPPED", "ROUND_NOT_SIGNED": "ROUND_FORGED"}.get(refused.code, "")

    def _named_otherwise(self, row: EventRow, stored: int, due: int) -> str:
        """Return the code for a draw that waits for another round than the first one that may decide it."""
        if stored >= due:
            return "EVENT" if stored == due else "ROUND_LATE"
        kinds = self.codec.topics(GameStarting, DrawAwaited)
        before = {self._read(each).event.round for each in self.rows[: row.version - 1] if each.topic in kinds}
        return "ROUND_REPEATED" if stored in before else "ROUND_EARLY"

    def _fail_unasked(self, row: EventRow) -> NoReturn:
        """An event without a command where one is due: what the rules make happen ended before it."""
        rules = _rules_of(self._read(row).event)
        self._fail(row, "EVENT", rules, f"the rules give nothing more for the command, stored is {_excerpt(row)}")

    def _learn_commands(self, aggregate: Aggregate) -> None:
        """Know the commands that may come from here on: the game's own, from its start."""
        rules = aggregate.rules
        own = (*rules.command_types, *rules.retired_types) if rules else ()
        self.read_command = _decoder((*TABLE_COMMANDS, *own))

    def _compare(self, ours: Sequence[EventRow], theirs: Sequence[EventRow], events: Sequence[Event]) -> None:
        """Row by row: finds what differs, or passes rows that an older program wrote otherwise."""
        for offset, (mine, event) in enumerate(zip(ours, events, strict=True)):
            if offset >= len(theirs):
                says = f"the history ends before {mine.topic}, which the same command makes happen"
                raise Wrong(Fault("TORN", _rules_of(event), says, mine.version, mine.topic))
            row = theirs[offset]
            if row.version != mine.version:
                self._fail_order(row, self.proven + offset)
            if row != mine:
                self._check_spelling(row)
                self._check_link(row)
                self._fail_content(row, mine, event)
            self.chain = link_of(row)

    def _forms_of(self, told: Sequence[Event], theirs: Sequence[EventRow]) -> list[Form]:
        """Events of the rules are compared in their stored form, in the schema of their time."""
        stored_as = [row.topic for row in theirs] + [""] * (len(told) - len(theirs))
        return self.codec.forms_as(told, stored_as)

    def _check_upcast(self, row: EventRow, event: Event) -> None:
        """Old bytes must be read as what the rules tell: a game is the same when it is played and when it is loaded."""
        read = self._read(row).event
        if read != event:
            ours, theirs = (quoted(bytes(self.codec.stored_as(each, ""))) for each in (event, read))
            says = f"the rules give {ours}, old bytes are read as {theirs}"
            raise Wrong(Fault("UPCAST", _rules_of(event), says, row.version, row.topic))

    def _fail_content(self, row: EventRow, mine: EventRow, event: Event) -> NoReturn:
        code, rule, says = "EVENT", _rules_of(event), f"the rules give {_excerpt(mine)}, stored is {_excerpt(row)}"
        stored = self._read(row).event
        if _envelope(row) != _envelope(mine) and read_body(row).command is UNSET:
            code, rule, says = (
                "ENVELOPE",
                "format",
                "not the moment, actor and request of the command that made it happen",
            )
        elif isinstance(stored, GameOpened) and isinstance(event, GameOpened) and stored.commitment != event.commitment:
            code, rule, says = "SECRET", "TB-DICE-01", "the secret is not the one the server was bound to"
        elif isinstance(stored, DrawAwaited) and isinstance(event, DrawAwaited):
            code = self._named_otherwise(row, stored.round, event.round)
        elif event.reveals and row.topic == mine.topic:
            code, rule = "DICE", f"{rule}, TB-DICE-02"
        raise Wrong(Fault(code, rule, says, row.version, row.topic))

    def _stored_secret(self) -> bytes:
        row = self.rows[0]
        if row.version != 1:
            self._fail_order(row, 0)
        opened = self._read(row).event
        if not isinstance(opened, GameOpened):
            raise Wrong(Fault("EVENT", "TB-OPEN-01", "a history begins with the opening of a table", 1, row.topic))
        self._check_spelling(row)
        if not is_link(opened.secret) or not is_link(opened.commitment):
            raise Wrong(Fault("HEX", "format", "secret and commitment are 64 hex digits each", 1, row.topic))
        secret = bytes.fromhex(opened.secret)
        if commitment(secret) != opened.commitment:
            raise Wrong(Fault("SECRET", "TB-DICE-01", "the secret is not the one committed to", 1, row.topic))
        return secret

    def _pinned(self) -> Pinned:
        """Return the versions that the game began with, if this command began it: as its first event, or after the
        seats were taken."""
        for row in self.rows[self.place : self.place + 2]:
            if row.topic.startswith(("table.GameStarting/", "table.GameBegan/")):
                began = self._read(row).event
                assert isinstance(began, GameStarting | GameBegan)
                return Pinned(began.editions, began.rules_version, numbers_in(began.bots))
        return IN_FORCE

    def _read(self, row: EventRow) -> Any:
        try:
            return self.codec.read(row)
        except (*UNREADABLE, UnknownTopic) as error:
            self._fail(row, "EVENT", "format", f"not an event this program knows: {error}")

    def _fail_order(self, row: EventRow, place: int) -> NoReturn:
        raise Wrong(Fault("GAP", "format", f"version {row.version} follows {place}", row.version, row.topic))

    def _check_spelling(self, row: EventRow) -> None:
        """Checked before the link: a wrong spelling is reported as such, whichever program wrote it."""
        if odd := row_fault(row, self.spelling):
            raise Wrong(Fault(odd.code, "format", odd.says, row.version, row.topic))

    def _check_link(self, row: EventRow) -> None:
        if link_of(row) != next_link(self.chain, self.secret, row.version, sealed_bytes(row)):
            says = "the chain breaks: not what was stored here after the event before"
            raise Wrong(Fault("CHAIN", "format", says, row.version, row.topic))

    def _fail(self, row: EventRow, code: str, rule: str, says: str) -> NoReturn:
        """The stated fault, unless the bytes were changed after they were stored: then that is what is wrong."""
        self.settle()
        self._check_spelling(row)
        if self.place:
            self._check_link(row)
        raise Wrong(Fault(code, rule, says, row.version, row.topic))


def command_of(given: bytes, types: tuple[type[Struct], ...]) -> Any:
    """A stored command of one of these types."""
    return _decoder(types)(given)


@cache
def _decoder(types: tuple[type[Struct], ...]) -> Any:
    return msgspec.json.Decoder(Union[types]).decode  # noqa: UP007


def _misspelled(command: Struct, given: Raw) -> Misspelled | None:
    """One command has one spelling: nothing but its bytes binds its sender to it."""
    spelled = bytes(given)
    if canonical_command(command) != spelled:
        return lexical_fault(spelled) or Misspelled("MEMBERS", "the command's members are not all there, in order")
    return lexical_fault(spelled) if has_long_number(spelled) else None


def _envelope(row: EventRow) -> tuple[object, ...]:
    envelope = read_envelope(row)
    return envelope.at, envelope.actor, envelope.request_id


def _rules_of(event: Event) -> str:
    return ", ".join(event.rules)


def _excerpt(row: EventRow) -> str:
    """Topic and body without the link, shortened for people."""
    return f"{row.topic} {quoted(sealed_bytes(row).rsplit(bytes(1), 1)[-1])}"


def quoted(part: bytes) -> str:
    """Return a part of a file as it is spelled there, shortened for people."""
    text = part.decode(errors="replace")
    return text if len(text) <= SAID_MAX else f"{text[:SAID_MAX]}…"
