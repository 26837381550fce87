"""A fixed plan for each room, and the rare states that it reaches."""

import asyncio
from collections import Counter
from functools import wraps
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast
from unittest import mock

import pytest
from msgspec.structs import replace

from domain.table.aggregate import Aggregate
from services.roles.bot_player import Bots
from services.roles.matchmaking import Matchmaking
from tests.simulation.exact import outcomes_of
from tests.simulation.faults import PAIRS_S, ROOM_KINDS, SOON_S, Fault, Plan, plan
from tests.simulation.mends import (
    ARCHIVED,
    CHECKPOINT,
    KILL_A_PASS,
    LOGGED,
    LOSES,
    MISSING,
    SPREAD,
    SPREAD_SMALL,
    upgraded,
)
from tests.simulation.rebuilds import RebuildRoom
from tests.simulation.rooms import ROOMS
from tests.simulation.world import run

PLAYED = Plan(
    8,
    60.0,
    2,
    1,
    (Fault(5.0, "loss of messages", 7), Fault(12.0, "kill", 1), Fault(16.0, LOSES, 1), Fault(24.0, "kill", 2)),
    rooms=("tournaments", "matchmaking", "ratings"),
)
TOLD = Plan(
    5,
    40.0,
    2,
    1,
    (
        Fault(6.0, "notices: answers lost", 5),
        Fault(9.0, "kill", 0),
        Fault(12.0, "kill", 1),
        Fault(20.0, LOSES, 1),
        Fault(24.0, CHECKPOINT, 0),
        Fault(25.0, "cut", 1),
    ),
    rooms=("notices", "transparency log", "accounts"),
)
MIGRATED = Plan(
    2,
    45.0,
    3,
    1,
    (Fault(10.0, "schema: upgrade", 3), Fault(18.0, "failover", 1)),
    rooms=("schema", "matchmaking"),
)
"""Older processes lose their connections before they are replaced."""
SIGNED_IN = Plan(
    1,
    110.0,
    2,
    1,
    (Fault(12.0, "kill", 1), Fault(20.0, "loss of messages", 7), Fault(30.0, "cut", 1), Fault(85.0, LOSES, 1)),
    rooms=("devices",),
)
SMALL = Plan(
    6,
    40.0,
    2,
    2,
    (
        Fault(10.0, "kill", 1),
        Fault(18.0, LOSES, 1),
        Fault(24.0, "Redis: failover that loses writes", 1),
        Fault(30.0, "kill", 5),
    ),
    "redis",
    "client",
    ("small sizes", "accounts", "tournaments", "transparency log"),
)
REBUILD = "rebuilds: rebuild"
REBUILT = Plan(
    2,
    40.0,
    2,
    2,
    (Fault(10.0, REBUILD, 1), Fault(10.1, REBUILD, 2), Fault(30.0, LOSES, 1)),
    "redis",
    rooms=("rebuilds",),
)
"""Two operators at the same moment, and then views that all processes have to heal."""
CLAIMED = Plan(
    2,
    40.0,
    2,
    1,
    (
        Fault(8.0, REBUILD, 1),
        Fault(30.0, REBUILD, 1),
        Fault(30.2, "Redis: failover that loses writes", 1),
    ),
    "redis",
    rooms=("rebuilds",),
)
"""A rebuild whose claim of the views is lost."""
LEFT = Plan(1, 20.0, 2, 1, (Fault(5.0, "Redis: slow", 11),), "redis", rooms=("accounts",))
"""Accounts are deleted while lists are late."""
HEALED_LATE = Plan(1, 10.0, 2, 0, (), rooms=("matchmaking", "releases"))
"""A process is upgraded by healing, just after it began to read the waiting tables again."""
SMALL_REBUILT = Plan(
    3,
    25.0,
    2,
    2,
    (Fault(10.0, REBUILD, 1), Fault(22.0, "kill", 1)),
    "redis",
    "client",
    ("rebuilds", "small sizes"),
)
PLANS = (
    ARCHIVED,
    PLAYED,
    TOLD,
    LOGGED,
    LEFT,
    upgraded(4),
    SPREAD,
    MIGRATED,
    SIGNED_IN,
    SMALL,
    SPREAD_SMALL,
    REBUILT,
    CLAIMED,
    SMALL_REBUILT,
)
STATES = {
    "archive": (
        "an archived game was read in a run",
        "a pass archived as many games as it may",
        "an archive pass was killed before the events left the store",
        "archived game is unreadable and is passed over",
        "the view %s takes up game %s, which it had passed over",
    ),
    "tournaments": ("a tournament ended", "a role waits for the store (tournaments)"),
    "matchmaking": ("a quick match was over", "a repeated quick match was answered"),
    "ratings": ("a rating was compared", "a player resigned", "an odd table was over"),
    "accounts": ("an account was deleted", "a name was taken"),
    "notices": ("a notice came again", "the end of a game arrived"),
    "releases": (
        "a process was upgraded",
        "a player was refused: UNKNOWN_RULES_VERSION",
        "the view %s takes up game %s, which it had passed over",
        "a game of rules version 1 was compared",
        "a game of rules version 2 was compared",
    ),
    "logs": (
        "a log was looked at while another one was away",
        "a game of log 1 was over",
        "a log has lost events: what was read of all logs since is void",
    ),
    "devices": (
        "a device was signed out",
        "all tokens of an account were ended",
        "a token was refused after its end",
        "a token was compared with the store",
    ),
    "rebuilds": (
        "a view was rebuilt by an operator",
        "a rebuilt view was compared",
    ),
    "small sizes": (
        "a watch was resumed at another process",
        "a game was looked at long after its end",
        "a snapshot of a game was compared",
    ),
    "schema": (
        "older processes were looked at after a migration",
        "a process was replaced after a migration",
    ),
    "transparency log": (
        "a checkpoint was compared with the leaves",
        "the transparency log was continued by a process that took over",
    ),
}
"""States that the plan of each room reaches."""


