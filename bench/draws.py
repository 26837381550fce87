"""The wait for a draw at tables with the term `draws=beacon`: `python -m bench.draws` prints JSON and a table.

Tables are played by random choices on SQLite, each move after a random pause, so that a draw is asked for at any moment
between two rounds. The leader of the beacon fetches the rounds of a chain of its own over HTTP, from a relay that has
each one `--relay-ms` after its time. A wait is counted from the command to the stored draw. `python -m bench.compare
--other CHECKOUT` shows the cost to tables without the term, with a checkout from before it (3ff7ae0c).
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from statistics import median, quantiles
from threading import Thread
from time import perf_counter, time
from uuid import uuid4

import structlog
from msgspec import Struct
from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from bench import report, under
from domain import stored
from domain.kernel.beacon import Beacon
from domain.kernel.dice import Roll
from domain.kernel.messages import Command
from domain.kernel.simulation import random_bot
from domain.table.aggregate import FINISHED
from domain.table.messages import OpenTable, StartGame, TableCommand, TakeSeat, Terms
from services.application.game_service import GameService
from services.roles.beacon_rounds import BeaconRounds, Relays
from services.store import open_sql, open_store
from services.store.interface import EventStore
from services.store.schema import migrate
from services.tables.unfinished import OpenTableIndex

PERIOD_S = 3
PLAYERS = ("ann", "bob")
VARIANTS = ("power_grid/russia", "card_game")
KEY = Scalar(0xBE4C)
TAG = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
CHAIN = Beacon(
    sha256(b"bench").hexdigest(), (G2Point() * KEY).to_compressed_bytes().hex(), 1_692_803_367, PERIOD_S, lead_s=1
)


class Durations(Struct):
    """Seconds of each draw and of each move without one."""

    draws: list[float]
    moves: list[float]


@contextmanager
def relay(late_s: float) -> Iterator[str]:
    """The URL of a relay that has each round so long after its time."""

    class Relay(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            number = int(self.path.rpartition("/")[2])
            has = time() >= CHAIN.time_ms(number) / 1000 + late_s
            point = G1Point.hash_to_curve(sha256(number.to_bytes(8, "big")).digest(), TAG) * KEY
            said = {"round": number, "signature": point.to_compressed_bytes().hex()} if has else {}
            body = json.dumps(said).encode()
            self.send_response(200 if has else 404)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Relay)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


async def until_drawn(games: GameService, store: EventStore, game_id: str) -> None:
    """Return once the game does not wait for a round."""
    while True:
        head = await store.log_head()
        table = (await games.load(game_id)).loaded
        if table.rules and not table.awaited:
            return
        await store.wait(head, 1.0)


async def play(games: GameService, store: EventStore, number: int, ends: float) -> Durations:
    """Play one table until that moment, and return what it waited."""
    taken, roll, pauses = Durations([], []), Roll(sha256(b"%d" % number).digest(), "bench"), Random(number)
    opening = OpenTable(VARIANTS[number % len(VARIANTS)], len(PLAYERS), rated=False, terms=Terms(draws="beacon"))
    game_id = (await games.open_table(opening, actor=PLAYERS[0], request_id=str(uuid4()))).game_id

    async def execute(command: Command | TableCommand, actor: str) -> None:
        await games.execute(game_id, command, actor=actor, request_id=str(uuid4()))

    for player in PLAYERS:
        await execute(TakeSeat(), player)
    await execute(StartGame(), PLAYERS[0])
    await until_drawn(games, store, game_id)
    while perf_counter() < ends and (table := (await games.load(game_id)).loaded).status != FINISHED:
        await asyncio.sleep(pauses.uniform(0, 1))
        seat = table.to_act[0]
        assert table.rules, "the game has begun"
        command = random_bot(None, table.rules.options(table.play, seat), seat, roll)
        began = perf_counter()
        await execute(command, table.occupants[seat].account)
        if (await games.load(game_id)).loaded.awaited:
            await until_drawn(games, store, game_id)
            taken.draws.append(perf_counter() - began)
        else:
            taken.moves.append(perf_counter() - began)
    return taken


async def measure(tables: int, seconds: float, late_s: float) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder, relay(late_s) as url:
        address = f"sqlite:///{folder}/store.db"
        migrate(address)
        store, sql, relays = open_store(address), open_sql(address), Relays([url])
        games = GameService(store, stored.codec(), beacon=CHAIN)
        leads = asyncio.create_task(BeaconRounds(games, store, OpenTableIndex(store, sql), relays).run())
        ends = perf_counter() + seconds
        found = await asyncio.gather(*map(partial(play, games, store, ends=ends), range(tables)))
        leads.cancel()
        with suppress(asyncio.CancelledError):
            await leads
        for each in (relays, store, sql):
            await each.close()
    draws = [each / PERIOD_S for taken in found for each in taken.draws]
    moves = [1000 * each for taken in found for each in taken.moves]
    return {
        "draws": len(draws),
        "wait of a draw in rounds, median": median(draws),
        "the same, 90th percentile": quantiles(draws, n=10)[-1],
        "ms of a move without a draw, median": median(moves),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--relay-ms", type=int, default=300, help="how long after its time a relay has a round")
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    figures = asyncio.run(measure(given.tables, given.seconds, given.relay_ms / 1000))
    report(figures, {"wait of a draw in rounds, median": under(1.5)})


if __name__ == "__main__":
    main()
