"""What a hint says that a seat took: worked out beside the loop, one at a time, for its player alone."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile

from domain.history.hint import hint_at
from domain.kernel import privacy
from domain.kernel.decider import Command, Event
from domain.kernel.ids import Seat
from domain.table.aggregate import RUNNING, Aggregate
from domain.table.hints import hinted_at
from services.api import contract
from services.api.errors import NotPossible
from services.api.rpc import Call
from services.api.words import Words
from services.application.games import Games
from services.platform.looks import Looks
from services.platform.rate_limiter import Places
from services.texts.errors import chosen
from turnledger.v1 import play_pb2

PER_S, BURST = 1 / 3, 5
"""Of one account: each may take a second of a core."""
WAITING_MAX = 8
RETRY_S = 5.0
REMEMBERED = 1_000
_thinking = ThreadPoolExecutor(1, "hints")


class Hints:
    """`_known`: what was worked out, so that who asks again is told at once."""

    def __init__(self, games: Games, words: Words) -> None:
        self._games, self._words = games, words
        self._asked, self._places = Looks(PER_S, BURST), Places(WAITING_MAX, "HINTS_BUSY", RETRY_S)
        self._known: dict[tuple[str, int, Seat], Command] = {}
        self._under_way: dict[tuple[str, int, Seat], asyncio.Task[None]] = {}

    async def get_hint(self, request: play_pb2.GetHintRequest, call: Call) -> play_pb2.GetHintResponse:
        aggregate = (await self._games.load(request.game_id, timeout_s=call.timeout_s)).loaded
        seat = aggregate.seat_of(call.account)
        version = None if seat is None or aggregate.status != RUNNING else hinted_at(aggregate, seat)
        if seat is None or version is None:
            raise NotPossible("NO_HINT_TAKEN", "the caller's seat has no hint for what it is asked now")
        self._asked.take(call.account, call.caller, request.game_id)
        command = await self._worked_out(aggregate, seat, version)
        assert aggregate.rules, "the game has begun"
        events = told(aggregate, seat, command)
        says = await self._words.sentences(events, aggregate.occupants, chosen(call.languages))
        return play_pb2.GetHintResponse(
            version=version,
            command=contract.game(aggregate.rules.name).command_message(command),
            says=" ".join(each for each in says if each),
        )

    async def _worked_out(self, aggregate: Aggregate, seat: Seat, version: int) -> Command:
        """Raises TooMany."""
        key = (aggregate.opened.game_id, version, seat)
        if key not in self._known:
            if key not in self._under_way:
                self._under_way[key] = asyncio.create_task(self._work_out(aggregate, seat, version))
            await asyncio.shield(self._under_way[key])  # who asks again after a deadline finds it further on, not anew
        return self._known[key]

    async def _work_out(self, aggregate: Aggregate, seat: Seat, version: int) -> None:
        key = (aggregate.opened.game_id, version, seat)
        try:
            with self._places.one("all"):
                found = await asyncio.get_running_loop().run_in_executor(_thinking, hint_at, aggregate, seat, version)
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[key] = found.command
        finally:
            del self._under_way[key]


def told(aggregate: Aggregate, seat: Seat, command: Command) -> Sequence[Event | None]:
    """What the command would make happen, as far as nothing is revealed by it, as the seat may see it."""
    assert aggregate.rules, "the game has begun"
    events = aggregate.rules.judge(aggregate.play, command)[0]
    own = takewhile(lambda event: not event.reveals, events)
    return [privacy.redact(event, seat) for event in own][:1]
