"""Verifies a history file from its bytes and the published keys alone: no store, no server, no clock.

The first fault in the order of the file is reported: events, header, footer, signature.
"""

from collections.abc import Sequence
from types import MappingProxyType

from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain.history.adjudicate import Fault, Watch, Wrong, adjudicate, quoted
from domain.history.bot_moves import check_bots
from domain.history.chance import UNKNOWN_TO_ALL, chance
from domain.history.codec import UNREADABLE, Codec, link_of
from domain.history.file import (
    ALL,
    SPELLINGS,
    File,
    Footer,
    Header,
    Keys,
    MalformedFile,
    as_seen,
    checkpoint_message,
    footer_of,
    header_of,
    is_signature,
    signed_message,
    take_apart,
    written,
)
from domain.history.file_signature import check_signature
from domain.history.record import EventRow, Recorded
from domain.history.replay import aggregate_after, command_span
from domain.history.seen import check_seen
from domain.history.signers import Signer
from domain.history.spelling import is_link
from domain.table.aggregate import FINISHED, RUNNING
from domain.table.messages import GameBegan, GameOpened


class Checkpoint(Struct, frozen=True):
    """The link of a game's chain at a version, signed at that time. `signature` in hex."""

    game_id: str
    version: int
    chain: str
    key: str
    signature: str


class Verdict(Struct, frozen=True):
    """The result: proven right if `fault` is None. `notes` name the parts that could not be checked."""

    game_id: str
    variant: str
    status: str
    viewer: str
    events: int
    commands: int
    chain: str
    fault: Fault | None = None
    notes: tuple[str, ...] = ()
    rules_version: int | None = None
    """The versions that the game says it began with; None before the start."""
    chance: str = ""
    """The proof level of the draws; empty for a file for one viewer."""
    proven: tuple[str, ...] = ()
    """The proven claims of docs/history-format.md, “The checks of a verifier”; empty where something is wrong."""
    unproven: tuple[str, ...] = ()
    log: str = ""
    """The proof of a transparency log, if it was requested."""
    signers: tuple[Signer, ...] = ()
    """Seats whose players may sign their commands, and how many they signed; empty of a file for one viewer."""


BOARD_DIFFERS = "final board not compared"
WHOLE = ("spelling", "order", "commitment", "chain", "table", "rules", "draws", "board", "signature")
SEEN = ("spelling", "order", "signature")
"""The claims that a whole file proves by itself, and those of a file for one viewer."""
MORE = ("checkpoints", "bots", "beacon", "log")
"""Claims that are proven on request: `parent` for a game that continues another one, `devices` for a game in which
players may sign."""


def verify(
    content: bytes, codec: Codec, keys: Keys, checkpoints: Sequence[Checkpoint] = (), watch: Watch | None = None
) -> Verdict:
    """Verify that the server signed the file and that the rules made it. `checkpoints`: other statements that the
    server signed; those of other games are skipped. `watch` gets the steps of a whole file."""
    try:
        file = take_apart(content)
    except MalformedFile as error:
        return Verdict("", "", "", "", 0, 0, "", Fault(error.code, "format", str(error)))
    return verify_parts(file, codec, keys, checkpoints, watch)


def verify_parts(
    file: File, codec: Codec, keys: Keys, checkpoints: Sequence[Checkpoint] = (), watch: Watch | None = None
) -> Verdict:
    """Verify a file that was taken apart before."""
    header, chain = file.header, file.footer.chain
    verdict = Verdict(header.game, header.variant, header.status, header.viewer, len(file.rows), 0, chain)
    verdict = replace(verdict, rules_version=header.rules_version)
    try:
        verdict = _whole(file, codec, verdict, watch) if header.viewer == ALL else _seen(file, codec, verdict)
        check_signature(file.footer.key, file.footer.signature, signed_message(file.laid_out), keys)
        notes = _check_against(file.rows, checkpoints, keys)
    except Wrong as wrong:
        return replace(verdict, fault=wrong.fault)
    proven = list(WHOLE if header.viewer == ALL else SEEN)
    if header.viewer == ALL and BOARD_DIFFERS in "".join(verdict.notes):
        proven.remove("board")
    if any(each.game_id == header.game and each.key in keys for each in checkpoints):
        proven.append("checkpoints")
    if UNKNOWN_TO_ALL in verdict.chance:
        proven.append("beacon")
    if verdict.signers and _all_signed(verdict.signers):
        proven.append("devices")
    more = (*MORE, *(["parent"] if header.lineage else []), *(["devices"] if verdict.signers else []))
    unproven = tuple(each for each in (*WHOLE, *more) if each not in proven)
    return replace(verdict, notes=verdict.notes + notes, proven=tuple(proven), unproven=unproven)


