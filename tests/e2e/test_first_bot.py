"""The program of docs/first-bot.md beats `greedy`."""

import re
from pathlib import Path

import pytest

from services.main import running
from tests.api.conftest import settings

PAGE = Path(__file__).parents[2] / "docs/first-bot.md"
PROGRAM = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)[1]
SEEDS = 4


@pytest.mark.slow
@pytest.mark.timeout(1200)
async def test_the_bot_of_the_page_wins_at_least_three_of_four_games(tmp_path):
    """The seeds are given, so that each run plays the same games."""
    page = {"__name__": "first_bot"}
    exec(PROGRAM, page)
    async with running(settings(tmp_path)) as server:
        won = [await page["play"](server.grpc, seed=f"first-bot/{n}", unrated=True) for n in range(SEEDS)]
    assert sum(won) >= 3, won


def test_what_chooses_is_as_short_as_the_page_says():
    chooses = PROGRAM[PROGRAM.index("def choose") : PROGRAM.index("async def play")]
    assert len([line for line in chooses.splitlines() if line.strip() and '"""' not in line]) <= 26
