from datetime import timedelta

import pytest

from services.platform.clock import SteadyClock
from tests.table_services.services_kit import NOON, FakeClock


@pytest.fixture
def machine():
    return FakeClock()


@pytest.fixture
def clock(machine):
    return SteadyClock(machine, machine.monotonic_s)


def since_noon(clock):
    return (clock() - NOON).total_seconds()


def test_it_goes_like_the_machines_clock(machine, clock):
    machine.pass_s(90)
    assert since_noon(clock) == 90


def test_a_clock_that_is_set_forward_is_followed_a_tenth_faster(machine, clock):
    machine.jump_s(3600)
    assert since_noon(clock) == 0
    machine.pass_s(60)
    assert since_noon(clock) == 66
    machine.pass_s(36_000)
    assert clock() == machine()


def test_a_clock_that_is_set_back_never_makes_time_run_back(machine, clock):
    machine.jump_s(-3600)
    before = clock()
    machine.pass_s(60)
    assert clock() - before == timedelta(seconds=54)
