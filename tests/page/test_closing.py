"""A player with a plant too many closes one, and chooses the fuel that goes back with it (PG-AUC-13)."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect

from domain import stored
from services.store import open_store
from support.browser import PATIENCE_MS, PHONE
from support.histories import Game, ListLog
from tests.page.test_explained import GIVE
from tests.page.test_shell import violations
from tests.stores import new_sqlite

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
GAME = "00000000-0000-4000-8000-000000000001"
SEED, VERSION, SEAT = "closing 2", 417, 0
"""Here this seat has bought plant 36, and has four others: two need oil to go back, and one may give coal, too."""


async def fill(url):
    """Store a game that is over, and return the colour of the seat."""
    table = Game(ListLog(), GAME, codec=stored.codec()).open(variant="power_grid/russia", rated=False, seed=SEED)
    table.seat("ann", "bob").start().play()
    store = open_store(url)
    await store.append([each.row for each in table.log.rows], 30.0)
    await store.close()
    return table.aggregate.occupants[SEAT].colour


@pytest.fixture
def question(tmp_path, own_service, visit):
    """Return a function that opens a page for a player who has to close a plant."""
    url = new_sqlite(tmp_path / "events.db")
    with ThreadPoolExecutor(1) as thread:  # Playwright's loop runs in this one
        colour = thread.submit(asyncio.run, fill(url)).result()
    server = own_service(STORE=url)

    def come(**context):
        page = visit(server.url, **context).open()
        branch = page.evaluate(GIVE, ["History/BranchGame", {"gameId": GAME, "version": VERSION}])["table"]["gameId"]
        page.evaluate(GIVE, ["Lobby/JoinTable", {"gameId": branch, "colour": colour}])
        page.evaluate(GIVE, ["Lobby/AddBot", {"gameId": branch, "bot": "greedy"}])
        page.evaluate(GIVE, ["Lobby/StartGame", {"gameId": branch}])
        page.goto(f"{server.url}/#/game/{branch}")
        expect(page.locator('.actions [data-do="scrap-5"]')).to_be_visible()
        return page

    return come


def test_a_plant_too_many_is_closed_with_the_fuel_that_its_owner_chooses(question):
    page = question(viewport={"width": 1440, "height": 900})
    asked, own = page.locator(".actions"), page.locator(".g-seats .g-me")
    expect(asked.locator(".g-plant")).to_have_count(4)  # not the new one
    asked.locator('[data-do="scrap-26"]').click()
    expect(asked.locator('[data-do^="close-"]')).to_have_text("Close 26")
    asked.locator('[data-do="scrap-5"]').click()
    back = asked.get_by_label("Plant 5 gives back")
    assert back.locator("option").all_inner_texts() == ["3 oil", "4 oil", "1 coal, 3 oil"]
    back.select_option("1 coal, 3 oil")
    close = asked.locator('[data-do="close-5"]')
    assert asked.evaluate("at => at.scrollTop") == 0
    expect(close).to_be_in_viewport(ratio=1)
    assert violations(page) == {}
    close.click()
    expect(own.locator(".g-plant")).to_have_count(4)
    expect(own.get_by_role("img", name="1 coal, 4 oil")).to_be_visible()


def test_a_plant_without_a_choice_of_fuel_is_closed_on_a_phone(question):
    page = question(viewport=PHONE, has_touch=True, locale="ru")
    page.locator('.actions [data-do="scrap-22"]').click()
    close = page.locator('.actions [data-do="close-22"]')
    expect(close).to_be_in_viewport(ratio=1)
    assert page.locator(".actions select").count() == 0
    assert violations(page) == {}
    close.click()
    expect(page.locator(".g-seats .g-me .g-plant")).to_have_count(4)
