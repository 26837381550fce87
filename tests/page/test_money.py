"""Spending money: the basket stays within the cash, the forecast comes true, and the story stays short."""

import pytest
from playwright.sync_api import expect

from services.texts.lessons import lesson
from support.browser import PATIENCE_MS
from tests.page.players import Player, open_table, power_grid

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
RUSSIA = "power_grid/russia"
FEED_MAX = 200


def taught_to(page, round_number, phase):
    """The player of a lesson at the first question of a phase: a game that is always the same."""
    page.get_by_role("button", name="Learn by playing: Power Grid: Russia").click()
    player = Player(page)
    for step in lesson(RUSSIA).steps:
        if (step.round, step.phase) == (round_number, phase):
            return player
        for each in step.press[:-1]:
            player.press(each)
        player.move(step.press[-1])
    raise AssertionError("the lesson has no such question")


def test_a_basket_never_costs_more_than_the_cash(visit):
    visitor = visit()
    visitor.allowed = ("status of 400",)  # the refusal that explains the press too many
    page = visitor.open()
    player = taught_to(page, 5, "RESOURCES")
    left = page.locator(".actions .g-left")
    player.press("add-coal")
    expect(left).to_be_visible()
    for fuel in ("coal", "oil"):  # each alone may be paid for, both together may not
        add = page.locator(f'.actions [data-do="add-{fuel}"]')
        while "g-why" not in (add.get_attribute("class") or ""):
            before = left.inner_text()
            player.press(f"add-{fuel}")
            expect(left).not_to_have_text(before)
            assert not left.inner_text().startswith("-")
    last = left.inner_text()
    player.press("add-oil")
    expect(page.get_by_role("dialog").locator(".rule")).to_contain_text("PG-RES-07")
    page.get_by_role("dialog").get_by_role("button").click()
    expect(left).to_have_text(last)


def test_the_forecast_follows_fuel_and_building_and_comes_true(visit):
    page = visit().open()
    player = taught_to(page, 2, "RESOURCES")
    forecast = page.locator(".actions .g-forecast")
    expect(forecast).to_have_text("With this you power 0 of 2 cities: income 10.")
    player.press("add-coal")
    player.press("add-coal")
    expect(forecast).to_have_text("With this you power 2 of 2 cities: income 33.")
    player.move("buy")
    player.move("finish")
    expect(forecast).to_contain_text("2 of 2 cities")
    page.locator('.actions [data-do="build-kirov-EXTEND"]').hover()
    expect(forecast).to_contain_text("3 of 3 cities: income 44")
    player.move("build-kirov-EXTEND")
    player.move("finish")
    player.move("run")
    expect(page.locator(".feed")).to_contain_text("earns 44 ", ignore_case=True)


def test_the_story_of_a_long_game_stays_short(visit):
    page = visit().open()
    open_table(page, RUSSIA, 4)
    player, most = Player(page), 0
    for _ in range(30):
        if not (offered := player.offered()):
            break
        most = max(most, page.locator(".feed").evaluate("feed => feed.querySelectorAll('*').length"))
        power_grid(player, offered)
    assert 60 < most <= FEED_MAX
