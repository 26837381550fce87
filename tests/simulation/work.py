"""Limit the work that plans without faults make for the store and for Redis: guards and caches spare such work.

work.toml has the limits: how often each statement and command is sent for each event. `python -m tests.simulation
--work` prints the figures of today in that form.
"""

import tomllib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from tests.simulation.faults import Plan

if TYPE_CHECKING:
    from tests.simulation.world import World

CALM = Plan(2, 40.0, 2, 2, (), "redis", "client", ("tournaments", "matchmaking", "notices", "transparency log"))
CALM_IN_MEMORY = Plan(3, 40.0, 2, 2, (), "memory", "client", ("logs",))
CALM_SMALL = Plan(4, 30.0, 2, 1, (), "redis", "client", ("small sizes", "accounts", "archive", "devices", "notices"))
IDLE = Plan(5, 60.0, 2, 0, (), "redis", "client", CALM.rooms)
IDLE_LOGS = Plan(6, 60.0, 1, 0, (), "memory", "client", ("logs",))
"""Processes without players: all that they send is sent again and again."""
PLANS = {
    "CALM": CALM,
    "CALM_IN_MEMORY": CALM_IN_MEMORY,
    "CALM_SMALL": CALM_SMALL,
    "IDLE": IDLE,
    "IDLE_LOGS": IDLE_LOGS,
}
LIMITS: dict[str, dict[str, float]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
MARGIN, FEW = 1.35, 0.02
"""Of each limit, and for each event: another order of the same events needs a little more."""
MARGIN_IDLE, FEW_IDLE = 1.1, 0.04
"""The same for processes without players, which send the same in every order."""


def rates(world: "World") -> dict[str, float]:
    """Return how often processes sent each statement and command for each event; in each second without players."""
    of_redis = world.redis.primary.asked if world.redis else Counter[str]()
    asked = sum((each.asked for each in world.clusters), of_redis + Counter(turns=world.loop.turns))
    events = sum(len(each.primary.rows) for each in world.clusters)
    times = events if world.plan.tables else world.loop.time()
    return {what: round(found / times, 4) for what, found in sorted(asked.items())} if times else {}


def check(world: "World") -> None:
    """Compare with the limits of the plan, if it has some."""
    limits = next((LIMITS[name] for name, plan in PLANS.items() if name in LIMITS and plan == world.plan), None)
    for what, rate in world.rates.items():
        margin, few = (MARGIN, FEW) if world.plan.tables else (MARGIN_IDLE, FEW_IDLE)
        if limits is not None and rate > (most := margin * limits.get(what, 0) + few):
            of = "event" if world.plan.tables else "second"
            world.faults.append(f"processes sent {what!r} {rate} times for each {of}, {most:.4f} are enough")
