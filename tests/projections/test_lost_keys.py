"""Redis that drops keys to make room (`allkeys-lru`): readers get the right answer or a clear error."""

import msgspec
from redis.asyncio import Redis

from domain.kernel.ids import Seat
from projections.folds.boards import Boards
from projections.read import Queries
from projections.read.games import NotShown
from projections.stores.redis_view import RedisView
from support.histories import Game, ListLog
from tests.projections.projection_kit import caught_up

READS = {
    "table": lambda games, game: games.table(game),
    "board": lambda games, game: games.board(game),
    "board of a seat": lambda games, game: games.board(game, Seat(1)),
    "options": lambda games, game: games.options(game, Seat(1)),
    "feed": lambda games, game: games.feed(game, limit=1_000),
}


async def answers(client):
    """Read every part of both games with a view that remembers nothing."""
    view = RedisView(client, "boards")
    games, found = Queries({"boards": view, "lists": view, "leaders": view}).games, {}
    for game in ("running", "over"):
        for name, read in READS.items():
            try:
                found[game, name] = msgspec.json.encode(await read(games, game))
            except NotShown:
                found[game, name] = NotShown
    await view.close()
    return found


async def test_a_view_that_lost_any_key_answers_rightly_or_says_that_it_is_unavailable(redis_url):
    log = ListLog()
    Game(log, "running").open("ann").seat("ann", "bob").start().choose(3)
    Game(log, "over").open("ann").seat("ann", "bob").start().choose(3, 1, 3, 1)
    async with Redis.from_url(redis_url) as client:
        view = RedisView(client, "boards")
        await caught_up(log, [(Boards(), await view.live())])
        before, missed = await answers(client), set()
        for key in [each async for each in client.scan_iter("*")]:
            kept = await client.dump(key)
            await client.delete(key)
            for name, answer in (await answers(client)).items():
                if answer != before[name]:
                    assert answer is NotShown, (key, name)
                    missed.add(name)
            await client.restore(key, 0, kept, replace=True)
        assert missed == set(before), "each answer needs some key"
