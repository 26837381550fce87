"""The league of `examples/`: a process that follows games while they are played, is killed, and resumes."""

import os
import signal
import subprocess
import sys
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from support.servers import wait_until
from tests.read_models.read_model_kit import begun, games_of, moves, played

EXAMPLE = Path(__file__).parents[2] / "examples" / "league.py"
PAIRS = [("ann", "bob"), ("bob", "cy"), ("cy", "ann"), ("ann", "bob")]
POINTS = {1: 5, 2: 3}


@pytest.fixture
def following(postgres_store_url, postgres_url):
    """Starts the process, which is killed at the end of the block without a word."""
    known = conninfo_to_dict(postgres_url)
    names = {"dbname": "DBNAME", "host": "HOST", "port": "PORT", "user": "USER"}
    environment = os.environ | {
        "TURNLEDGER_STORE": postgres_store_url,
        "LEAGUE_POSTGRES_PASSWORD": str(known.get("password", "none is asked for")),
        **{f"LEAGUE_POSTGRES_{name}": str(known[key]) for key, name in names.items()},
    }

    @contextmanager
    def process():
        with subprocess.Popen([sys.executable, EXAMPLE], env=environment, stdout=subprocess.PIPE) as league:
            assert league.stdout.readline() == b"following\n"
            yield
            league.send_signal(signal.SIGKILL)

    return process


def seen(url):
    """Up to which position of the log the league counts, 0 before it counted anything."""
    with psycopg.connect(url) as connection:
        return connection.execute("SELECT coalesce(max(notification_id), 0) FROM league_tracking").fetchone()[0]


def table(url):
    with psycopg.connect(url) as connection:
        return {row[0]: row[1:] for row in connection.execute("SELECT account, games, wins, points FROM standings")}


async def last_result(games):
    """The position of the last event that the league reads: the result of a game."""
    log = await games._store.read_log(0, 100_000)
    return max(entry.position for entry in log if entry.row.topic.startswith("table.GameFinished/"))


async def expected(games, game_ids):
    """The same figures from the games as they ended."""
    count, wins, points = Counter(), Counter(), Counter()
    for game_id in game_ids:
        aggregate = (await games.load(game_id)).aggregate
        for standing in aggregate.outcome.standings:
            account = aggregate.occupants[standing.player].account
            count[account] += 1
            wins[account] += standing.won
            points[account] += POINTS[standing.rank]
    return {account: (count[account], wins[account], points[account]) for account in count}


@pytest.mark.slow
@pytest.mark.servers
async def test_every_game_counts_once_though_the_league_is_killed_while_games_are_played(
    following, postgres_store_url, postgres_url
):
    games = games_of(postgres_store_url)
    done = []
    for number, pair in enumerate(PAIRS):
        with following():
            game_id = await begun(games, *pair)
            async for _ in moves(games, game_id, seed=number):
                if number % 2 and (await games.load(game_id)).version > 100:
                    break
            if number % 2:  # killed in the middle of a game, which continues without a follower
                wait_until(lambda: seen(postgres_url) > 0, "the league never began")
            done.append(game_id)
        async for _ in moves(games, game_id, seed=number):
            pass
    done.append(await played(games, "dan", "ann"))
    last = await last_result(games)
    with following():
        wait_until(lambda: seen(postgres_url) >= last, "the league never went on")
        assert table(postgres_url) == await expected(games, done)
    await games._store.close()
