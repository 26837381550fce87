"""Signs how the chains of games stand, every so often, and keeps that: a key that leaks later cannot rewrite them."""

import asyncio

import structlog

from domain.history.codec import Codec, link_of
from domain.history.file import checkpoint_message
from domain.history.record import Row
from domain.history.verify import Checkpoint
from domain.table.messages import GameOpened
from services.history.keys import Ed25519Signer
from services.history.lineages import Lineages
from services.history.seals import Seals
from services.platform.cancellation import stop_if_cancelled
from services.roles.leader_election import keep_leading
from services.store.interface import EventStore

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
        """Until cancelled."""
        await keep_leading(self._store, "checkpoints", self._lead)

    async def _lead(self) -> None:
        while True:
            await self.sign_what_is_new()
            stop_if_cancelled()
            await asyncio.sleep(self._every_s)

    async def sign_what_is_new(self) -> int:
        """Signs every game that moved since the last time, once, and notes where new ones come from; how many moved."""
        position, newest = await self._seals.position(), dict[str, Row]()
        while rows := await self._store.read_log(position, BATCH_MAX):
            newest |= {each.row.game_id: each.row for each in rows}
            for each in rows:
                if each.row.version == 1:
                    await self._lineages.keep(_opened(self._codec, each.row))
            position = rows[-1].position
        await self._seals.keep([checkpoint(row, self._signer) for row in newest.values()])
        await self._seals.moved_to(position)
        return len(newest)


def _opened(codec: Codec, row: Row) -> GameOpened:
    opened = codec.read(row).event
    assert isinstance(opened, GameOpened), "a stream begins with the opening of a table"
    return opened


def checkpoint(row: Row, signer: Ed25519Signer) -> Checkpoint:
    """How the chain stands after the row."""
    chain = link_of(row)
    signature = signer.sign(checkpoint_message(row.game_id, row.version, chain))
    return Checkpoint(row.game_id, row.version, chain, signer.key, signature.hex())
