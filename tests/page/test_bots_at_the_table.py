"""Bots that a host seats by clicks: a robot, whose moves are rules, and an expert with stated tries."""

import re
import uuid

import pytest
from playwright.sync_api import expect

from support.browser import PATIENCE_MS, PHONE, until
from tests.page.players import Player, opening, power_grid
from tests.page.test_shell import violations
from tests.page.test_surroundings import TOKEN, post

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
MOVES_MAX = 40
"""Far above those of a round."""


@pytest.mark.parametrize("variant", ["power_grid/australia", "power_grid/germany"])
def test_a_host_seats_a_robot_and_the_game_continues_with_it(visit, variant):
    page = visit().open()
    dialog = opening(page, variant, players=2, bots=0)
    dialog.get_by_role("button", name="Open the table", exact=True).click()
    page.get_by_role("button", name="A bot that plays by tiles", exact=True).click()
    page.get_by_role("button", name="Start the game", exact=True).click()
    expect(page.locator(".feed")).to_contain_text(" is a robot: ")
    player = Player(page)
    offered = player.offered()
    while "Round 1" in page.locator(".game-head .where").inner_text():
        power_grid(player, offered)
        offered = player.offered()
        assert len(player.moves) < MOVES_MAX, "the first round does not end"
    assert offered, "the game waits for its player again"


DRAFTED = {"variant": "power_grid/germany", "seats": 3, "unrated": True, "options": {"regions": "drafted"}}
ASKED = {
    ("region",): r"Choose (the first region of this game|a region next to them)",
    ("bar",): r"Which city of .+ may .+ not take\? Its city is drawn among the others\.",
    ("name", "pass"): r"Name a city for .+, or pass\. Lowest bid: 0\.",
    ("name",): r"Name a city for .+\.",
}
"""What a player is asked by drafted regions and by the tiles of the robots: the kinds of buttons, and the question."""


def test_regions_are_drafted_and_cities_of_robots_barred_named_and_bid_for_by_clicks(own_service, visit):
    """With this seed one robot's first city is bid for, and the last player names the later cities of the other."""
    visitor = visit(own_service("--fixed-setups").url, viewport=PHONE)
    page = visitor.open()
    until(lambda: page.evaluate(TOKEN), page)
    token = page.evaluate(TOKEN)

    def ask(method, **fields):
        return post(visitor.url, page, f"Lobby/{method}", token, requestId=str(uuid.uuid4()), **fields)

    game = ask("CreateTable", **DRAFTED, seed="robots 121", join=True, bots=["robot", "robot"], start=True)
    page.goto(f"{visitor.url}/#/game/{game['table']['gameId']}")
    player, seen = Player(page), {}
    while len(seen) < len(ASKED):
        offered = player.offered()
        kinds = tuple(sorted({re.sub(r"-.*", "", each) for each in offered}))
        if kinds in ASKED and kinds not in seen:
            seen[kinds] = offered
            expect(page.locator(".actions")).to_contain_text(re.compile(ASKED[kinds]))
            assert violations(page) == {}, kinds
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], kinds
        power_grid(player, offered)
        assert len(player.moves) < MOVES_MAX, f"never asked: {ASKED.keys() - seen}"
    assert len(seen["bar",]) == 7, "a city is barred where seven are free"
    barred = seen["bar",][0].removeprefix("bar-")
    expect(page.locator(".feed")).to_contain_text(re.compile(rf"\(you\) bars {barred} for ", re.IGNORECASE))


def test_a_table_states_how_long_its_experts_think_before_anybody_sits_down(visit):
    page = visit().open()
    dialog = opening(page, "power_grid/russia", players=3, bots=1)
    dialog.get_by_label("How they play", exact=True).select_option("expert")
    dialog.get_by_label("Expert thinks about a move", exact=True).select_option("8")
    dialog.get_by_role("button", name="Open the table", exact=True).click()
    expect(page.locator(".places .chip").nth(1)).to_contain_text("tries of Expert: 8")
    expect(page.locator("p.tags")).to_contain_text("tries of Expert: 8")
    assert violations(page) == {}
    link = page.url
    guest = visit().open()
    guest.goto(link)
    expect(guest.locator("p.tags")).to_contain_text("tries of Expert: 8")