def with_bots(verdict: Verdict, rows: Sequence[EventRow], codec: Codec) -> Verdict:
    """The verdict on a whole history that is right, with what making its bots again adds to it."""
    try:
        found = check_bots(rows, codec)
    except Wrong as wrong:
        return replace(verdict, fault=wrong.fault, proven=(), unproven=())
    if found.given:
        return replace(verdict, notes=(*verdict.notes, "bots are not made again where the host gave the draws"))
    if found.unknown:
        return replace(
            verdict, notes=(*verdict.notes, f"bots that this program does not have: {', '.join(found.unknown)}")
        )
    return also_proven(verdict, "bots")


def also_proven(verdict: Verdict, what: str) -> Verdict:
    unproven = tuple(each for each in verdict.unproven if each != what)
    return replace(verdict, proven=(*verdict.proven, what), unproven=unproven)


def verify_rows(
    rows: Sequence[EventRow],
    codec: Codec,
    keys: Keys = MappingProxyType({}),
    checkpoints: Sequence[Checkpoint] = (),
    watch: Watch | None = None,
) -> Verdict:
    """The same for a stream as a store keeps it, which has no header, footer or signature."""
    try:
        proven = adjudicate(rows, codec, watch=watch)
        notes = _check_against(rows, checkpoints, keys)
    except Wrong as wrong:
        variant, version = _played(rows, codec)
        return Verdict(rows[0].stream_id, variant, "", ALL, len(rows), 0, "", wrong.fault, rules_version=version)
    aggregate = proven.aggregate
    opened = aggregate.opened
    return Verdict(
        opened.game_id,
        opened.variant,
        aggregate.status,
        ALL,
        len(rows),
        proven.commands,
        proven.chain,
        notes=notes,
        rules_version=aggregate.rules_version,
        chance=chance(aggregate),
        signers=proven.signers,
    )


def _played(rows: Sequence[EventRow], codec: Codec) -> tuple[str, int | None]:
    """Return the claims of a wrong stream, as far as they can be read."""
    variant, version = "", None
    for row in rows:
        if row.topic not in codec.topics(GameOpened, GameBegan):
            continue
        try:
            event = codec.read(row).event
        except UNREADABLE:
            break
        if isinstance(event, GameOpened):
            variant = event.variant
        elif isinstance(event, GameBegan):
            return variant, event.rules_version
    return variant, version


def contradiction(whole: File, other: File, codec: Codec) -> Fault | None:
    """Return the difference to another file of the same game, for example the one that a viewer got while it ran.
    `whole` has been verified, the other on its own; both contain their common events."""
    records = [codec.read(row) for row in whole.rows]
    aggregate, viewer = replace(aggregate_after(records), status=RUNNING), other.header.viewer
    for row, record, told in zip(whole.rows, records, other.rows, strict=False):
        same = row if viewer == ALL else as_seen(codec, aggregate, row, record, viewer)
        if told != same:
            return Fault("CONTRADICTION", "format", f"told otherwise to {viewer}", row.version, row.topic)
    try:
        if viewer != ALL:
            _check_told(records, other)
    except Wrong as wrong:
        return wrong.fault
    return None


def _check_told(records: Sequence[Recorded], other: File) -> None:
    """Check header and footer of a viewer's file: the values of that time; of a file that continues, the opening."""
    version, told = len(other.rows), other.header
    if version > len(records):
        opening = header_of(aggregate_after(records), told.viewer)
        later = {name: getattr(told, name) for name in ("status", "players", "rules_version", "editions")}
        _check_part("CONTRADICTION", replace(opening, **later), told)
        return
    if command_span(records, version)[1] != version:
        raise Wrong(Fault("CONTRADICTION", "format", f"ends inside a command, which {told.viewer} never saw", version))
    then = aggregate_after(records[:version])
    _check_part("CONTRADICTION", header_of(then, told.viewer), told)
    ours, theirs = footer_of(then, other.footer.chain, other.footer.key, told.viewer), other.footer
    if ours.board and theirs.board and ours.board.schema != theirs.board.schema:
        ours = replace(ours, board=theirs.board)
    _check_part("CONTRADICTION", ours, replace(theirs, signature=UNSET))


