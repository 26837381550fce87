"""Takes mends of known faults out of a copy of the product, and runs the plan that has to find each fault.

    python -m tests.simulation.mends            all of them
    python -m tests.simulation.mends NAME …     some

Exit code 1: a plan found nothing without the mend, or something with it.
"""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tests.simulation.faults import Fault, Plan, plan_of_games

ROOT = Path(__file__).parents[2]
COPIED = (
    "clients/web",
    "docs",
    "domain",
    "projections",
    "services",
    "support",
    "tests",
    "turnledger",
    "turnledger_server",
)
UPGRADE, SCHEMA = "releases: upgrade", "schema: upgrade"
QUIET = "small sizes: failover that loses the end of a quiet table"
LOSES, STALE, MISSING = "failover that loses rows", "failover with stale readers", "archive: files missing"
AFTER_WRITE = "kill after a write"
BEFORE, OF_ANOTHER = "failover that loses the event before", "failover that loses the event of another process"
BEFORE_WRITE = "failover that loses the write before"
KILL_A_PASS, AWAY = "archive: kill a pass", "archive: away"
UNNOTICED = "Redis: failover that some do not notice"
CHECKPOINT = "transparency log: failover that loses leaves of the next checkpoint"


class Mend(Struct, frozen=True):
    """`text` of `file` is the mend; with `without` in its place the fault is back, and `plan` finds it."""

    name: str
    file: str
    text: str
    without: str
    plan: Plan


def every_six_seconds(
    *kinds: str, processes: int = 2, tables: int = 2, views: Literal["memory", "redis"] = "memory"
) -> Plan:
    """Return a plan with one fault after the other."""
    faults = tuple(Fault(8.0 + 6 * place, kind, place) for place, kind in enumerate(kinds))
    return Plan(0, 12.0 + 6 * len(kinds), processes, tables, faults, views)


def upgraded(seed: int) -> Plan:
    """Return a plan in which two of three processes are upgraded, and one is killed in between."""
    faults = (Fault(12.0, UPGRADE, 1), Fault(30.0, "kill", 5), Fault(45.0, UPGRADE, 3))
    return Plan(seed, 60.0, 3, 1, faults, "redis", rooms=("releases",))


