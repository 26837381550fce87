"""The order of the tests of a run: long ones begin first, so that no process is left with one at the end."""

from collections import defaultdict
from collections.abc import Mapping

import pytest

SLOW_S = 1.0
"""The least that the marker `slow` says of a test."""


def long_first(modules: Mapping[str, tuple[int, float]], workers: int) -> list[str]:
    """Return the modules in the order of a run. A module is the number of its tests and the seconds that one may take.

    `--dist worksteal` gives each worker an equal part of the list. A worker that has no test left gets tests from the
    end of another part. So each part begins with long modules and ends with short ones.
    """
    ranked = sorted(modules, key=lambda name: -modules[name][1])
    long = [name for name in ranked if modules[name][1] >= SLOW_S]
    parts = [long[number::workers] for number in range(workers)]
    counts = [sum(modules[name][0] for name in part) for part in parts]
    for name in ranked[len(long) :]:
        least = counts.index(min(counts))
        parts[least].append(name)
        counts[least] += modules[name][0]
    return [name for part in parts for name in part]


def arrange(items: list[pytest.Item], workers: int) -> None:
    """Arrange the tests of a run by module. The tests of a module stay together: they share fixtures."""
    by_module: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        by_module[item.nodeid.partition("::")[0]].append(item)
    sizes = {name: (len(tests), max(map(_seconds, tests))) for name, tests in by_module.items()}
    items[:] = [item for name in long_first(sizes, workers) for item in by_module[name]]


def _seconds(item: pytest.Item) -> float:
    """The most that a test is expected to take: its own time limit, or what its marker says."""
    limit = item.get_closest_marker("timeout")
    return max(
        float(limit.args[0]) if limit and limit.args else 0.0, SLOW_S if item.get_closest_marker("slow") else 0.0
    )
