"""The faults of one run, drawn from its seed. Each has what it needs in its own number, so that the others stay as they
are when a plan is made shorter."""

from random import Random

from msgspec import Struct

KINDS = (
    "kill", "freeze", "cut", "down", "hang", "full disk", "late statement", "failover", "failover that loses rows",
    "failover with stale readers", "loss of messages", "doubled messages", "slow network", "set clock",
)  # fmt: skip


class Fault(Struct, frozen=True):
    """`number`: draws the details, such as the process and the duration."""

    at_s: float
    kind: str
    number: int


class Plan(Struct, frozen=True):
    """All that a run is made from."""

    seed: int
    seconds: float
    processes: int
    tables: int
    faults: tuple[Fault, ...]


def plan(seed: int) -> Plan:
    """Draw the plan of a seed."""
    dice = Random(f"plan {seed}")
    seconds = dice.choice((60.0, 120.0, 300.0))
    number = dice.randrange(0, 12)
    kinds = dice.sample(KINDS, dice.randrange(1, len(KINDS) + 1))
    faults = [
        Fault(round(dice.uniform(2, seconds), 3), dice.choice(kinds), dice.randrange(2**32)) for _ in range(number)
    ]
    return Plan(
        seed, seconds, dice.randrange(1, 4), dice.randrange(1, 4), tuple(sorted(faults, key=lambda each: each.at_s))
    )