def _whole(file: File, codec: Codec, verdict: Verdict, watch: Watch | None) -> Verdict:
    proven = adjudicate(file.rows, codec, SPELLINGS[file.header.format], watch)
    status, notes = proven.aggregate.status, []
    header, footer = header_of(proven.aggregate, ALL), footer_of(proven.aggregate, proven.chain, file.footer.key)
    ours, theirs = footer.board, file.footer.board
    if ours and theirs and ours.schema != theirs.schema:
        notes.append(f"{BOARD_DIFFERS}: its schema is {theirs.schema}, this program has {ours.schema}")
        footer = replace(footer, board=theirs)
    if status != FINISHED:
        notes.append(f"the game is {status}: more may follow")
    _check_part("HEADER", header, file.header)
    _check_part("FOOTER", footer, replace(file.footer, signature=UNSET))
    return replace(
        verdict,
        commands=proven.commands,
        notes=tuple(notes),
        chance=chance(proven.aggregate),
        signers=proven.signers,
    )


def _all_signed(signers: Sequence[Signer]) -> bool:
    """Return whether all commands of players while the game ran were signed by their devices."""
    return any(each.signed for each in signers) and not any(each.unsigned for each in signers)


def _seen(file: File, codec: Codec, verdict: Verdict) -> Verdict:
    check_seen(file, codec)
    viewer = file.header.viewer
    note = f"as {viewer} may see it: order and signature are proven, the rest by the whole file at the end"
    return replace(verdict, notes=(note,))


def _check_part(code: str, ours: Header | Footer, theirs: Header | Footer) -> None:
    for name in ours.__struct_fields__:
        mine, stated = getattr(ours, name), getattr(theirs, name)
        if mine != stated:
            says = f"{name} is {quoted(written(stated))}, the events say {quoted(written(mine))}"
            raise Wrong(Fault(code, "format", says))


def _check_against(rows: Sequence[EventRow], checkpoints: Sequence[Checkpoint], keys: Keys) -> tuple[str, ...]:
    """Return the note for a leaked key: it is removed from the set, and its signatures prove nothing any more."""
    own, signed = [each for each in checkpoints if each.game_id == rows[0].stream_id], dict[int, str]()
    for each in own:
        if each.key in keys:
            _check_signed(each, keys)
            if signed.setdefault(each.version, each.chain) != each.chain:
                says = "the server signed two histories: two checkpoints of one version"
                raise Wrong(Fault("CHECKPOINTS_DIFFER", "format", says, each.version))
    for each in own:
        if each.key in keys:
            _check_checkpoint(rows, each)
    gone = sorted({each.key for each in own if each.key not in keys})
    return tuple(f"checkpoints by {key} prove nothing: that key is not in the key set" for key in gone)


def _check_signed(checkpoint: Checkpoint, keys: Keys) -> None:
    version, signature = checkpoint.version, checkpoint.signature
    message = checkpoint_message(checkpoint.game_id, version, checkpoint.chain)
    if not is_signature(signature) or not keys[checkpoint.key](message, bytes.fromhex(signature)):
        raise Wrong(Fault("CHECKPOINT", "format", f"the checkpoint itself is not signed by {checkpoint.key}", version))
    if not is_link(checkpoint.chain):
        raise Wrong(Fault("HEX", "format", "the link of a checkpoint is 64 hex digits", version))


def _check_checkpoint(rows: Sequence[EventRow], checkpoint: Checkpoint) -> None:
    version = checkpoint.version
    if not 1 <= version <= len(rows):
        raise Wrong(Fault("CHECKPOINT", "format", "the history is shorter than a checkpoint of it", version))
    row = rows[version - 1]
    if link_of(row) != checkpoint.chain:
        raise Wrong(Fault("CHECKPOINT", "format", "another history was signed before", version, row.topic))
