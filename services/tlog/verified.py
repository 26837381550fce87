"""Checks that the events of a history file were logged in time: its opening, its start before the round, its end; and
that no other entry of the game, such as a mark of its progress, contradicts the file."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from domain.history.adjudicate import Fault
from domain.history.codec import Codec, link_of
from domain.history.file import File
from domain.kernel.beacon import Beacon
from domain.table.aggregate import FINISHED
from domain.table.messages import GameOpened, GameStarting
from services.tlog.held_files import contradicts
from services.tlog.leaves import END, OPEN, START, STARTING_TOPIC, Leaf, game_digest, leaf_of, read_leaf
from services.tlog.policy import Policy
from services.tlog.proofs import Logged, check_proof, seen_before
from services.tlog.tlog_storage import Proof
from turnledger.merkle import WrongProof

NOT_LOGGED, LATE, OTHER = "LOG", "LOG_LATE", "LOG_OTHER"


class InLog(Struct, frozen=True):
    """`fault`: what is not proven. `says`: what is. `end_index`: of the leaf of the game's end, once that is proven."""

    fault: Fault | None
    says: str = ""
    end_index: int | None = None


def in_log(file: File, proofs: Sequence[Proof], policy: Policy, codec: Codec) -> InLog:
    """The file has been verified by itself. `proofs`: those of other games are passed over."""
    wanted = _leaves_of(file)
    own = {each.leaf: each.proof for each in proofs if each.game == file.header.game}
    logged: dict[str, Logged] = {}
    for leaf in wanted:
        row = file.rows[leaf.version - 1]
        if leaf.line not in own:
            return InLog(Fault(NOT_LOGGED, "format", f"no proof of `{leaf.line}`", leaf.version, row.topic))
        try:
            logged[leaf.kind] = check_proof(own[leaf.line], leaf.line.encode(), policy)
        except WrongProof as wrong:
            return InLog(Fault(NOT_LOGGED, "format", f"`{leaf.line}`: {wrong}", leaf.version, row.topic))
    fault = _other(file, own, policy) or _late(file, logged.get(START), policy, codec)
    says = f"{', '.join(logged)} logged in {_origins(logged)}, seen by {policy.quorum}"
    return InLog(fault, says, logged[END].index if END in logged else None)


def _leaves_of(file: File) -> list[Leaf]:
    found: dict[str, Leaf] = {}
    for row in file.rows:
        if leaf := leaf_of(row):
            found.setdefault(leaf.kind, leaf)
    wanted = [found[kind] for kind in (OPEN, START) if kind in found]
    return [*wanted, found[END]] if file.header.status == FINISHED and END in found else wanted


def _other(file: File, own: Mapping[str, str], policy: Policy) -> Fault | None:
    """Return the first proven entry of the game that the file does not have: then the game was continued otherwise.
    Proofs of entries that it has prove nothing more, and are not checked."""
    links, game = [link_of(row) for row in file.rows], game_digest(file.header.game)
    for line, proof in own.items():
        leaf = read_leaf(line)
        if leaf is None or leaf.game != game or not contradicts(leaf, links, ended=file.header.status == FINISHED):
            continue
        topic = file.rows[leaf.version - 1].topic if leaf.version <= len(links) else ""
        try:
            check_proof(proof, line.encode(), policy)
        except WrongProof as wrong:
            return Fault(NOT_LOGGED, "format", f"`{line}`: {wrong}", leaf.version, topic)
        return Fault(OTHER, "format", f"the log has `{line}`, the file does not", leaf.version, topic)
    return None


def _late(file: File, logged: Logged | None, policy: Policy, codec: Codec) -> Fault | None:
    """With a beacon the start must have been seen before its round was published: then no draw was chosen after it."""
    row = next((row for row in file.rows if row.topic.startswith(STARTING_TOPIC)), None)
    if row is None or logged is None:
        return None
    opened, named = codec.read(file.rows[0]).event, codec.read(row).event
    assert isinstance(opened, GameOpened)
    assert isinstance(named, GameStarting)
    assert isinstance(opened.beacon, Beacon), "a start that names a round has a beacon"
    comes_s = opened.beacon.time_ms(named.round) // 1000
    if seen_before(logged, policy, comes_s):
        return None
    says = f"round {named.round} came at {comes_s}, the start was seen at {sorted(logged.seen_at.values())}"
    return Fault(LATE, "TB-BEACON-02", says, row.version, row.topic)


def _origins(logged: dict[str, Logged]) -> str:
    return ", ".join(sorted({each.origin for each in logged.values()}))
