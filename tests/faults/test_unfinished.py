"""The checkpoint that new leaders begin from, while processes that take it on are killed."""

import asyncio
import random
import subprocess
import sys
from contextlib import AsyncExitStack

import pytest

from services.application.game_service import GameService
from services.store import open_sql, open_store
from services.store.log_reader import read_on
from services.tables.unfinished import OpenTableIndex
from tests.faults.conftest import LONG, Fault
from tests.table_services import lives
from tests.table_services.services_kit import CODEC, Tables
from tests.table_services.test_unfinished import ENDS

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600 if LONG else 900)]


def kill_after(url: str, steps: int) -> None:
    """Somewhere in a step: before it, with its rows inserted, or just after."""
    with subprocess.Popen([sys.executable, "-m", "tests.faults.keeper", url], stdout=subprocess.PIPE) as keeper:
        assert keeper.stdout
        for _ in range(steps):
            assert keeper.stdout.readline() == b"step\n"
        keeper.kill()


async def test_who_takes_the_checkpoint_of_tables_on_is_killed_at_any_moment(fault: Fault, store_url):
    dice, opened = random.Random(3), list[str]()
    async with AsyncExitStack() as parts:
        store, sql = open_store(store_url), open_sql(store_url)
        parts.push_async_callback(store.close)
        parts.push_async_callback(sql.close)
        tables = Tables(GameService(store, CODEC))
        for _ in fault.times(short=4, long=200):
            with fault.injection():
                await lives.more(tables, dice, opened, 60)
                await asyncio.to_thread(kill_after, store_url, dice.randrange(1, 20))
                shown, log = [], []
                await OpenTableIndex(store, sql).show(shown.append)
                await read_on(store.read_tables, 0, log.append)
                position = (await sql.run("SELECT position FROM tables_read"))[0][0]
                over = {each.row.stream_id for each in log if each.position <= position and each.row.topic in ENDS}
                assert shown == [each for each in log if each.position > position or each.row.stream_id not in over]
        assert over
