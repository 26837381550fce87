"""People at tables of two seats: `bench.evening` counts what they do."""

import asyncio
import random
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from time import perf_counter
from typing import NamedTuple

from bench._connect import ConnectSeat
from turnledger import Client, Game, sign_in

VARIANT = "power_grid/russia"
CHAT_EVERY = 40
"""Moves of a seat from one line to the next."""
Choose = Callable[[int], Awaitable[object]]


class Turn(NamedTuple):
    version: int
    choices: int
    choose: Choose


class Evening:
    """The counts taken while all play."""

    def __init__(self) -> None:
        self.moves = 0
        self.seen_s: list[float] = []
        """From a choice to the turn of the other seat that it led to."""
        self._given: dict[str, tuple[int, float]] = {}

    def note_command(self, game_id: str, seat: int) -> None:
        self._given[game_id] = seat, perf_counter()

    def turn(self, game_id: str, seat: int) -> None:
        who, at = self._given.get(game_id, (seat, 0.0))
        if who != seat:
            self.seen_s.append(perf_counter() - at)

    def clear(self) -> None:
        self.moves, self.seen_s = 0, []


async def grpc_turns(game: Game) -> AsyncGenerator[Turn, None]:
    async with aclosing(game.my_turns()) as turns:
        async for turn in turns:
            yield Turn(turn.version, len(turn.options), turn.choose)


async def connect_turns(seat: ConnectSeat) -> AsyncGenerator[Turn, None]:
    """Wait for turns as Game.my_turns does."""
    seen = 0
    async with aclosing(seat.watch()) as watched:
        async for stands in watched:
            if stands.version <= seen:
                continue
            while stands.acts and stands.choices:
                told = list[object]()

                async def choose(option: int, version: int = stands.version, told: list[object] = told) -> None:
                    told.append(await seat.choose(version, option))

                yield Turn(stands.version, stands.choices, choose)
                stands = told[0]  # type: ignore[assignment]
            seen = stands.version
            if stands.is_over:
                return


async def play(turns: AsyncGenerator[Turn, None], game: Game, seat: int, evening: Evening) -> None:
    """One game, to its end."""
    chance, moves = random.Random(f"{game.game_id}/{seat}"), 0
    async with aclosing(turns):
        async for turn in turns:
            evening.turn(game.game_id, seat)
            evening.note_command(game.game_id, seat)
            await turn.choose(chance.randrange(turn.choices))
            evening.moves += 1
            moves += 1
            if moves % CHAT_EVERY == 0:
                await game.say("well played")


async def look_on(game: Game) -> None:
    async with aclosing(game.watch(None, as_spectator=True, board=True)) as messages:
        async for _ in messages:
            pass


async def table(people: Sequence[Client], way: str, http: str, evening: Evening) -> None:
    """Game after game of the first two, on whom the third looks, until cancelled."""
    ann, bob, eve = people
    while True:
        game = await ann.create_table(VARIANT, seats=2, join=True, unrated=True)
        await bob.game(game.game_id).join()
        await game.start()
        looking, seats = asyncio.create_task(look_on(eve.game(game.game_id))), list[ConnectSeat]()
        playing = []
        for place, player in enumerate((ann, bob)):
            own = player.game(game.game_id)
            token = dict(player.connection.metadata())["authorization"].partition(" ")[2]
            seat = ConnectSeat(http, token, way, game.game_id)
            seats.append(seat)
            turns = grpc_turns(own) if way == "grpc" else connect_turns(seat)
            playing.append(asyncio.create_task(play(turns, own, place, evening)))
        try:
            await asyncio.gather(*playing)
        finally:
            for task in (looking, *playing):
                task.cancel()
            await asyncio.gather(looking, *playing, return_exceptions=True)
            for seat in seats:
                await seat.close()


@asynccontextmanager
async def idle_tables(people: AsyncExitStack, address: str, count: int) -> AsyncIterator[None]:
    """Tables that wait for a second player, watched by the first."""
    watching = []
    for _ in range(count):
        host = await people.enter_async_context(sign_in(address))
        game = await host.create_table(VARIANT, seats=2, join=True)
        watching.append(asyncio.create_task(look_on(game)))
    yield
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