SEATS_CHANGE = Plan(
    2,
    60.0,
    2,
    1,
    (
        Fault(3.0, "loss of messages", 7),
        Fault(12.0, "Redis: failover that loses writes", 1),
        Fault(30.0, "loss of messages", 11),
        Fault(50.0, "failover that loses rows", 3),
    ),
    "redis",
    "client",
)
ARCHIVED = Plan(
    3,
    40.0,
    2,
    1,
    (Fault(8.0, KILL_A_PASS, 1), Fault(12.0, KILL_A_PASS, 0), Fault(20.0, MISSING, 11), Fault(25.0, "kill", 5)),
    rooms=("archive", "matchmaking"),
)
SPREAD = Plan(
    3,
    48.0,
    2,
    1,
    (Fault(16.0, "logs: away", 1), Fault(38.0, f"logs: {LOSES}", 6), Fault(42.0, LOSES, 6), Fault(45.0, "kill", 2)),
    rooms=("logs",),
)
SPREAD_SMALL = replace(SPREAD, players="client", rooms=("logs", "transparency log", "small sizes"))
"""Each cut of all logs is read by itself, also where some of them are void."""
REPLACED = Plan(0, 28.0, 2, 2, tuple(Fault(6.0 + 7 * place, OF_ANOTHER, place) for place in range(3)))
CUT = Plan(
    14,
    40.0,
    2,
    1,
    tuple(Fault(4.0 + 3 * place, ("cut", "loss of messages", "hang")[place % 3], 14 + place) for place in range(11)),
    players="client",
    rooms=("releases",),
)
WATCHED = Plan(
    1, 18.0, 2, 1, tuple(Fault(5.0 + 6 * place, OF_ANOTHER, 1 + place) for place in range(2)), players="client"
)
OUTAGE = Plan(1, 20.0, 1, 2, (Fault(12.0, "kill all", 31),), players="client")
LOGGED = Plan(5, 30.0, 2, 1, (Fault(6.0, CHECKPOINT, 0), Fault(22.0, CHECKPOINT, 1)), rooms=("transparency log",))
"""A failover sets the positions of the transparency log back while a process has read on from them."""
NOTICED = Plan(17, 23.0, 1, 1, (Fault(13.0, BEFORE_WRITE, 213990895),), rooms=("notices",))
MARKED = Plan(
    5,
    30.0,
    1,
    1,
    tuple(Fault(5.0 + 4 * place, BEFORE_WRITE, 35 + place) for place in range(5)),
    rooms=("transparency log",),
)
"""A failover loses events that were read, before their position is stored."""
INDEXED = Plan(2, 20_000.0, 1, 6, (Fault(15_373.2, BEFORE_WRITE, 5),), rooms=("small sizes",), think_s=20_000.0)
"""A failover loses events of tables that wait for hours, while a process stores which ones are open."""
VOID_CUTS = Plan(
    10_015,
    19.5,
    1,
    1,
    (Fault(6.5, f"logs: {LOSES}", 25_286), Fault(9.5, f"logs: {LOSES}", 49_097)),
    "redis",
    rooms=("logs",),
)
IN_THE_SAME_PLACE = Plan(
    20_008,
    38.0,
    1,
    1,
    (
        Fault(5.6, f"logs: {LOSES}", 61_232),
        Fault(11.2, f"logs: {LOSES}", 16_176),
        Fault(18.5, f"logs: {LOSES}", 46_266),
        Fault(25.0, "loss of messages", 2_722),
        Fault(25.2, f"logs: {LOSES}", 48_447),
    ),
    rooms=("logs", "small sizes"),
)
"""The last failover loses the end of a table that was closed, and the table is closed again."""
CLAIMED = Plan(
    500_078,
    31.1,
    3,
    1,
    (
        Fault(2.0, SCHEMA, 2_136_070_249),
        Fault(2.2, QUIET, 700_448_845),
        Fault(3.7, OF_ANOTHER, 3_748_472_965),
        Fault(8.75, QUIET, 759_093_843),
        Fault(8.95, OF_ANOTHER, 1_195_890_626),
        Fault(11.95, SCHEMA, 88_178_095),
        Fault(13.45, QUIET, 344_960_291),
        Fault(16.45, OF_ANOTHER, 89_670_690),
        Fault(19.45, SCHEMA, 839_615_937),
        Fault(19.5, QUIET, 3_932_852_475),
        Fault(20.1, OF_ANOTHER, 3_391_544_926),
    ),
    "redis",
    rooms=("tournaments", "matchmaking", "schema", "small sizes"),
)
"""A process that claims a view loses its leads."""
MENDS = (
    Mend(
        "lost-end",
        "services/projection_runner/projector.py",
        "if self._standing is None:",
        "if True:",
        plan_of_games(61),
    ),
    Mend(
        "lost-end-unread",
        "services/projection_runner/projector.py",
        "self._standing = await self._mark_at(self._levels[0])",
        "self._standing = None",
        every_six_seconds(LOSES, LOSES, "kill", LOSES, LOSES),
    ),
    Mend(
        "stale-readers",
        "services/store/postgres.py",
        'await self._connect("read")\n        try:\n            await self._primary.check(connection)\n',
        'await self._connect("read")\n        try:\n',
        every_six_seconds(STALE, STALE, processes=1, tables=1),
    ),
    Mend(
        "rebuilt-by-another",
        "services/projection_runner/runner.py",
        "elif not is_strange:",
        "elif False:",
        every_six_seconds(LOSES, LOSES, views="redis"),
    ),
    Mend(
        "unreadable-archived-game",
        "services/store/archive/read_through.py",
        "        if self.unreadable.is_known(game):\n            return ()\n        try:\n",
        "        try:\n            return await self._rows(game)\n        finally:\n            pass\n        try:\n",
        Plan(
            0, 40.0, 2, 2, (Fault(20.0, MISSING, 8), Fault(26.0, "kill", 1), Fault(32.0, "kill", 2)), rooms=("archive",)
        ),
    ),
    Mend(
        "lost-game-of-bots",
        "services/roles/bot_player.py",
        "except UnknownGame:",
        "except NotImplementedError:",
        every_six_seconds(*[LOSES] * 6, tables=3),
    ),
    Mend(
        "passed-over-elsewhere",
        "services/projection_runner/projector.py",
        "if generation.shard_of(game_id) == shard",
        "if generation.shard_of(game_id) is not None",
        upgraded(2),
    ),
    Mend(
        "taken-up-in-motion",
        "services/projection_runner/projector.py",
        "if len(streams[each]) >= self._passed[number].get(each, inf)",
        "if each in self._passed[number]",
        upgraded(19),
    ),
    Mend(
        "replaced-event",
        "services/store/postgres.py",
        "if not command.rows or not command.link or self._heads.get(command.game_id) == command.after:",
        "if True:",
        REPLACED,
    ),
    Mend(
        "gap-in-a-tournament",
        "services/store/chained.py",
        "if not link:",
        "if True:",
        Plan(0, 30.0, 2, 1, (Fault(2.0, BEFORE, 0), Fault(14.0, BEFORE, 1)), rooms=("tournaments",)),
    ),
    Mend(
        "gap-in-the-leaves",
        "services/tlog/tlog_storage.py",
        "only_if=every(_still(size, newest, after), only_if))",
        "only_if=None)",
        Plan(0, 20.0, 2, 1, (Fault(5.0, BEFORE, 0),), rooms=("transparency log",)),
    ),
    Mend(
        "leads-of-a-former-primary",
        "services/store/primary.py",
        "        (values,) = await self._ask(connection, _WITH.format(query), parameters)\n",
        '        if "lock" in query:\n'
        "            (found,) = await (await connection.execute(_WITH.format(query), parameters)).fetchall()\n"
        "            return found[2]\n"
        "        (values,) = await self._ask(connection, _WITH.format(query), parameters)\n",
        Plan(0, 20.0, 2, 1, (Fault(6.0, STALE, 0),)),
    ),
    Mend(
        "cut-sign-in",
        "services/accounts/account_storage.py",
        "await self._name(account.display_name, [*statements, (kept, (*subject, account.account_id))])",
        "await self._name(account.display_name, statements)\n"
        "            await self._sql.run(kept, (*subject, account.account_id))",
        Plan(
            11,
            50.0,
            2,
            1,
            tuple(Fault(2.0 + 15 * place, AFTER_WRITE, place) for place in range(3)),
            rooms=("accounts",),
        ),
    ),
    Mend(
        "unreadable-for-ever",
        "services/store/archive/read_through.py",
        "if self._trying is None or self._trying.done():",
        "if False:",
        replace(ARCHIVED, seed=8),
    ),
    Mend(
        "table-that-cannot-be-read",
        "services/roles/matchmaking.py",
        'elif refused.code != "TABLE_FULL":',
        "elif False:",
        Plan(
            0,
            50.0,
            3,
            1,
            (Fault(14.0, AWAY, 2), Fault(20.0, MISSING, 0), Fault(26.0, "kill", 1), Fault(38.0, AWAY, 2)),
            rooms=("archive", "matchmaking"),
        ),
    ),
    Mend(
        "second-seat",
        "services/roles/matchmaking.py",
        "if last and not await still_has(each.store, last):",
        "if False:",
        Plan(0, 32.0, 2, 1, tuple(Fault(5.0 + 4 * place, LOSES, place) for place in range(6)), rooms=("matchmaking",)),
    ),
    Mend(
        "leaves-twice",
        "services/tlog/tlog_storage.py",
        "leaves = await self._without_known(leaves)",
        "leaves = list(leaves)",
        replace(SPREAD_SMALL, seed=1),
    ),
    Mend(
        "checkpoint-of-lost-leaves",
        "services/tlog/tlog_storage.py",
        "only_if=_unchanged(tiles)",
        "only_if=None",
        LOGGED,
    ),
    Mend(
        "notices-passed-by",
        "services/notify/notifier.py",
        "await self._outbox.keep(found, last.position, after=self._position, only_if=is_there)",
        "await self._outbox.keep(found, last.position)",
        Plan(
            0, 26.0, 2, 1, tuple(Fault(5.0 + 6 * place, BEFORE_WRITE, place) for place in range(3)), rooms=("notices",)
        ),
    ),
    Mend(
        "events-in-lost-places",
        "services/notify/notifier.py",
        "await self._outbox.keep(found, last.position, after=self._position, only_if=is_there)",
        "await self._outbox.keep(found, last.position, after=self._position)",
        NOTICED,
    ),
    Mend(
        "leaves-in-lost-places",
        "services/tlog/role.py",
        "after=before, only_if=is_there)",
        "after=before)",
        MARKED,
    ),
    Mend(
        "events-in-lost-cuts",
        "services/store/chained.py",
        "return await store.still_cut(last)",
        'return "SELECT 1", ()',
        Plan(39, 42.0, 2, 1, (Fault(25.0, BEFORE_WRITE, 3905),), rooms=("logs", "transparency log", "notices")),
    ),
    Mend(
        "tables-in-lost-places",
        "services/tables/unfinished.py",
        'return f"{moved} AND EXISTS ({query}) RETURNING position", (position, SCHEMA, before, *values)',
        'return f"{moved} RETURNING position", (position, SCHEMA, before)',
        INDEXED,
    ),
    Mend(
        "read-across-a-void-cut",
        "services/store/logs/log_set.py",
        "self._cuts.following(reached.cut, reached.position, CUTS_MAX)",
        "self._cuts.after(reached.position, CUTS_MAX)",
        VOID_CUTS,
    ),
    Mend(
        "another-first-event",
        "projections/folds/marks.py",
        " or await _began_in_a_log(log, generation)",
        "",
        Plan(
            1_021,
            22.0,
            2,
            1,
            tuple(Fault(3.0 + 2.5 * place, f"logs: {LOSES}", 10_210 + place) for place in range(4)),
            "redis",
            rooms=("logs",),
        ),
    ),
    Mend(
        "lost-table-of-a-tournament",
        "services/roles/tournament_runner.py",
        "elif len(self._store.logs) > 1 and self._visit_at <= now:",
        "elif False:",
        Plan(
            16,
            32.0,
            1,
            1,
            tuple(Fault(10.0 + 5 * place, f"logs: {LOSES}", 800 + place) for place in range(4)),
            rooms=("logs", "tournaments"),
        ),
    ),
    Mend(
        "cut-behind-a-lost-one",
        "services/store/logs/cuts.py",
        '"CAST(? AS bigint) = 0 OR EXISTS',
        '"CAST(? AS bigint) >= 0 OR EXISTS',
        Plan(
            11,
            30.0,
            2,
            1,
            tuple(Fault(5.0 + 4 * place, BEFORE_WRITE, 14 + place) for place in range(5)),
            rooms=("logs",),
        ),
    ),
    Mend(
        "result-of-a-lost-end",
        "services/tournaments/tournament_storage.py",
        "only_if = every(follows, *[each for row in stored.rows for each in _ends(row)])",
        "only_if = follows",
        Plan(
            2,
            40.0,
            2,
            1,
            tuple(Fault(5.0 + 3 * place, BEFORE_WRITE, 14 + place) for place in range(10)),
            rooms=("tournaments",),
        ),
    ),
    Mend(
        "last-event-replaced",
        "services/store/queue.py",
        "or is_in_doubt or",
        "or",
        IN_THE_SAME_PLACE,
    ),
    Mend(
        "claimed-for-ever",
        "services/platform/jitter.py",
        "    stop_if_cancelled()\n    await",
        "    await",
        CLAIMED,
    ),
    Mend(
        "answer-of-a-lost-command",
        "turnledger/game.py",
        "                await self._check_answered()\n\n    async def undo",
        "\n    async def undo",
        Plan(100_208, 12.05, 1, 1, (Fault(2.05, QUIET, 3_152_529_766),), players="client", rooms=("small sizes",)),
    ),
    Mend(
        "closed-meanwhile",
        "services/store/postgres.py",
        "gone = connection.closed",
        "gone = self._connection.closed",
        CUT,
    ),
    Mend(
        "announced-and-lost",
        "projections/read/games.py",
        "if version < max(1, min_version):",
        "if version == 0:",
        Plan(1, 40.0, 2, 2, tuple(Fault(6.0 + 4 * place, UNNOTICED, 7919 * place + 1) for place in range(8)), "redis"),
    ),
    Mend(
        "turns-after-an-outage",
        "turnledger/game.py",
        """            try:
                return await self.board(options=True)
            except ServiceError as error:
                if not error.may_pass:
                    raise
                await self._check_answered()
""",
        "            return await self.board(options=True)\n",
        OUTAGE,
    ),
    Mend(
        "watch-of-a-lost-event",
        "services/api/watching/game_watch.py",
        "if known and found and found[0].at != after.event_time:",
        "if False:",
        WATCHED,
    ),
)


