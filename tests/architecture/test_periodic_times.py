"""Whatever a server does again and again, it does at jittered times: `services/platform/jitter.py`."""

import ast
from collections import Counter
from pathlib import Path

from services.platform.jitter import LEAST, jittered

ROOT = Path(__file__).parents[2]
EXACT = {
    "services/observe/loop_watchdog.py": 1,  # measures by how much it is late
    "services/platform/jitter.py": 1,
    "services/roles/bot_player.py": 1,  # the pace that the operator asked for
    "services/roles/deadlines.py": 1,  # until the next deadline
    "services/projection_runner/rebuild.py": 1,  # the share of time that an operator left to others
    "services/store/logs/log_set.py": 1,  # until the next cut
}
"""Sleeps that end at a time that was named."""
SERVED = [path for room in ("services", "projections") for path in sorted((ROOT / room).rglob("*.py"))
          if not path.is_relative_to(ROOT / "services/cli")]  # fmt: skip


def exact_sleeps(path):
    """Sleeps with a duration, as `asyncio.sleep(0)` has none."""
    for node in ast.walk(ast.parse(path.read_text())):
        if (
            isinstance(node, ast.Call)
            and ast.unparse(node.func) == "asyncio.sleep"
            and ast.unparse(node.args[0]) != "0"
        ):
            yield node


def test_periodic_work_sleeps_for_jittered_times():
    found = Counter(str(path.relative_to(ROOT)) for path in SERVED for _ in exact_sleeps(path))
    assert found == EXACT


def test_jittered_times_differ_and_are_never_longer():
    found = [jittered(10) for _ in range(100)]
    assert len(set(found)) > 50
    assert 10 * LEAST <= min(found) <= max(found) <= 10
