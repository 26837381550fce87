"""docs/architecture.md lists the files that a bid passes up to its reply, and they do not become more."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES_MAX = 39


def listed_files() -> set[str]:
    text = (ROOT / "docs/architecture.md").read_text()
    way = text[text.index("## The way of a bid") : text.index("After the reply:")]
    rows = re.findall(r"^\| \d+ \| ([^|]+) \|", way, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([^`]+\.py)`", row)}


@pytest.mark.slow
def test_a_bid_passes_the_files_that_the_architecture_lists():
    """In a process of its own, because a profile of all threads would slow down others."""
    command = [sys.executable, "-m", "tests.architecture.way_of_a_bid"]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    passed = {line for line in printed.splitlines() if line.endswith(".py")}
    assert passed == listed_files()
    assert len(passed) <= FILES_MAX
