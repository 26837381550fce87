"""Commands given while there is no connection: stored, and sent in order, game by game, when there is one again."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field

from turnledger.errors import ServiceError
from turnledger.methods import new_request_id
from turnledger.pending import Pending, read, written
from turnledger.stores import Store
from turnledger.v1 import play_pb2
from turnledger.v1.games_pb2 import Command
from turnledger.v1.play_pb2 import Choice, SubmitRequest, SubmitResponse

_QUEUE = "queue/"
_METHOD = "Play/Submit"


@dataclass
class Flushed:
    """The outcome of one game's queue. `refused`: the refusal of the first command that was not accepted; it and all
    commands after it are `dropped`, because they were decided on a board that never existed. `waits`: why commands are
    left in the queue, if no answer came."""

    game_id: str
    done: list[SubmitResponse] = field(default_factory=list)
    refused: ServiceError | None = None
    dropped: list[SubmitRequest] = field(default_factory=list)
    waits: ServiceError | None = None


class Queue:
    """The queue of one account, in its store. `give`: sends a command, signed where required."""

    def __init__(
        self, store: Store, pending: Pending, give: Callable[[SubmitRequest], Awaitable[play_pb2.SubmitResponse]]
    ) -> None:
        self._store, self._pending, self._give = store, pending, give
        self._flushing = asyncio.Lock()

    def add(self, game_id: str, move: Command | Choice, expected_version: int) -> str:
        """A command for later, behind those of its game, and its request id. It names the version that it was decided
        on: by another board it must not be judged."""
        request = SubmitRequest(game_id=game_id, request_id=new_request_id(), expected_version=expected_version)
        if isinstance(move, Command):
            request.command.CopyFrom(move)
        else:
            request.choice.CopyFrom(move)
        names = self._store.names(f"{_QUEUE}{game_id}/")
        number = 1 + int(names[-1].rpartition("/")[2]) if names else 1
        self._store.put(f"{_QUEUE}{game_id}/{number:010}", written(_METHOD, request))
        return request.request_id

    def waiting(self, game_id: str) -> list[SubmitRequest]:
        """In order."""
        return [request for _, request in self._of(game_id)]

    def forget(self) -> None:
        """Drop the commands of all games."""
        self._forget(self._store.names(_QUEUE))

    async def flush(self) -> list[Flushed]:
        """Send the waiting commands, game by game. The first refusal empties the queue of its game, other games
        continue; without an answer the rest keeps waiting."""
        async with self._flushing:
            told: list[Flushed] = []
            for game_id in dict.fromkeys(name.split("/")[1] for name in self._store.names(_QUEUE)):
                told.append(await self._flush(game_id))
                if told[-1].waits:
                    break
            return told

    async def _flush(self, game_id: str) -> Flushed:
        told, queue = Flushed(game_id), self._of(game_id)
        for place, (name, request) in enumerate(queue):
            try:
                told.done.append(await self._send(request))
            except ServiceError as error:
                if error.stays_open:
                    told.waits = error
                else:
                    told.refused, told.dropped = error, [each for _, each in queue[place:]]
                    self._forget(name for name, _ in queue[place:])
                return told
            self._forget([name])
        return told

    async def _send(self, request: SubmitRequest) -> SubmitResponse:
        self._pending.elsewhere.add(request.request_id)
        try:
            return await self._give(request)
        finally:
            self._pending.elsewhere.discard(request.request_id)

    def _of(self, game_id: str) -> list[tuple[str, SubmitRequest]]:
        names = self._store.names(f"{_QUEUE}{game_id}/")
        return [(name, read(stored)[1]) for name in names if (stored := self._store.get(name)) is not None]

    def _forget(self, names: Iterable[str]) -> None:
        for name in names:
            self._store.delete(name)
