"""Bots that a host seats by clicks: a robot, whose moves are rules, and an expert with stated tries."""

import pytest
from playwright.sync_api import expect

from tests.page.kit import PATIENCE_MS
from tests.page.players import Player, power_grid
from tests.page.test_shell import violations

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(300)]
expect.set_options(timeout=PATIENCE_MS)
MOVES_MAX = 40
"""Far above those of a round."""


def opening(page, game, players, bots):
    """The dialog of a new table."""
    page.get_by_role("button", name="New table", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game", exact=True).select_option(game)
    dialog.get_by_label("Players", exact=True).select_option(str(players))
    dialog.get_by_label("Bots", exact=True).select_option(str(bots))
    return dialog


def test_a_host_seats_a_robot_on_australia_and_the_game_goes_on_beside_it(visit):
    page = visit().open()
    dialog = opening(page, "power_grid/australia", players=2, bots=0)
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
