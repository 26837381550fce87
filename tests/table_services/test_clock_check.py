"""A process with a wrong clock ends no time of players and deletes no keys."""

import asyncio
from contextlib import suppress
from datetime import timedelta

import pytest
import structlog
from prometheus_client import REGISTRY

from domain.table.clock import Clock
from domain.table.messages import Terms, TimeRanOut
from services.accounts.tokens import KEY_KEPT_S, KeyRing
from services.application.game_service import GameService
from services.platform.clock import ClockTrust, utc_now
from services.roles.clock_check import DISAGREES_MS, ClockCheck
from services.roles.deadlines import Deadlines
from services.store import open_sql, open_store
from services.store.schema import migrate
from services.tables.unfinished import OpenTableIndex
from tests.table_services.services_kit import CODEC, FakeClock, Tables

DAYS = Terms(Clock(move_s=86_400))
TWO_DAYS_S = 2 * 86_400


async def time_outs(store, game_id):
    return [event for row in await store.load(game_id) if isinstance(event := CODEC.read(row).event, TimeRanOut)]


def difference_s(other):
    return REGISTRY.get_sample_value("turnledger_clock_difference_seconds", {"other": other})


@pytest.fixture
async def server_store(postgres_url):
    migrate(postgres_url)
    store, sql = open_store(postgres_url), open_sql(postgres_url)
    yield store, sql
    await sql.close()
    await store.close()


@pytest.fixture
def machine(clock):
    """The machine's clock, which agrees until a test sets one of the two."""
    machine = FakeClock()
    machine.now = clock.now
    return machine


async def test_clocks_agree_once_they_were_compared(store, sql, clock):
    check = ClockCheck(store, sql, clock, clock)
    assert not check.trust.agrees
    await check.compare()
    assert check.trust.agrees


async def test_a_clock_behind_the_newest_event_is_distrusted_until_it_has_passed_it(store, sql, clock, tables):
    await tables.open("ann")
    clock.jump_s(-600)
    check = ClockCheck(store, sql, clock, clock)
    with structlog.testing.capture_logs() as logs:
        await check.compare()
        await check.compare()
        assert not check.trust.agrees
        assert [line["ahead_of_us_s"] for line in logs if line["log_level"] == "critical"] == [{"newest event": 600}]
        clock.jump_s(600)
        await check.compare()
    assert check.trust.agrees


async def test_a_clock_that_was_ahead_at_the_start_is_distrusted_when_the_machine_is_set_right(
    store, sql, clock, machine
):
    """SQLite has no clock of its own: the machine's is set back later, and the one of the process follows slowly."""
    check = ClockCheck(store, sql, clock, machine)
    await check.compare()
    machine.jump_s(-TWO_DAYS_S)
    await check.compare()
    assert not check.trust.agrees
    assert difference_s("machine") == -TWO_DAYS_S


async def test_a_clock_that_differs_by_seconds_is_trusted(store, sql, clock, machine):
    machine.jump_s(-(DISAGREES_MS / 1000 - 1))
    check = ClockCheck(store, sql, clock, machine)
    await check.compare()
    assert check.trust.agrees


@pytest.mark.servers
@pytest.mark.parametrize("off_s", [0, TWO_DAYS_S, -TWO_DAYS_S])
async def test_the_clock_is_compared_with_the_databases(server_store, off_s):
    def clock():
        return utc_now() + timedelta(seconds=off_s)

    check = ClockCheck(*server_store, clock, clock)
    await check.compare()
    assert check.trust.agrees == (off_s == 0)
    assert abs(difference_s("database") + off_s) < DISAGREES_MS / 1000


@pytest.mark.servers
async def test_a_process_that_starts_two_days_ahead_ends_no_time(server_store):
    """Its tables have a day for a move, and no player was late."""
    store, sql = server_store
    game_id = await Tables(GameService(store, CODEC)).begun("ann", "bob", terms=DAYS)

    def ahead():
        return utc_now() + timedelta(seconds=TWO_DAYS_S)

    async def seconds_of(trust, checking):
        index = OpenTableIndex(store, sql, ahead, step=1, recent_s=0)
        deadlines = Deadlines(GameService(store, CODEC, ahead), store, index, ahead, trust, grace_s=0)
        tasks = [asyncio.create_task(work) for work in (deadlines.run(), *checking)]
        with suppress(TimeoutError):
            async with asyncio.timeout(3):
                while not await time_outs(store, game_id):
                    await asyncio.sleep(0.05)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    check = ClockCheck(store, sql, ahead, ahead)
    await seconds_of(check.trust, [check.run()])
    assert await time_outs(store, game_id) == []
    await seconds_of(ClockTrust(), [])
    assert await time_outs(store, game_id), "without the check it would"


async def test_a_leader_gives_up_the_lease_while_its_clock_is_wrong(store, unfinished, tables, clock):
    trust = ClockTrust()
    deadlines = Deadlines(GameService(store, CODEC, clock), store, unfinished, clock, trust)
    leading = asyncio.create_task(deadlines.run())
    async with asyncio.timeout(10):
        while not await _is_led(store):
            await asyncio.sleep(0.02)
        trust.set(agrees=False)
        while await _is_led(store):
            await asyncio.sleep(0.02)
        trust.set(agrees=True)
        while not await _is_led(store):
            await asyncio.sleep(0.02)
    leading.cancel()
    await asyncio.gather(leading, return_exceptions=True)


async def _is_led(store):
    try:
        async with asyncio.timeout(0.1):
            async with store.lead("deadlines"):
                return False
    except TimeoutError:
        return True


def test_keys_are_neither_deleted_nor_renewed_by_a_wrong_clock(tmp_path):
    now = 1_800_000_000.0
    first = KeyRing(tmp_path, lambda: now).signing().kid
    trusted = False
    ring = KeyRing(tmp_path, lambda: now + 365 * 86_400, lambda: trusted)
    assert ring.signing().kid == first
    assert ring.find(first) is not None
    trusted = True
    assert ring.signing().kid != first
    assert KEY_KEPT_S < 365 * 86_400
    assert ring.find(first) is None
