"""Quiet hours, digests, vacations and seasons over both changes of the clocks, in ten zones."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from domain.table.clock import SeatClock, on_vacation
from projections.folds.seasons import season_of
from services.notify.targets import Hours, digest_ms, quiet_for_ms
from services.platform.wall_clock import is_zone, zone

ZONES = {
    "Europe/Berlin": ("2026-03-29", "2026-10-25"),
    "Europe/London": ("2026-03-29", "2026-10-25"),
    "Europe/Moscow": ("2011-03-27", "2014-10-26"),
    "America/New_York": ("2026-03-08", "2026-11-01"),
    "America/Santiago": ("2026-09-06", "2026-04-05"),
    "Australia/Lord_Howe": ("2026-10-04", "2026-04-05"),
    "Australia/Adelaide": ("2026-10-04", "2026-04-05"),
    "Asia/Beirut": ("2026-03-29", "2026-10-25"),
    "Pacific/Apia": ("2011-12-30", "2012-04-01"),
    "Africa/Casablanca": ("2026-03-22", "2026-02-15"),
}
"""The days on which clocks leap forward and back: by an hour or half of one, at midnight or later, over a whole day."""
CHANGES = [(name, day) for name, days in ZONES.items() for day in days]
MINUTE_MS = 60_000
DAY_MIN = 24 * 60
QUIET = [(22 * 60, 2 * 60 + 30), (0, 60), (60, 8 * 60), (2 * 60, 2 * 60 + 15), (23 * 60 + 30, 15), (2 * 60 + 45, 30)]


def around(name, day, days=2, step_min=5):
    """Moments from a day before that day on."""
    midnight = datetime.fromisoformat(day).replace(tzinfo=ZoneInfo(name)).astimezone(UTC)
    first = round((midnight - timedelta(days=1)).timestamp() * 1000) + 17
    return [first + minutes * MINUTE_MS for minutes in range(0, days * DAY_MIN, step_min)]


def wall(name, at_ms):
    return datetime.fromtimestamp(at_ms / 1000, ZoneInfo(name))


def is_quiet(name, hours, at_ms):
    shown = wall(name, at_ms)
    minute = shown.hour * 60 + shown.minute
    begin, end = hours.quiet_from, hours.quiet_until
    return begin <= minute < end if begin <= end else minute >= begin or minute < end


def test_each_day_of_the_list_changes_the_clocks():
    for name, day in CHANGES:
        offsets = {wall(name, at_ms).utcoffset() for at_ms in around(name, day)}
        assert len(offsets) == 2, (name, day)


@pytest.mark.parametrize(("name", "day"), CHANGES)
@pytest.mark.parametrize(("begin", "end"), QUIET)
def test_quiet_hours_last_as_long_as_the_wall_clock_shows_them(name, day, begin, end):
    hours = Hours(name, begin, end)
    for now_ms in around(name, day):
        lasts_ms = quiet_for_ms(hours, now_ms)
        assert (lasts_ms > 0) == is_quiet(name, hours, now_ms), wall(name, now_ms)
        if lasts_ms:
            assert not is_quiet(name, hours, now_ms + lasts_ms), wall(name, now_ms)
            minutes = range(now_ms, now_ms + lasts_ms, 5 * MINUTE_MS)
            assert all(is_quiet(name, hours, at_ms) for at_ms in minutes), wall(name, now_ms)


def test_quiet_hours_that_end_in_the_hour_that_comes_twice_end_in_that_night():
    """Berlin, 25 October 2026: 2:10 in winter time, with quiet hours until 2:30."""
    now = datetime(2026, 10, 25, 1, 10, tzinfo=UTC)
    assert quiet_for_ms(Hours("Europe/Berlin", 22 * 60, 150), round(now.timestamp() * 1000)) == 20 * MINUTE_MS


@pytest.mark.parametrize(("name", "day"), CHANGES)
@pytest.mark.parametrize("minute", [0, 15, 60, 2 * 60 + 30, 8 * 60, 23 * 60 + 59])
def test_a_digest_comes_once_a_day(name, day, minute):
    hours = Hours(name, digest_at=minute)
    digests = sorted({digest_ms(hours, now_ms) for now_ms in around(name, day, days=4)})
    days = [wall(name, each).date() for each in digests]
    assert len(set(days)) == len(days) >= 3
    for each, later in pairwise(digests):
        assert timedelta(hours=22) <= timedelta(milliseconds=later - each) <= timedelta(hours=26)
        assert digest_ms(hours, each) == later
    shown = [divmod(minute, 60) == (wall(name, each).hour, wall(name, each).minute) for each in digests]
    assert shown.count(False) <= 1, "a leap over it alone moves it"


@pytest.mark.parametrize(("name", "day"), CHANGES)
def test_a_day_of_a_vacation_is_24_hours_whatever_the_clocks_do(name, day):
    for now_ms in around(name, day, step_min=240):
        rested = on_vacation(SeatClock(0, 5, deadline_ms=now_ms), 2, now_ms)
        assert (rested.vacation_until_ms - now_ms, rested.deadline_ms - now_ms) == (48 * 3_600_000, 48 * 3_600_000)


@pytest.mark.parametrize("name", ZONES)
def test_a_season_is_the_month_in_utc_whatever_zone_a_moment_is_in(name):
    before, after = datetime(2026, 10, 31, 23, 59, tzinfo=UTC), datetime(2026, 11, 1, tzinfo=UTC)
    assert [season_of(each.astimezone(ZoneInfo(name))) for each in (before, after)] == ["2026-10", "2026-11"]


@pytest.mark.parametrize(
    "name", ["", "Berlin", "../zones", "Europe/", "/etc/localtime", "Europe/Berlin\0", "europe/berlin"]
)
def test_names_that_are_no_zones_are_refused(name):
    assert not is_zone(name)


def test_zones_come_from_the_package_and_not_from_the_machine(monkeypatch):
    monkeypatch.setattr("zoneinfo.TZPATH", ())
    for name in ZONES:
        assert zone.__wrapped__(name).utcoffset(datetime(2026, 7, 1)) == ZoneInfo(name).utcoffset(datetime(2026, 7, 1))
