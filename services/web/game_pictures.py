"""Pictures of positions: drawn in a process of their own, in turns by address, and kept by the game's version."""

import asyncio
from collections import OrderedDict
from functools import partial
from hashlib import sha256

import msgspec
from msgspec import Struct

from domain.kernel.ids import Seat
from domain.table.aggregate import FINISHED, RUNNING, Aggregate
from services.api.messages.tables import moment_of
from services.application.game_service import GameService
from services.platform.callers import Caller
from services.platform.fair_turns import FairTurns
from services.platform.history_quota import HistoryQuota
from services.platform.program import release
from services.platform.rate_limiter import TooFast
from services.platform.worker_process import WorkerProcess
from services.texts import telling
from services.texts.said import link_text
from services.web.pictures import drawing
from services.web.pictures.canvas import Frame, SeatLook
from services.web.pictures.drawing import PictureQuestion

DRAWN_PER_S, DRAWN = 1, 30
"""Pictures that are drawn for one address; from all for one game, five times as many. Kept ones cost nothing."""
WAITING_MAX = 30
"""Pictures that wait to be drawn."""
DRAW_S = 20
"""A picture takes a few tenths of a second; the process that needs longer is killed."""
KEPT_BYTES = 16 * 2**20
"""Memory for pictures of one process; one has some 50 to 200 KB."""
RETRY_S = 5.0


class PictureRequest(Struct, frozen=True):
    """A picture of a public game. `seats`: names and colours of now. `status`: the text while the game has no round."""

    game_id: str
    version: int
    title: str
    status: str
    seats: tuple[SeatLook, ...]
    language: str
    form: str

    @property
    def tag(self) -> str:
        """The tag of everything that the picture follows from: names of accounts may change."""
        return sha256(msgspec.msgpack.encode((release(), self))).hexdigest()[:24]


class GamePictures:
    """Draws what a spectator may see, from the board of a spectator alone."""

    def __init__(self, games: GameService, kept_bytes: int = KEPT_BYTES) -> None:
        self._games, self._kept_bytes = games, kept_bytes
        self.worker = WorkerProcess(drawing.__name__)
        self._turns, self._quota = FairTurns(), HistoryQuota(DRAWN_PER_S, DRAWN)
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._held = 0
        self._making: dict[str, asyncio.Task[bytes]] = {}

    async def close(self) -> None:
        await self.worker.close()

    async def picture(self, request: PictureRequest, caller: Caller) -> bytes:
        """Raises TooFast, WorkerEnded, TimeoutError and the errors of reading a game."""
        tag = request.tag
        kept = self._kept.get(tag)
        if kept is not None:
            self._kept.move_to_end(tag)
            return kept
        making = self._making.get(tag)
        if making is None:
            if len(self._making) >= WAITING_MAX:
                raise TooFast(RETRY_S)
            self._quota.take(caller.network, caller, request.game_id)
            making = self._making[tag] = asyncio.create_task(self._make(request, caller))
            making.add_done_callback(partial(self._was_made, tag))
        return await asyncio.shield(making)

    async def _make(self, request: PictureRequest, caller: Caller) -> bytes:
        async with self._turns.one(caller.network):
            await self._games.load_cached(request.game_id)  # takes the missing snapshots
            aggregate = await self._games.load_at_version(request.game_id, request.version)
            question = _question(request, aggregate)
            async with asyncio.timeout(DRAW_S):
                return await self.worker.ask(msgspec.msgpack.encode(question))

    def _was_made(self, tag: str, making: asyncio.Task[bytes]) -> None:
        """Looks at an error, too: all who asked may have gone."""
        del self._making[tag]
        if making.cancelled() or making.exception():
            return
        self._kept[tag] = making.result()
        self._held += len(making.result())
        while self._held > self._kept_bytes:
            self._held -= len(self._kept.popitem(last=False)[1])


def _question(request: PictureRequest, aggregate: Aggregate) -> PictureQuestion:
    board = b"null"
    if aggregate.rules is not None and aggregate.play is not None:
        board = msgspec.json.encode(aggregate.rules.view(aggregate.play, None))
    outcome = aggregate.outcome
    places = {each.player: each.rank for each in outcome.standings} if outcome else {}
    seats = tuple(
        msgspec.structs.replace(each, acts=seat in aggregate.to_act, place=places.get(Seat(seat), 0))
        for seat, each in enumerate(request.seats)
    )
    game = aggregate.opened.variant.partition("/")[0]
    frame = Frame(request.title, _status(request, aggregate, game), seats, request.language)
    return PictureQuestion(game, board, frame, request.form)


def _status(request: PictureRequest, aggregate: Aggregate, game: str) -> str:
    moment = moment_of(aggregate)
    if aggregate.status == FINISHED:
        return link_text("finished", request.language)
    if aggregate.status != RUNNING or moment is None:
        return request.status
    phase = telling.phase(moment.phase, request.language, game)
    return link_text("round", request.language).format(round=moment.round, phase=phase)
