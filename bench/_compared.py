"""One side of `bench.compare`, run with a checkout in PYTHONPATH: a program of its own, never imported.

`_compared.py make FILE` plays games and keeps their rows; `_compared.py work FILE` says what it can do with them, and
answers each line, a variant and a kind of work, with the seconds that it took. Of names that have changed since an
older checkout it knows both.
"""

import asyncio
import gc
import inspect
import json
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import Any, Union

import msgspec
import structlog

from domain import stored
from domain.history.record import EventRow
from domain.history.verify import verify_rows
from domain.kernel.decider import fold
from domain.kernel.dice import Dice
from domain.kernel.messages import Command, Event
from domain.kernel.simulation import random_bot
from domain.table.messages import TABLE_COMMANDS, GameBegan, OpenTable, StartGame, TakeSeat
from services.application.game_service import GameService
from services.application.loaded_game import LoadedGame

VARIANTS = ("power_grid/russia", "card_game", "colony61")
PEOPLE = ("ann", "bob", "cy")
GAMES = 2
"""Of each variant."""
AT = datetime(2026, 11, 1, tzinfo=UTC)
CODEC = stored.codec()
AGGREGATE = "aggregate" if "aggregate" in LoadedGame.__slots__ else "session"


class MemoryStore:
    """Answers at once."""

    def __init__(self) -> None:
        self.rows = list[EventRow]()

    async def append(self, rows: Any, *_: Any) -> None:
        self.rows += rows

    async def load(self, _: str, after: int = 0, limit: int | None = None) -> Any:
        return self.rows[after:][:limit]

    async def recorded_requests(self, *_: Any) -> dict[str, Any]:
        return {}

    async def record_request(self, *_: Any) -> None:
        """Nothing is asked twice."""


def aggregate_of(live: LoadedGame) -> Any:
    return getattr(live, AGGREGATE)


def games_over(store: MemoryStore, secret: bytes, variant: str = "", began: GameBegan | None = None) -> GameService:
    """`began`: the options that the variant's games begin with, where this checkout accepts them."""
    more: dict[str, Any] = {}
    if began and "begin_under" in inspect.signature(GameService).parameters:
        from domain.table.lobby import Pinned

        more["begin_under"] = {variant: Pinned(began.editions, began.rules_version)}
    return GameService(store, CODEC, lambda: AT, lambda: secret, **more)  # type: ignore[arg-type]


async def play(variant: str, number: int) -> list[EventRow]:
    """A whole game of people who choose at random, as a store has it."""
    store, seed = MemoryStore(), f"{variant}/{number}"
    games = games_over(store, bytes([number]) * 32)
    table = OpenTable(variant, len(PEOPLE), rated=False, seed=seed)
    game_id = (await games.open_table(table, actor="ann", request_id="open")).game_id
    for actor in PEOPLE:
        await games.execute(game_id, TakeSeat(), actor=actor, request_id="sit")
    await games.execute(game_id, StartGame(), actor="ann", request_id="start")
    live, roll = await games.load_cached(game_id), Dice.from_text(seed).roll("people")
    while seats := aggregate_of(live).to_act:
        game, seat = aggregate_of(live), roll.choice(seats)
        command = random_bot(None, game.rules.options(game.play, seat), seat, roll)
        await games.execute(game_id, command, actor=game.occupants[seat].account, request_id=str(live.version))
    return store.rows


class Game:
    """One recorded game, and each kind of work on it."""

    def __init__(self, rows: list[EventRow]) -> None:
        self.rows, self.records = rows, [CODEC.read(row) for row in rows]
        live = LoadedGame(rows[0].stream_id)
        live.read(rows, CODEC)
        self.ended = aggregate_of(live)
        self.rules = self.ended.rules
        decode = msgspec.json.Decoder(Union[(*TABLE_COMMANDS, *self.rules.command_types)]).decode
        places = [place for place, each in enumerate(self.records) if each.envelope.command]
        self.given = [(decode(at.envelope.command), at.envelope) for at in (self.records[place] for place in places)]
        ends = [*places[1:], len(rows)]
        self.told = [tuple(each.event for each in self.records[a:b]) for a, b in zip(places, ends, strict=True)]
        begun, *played = [each for each in self.told if any(type(event) in self.rules.event_types for event in each)]
        self.began = next(event for event in begun if isinstance(event, GameBegan))
        self.start = fold(self.rules, self._own(begun))
        self.events = self._own(event for events in played for event in events)
        takes = inspect.signature(CODEC.seal).parameters
        self.under = {"rules_version": self.began.rules_version} if "rules_version" in takes else {}

    def _own(self, events: Iterable[Event]) -> list[Event]:
        return [event for event in events if type(event) in self.rules.event_types]

    def judge(self) -> None:
        state = self.start
        for command, _ in self.given:
            if isinstance(command, Command):
                _, state = self.rules.judge(state, command)
        assert self.rules.outcome(state)

    def fold(self) -> None:
        fold(self.rules, self.events, self.start)

    def seal(self) -> None:
        chain, version = self._first_link(), 1
        for (_, envelope), events in zip(self.given, self.told, strict=True):
            more = self.under if version > 1 else dict.fromkeys(self.under)
            rows, chain = CODEC.seal(
                self.rows[0].stream_id,
                version,
                events,
                at=envelope.at,
                actor=envelope.actor,
                request_id=envelope.request_id,
                command=envelope.command,
                secret=self.ended.secret,
                chain=chain,
                **more,
            )
            version += len(rows)

    def _first_link(self) -> str:
        return LoadedGame(self.rows[0].stream_id).last_link(self.ended)

    def verify(self) -> None:
        assert verify_rows(self.rows, CODEC).fault is None

    def load(self) -> None:
        live = LoadedGame(self.rows[0].stream_id)
        live.read(self.rows, CODEC)

    def execute(self) -> None:
        asyncio.run(self._give())

    async def _give(self) -> None:
        store, opened = MemoryStore(), self.ended.opened
        games = games_over(store, self.ended.secret, opened.variant, self.began)
        (table, first), *rest = self.given
        answer = await games.open_table(table, actor=first.actor, request_id=first.request_id)
        for command, envelope in rest:
            await games.execute(answer.game_id, command, actor=envelope.actor, request_id=envelope.request_id)
        assert store.rows == self.rows, "the same game came of it"


WORK: dict[str, Callable[[Game], None]] = {
    "judging": Game.judge,
    "folding": Game.fold,
    "sealing": Game.seal,
    "proving": Game.verify,
    "loading": Game.load,
    "Games.give": Game.execute,
}


def seconds(work: Callable[[Game], None], games: list[Game]) -> float:
    gc.collect()
    started = process_time()
    for game in games:
        work(game)
    return process_time() - started


def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    what, file = sys.argv[1], Path(sys.argv[2])
    if what == "make":
        made = {name: [asyncio.run(play(name, number)) for number in range(GAMES)] for name in VARIANTS}
        file.write_bytes(msgspec.json.encode(made))
        return
    games = msgspec.json.decode(file.read_bytes(), type=dict[str, list[list[EventRow]]])
    ready = {name: [Game(rows) for rows in each] for name, each in games.items()}
    print(json.dumps([list(ready), list(WORK)]), flush=True)
    for line in sys.stdin:
        variant, kind = line.split("\t")
        print(seconds(WORK[kind.strip()], ready[variant]), flush=True)


if __name__ == "__main__":
    main()