@pytest.mark.slow
def test_fixed_plans_of_rooms_heal_and_reach_their_rare_states():
    for outcome in outcomes_of(PLANS):
        rooms = outcome.plan.rooms
        assert outcome.faults == [], rooms
        assert not [state for room in rooms for state in STATES[room] if not outcome.reached[state]], rooms


@pytest.mark.slow
def test_games_of_all_logs_are_archived():
    faults = (Fault(8.0, KILL_A_PASS, 1), Fault(14.0, MISSING, 11), Fault(18.0, "logs: down", 1))
    (outcome,) = outcomes_of([Plan(3, 30.0, 2, 1, faults, rooms=("archive", "logs"))])
    assert outcome.faults == []
    assert outcome.reached["a game of log 0 was archived"]
    assert outcome.reached["a game of log 1 was archived"]
    assert outcome.reached["archived game is unreadable and is passed over"]


def test_some_plans_have_the_faults_of_one_or_two_kinds_many_times():
    kinds = [Counter(each.kind for each in plan(seed).faults) for seed in range(100)]
    few = [each for each in kinds if each.total() >= 6 and len(each) <= 2]
    others = [each for each in kinds if len(each) > 4]
    assert len(few) >= 5
    assert len(others) >= 40


def test_in_some_plans_another_fault_follows_each_one_at_once():
    short = [each for each in map(plan, range(100)) if each.seconds == PAIRS_S]
    assert len(short) >= 5
    for each in short:
        times = [fault.at_s for fault in each.faults]
        close = sum(after - before <= max(SOON_S) for before, after in pairwise(times))
        assert close >= len(times) / 2, each


def test_each_room_can_be_drawn_and_has_a_fixed_plan():
    assert ROOM_KINDS.keys() == ROOMS.keys()
    assert {room for plan in PLANS for room in plan.rooms} == ROOMS.keys()


@pytest.mark.slow
def test_a_log_that_waits_for_another_one_is_noticed(monkeypatch):
    """The checks can fail: a process whose bots play in no log while one is away."""
    one_command = Bots._one_command

    async def of_all(bots: Bots, game_id: str) -> Aggregate | None:
        await asyncio.gather(*(log.hot.log_head() for log in bots._games._store.logs))
        return await one_command(bots, game_id)

    monkeypatch.setattr(Bots, "_one_command", of_all)
    outcome = run(replace(SPREAD, seconds=38.0, faults=SPREAD.faults[:1]))
    assert any("continued while another log was away" in wrong for wrong in outcome.faults)


