"""Bounds that every table and every game must end within (TB-PACE)."""

from domain.kernel.refused import Refused
from domain.table.aggregate import OPEN, Aggregate

DETOURS_MAX = 200
"""The most commands of an account at one table. The longest games of people have some hundred commands per seat."""
IDLE_MAX = 200
"""Commands that make nothing happen, of an account at a table: each is remembered, to be answered the same again."""
LOBBY_EVENTS_MAX = 1_000
EVENTS_MAX = 10_000
"""The longest games that were simulated have some 2,500 with clocks; the detours of all
seats together make fewer than 7,500."""


def check_detours(aggregate: Aggregate, account: str, commands: int = 1) -> None:
    """TB-PACE-01: before commands that do not carry the game on, or are taken back."""
    used, most = aggregate.detours.get(account, 0), DETOURS_MAX
    if aggregate.status == OPEN and aggregate.version >= LOBBY_EVENTS_MAX:
        used, most = aggregate.version, LOBBY_EVENTS_MAX
    if used + commands > most:
        raise Refused("DETOURS_USED_UP", "TB-PACE-01", used=used, asked=commands, detours_max=most)


def check_idle(commands: int) -> None:
    """TB-PACE-03: before one more command that makes nothing happen, after so many of the same account."""
    if commands >= IDLE_MAX:
        raise Refused("NOTHING_CHANGES", "TB-PACE-03", answered_max=IDLE_MAX)


def is_too_long(aggregate: Aggregate) -> bool:
    """TB-PACE-02."""
    return aggregate.version >= EVENTS_MAX
