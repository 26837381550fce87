"""Whether what a history file says was logged in time: its opening, its start before the round, its end."""

from collections.abc import Sequence

from msgspec import Struct

from domain.history.adjudicate import Fault
from domain.history.codec import Codec
from domain.history.file import File
from domain.kernel.beacon import Beacon
from domain.table.aggregate import FINISHED
from domain.table.messages import GameOpened, GameStarting
from services.tlog.leaves import END, OPEN, START, STARTING_TOPIC, Leaf, leaf_of
from services.tlog.policy import Policy
from services.tlog.proofs import Logged, check_proof, seen_before
from services.tlog.storage import Proof
from turnledger.merkle import WrongProof

NOT_LOGGED, LATE = "LOG", "LOG_LATE"


class InLog(Struct, frozen=True):
    """`fault`: what is not proven. `says`: what is."""

    fault: Fault | None
    says: str = ""


def in_log(file: File, proofs: Sequence[Proof], policy: Policy, codec: Codec) -> InLog:
    """The file has been verified by itself. `proofs`: those of other games are passed over."""
    wanted = _wanted(file)
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
    late = _late(file, logged.get(START), policy, codec)
    return InLog(late, f"{', '.join(logged)} logged in {_origins(logged)}, seen by {policy.quorum}")


def _wanted(file: File) -> list[Leaf]:
    found: dict[str, Leaf] = {}
    for row in file.rows:
        if leaf := leaf_of(row):
            found.setdefault(leaf.kind, leaf)
    wanted = [found[kind] for kind in (OPEN, START) if kind in found]
    return [*wanted, found[END]] if file.header.status == FINISHED and END in found else wanted


def _late(file: File, logged: Logged | None, policy: Policy, codec: Codec) -> Fault | None:
    """With a beacon the start must have been seen before its round came: then nothing was chosen after it."""
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
