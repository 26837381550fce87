"""The faults of one run, drawn from its seed. Each has what it needs in its own number, so that the others stay as they
are when a plan is made shorter."""

from collections.abc import Iterable
from random import Random
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

HOUR_S, THINK_S = 3600.0, 4.0
RUN_S = (60.0, 120.0, 180.0)
REDIS_PART = CLIENT_PART = 0.5
STORE_KINDS = (
    "cut", "down", "hang", "full disk", "late statement", "failover", "failover that loses rows",
    "failover with stale readers",
)  # fmt: skip
KINDS = ("kill", "freeze", *STORE_KINDS, "loss of messages", "doubled messages", "slow network", "set clock")

REDIS_KINDS = (
    "Redis: cut", "Redis: down", "Redis: hang", "Redis: slow", "Redis: full", "Redis: started without its data",
    "Redis: failover", "Redis: failover that loses writes", "Redis: failover that some do not notice",
)  # fmt: skip

RARE_PART = 0.3
RARE_KINDS = (
    "kill all", "kill after a write", "failover that loses the event before",
    "failover that loses the event of another process", "failover that loses the write before",
    "Redis: freeze in a scan",
)  # fmt: skip

FEW_PART, FEW_KINDS = 0.2, 2
"""Part of the seeds whose faults are of one or two kinds, many times: the others keep these from meeting each other."""

PAIRS_PART, PAIRS_S = 0.2, 40.0
SOON_S = (0.05, 0.2, 0.6, 1.5, 3.0)
"""Part of the quick seeds whose run is short, and in which each fault has another one just after it."""

SLOW_PART = 0.5
SLOW_THINK_S = (HOUR_S, 3 * HOUR_S, 12 * HOUR_S)
SLOW_RUN_S = (6 * HOUR_S, 12 * HOUR_S, 24 * HOUR_S)
SLOW_TABLES = (4, 25)

ROOM_PART = 0.3
ROOM_KINDS: dict[str, tuple[str, ...]] = {
    "archive": ("archive: away", "archive: files missing", "archive: files damaged", "archive: kill a pass"),
    "tournaments": (),
    "matchmaking": (),
    "ratings": (),
    "notices": ("notices: receiver away", "notices: answers lost"),
    "transparency log": ("transparency log: failover that loses leaves of the next checkpoint",),
    "accounts": (),
    "releases": ("releases: upgrade",),
    "logs": (*4 * ("logs: away",), *(f"logs: {kind}" for kind in STORE_KINDS)),
    "schema": ("schema: upgrade",),
    "devices": (),
    "small sizes": ("small sizes: failover that loses the end of a quiet table",),
    "rebuilds": ("rebuilds: rebuild",),
}
"""The kinds of faults of each room, in addition to those of every run. A kind that is named often is drawn often."""


class Fault(Struct, frozen=True):
    """`number`: draws the details, such as the process and the duration."""

    at_s: float
    kind: str
    number: int


class Plan(Struct, frozen=True):
    """All that a run is made from. `views`: where they are kept, in the memory of each process or in Redis. `players`:
    they call the API with the Python client, or the application layer. `rooms`: the parts of the service that take part
    in addition to games (rooms.py). `think_s`: the longest time that a player thinks."""

    seed: int
    seconds: float
    processes: int
    tables: int
    faults: tuple[Fault, ...]
    views: Literal["memory", "redis"] = "memory"
    players: Literal["application", "client"] = "application"
    rooms: tuple[str, ...] = ()
    think_s: float = THINK_S

    @property
    def is_slow(self) -> bool:
        return self.think_s > THINK_S


def plan(seed: int) -> Plan:
    """Draw the plan of a seed: of games over days, or of quick ones and rooms."""
    dice, drawn = Random(f"pace {seed}"), plan_of_games(seed)
    if dice.random() < SLOW_PART:
        return _of_few_kinds(_with_rare(_slow(dice, drawn)))
    return _in_pairs(_of_few_kinds(_with_rare(_with_rooms(drawn))))


