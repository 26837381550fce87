"""A puzzle is solved on the page, and its answer leads to the game."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import msgspec
import pytest
from playwright.sync_api import expect

from domain import stored
from domain.history.puzzle import puzzle_of
from services.history.puzzle_storage import PuzzleStorage
from services.operations.simulate import SimulationPlan, play_one
from services.store import open_sql, open_store
from support.browser import PATIENCE_MS, PHONE, picture
from tests.page.test_shell import violations
from tests.stores import new_sqlite

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
WIDE = {"width": 1440, "height": 900}
PLAN = SimulationPlan("colony61", 2, 1, "puzzles", ("greedy", "random"))
FRUITFUL = 5
"""The number of a game of the plan that has a puzzle."""


async def fill(url):
    """Store a finished game with its puzzle, and return the puzzle."""
    rows = play_one(PLAN, FRUITFUL, stored.codec(), checked=False).rows
    puzzle = puzzle_of([stored.codec().read(row) for row in rows], 4, 3, 20)
    store, sql = open_store(url), open_sql(url)
    await store.append(rows, 30.0)
    await PuzzleStorage(sql).add(msgspec.json.encode(puzzle), puzzle.game_id, datetime.now(UTC).date())
    await store.close()
    await sql.close()
    return puzzle


@pytest.fixture
def puzzle_and_server(tmp_path, own_service):
    url = new_sqlite(tmp_path / "events.db")
    with ThreadPoolExecutor(1) as thread:  # Playwright's loop runs in this one
        puzzle = thread.submit(asyncio.run, fill(url)).result()
    return puzzle, own_service(STORE=url)


def test_a_puzzle_is_solved_once_and_leads_to_its_game(puzzle_and_server, visit):
    puzzle, server = puzzle_and_server
    page = visit(server.url, viewport=WIDE).open()
    page.get_by_role("link", name="Puzzle of the day").click()
    choices = page.get_by_role("region", name="Which move is clearly the best?")
    expect(choices.get_by_role("button")).to_have_count(len(puzzle.moves))
    expect(page.get_by_role("heading", name="Corporations")).to_be_visible()
    assert puzzle.game_id not in page.content()
    assert violations(page) == {}
    choices.get_by_role("button").nth(puzzle.best).click()
    expect(page.get_by_text("Right: this is the best move.").first).to_be_visible()
    best = choices.get_by_role("listitem").nth(puzzle.best)
    expect(best).to_contain_text("the best · your choice")
    expect(choices.get_by_role("listitem").nth(puzzle.done)).to_contain_text("played")
    assert violations(page) == {}
    picture(page, "puzzle-solved")
    page.reload()
    expect(page.get_by_text("Right: this is the best move.").first).to_be_visible()
    expect(page.get_by_role("link", name="To the game")).to_have_attribute(
        "href", f"#/game/{puzzle.game_id}/{puzzle.version}"
    )


def test_a_puzzle_fits_a_phone_in_russian(puzzle_and_server, visit):
    puzzle, server = puzzle_and_server
    page = visit(server.url, viewport=PHONE, locale="ru", color_scheme="dark").open("puzzle/1")
    choices = page.get_by_role("region", name="Какой ход заметно лучше остальных?")
    expect(choices.get_by_role("button")).to_have_count(len(puzzle.moves))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert violations(page) == {}
    other = (puzzle.best + 1) % len(puzzle.moves)
    choices.get_by_role("button").nth(other).click()
    expect(page.get_by_text("Другой ход лучше.").first).to_be_visible()
