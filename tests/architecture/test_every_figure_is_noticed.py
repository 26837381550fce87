"""A wrong figure in any refusal of the domain makes a test fail (tests/figures.py)."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.figures import calls

ROOT = Path(__file__).parents[2]


def test_the_calls_are_found():
    assert sum(len(call.keywords) for _, call in calls()) > 250


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_every_figure_of_every_refusal_is_noticed_by_a_test():
    chosen = ["tests/domain", "-m", "not slow and not servers", "-n", "0", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.figures", *chosen], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-4000:]
