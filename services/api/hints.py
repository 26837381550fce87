"""Hints for seats: computed in the process of experts, one at a time, for the seat's player alone."""

import asyncio

from domain.history.hint import first_event
from domain.kernel.ids import Seat
from domain.kernel.messages import Command
from domain.table.aggregate import RUNNING, Aggregate
from domain.table.hints import hinted_at
from services.api.gate.api_errors import NotPossible
from services.api.gate.gate import Call
from services.api.messages import contract
from services.api.messages.words import Words
from services.application.game_service import GameService
from services.platform.history_quota import HistoryQuota
from services.platform.rate_limiter import ConcurrencyLimiter
from services.platform.worker_process import WorkerEnded
from services.roles.expert_process import ExpertProcess
from services.texts.error_texts import chosen
from turnledger.v1 import play_pb2

PER_S, BURST = 1 / 3, 5
"""Rate limit of one account: each hint may take a second of a core."""
WAITING_MAX = 8
RETRY_S = 5.0
REMEMBERED = 1_000


class Hints:
    """`_known`: computed hints, so that a repeated request is answered at once."""

    def __init__(self, games: GameService, words: Words, experts: ExpertProcess) -> None:
        self._games, self._words, self._experts = games, words, experts
        self._asked, self._places = HistoryQuota(PER_S, BURST), ConcurrencyLimiter(WAITING_MAX, "HINTS_BUSY", RETRY_S)
        self._known: dict[tuple[str, int, Seat], Command] = {}
        self._under_way: dict[tuple[str, int, Seat], asyncio.Task[Command]] = {}

    async def get_hint(self, request: play_pb2.GetHintRequest, call: Call) -> play_pb2.GetHintResponse:
        aggregate = (await self._games.load(request.game_id, timeout_s=call.timeout_s)).loaded
        seat = aggregate.seat_of(call.account)
        version = None if seat is None or aggregate.status != RUNNING else hinted_at(aggregate, seat)
        if seat is None or version is None:
            raise NotPossible("NO_HINT_TAKEN", "the caller's seat has no hint for what it is asked now")
        self._asked.take(call.account, call.caller, request.game_id)
        command = await self._worked_out(aggregate, seat, version)
        assert aggregate.rules, "the game has begun"
        events = [first_event(aggregate, seat, command)]
        says = await self._words.sentences(events, aggregate.occupants, chosen(call.languages))
        return play_pb2.GetHintResponse(
            version=version,
            command=contract.game(aggregate.rules.name).command_message(command),
            says=says[0],
        )

    async def _worked_out(self, aggregate: Aggregate, seat: Seat, version: int) -> Command:
        """Raises TooMany."""
        key = (aggregate.opened.game_id, version, seat)
        if key not in self._known:
            if key not in self._under_way:
                self._under_way[key] = asyncio.create_task(self._work_out(aggregate, seat, version))
                self._under_way[key].add_done_callback(_was_worked_out)
            # A caller that asks again after its deadline finds the same work further on.
            return await asyncio.shield(self._under_way[key])
        return self._known[key]

    async def _work_out(self, aggregate: Aggregate, seat: Seat, version: int) -> Command:
        key = (aggregate.opened.game_id, version, seat)
        try:
            with self._places.one("all"):
                command = await self._think(aggregate, seat, version)
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[key] = command
            return command
        finally:
            del self._under_way[key]

    async def _think(self, aggregate: Aggregate, seat: Seat, version: int) -> Command:
        try:
            return await self._experts.hint(aggregate, version, seat)
        except WorkerEnded:  # it is started again
            return await self._experts.hint(aggregate, version, seat)


def _was_worked_out(working: asyncio.Task[Command]) -> None:
    """Looks at an error: all who asked may have gone."""
    if not working.cancelled():
        working.exception()
