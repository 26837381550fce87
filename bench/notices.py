"""The cost of the role `webhooks`. `python -m bench.notices` prints JSON and a table.

Accounts with a webhook each, running games of two of them, and one turn after another, each of another game, so that
no game is in memory when its turn comes: the dearest case. Counted is the processor time of the role's own work
(reading the log, keeping notices, asking whether they are still true, sending) and of a round without a turn. The
receiver is a process of its own on plain HTTP: TLS is left out, two milliseconds a new connection.
"""

import argparse
import asyncio
import multiprocessing
from contextlib import ExitStack, suppress
from itertools import islice
from time import process_time
from typing import Any
from uuid import uuid4

import uvloop

from bench import report, under
from domain import stored
from domain.table.messages import OpenTable, StartGame, TakeSeat
from services.application.game_service import GameService
from services.notify.guard import Guard
from services.notify.news import KINDS
from services.notify.notice_storage import NoticeStorage
from services.notify.notifier import Notifier
from services.notify.posting import Poster
from services.notify.targets import WEBHOOK
from services.notify.webhook import Webhooks
from services.store import open_sql, open_store
from services.store.schema import migrate
from services.store.sql import Sql
from support.servers import PostgresServer, create_database

VARIANT = "card_game"
AT_ONCE = 64
ROWS = 2_000
IDLE_ROUNDS = 200
WANTED = 0.1
"""Of a core, at one turn a second."""


def _receive(ready: Any) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError):  # the end
            while head := await reader.readuntil(b"\r\n\r\n"):
                length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
                await reader.readexactly(length)
                writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")

    async def serve() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        ready.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(serve())


async def _set_targets(sql: Sql, accounts: int, port: int) -> None:
    for start in range(0, accounts, ROWS):
        some = range(start, min(start + ROWS, accounts))
        values = [
            (f"t{each}", f"a{each}", WEBHOOK, f"http://127.0.0.1:{port}/{each}", "00", ",".join(KINDS)) for each in some
        ]
        row = "(?, ?, ?, ?, ?, ?, 'en', '', 0, 0, 1)"
        await sql.run(
            "INSERT INTO notice_targets (target_id, account_id, channel, address, secret, kinds, language, pace,"
            f" wait_s, daily, proven) VALUES {', '.join([row] * len(values))}",
            [each for value in values for each in value],
        )


async def _begin(games: GameService, number: int) -> str:
    players = [f"a{2 * number}", f"a{2 * number + 1}"]
    opened = await games.open_table(OpenTable(VARIANT, 2), actor=players[0], request_id=str(uuid4()))
    for player in players:
        await games.execute(opened.game_id, TakeSeat(), actor=player, request_id=str(uuid4()))
    await games.execute(opened.game_id, StartGame(), actor=players[0], request_id=str(uuid4()))
    return opened.game_id


async def _begin_all(games: GameService, count: int) -> list[str]:
    begun, numbers = list[str](), iter(range(count))
    while some := list(islice(numbers, AT_ONCE)):
        begun += await asyncio.gather(*(_begin(games, each) for each in some))
    return begun


async def _turn(games: GameService, game_id: str) -> None:
    table = (await games.load(game_id)).loaded
    assert table.rules
    seat = table.to_act[0]
    command = table.rules.default(table.play, seat)
    await games.execute(game_id, command, actor=table.occupants[seat].account, request_id=str(uuid4()))


async def _measured(url: str, accounts: int, count: int, turns: int, port: int) -> dict[str, float]:
    store, sql, poster = open_store(url), open_sql(url), Poster(Guard(private=True))
    await _set_targets(sql, accounts, port)
    players = GameService(store, stored.codec())
    begun = await _begin_all(players, count)
    notifier = Notifier(GameService(store, stored.codec()), store, NoticeStorage(sql), {WEBHOOK: Webhooks(poster)})
    await notifier.begin()

    async def work() -> float:
        began = process_time()
        await notifier.follow()
        await notifier.send()
        await notifier.idle()
        return process_time() - began

    await work()
    idle_s = sum([await work() for _ in range(IDLE_ROUNDS)]) / IDLE_ROUNDS
    spent_s = 0.0
    for game_id in begun[:turns]:
        await _turn(players, game_id)
        spent_s += await work()
    left = await sql.run("SELECT count(*) FROM outbox")
    assert left[0][0] == 0, "all was sent"
    await poster.close()
    await sql.close()
    await store.close()
    return {
        "accounts": accounts,
        "games": count,
        "idle_ms_a_round": idle_s * 1000,
        "ms_a_turn": spent_s / turns * 1000,
        "of_a_core_at_a_turn_a_second": spent_s / turns + idle_s,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--accounts", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--turns", type=int, default=500)
    given = parser.parse_args()
    ours, theirs = multiprocessing.Pipe()
    receiver = multiprocessing.get_context("spawn").Process(target=_receive, args=(theirs,), daemon=True)
    with ExitStack() as stack:
        server = stack.enter_context(PostgresServer())
        receiver.start()
        stack.callback(receiver.terminate)
        url = create_database(server.url())
        migrate(url)
        measuring = _measured(url, given.accounts, given.games, min(given.turns, given.games), ours.recv())
        figures = uvloop.run(measuring)
    report(figures, {"of_a_core_at_a_turn_a_second": under(WANTED)})


if __name__ == "__main__":
    main()
