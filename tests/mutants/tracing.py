"""A pytest plugin that writes the seconds of each test that passed into the file MUTANTS_TIMES."""

import json
import os
from pathlib import Path

import pytest

_seconds: dict[str, float] = {}
_failed: set[str] = set()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _seconds[report.nodeid] = _seconds.get(report.nodeid, 0) + report.duration
    if not report.passed:
        _failed.add(report.nodeid)


def pytest_sessionfinish() -> None:
    passed = {name: round(seconds, 3) for name, seconds in _seconds.items() if name not in _failed}
    Path(os.environ["MUTANTS_TIMES"]).write_text(json.dumps(passed))