def main(names: list[str]) -> int:
    missed = [mend.name for mend in MENDS if (not names or mend.name in names) and not _finds(mend)]
    print("not found:", ", ".join(missed) or "none")
    return int(bool(missed))


def _finds(mend: Mend) -> bool:
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            copytree(ROOT / name, copy / name, ignore=ignore_patterns("__pycache__"))
        healthy = _wrong(mend, copy)
        (copy / mend.file).write_text(without(mend))
        wrong = _wrong(mend, copy)
    print(f"{mend.name}: {len(wrong)} things wrong without the mend, {len(healthy)} with it", flush=True)
    for line in (*wrong[:1], *healthy[:1]):
        print(f"  {line[:200]}", flush=True)
    return bool(wrong) and not healthy


def _wrong(mend: Mend, copy: Path) -> list[str]:
    """Run the plan with a copy of the product, and return what it finds."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.simulation", "--plan", msgspec.json.encode(mend.plan).decode()],
        cwd=copy,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    wrong = [line for line in ran.stdout.splitlines() if line.startswith("- ")]
    if ran.returncode and not wrong:
        raise RuntimeError(ran.stderr[-2000:])
    return wrong


def without(mend: Mend) -> str:
    """Return the text of the file without the mend."""
    text = (ROOT / mend.file).read_text()
    if text.count(mend.text) != 1:
        raise ValueError(f"{mend.file} has {text.count(mend.text)} times: {mend.text}")
    return text.replace(mend.text, mend.without)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
