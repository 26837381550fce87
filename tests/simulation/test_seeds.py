"""Fixed seeds of the simulation, and the promise that a seed runs twice the same."""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from domain.table.clock import Clock
from services.main.readiness import Readiness
from services.store.postgres import PostgresStore
from services.store.queue import Head
from tests.simulation.exact import outcomes_of
from tests.simulation.faults import HOUR_S, KINDS, Fault, Plan, plan_of_games
from tests.simulation.mends import (
    LOSES,
    MARKED,
    MENDS,
    NOTICED,
    OUTAGE,
    REPLACED,
    SEATS_CHANGE,
    every_six_seconds,
    without,
)
from tests.simulation.shaken import digests_of
from tests.simulation.shrink import shrunk
from tests.simulation.sizes import QUIET as OF_QUIET
from tests.simulation.work import CALM, CALM_IN_MEMORY, CALM_SMALL, IDLE, IDLE_LOGS
from tests.simulation.world import Outcome, run
from turnledger.services import Views

SEEDS = (9, 23, 61)
"""9: clients of the API. 23: views are in Redis. 61: a failover loses rows while the views of a process are ahead."""
LOSSY = replace(SEATS_CHANGE, players="application")
"""Its numbers draw a loss of 30 % of the messages for more than 25 s each."""
OF_CLIENTS = replace(
    LOSSY,
    faults=(*LOSSY.faults[:3], Fault(14.0, "kill", 3), Fault(20.0, "doubled messages", 0), Fault(40.0, "freeze", 1)),
    players="client",
)
"""The same with the API and its client, without the failover, and with commands that arrive twice."""
HANGS_12_S = 5
"""The number of a fault whose store does not answer for twelve seconds."""
DOWN_3_S = 0
"""The number of a fault whose Redis takes no connections for three seconds."""
SLOW = replace(
    plan_of_games(0),
    seconds=12 * HOUR_S,
    processes=2,
    tables=4,
    faults=tuple(Fault(HOUR_S * at, kind, at) for at, kind in enumerate(("kill", LOSES, "down", "failover"), 2)),
    views="memory",
    players="application",
    think_s=HOUR_S,
)
"""A plan of games over days."""
WITHDRAWN = Plan(7, 45.0, 1, 1, (), rooms=("tournaments", "ratings"))
"""A plan without faults, as those of work.py: nothing may be late (calm.py). Players leave a tournament while they
play, and play at odd tables."""
SILENT = Plan(3, 25.0, 2, 1, (Fault(8.0, "hang", HANGS_12_S), Fault(8.5, "cut", HANGS_12_S)), players="client")
"""Each process opens new connections to a store that does not answer, for several callers at the same time."""
REDIS_BACK = Plan(4, 40.0, 2, 1, (Fault(5.0, "Redis: down", DOWN_3_S), Fault(35.0, "Redis: full", 1)), "redis")
"""Watchers are woken as before once Redis is back, and views are read while it is full."""
HEALED = replace(every_six_seconds(*[LOSES] * 5, views="redis"), seed=1)
"""Processes rebuild shared views while they wait for leads of the same views."""
BY_PAGES = Plan(
    3,
    30.0,
    2,
    1,
    (Fault(9.0, "archive: files missing", 0), Fault(20.0, "archive: files missing", 11)),
    rooms=("archive", "small sizes"),
)
"""Archived games are looked up by pages. Files are missing twice, at first for a while alone."""
QUIET = Plan(5, 22.0, 1, 1, (Fault(3.0, OF_QUIET, 1),), players="client", rooms=("small sizes",))
"""A watcher waits after an event that the store has lost."""
LEFT_BY_CLIENTS = Plan(
    1,
    26.0,
    2,
    2,
    tuple(
        Fault(5.0 + 3 * place, kind, 1 + place)
        for place, kind in enumerate((LOSES, "kill", LOSES, "loss of messages", "kill", LOSES))
    ),
    "redis",
    "client",
    ("schema",),
)
"""Generators of dozens of cut calls are left to the collector."""
LATE_CLIENTS = replace(
    LEFT_BY_CLIENTS,
    seed=4,
    faults=tuple(replace(each, number=each.number + 3) for each in LEFT_BY_CLIENTS.faults),
    rooms=(),
)
"""Calls pass their deadlines."""
SMALL_CLIENTS = Plan(3, 25.0, 1, 1, (Fault(14.0, "kill", 1),), "redis", "client", ("small sizes",))
"""Programs are challenged, which is counted by the clock."""
SAME = OF_CLIENTS, LEFT_BY_CLIENTS, LATE_CLIENTS, SMALL_CLIENTS
"""Plans that have run another course in another process: they need not reach anything else."""
REACHED = (
    "a watch of what the store has lost has ended",
    "a clock ran out",
    "a game ended",
    "a watcher saw the end of a game",
    "a connection fell silent",
    "a call arrived twice",
    "a client was started again",
    "a queued move was answered",
    "a watch was resumed at another process",
    "a watcher was woken after a fault",
    "a view was read while Redis was full",
)
"""States that these plans reach in nearly every order. `SOMETIMES` names the rarer ones, for long runs."""