@pytest.mark.slow
def test_a_token_that_is_believed_after_its_end_is_noticed(monkeypatch):
    """The checks can fail: a process that believes a token for as long as it runs."""
    monkeypatch.setattr("services.accounts.sign_in.CHECKED_S", 10_000)
    outcome = run(replace(SIGNED_IN, faults=()))
    assert any("was believed after its end" in wrong for wrong in outcome.faults)


@pytest.mark.slow
def test_an_older_process_that_writes_to_a_newer_schema_is_noticed(monkeypatch):
    """The checks can fail: a store that takes any schema for its own."""
    monkeypatch.setattr("services.store.postgres.latest", lambda kind: mock.ANY)
    outcome = run(MIGRATED)
    assert any("appended to a schema that is not its own" in wrong for wrong in outcome.faults)


@pytest.mark.slow
def test_an_event_that_the_archive_hides_is_noticed(monkeypatch):
    """The checks can fail: a store that reads the log without archived games."""
    monkeypatch.setattr("services.store.archive.read_through.is_whole", lambda hot, limit: True)
    outcome = run(Plan(3, 25.0, 1, 1, (), rooms=("archive",)))
    assert any("through the archive" in wrong for wrong in outcome.faults)


def test_a_rebuild_in_small_portions_may_take_longer_where_the_log_is_longer(monkeypatch):
    """A fixed time is not enough for three views late in a long run."""
    monkeypatch.setattr("tests.simulation.rebuilds.ENDS_IN_S", 8.0)
    outcome = run(replace(SMALL_REBUILT, faults=SMALL_REBUILT.faults[:1]))
    assert outcome.faults == []
    assert outcome.reached["a view was rebuilt by an operator"]


def test_a_process_that_healing_replaces_need_not_read_waiting_tables():
    outcome = run(HEALED_LATE)
    assert outcome.faults == []
    assert outcome.reached["a process of the older release started"]


def test_a_process_that_starts_in_healing_and_reads_no_waiting_tables_is_noticed(monkeypatch):
    """The checks can fail: a process that starts late never ends its reading of waiting tables."""
    read_ahead = Matchmaking.read_ahead

    @wraps(read_ahead)
    async def endless(matchmaking: Matchmaking) -> None:
        await read_ahead(matchmaking)
        if asyncio.get_running_loop().time() > HEALED_LATE.seconds:
            await asyncio.Event().wait()

    monkeypatch.setattr(Matchmaking, "read_ahead", endless)
    assert any("process 3 does not know the waiting tables" in wrong for wrong in run(HEALED_LATE).faults)


def reading_room(now_s: list[float], faults: list[str]) -> RebuildRoom:
    loop, injected = SimpleNamespace(time=lambda: now_s[0]), Counter({LOSES: 1})
    return RebuildRoom(cast(Any, SimpleNamespace(loop=loop, injected=injected, faults=faults, faults_under_way=0)))


def test_a_lost_version_that_is_shown_for_long_is_not_compared_with_later_ones():
    """Views heal within two minutes."""
    now_s, faults = [1.0], list[str]()
    room = reading_room(now_s, faults)
    for version, now_s[0] in ((16, 2.0), (16, 12.0), (10, 15.0)):
        room._compare("game", version, now_s[0], 10)
    assert faults == []
    for version, now_s[0] in ((11, 30.0), (10, 33.0)):
        room._compare("game", version, now_s[0], 11)
    assert faults == ["33.0 s: game was at 11 2 s ago, is at 10"]


def test_a_lost_game_that_is_opened_again_is_not_compared_with_itself_before():
    """Only what was seen since the last fault counts, and that is compared."""
    now_s, faults = [1.0], list[str]()
    room = reading_room(now_s, faults)
    for name, version, now_s[0] in (("lost", 18, 1.0), ("other", 4, 3.0), ("lost", 7, 12.0), ("other", 5, 12.0)):
        room._compare(name, version, now_s[0], newest=18)
    assert faults == []
    now_s[0] = 15.0
    room._compare("other", 3, 15.0, newest=5)
    assert faults == ["15.0 s: other was at 5 2 s ago, is at 3"]
