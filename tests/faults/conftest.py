"""`make faults`: every fault often, with a table of what was injected, survived and lost. `make test` injects each a
few times. A test takes `fault`, and its row of the table comes with it, also from another process of pytest-xdist."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

LONG = os.environ.get("FAULTS") == "long"
_ROW = "fault"


class Fault:
    """One fault and how often it was survived."""

    def __init__(self) -> None:
        self.injected = self.survived = 0

    def times(self, short: int, long: int) -> range:
        """Return the range of injections."""
        return range(long if LONG else short)

    @contextmanager
    def injection(self) -> Iterator[None]:
        """Around one injection and everything that must hold after it."""
        self.injected += 1
        yield
        self.survived += 1


@pytest.fixture
def fault(request: pytest.FixtureRequest) -> Iterator[Fault]:
    counted, began = Fault(), time.monotonic()
    yield counted
    row = counted.injected, counted.survived, counted.injected - counted.survived, time.monotonic() - began
    request.node.user_properties.append((_ROW, row))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [
        (report.nodeid, value)
        for outcome in ("", "failed", "error")  # "": those of the end of a test that passed
        for report in terminalreporter.getreports(outcome)
        for name, value in report.user_properties
        if name == _ROW
    ]
    rows = dict(sorted(reports))
    if not rows:
        return
    terminalreporter.section("faults")
    terminalreporter.write_line(f"{'injected':>8} {'survived':>8} {'lost':>6} {'seconds':>8}  fault")
    for nodeid, (injected, survived, lost, seconds) in rows.items():
        sentence = nodeid.rpartition("::")[2].removeprefix("test_").replace("_", " ")
        terminalreporter.write_line(f"{injected:>8} {survived:>8} {lost:>6} {seconds:>8.1f}  {sentence}")
    totals = [sum(row[column] for row in rows.values()) for column in range(3)]
    terminalreporter.write_line(f"{totals[0]:>8} {totals[1]:>8} {totals[2]:>6} {'':>8}  in all")