def short(seed: int) -> Plan:
    drawn = plan_of_games(seed)
    return replace(drawn, seconds=min(drawn.seconds, 60.0), tables=1)


OF_FAULTS = (
    LOSSY,
    OF_CLIENTS,
    SEATS_CHANGE,
    SLOW,
    REPLACED,
    OUTAGE,
    SILENT,
    REDIS_BACK,
    HEALED,
    BY_PAGES,
    QUIET,
    NOTICED,
    MARKED,
    LEFT_BY_CLIENTS,
    LATE_CLIENTS,
    SMALL_CLIENTS,
)
PLANS = (*map(short, SEEDS), *OF_FAULTS, CALM, CALM_IN_MEMORY, CALM_SMALL, IDLE, IDLE_LOGS, WITHDRAWN)


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    return outcomes_of(PLANS)


@pytest.mark.slow
def test_fixed_seeds_lose_nothing_double_nothing_and_heal(outcomes):
    assert [outcome.faults for outcome in outcomes] == [[]] * len(outcomes)
    assert all(outcome.commands for outcome in outcomes if outcome.plan.tables)


@pytest.mark.slow
def test_fixed_seeds_reach_the_rare_states(outcomes):
    reached = sum((outcome.reached for outcome in outcomes), Counter[str]())
    assert not [state for state in REACHED if not reached[state]]


@pytest.mark.slow
def test_a_seed_runs_twice_the_same():
    faults = (Fault(8.0, "Redis: failover that loses writes", 1), Fault(12.0, "kill", 2), Fault(15.0, "freeze", 3))
    once, again = (run(Plan(7, 20.0, 2, 1, faults, "redis")) for _ in range(2))
    assert once.digest == again.digest
    assert once.reached == again.reached


@pytest.mark.slow
def test_a_plan_with_small_sizes_leaves_later_plans_their_sizes():
    """A process begins with such a plan; the modules of views in Redis were imported in it."""
    redis = Plan(4, 8.0, 1, 1, (), "redis")
    small = replace(redis, rooms=("small sizes",))
    once, again = outcomes_of([redis, small]), outcomes_of([small, redis])
    assert [each.digest for each in once] == [each.digest for each in again[::-1]]
    assert [each.faults for each in (*once, *again)] == [[]] * 4


@pytest.mark.slow
def test_a_seed_runs_the_same_in_every_process(outcomes):
    """Also with other plans before it, other clocks, other addresses, and a collector that runs at other times."""
    digests = {outcome.plan: outcome.digest for outcome in outcomes}
    assert digests_of(SAME[::-1]) == [digests[plan] for plan in SAME[::-1]]


@pytest.mark.slow
def test_a_reader_that_hears_of_no_event_is_noticed_without_a_fault(monkeypatch):
    """The checks can fail: readers of the log find new events when they look, and nothing wakes them."""
    monkeypatch.setattr("services.store.queue.Head.moved_to", lambda head, position: None)
    outcome = run(CALM_IN_MEMORY)
    assert any(wrong.startswith("without a fault") for wrong in outcome.faults)


@pytest.mark.slow
def test_an_acknowledged_command_that_the_log_lacks_is_noticed(monkeypatch):
    """The checks can fail: a store whose failover loses rows, of which no client was forgiven."""
    monkeypatch.setattr("tests.simulation.world.World.forgive", lambda world, rows: None)
    losing = Plan(1, 40.0, 1, 1, (Fault(30.0, "failover that loses rows", 3),))
    outcome = run(losing)
    assert any("was acknowledged as" in wrong or "was answered by" in wrong for wrong in outcome.faults)


