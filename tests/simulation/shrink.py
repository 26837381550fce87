"""Make a failing plan shorter while it fails: fewer faults, then fewer tables and processes, then less time."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from tests.simulation.faults import REDIS_KINDS, ROOM_KINDS, Plan


def shrunk(plan: Plan, fails: Callable[[Plan], bool]) -> Plan:
    """Return a plan that fails and of which no single part can be left out."""
    while True:
        for shorter in _shorter(plan):
            if fails(shorter):
                plan = shorter
                break
        else:
            return plan


def _shorter(plan: Plan) -> Iterator[Plan]:
    faults = plan.faults
    if len(faults) > 3:
        half = len(faults) // 2
        yield replace(plan, faults=faults[:half])
        yield replace(plan, faults=faults[half:])
    for place in range(len(faults)):
        yield replace(plan, faults=faults[:place] + faults[place + 1 :])
    if plan.views != "memory":
        yield replace(plan, views="memory", faults=tuple(each for each in faults if each.kind not in REDIS_KINDS))
    for name in plan.rooms:
        kept = tuple(each for each in faults if each.kind not in ROOM_KINDS[name])
        yield replace(plan, rooms=tuple(each for each in plan.rooms if each != name), faults=kept)
    if plan.tables > 3:
        yield replace(plan, tables=plan.tables // 2)
    if plan.tables > 1:
        yield replace(plan, tables=plan.tables - 1)
    if plan.processes > 1:
        yield replace(plan, processes=plan.processes - 1)
    last_s = max((fault.at_s for fault in faults), default=5.0)
    if plan.seconds > last_s + 20:
        yield replace(plan, seconds=last_s + 10)
