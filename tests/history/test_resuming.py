"""A running game is rebuilt from its events alone, anywhere, at any moment, and continues without a difference."""

import asyncio
from random import Random
from uuid import uuid4

import pytest

from domain import catalogue, stored
from domain.history.file import export, take_apart
from domain.history.replay import advance
from domain.kernel.decider import digest
from domain.kernel.dice import Roll
from domain.kernel.simulation import random_bot
from domain.table.aggregate import position_state
from domain.table.decide import decide
from domain.table.messages import Lineage, OpenTable, StartGame, TakeSeat
from services.application.game_service import GameService
from services.history.branches import position_of
from services.store import open_store
from services.store.schema import migrate
from support.played_games import KEYS

PLAYERS = ("ann", "bob", "cy")
VERSIONS = 50
REAL = tuple(name for name in catalogue.VARIANTS if name != "demo")
"""Other tests put a game of theirs into the catalogue."""


def state_of(aggregate):
    return digest((aggregate.status, aggregate.version, aggregate.occupants, aggregate.to_act, aggregate.play))


def next_commands(aggregate, turn=0):
    """A legal command of every seat that must act, the same wherever the aggregate came from."""
    for seat in aggregate.to_act:
        roll = Roll(b"n" * 32, f"{turn}/{aggregate.version}/{seat}")
        options = aggregate.rules.options(aggregate.play, seat)
        yield aggregate.occupants[seat].actor, random_bot(None, options, seat, roll)


async def lived(store, variant):
    """A whole game as its server had it: its id, and every aggregate after a command, by version."""
    games = GameService(store, stored.codec())
    opened = await games.open_table(OpenTable(variant, len(PLAYERS)), actor="ann", request_id=str(uuid4()))
    given = [*((player, TakeSeat()) for player in PLAYERS), ("ann", StartGame())]
    aggregates, turn = {}, 0
    while given:
        turn += 1  # a command that changes nothing is not given for ever
        actor, command = given.pop(0)
        await games.execute(opened.game_id, command, actor=actor, request_id=str(uuid4()))
        aggregate = (await games.load(opened.game_id)).aggregate
        if aggregate.rules:
            given = list(next_commands(aggregate, turn))[:1]
            aggregates[aggregate.version] = aggregate
    return opened.game_id, aggregates


def rebuilt(rows, wanted):
    """The aggregates at these versions, folded from stored bytes."""
    found, aggregate = {}, None
    for row in rows:
        aggregate = advance(aggregate, stored.codec().read(row))
        if row.version in wanted:
            found[row.version] = aggregate
    return found


@pytest.mark.servers
@pytest.mark.slow
@pytest.mark.parametrize("variant", REAL)
async def test_everywhere_the_same_state_and_the_next_command_is_accepted(variant, tmp_path, postgres_url):
    await asyncio.to_thread(migrate, postgres_url)
    sqlite, postgres = open_store(f"sqlite:///{tmp_path}/games.db"), open_store(postgres_url)
    game_id, live = await lived(sqlite, variant)
    on_sqlite = await sqlite.load(game_id)
    await postgres.append(on_sqlite, 60.0)
    on_postgres = await postgres.load(game_id)
    wanted = sorted(Random(8).sample(sorted(live)[:-1], min(VERSIONS, len(live) - 1)))
    sources = [rebuilt(rows, wanted) for rows in (on_sqlite, on_postgres)]
    for version in wanted:
        imported = take_apart(export(on_postgres[:version], stored.codec(), KEYS.signer)).rows
        assert list(imported) == list(on_sqlite[:version])
        expected = state_of(live[version])
        assert [state_of(source[version]) for source in sources] == [expected, expected]
        moved = position_of(live[version], live[version].play, Lineage("IMPORT", game_id, version, ""))
        assert digest(position_state(live[version].rules, moved.state)) == digest(live[version].play)
        for actor, command in next_commands(live[version]):
            outcomes = [decide(aggregate, command, actor, 0) for aggregate in (live[version], sources[1][version])]
            assert outcomes[0].events == outcomes[1].events
            assert state_of(outcomes[0].aggregate) == state_of(outcomes[1].aggregate)
    await sqlite.close()
    await postgres.close()


async def test_another_process_takes_the_next_command_where_the_first_one_died(tmp_path):
    store = open_store(f"sqlite:///{tmp_path}/games.db")
    first = GameService(store, stored.codec())
    opened = await first.open_table(OpenTable("card_game", 3), actor="ann", request_id=str(uuid4()))
    for player in PLAYERS:
        await first.execute(opened.game_id, TakeSeat(), actor=player, request_id=str(uuid4()))
    await first.execute(opened.game_id, StartGame(), actor="ann", request_id=str(uuid4()))
    for _ in range(20):
        fresh = GameService(store, stored.codec())
        live = await fresh.load(opened.game_id)
        (actor, command), *_ = next_commands(live.aggregate)
        answer = await fresh.execute(opened.game_id, command, actor=actor, request_id=str(uuid4()))
        assert answer.events
    await store.close()
