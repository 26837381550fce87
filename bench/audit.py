"""The speed of proving histories, of boards in their middle and of exports: `python -m bench.audit`, JSON and a table.

Processor time of this process, best of some rounds, since other programs only ever slow it down. Verifying has
a floor: games like these judged by the rules alone, with nothing written, chained or compared.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Callable
from time import process_time
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from bench.engine import judge_all, recorded
from domain import catalogue, stored
from domain.history.file import export
from domain.history.verify import verify, verify_rows
from services.application.game_service import GameService
from services.history.export import Exporter
from services.history.keys import SigningKeys
from services.history.seals import Seals
from services.operations.simulate import Played, SimulationPlan, play_one
from services.store import open_sql, open_store

ROUNDS = 5
PLAYERS = 4
KEYS = SigningKeys.from_secrets("bench")
LONG = "power_grid/russia", 6
"""A game of about 500 events."""


class Figure(NamedTuple):
    figure: str
    measured: float
    wanted: str


def best(work: Callable[[], object]) -> float:
    """Seconds of this process."""
    seconds = []
    for _ in range(ROUNDS):
        started = process_time()
        work()
        seconds.append(process_time() - started)
    return min(seconds)


def games_of(name: str, count: int, bot: str) -> list[Played]:
    plan = SimulationPlan(name, min(PLAYERS, catalogue.find(name).players_max), count, f"bench/{name}", (bot,))
    return [play_one(plan, number, stored.codec()) for number in range(count)]


def verifying(name: str, count: int, bot: str) -> list[Figure]:
    codec, played = stored.codec(), games_of(name, count, bot)
    files = [export(game.rows, codec, KEYS.signer) for game in played]
    verdicts = [verify(file, codec, KEYS.keys) for file in files]
    assert all(verdict.fault is None for verdict in verdicts)
    commands = sum(verdict.commands for verdict in verdicts)
    whole = commands / best(lambda: [verify(file, codec, KEYS.keys) for file in files])
    rows = commands / best(lambda: [verify_rows(game.rows, codec) for game in played])
    rules = catalogue.find(name).decider({}, PLAYERS)
    judged = [recorded(rules, PLAYERS, bot, number) for number in range(count)]
    floor = sum(len(each.commands) for each in judged) / best(lambda: [judge_all(rules, game) for game in judged])
    kind = f"{name}, {bot} bots"
    return [
        Figure(f"files verified, commands/s: {kind}", round(whole), "30,000"),
        Figure(f"streams verified, commands/s: {kind}", round(rows), "30,000"),
        Figure(f"the rules alone, commands/s: {kind}", round(floor), ""),
        Figure(f"verified to the rules alone: {kind}", round(whole / floor, 2), ""),
    ]


async def looking_back(folder: str) -> Figure:
    """A board in the middle of a game of about 500 events, from the store, as the API does it."""
    store = open_store(f"sqlite:///{folder}/past.db")
    name, players = LONG
    game = play_one(SimulationPlan(name, players, 1, "bench", ("random",)), 0, stored.codec())
    await store.append(game.rows[:500], 10.0)
    games, taken = GameService(store, stored.codec()), []
    for _ in range(20):
        started = process_time()
        aggregate = await games.load_at_version(game.game_id, 250)
        assert aggregate.rules
        aggregate.rules.view(aggregate.play, None)
        taken.append(process_time() - started)
    await store.close()
    return Figure("a board in the middle of 500 events, ms, median", round(sorted(taken)[10] * 1000, 2), "20")


async def exporting(folder: str, count: int) -> Figure:
    """Games of random bots, each exported for the first time and signed."""
    url = f"sqlite:///{folder}/export.db"
    store, sql = open_store(url), open_sql(url)
    games = [game for name in catalogue.VARIANTS for game in games_of(name, max(1, count // 50), "random")]
    for game in games:
        await store.append(game.rows, 10.0)
    exporter = Exporter(store, stored.codec(), KEYS, Seals(sql))
    started = process_time()
    for game in games:
        await exporter.export(game.game_id)
    seconds = process_time() - started
    await store.close()
    await sql.close()
    return Figure("1,000 games exported, s", round(1000 * seconds / len(games), 1), "20")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", action="append", help="name of a variant; all if not given")
    parser.add_argument("--bots", default="greedy", help="strategy of all seats")
    parser.add_argument("--games", type=int, default=5, help="games of each variant")
    given = parser.parse_args()
    figures = [
        each for name in given.variant or catalogue.VARIANTS for each in verifying(name, given.games, given.bots)
    ]
    with tempfile.TemporaryDirectory() as folder:
        figures += [await looking_back(folder), await exporting(folder, 500)]
    json.dump([figure._asdict() for figure in figures], sys.stdout)
    table = Table("figure", "measured", "wanted")
    for figure in figures:
        table.add_row(figure.figure, f"{figure.measured:,}", figure.wanted)
    Console(stderr=True).print(table)


if __name__ == "__main__":
    asyncio.run(main())
