"""Signs checkpoints of running games at intervals and stores them: a key that leaks later cannot rewrite those
games."""

from collections.abc import Sequence

import structlog

from domain.history.codec import Codec, is_linked, link_of
from domain.history.file import checkpoint_message
from domain.history.record import EventRow, LogRow
from domain.history.verify import Checkpoint
from domain.table.messages import GameOpened
from services.history.keys import Ed25519Signer
from services.history.lineages import Lineages
from services.history.seals import Seals
from services.platform.cancellation import stop_if_cancelled
from services.platform.jitter import pause
from services.roles.leader_election import keep_leading
from services.store.interface import EventStore
from services.store.log_reader import show

log = structlog.get_logger(__name__)

EVERY_S = 60.0
BATCH_MAX = 1_000


class Checkpoints:
    def __init__(
        self,
        store: EventStore,
        codec: Codec,
        seals: Seals,
        lineages: Lineages,
        signer: Ed25519Signer,
        every_s: float = EVERY_S,
    ) -> None:
        self._store, self._codec, self._seals, self._lineages = store, codec, seals, lineages
        self._signer, self._every_s = signer, every_s

    async def run(self) -> None:
        """Sign checkpoints until cancelled."""
        await keep_leading(self._store, "checkpoints", self._lead)

    async def _lead(self) -> None:
        while True:
            await self.sign_what_is_new()
            stop_if_cancelled()
            await pause(self._every_s)

    async def sign_what_is_new(self) -> int:
        """Signs every game that moved since the last time, once, and notes where new ones come from; how many moved."""
        position, newest = await self._seals.position(), dict[str, EventRow]()
        while rows := await self._store.read_log(position, BATCH_MAX):
            newest |= {each.row.stream_id: each.row for each in rows if is_linked(each.row)}
            for opened in self._openings(rows):
                await self._lineages.keep(opened)
            position = rows[-1].position
        await self._seals.keep([checkpoint(row, self._signer) for row in newest.values()])
        await self._seals.moved_to(position)
        return len(newest)

    def _openings(self, rows: Sequence[LogRow]) -> list[GameOpened]:
        found = list[GameOpened]()
        for each in rows:
            if each.row.version == 1:
                show(each, lambda each: found.append(_opened(self._codec, each.row)))
        return found


def _opened(codec: Codec, row: EventRow) -> GameOpened:
    opened = codec.read(row).event
    assert isinstance(opened, GameOpened), "a stream begins with the opening of a table"
    return opened


def checkpoint(row: EventRow, signer: Ed25519Signer) -> Checkpoint:
    """Return the chain link after the row."""
    chain = link_of(row)
    signature = signer.sign(checkpoint_message(row.stream_id, row.version, chain))
    return Checkpoint(row.stream_id, row.version, chain, signer.key, signature.hex())
