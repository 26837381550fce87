"""Arithmetic by the clocks on people's walls: the one module that knows time zones.

Zones come from the package `tzdata`, so that every process computes the same, whatever its machine has. Time that does
not follow wall clocks needs none of this: a day of a vacation or deadline is 24 hours (`domain/table/clock.py`), a
season is a month in UTC (`projections/folds/seasons.py`).
"""

from datetime import datetime, time, timedelta
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

DAY_MIN = 24 * 60
_DAYS_SEARCHED = (-1, 0, 1, 2, 3)
"""A zone that changes sides of the date line leaves out a day."""


def is_zone(name: str) -> bool:
    return name in _names()


@cache
def zone(name: str) -> ZoneInfo:
    """Return the zone of that IANA name. Raises KeyError for an unknown name."""
    if not is_zone(name):
        return ZoneInfo(name)  # stored by a server that went by its machine's zones
    with (files("tzdata") / "zoneinfo").joinpath(*name.split("/")).open("rb") as data:
        return ZoneInfo.from_file(data, key=name)


@cache
def _names() -> frozenset[str]:
    return frozenset((files("tzdata") / "zones").read_text("utf-8").split())


def minute_of_day(where: ZoneInfo, now_ms: int) -> int:
    now = datetime.fromtimestamp(now_ms / 1000, where)
    return now.hour * 60 + now.minute


def lasts_ms(where: ZoneInfo, from_min: int, until_min: int, now_ms: int) -> int:
    """Return how long the wall clock still shows a time from `from_min` up to `until_min`: 0 if it does not.

    Over midnight if need be; equal minutes are never. An hour that comes twice counts both times, and a clock that is
    changed may end it early."""

    def is_between(at_ms: int) -> bool:
        return (minute_of_day(where, at_ms) - from_min) % DAY_MIN < (until_min - from_min) % DAY_MIN

    if not is_between(now_ms):
        return 0
    end = min(end for wall in _walls(where, until_min, now_ms) for end in _moments(wall) if end > now_ms)
    change = _change_ms(where, now_ms, end)
    return (end if is_between(change) else change) - now_ms


def next_ms(where: ZoneInfo, minute: int, now_ms: int) -> int:
    """Return when that minute of a day comes next, once a day: the first time of two, and after a leap as much later as
    the clock leaps (RFC 5545, 3.3.5)."""
    return min(each for wall in _walls(where, minute, now_ms) if (each := _moments(wall)[0]) > now_ms)


def _walls(where: ZoneInfo, minute: int, now_ms: int) -> list[datetime]:
    """Return that minute of the days around now."""
    today = datetime.fromtimestamp(now_ms / 1000, where).date()
    at = time(*divmod(minute, 60), tzinfo=where)
    return [datetime.combine(today + timedelta(days), at) for days in _DAYS_SEARCHED]


def _moments(wall: datetime) -> list[int]:
    """Return when the clock shows that, once or twice, or would without a leap."""
    first, again = (round(wall.replace(fold=fold).timestamp() * 1000) for fold in (0, 1))
    return [first, again] if again > first else [first]


def _change_ms(where: ZoneInfo, begin_ms: int, end_ms: int) -> int:
    """Return when clocks change in between; `begin_ms` if they do not."""

    def offset(at_ms: int) -> timedelta | None:
        return datetime.fromtimestamp(at_ms / 1000, where).utcoffset()

    if offset(begin_ms) == offset(end_ms):
        return begin_ms
    before, after = begin_ms, end_ms
    while after - before > 1:
        middle = (before + after) // 2
        before, after = (middle, after) if offset(middle) == offset(begin_ms) else (before, middle)
    return after
