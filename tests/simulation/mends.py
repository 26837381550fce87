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
UPGRADE = "releases: upgrade"
LOSES, STALE, MISSING = "failover that loses rows", "failover with stale readers", "archive: files missing"


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
        "lists-of-a-lost-end",
        "services/tables/farewell.py",
        " or not await self._lists.are_of(self._store)",
        "",
        replace(every_six_seconds(*[LOSES] * 3, processes=1, tables=1, views="redis"), seed=4, rooms=("accounts",)),
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
        upgraded(4),
    ),
    Mend(
        "taken-up-from-nothing",
        "services/projection_runner/projector.py",
        "folded_to.get(game_id, 0)",
        "0",
        upgraded(3),
    ),
    Mend(
        "taken-up-in-motion",
        "services/projection_runner/projector.py",
        "if len(streams[each]) >= self._passed[number].get(each, inf)",
        "if each in self._passed[number]",
        upgraded(5),
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