def _in_pairs(drawn: Plan) -> Plan:
    """Let another fault of the same plan follow each one at once, in some plans: few are alone in a short run."""
    dice, kinds = Random(f"pairs {drawn.seed}"), [each.kind for each in drawn.faults]
    if not kinds or dice.random() >= PAIRS_PART:
        return drawn
    shorter = PAIRS_S / drawn.seconds
    first = [replace(each, at_s=round(each.at_s * shorter, 3)) for each in drawn.faults]
    second = [
        Fault(round(each.at_s + dice.choice(SOON_S), 3), dice.choice(kinds), dice.randrange(2**32)) for each in first
    ]
    return replace(drawn, seconds=PAIRS_S, faults=_in_order([*first, *second]))


def _of_few_kinds(drawn: Plan) -> Plan:
    """Replace most kinds of faults in some plans, by those that are left. See Groce et al., Swarm testing, 2012."""
    dice, kinds = Random(f"few {drawn.seed}"), sorted({each.kind for each in drawn.faults})
    if not kinds or dice.random() >= FEW_PART:
        return drawn
    few = dice.sample(kinds, min(len(kinds), dice.randint(1, FEW_KINDS)))
    return replace(drawn, faults=tuple(replace(each, kind=dice.choice(few)) for each in drawn.faults))


def _with_rare(drawn: Plan) -> Plan:
    """Add a fault that waits for the moment at which it does most harm, to some plans."""
    dice, kinds = Random(f"rare {drawn.seed}"), [*RARE_KINDS[:-1], *(RARE_KINDS[-1:] if drawn.views == "redis" else ())]
    if dice.random() >= RARE_PART:
        return drawn
    rare = Fault(round(dice.uniform(2, drawn.seconds), 3), dice.choice(kinds), dice.randrange(2**32))
    return replace(drawn, faults=_in_order([*drawn.faults, rare]))


def _slow(dice: Random, drawn: Plan) -> Plan:
    """Let many tables play for hours, with the faults of the plan spread over this time."""
    think_s = dice.choice(SLOW_THINK_S)
    seconds = dice.choice(SLOW_RUN_S)
    longer = seconds / drawn.seconds
    faults = tuple(replace(each, at_s=round(each.at_s * longer, 3)) for each in drawn.faults)
    return replace(
        drawn,
        seconds=seconds,
        faults=faults,
        tables=dice.randrange(*SLOW_TABLES),
        players="application",
        think_s=think_s,
    )


def plan_of_games(seed: int) -> Plan:
    """Draw the plan of a seed, without rooms."""
    dice = Random(f"plan {seed}")
    seconds = dice.choice(RUN_S)
    number = dice.randrange(0, 12)
    kinds = dice.sample(KINDS, dice.randrange(1, len(KINDS) + 1))
    faults = [
        Fault(round(dice.uniform(2, seconds), 3), dice.choice(kinds), dice.randrange(2**32)) for _ in range(number)
    ]
    drawn = Plan(seed, seconds, dice.randrange(1, 4), dice.randrange(1, 4), _in_order(faults))
    if Random(f"by client {seed}").random() < CLIENT_PART:
        drawn = replace(drawn, players="client")
    return _with_redis(drawn) if Random(f"views {seed}").random() < REDIS_PART else drawn


def _with_redis(drawn: Plan) -> Plan:
    """Keep the views in Redis, and add its faults."""
    dice = Random(f"redis {drawn.seed}")
    kinds = dice.sample(REDIS_KINDS, dice.randrange(1, len(REDIS_KINDS) + 1))
    more = [
        Fault(round(dice.uniform(2, drawn.seconds), 3), dice.choice(kinds), dice.randrange(2**32))
        for _ in range(dice.randrange(0, 8))
    ]
    return replace(drawn, faults=_in_order([*drawn.faults, *more]), views="redis")


def _with_rooms(drawn: Plan) -> Plan:
    """Add some rooms, each with faults of its own."""
    dice, faults, rooms = Random(f"rooms {drawn.seed}"), list(drawn.faults), list[str]()
    for name, kinds in ROOM_KINDS.items():
        if dice.random() < ROOM_PART:
            rooms.append(name)
            faults += [
                Fault(round(dice.uniform(2, drawn.seconds), 3), dice.choice(kinds), dice.randrange(2**32))
                for _ in range(dice.randrange(0, 5))
                if kinds
            ]
    return replace(drawn, faults=_in_order(faults), rooms=tuple(rooms))


def _in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    return tuple(sorted(faults, key=lambda each: each.at_s))