@pytest.mark.slow
def test_a_clock_that_ended_and_was_left_so_is_noticed(monkeypatch):
    async def nothing(*_: Any) -> None:
        return

    monkeypatch.setattr("services.roles.deadlines.Deadlines._say", nothing)
    monkeypatch.setattr("tests.simulation.players.Pace.clock", lambda pace, dice: Clock(move_s=60))
    outcome = run(replace(SLOW, seconds=3 * HOUR_S, faults=()))
    assert any("has clocks that ended" in wrong for wrong in outcome.faults)


@pytest.mark.slow
def test_an_event_that_is_sent_with_its_secrets_is_noticed(monkeypatch):
    monkeypatch.setattr("domain.kernel.privacy.redact", lambda event, viewer: event)
    outcome = run(Plan(1, 10.0, 1, 1, (), players="client"))
    assert any("was shown" in wrong and "secret" in wrong for wrong in outcome.faults)


@pytest.mark.slow
def test_a_watch_that_repeats_events_is_noticed(monkeypatch):
    watch_game: Any = vars(Views)["watch_game"]
    monkeypatch.setattr(watch_game, "_resume", lambda request, message: None)
    kills = tuple(Fault(5.0 * place, "kill", place) for place in (1, 2, 3))
    outcome = run(Plan(3, 20.0, 2, 1, kills, players="client"))
    assert any("a watch gave version" in wrong for wrong in outcome.faults)


@pytest.mark.slow
def test_a_process_that_calls_itself_ready_without_its_store_is_noticed(monkeypatch):
    async def always(_: Readiness) -> bool:
        return True

    plan = Plan(3, 25.0, 2, 1, (Fault(8.0, "hang", HANGS_12_S),), players="client")
    honest = run(plan)
    assert honest.faults == []
    assert honest.reached["a process was asked whether it is ready: not ready"]
    monkeypatch.setattr(Readiness, "_answer", always)
    assert any("after a server went away" in wrong for wrong in run(plan).faults)


@pytest.mark.slow
def test_a_process_that_stops_and_leaves_its_connections_is_noticed(monkeypatch):
    async def leave(_: PostgresStore) -> None:
        return

    monkeypatch.setattr(PostgresStore, "close", leave)
    outcome = run(Plan(1, 5.0, 1, 1, ()))
    assert any("has stopped and left 'turnledger append'" in wrong for wrong in outcome.faults)


@pytest.mark.slow
def test_a_process_that_asks_more_often_than_it_has_to_is_noticed(monkeypatch):
    """The checks can fail: a process that stores a snapshot of a game at each command."""
    monkeypatch.setattr("services.application.loaded_game._next_due", lambda version: version)
    outcome = run(CALM_SMALL)
    assert [wrong for wrong in outcome.faults if wrong.startswith("processes sent 'INSERT snapshots'")]


@pytest.mark.slow
def test_readers_that_ask_again_and_again_for_the_next_event_are_noticed(monkeypatch):
    async def return_at_once(*_: Any) -> bool:
        return True

    monkeypatch.setattr(Head, "wait", return_at_once)
    outcome = run(Plan(1, 3.0, 1, 1, ()))
    assert any("asked for the end of a log" in wrong for wrong in outcome.faults)


@pytest.mark.slow
def test_a_board_in_the_middle_of_a_command_is_noticed(monkeypatch):
    """The checks can fail: a view that takes one event at a time."""
    monkeypatch.setattr("services.projection_runner.projector.Projector._whole", lambda view, rows, ahead: rows[:1])
    outcome = run(Plan(1, 10.0, 1, 1, (), "redis"))
    assert any("was shown in the middle of a command" in wrong for wrong in outcome.faults)


def test_a_failing_plan_is_made_as_short_as_it_fails():
    faults = tuple(Fault(float(at), KINDS[at % len(KINDS)], at) for at in range(12))
    long = Plan(1, 300.0, 3, 3, faults)
    short = shrunk(long, lambda each: faults[4] in each.faults and faults[9] in each.faults and each.tables > 1)
    assert (short.faults, short.tables, short.processes) == ((faults[4], faults[9]), 2, 1)


def test_each_mend_of_a_known_fault_can_be_taken_out():
    for mend in MENDS:
        compile(without(mend), mend.file, "exec")
