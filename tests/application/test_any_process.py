"""Commands reach any of several processes, each of which knows only what it last read: they answer as one."""

import random
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from domain import stored
from domain.kernel.refused import Refused
from domain.table.decide import decide
from services.application.game_service import GameService
from services.store import open_store
from tests.domain.table.table_kit import SECRET, START_MS
from tests.domain.table.talk import CLOCKS, a_table, talk
from tests.stores import new_sqlite

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SEEDS = 4


class Clock:
    """The clock of all processes. `heard_ms`: when the last command was stored; time in a history never runs back."""

    def __init__(self):
        self.now_ms = self.heard_ms = START_MS

    def __call__(self):
        return EPOCH + timedelta(milliseconds=self.now_ms)

    def decide(self, aggregate, command, actor, now_ms):
        at_ms = max(now_ms, self.heard_ms)
        decision = decide(aggregate, command, actor, at_ms)
        self.heard_ms = at_ms if decision.events else self.heard_ms
        return decision


async def answer(games, *given, **fields):
    try:
        return (await games.execute(*given, **fields)).events
    except Refused as refused:
        return refused.code


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, SEEDS))])
@pytest.mark.parametrize("clock", CLOCKS)
async def test_processes_that_know_of_different_moments_answer_as_one_would(tmp_path, clock, seed):
    """Each command is tried, given and given again, each time to any of them."""
    store, dice, time = open_store(new_sqlite(tmp_path / "events.db")), random.Random(f"{clock}/{seed}"), Clock()
    processes = [GameService(store, stored.codec(), time, lambda: SECRET) for _ in range(3)]
    opening, host = a_table(dice, "demo", CLOCKS[clock])
    game_id = (await processes[0].open_table(opening, actor=host, request_id=str(uuid4()))).game_id
    any_of = random.Random(seed).choice
    for said in talk(dice, opening, host, game_id, time.decide):
        time.now_ms, request = said.now_ms, {"actor": said.actor, "request_id": str(uuid4())}
        for dry in (True, False, False):
            told = await answer(any_of(processes), game_id, said.command, **request, validate_only=dry)
            assert told == (said.refused or said.events), said
    await store.close()
