"""Files from the store. A finished game keeps the signature of its first export, so that its bytes stay the same when
keys rotate."""

import asyncio
from collections.abc import Sequence

from domain.history.codec import Codec
from domain.history.file import ALL, export, lay_out, sealed, signed_message
from domain.history.record import EventRow
from services.application.command_errors import UnknownGame
from services.history.keys import SigningKeys
from services.history.seals import FileSignature, Seals
from services.store.archive.lookups import LAST_TOPIC
from services.store.interface import EventStore


class Exporter:
    def __init__(self, store: EventStore, codec: Codec, keys: SigningKeys, seals: Seals) -> None:
        self._store, self._codec, self._keys, self._seals = store, codec, keys, seals

    async def export(self, game_id: str, viewer: str = ALL) -> bytes:
        """The signed file of a game. A finished game is public. Raises UnknownGame, NoSuchViewer,
        StoreUnavailable."""
        rows = await self._store.load(game_id)
        if not rows:
            raise UnknownGame(game_id)
        if is_finished(rows):
            return await self._finished(rows)
        return await asyncio.to_thread(export, rows, self._codec, self._keys.signer, viewer)

    async def _finished(self, rows: Sequence[EventRow]) -> bytes:
        game_id = rows[0].stream_id
        kept = await self._seals.file_signature(game_id)
        if kept and kept.key in self._keys.keys:
            laid_out = await asyncio.to_thread(lay_out, rows, self._codec, kept.key)
            if self._keys.keys[kept.key](signed_message(laid_out), kept.signature):
                return sealed(laid_out, kept.signature)
        signer = self._keys.signer
        laid_out = await asyncio.to_thread(lay_out, rows, self._codec, signer.key)
        made = FileSignature(signer.key, signer.sign(signed_message(laid_out)))
        await self._seals.keep_file_signature(game_id, made)
        return sealed(laid_out, made.signature)


def is_finished(rows: Sequence[EventRow]) -> bool:
    return rows[-1].topic.startswith(LAST_TOPIC)
