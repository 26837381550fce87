"""A person who has never played finishes a first game by what its lesson says, and a wrong turn is explained."""

import json

import pytest
from playwright.sync_api import expect

from services.texts.lessons import lesson
from support.browser import PATIENCE_MS, PHONE, picture
from tests.page.players import Player
from tests.page.test_shell import violations

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(1200)]
expect.set_options(timeout=PATIENCE_MS)
WIDE = {"width": 1440, "height": 900}


def begun(page, name):
    """The lesson's table, as a newcomer finds it in the lobby."""
    page.get_by_role("button", name=name).click()
    expect(page.locator(".g-board")).to_be_visible()
    return Player(page), page.get_by_role("region", name="Lesson")


@pytest.mark.parametrize(
    ("variant", "name", "viewport"),
    [
        ("power_grid/russia", "Learn by playing: Power Grid: Russia", WIDE),
        ("card_game", "Learn by playing: Power Grid: the Card Game", WIDE),
        ("colony61", "Learn by playing: Colony-61", PHONE),
    ],
)
def test_a_first_game_is_played_by_pressing_what_the_lesson_marks(visit, variant, name, viewport):
    page = visit(viewport=viewport, has_touch=viewport is PHONE).open()
    player, told = begun(page, name)
    steps = lesson(variant).steps
    expect(told).to_contain_text("Step 1 of")
    picture(page, f"lesson{'' if viewport is WIDE else '-phone'}")
    for number, step in enumerate(steps, 1):
        expect(told).to_contain_text(f"Step {number} of {len(steps)}")
        for each in step.press[:-1]:
            marked(page, each)
            player.press(each)
        marked(page, step.press[-1])
        player.move(step.press[-1])
    expect(told).to_contain_text("Play on by yourself!")
    told.get_by_role("button", name="All right").click()
    expect(told).to_have_count(0)
    assert player.offered()


def marked(page, button):
    """The page draws a line around what is to be pressed."""
    expect(page.locator(f'.actions [data-do="{button}"]').first).to_have_css("outline-style", "solid")


def test_a_wrong_turn_is_not_sent_but_explained_by_its_rule(visit):
    page = visit(viewport=PHONE, has_touch=True, locale="ru-RU").open()
    page.get_by_role("button", name="Учиться играя: Энергосеть: Россия").click()
    told = page.get_by_role("region", name="Урок")
    expect(told).to_contain_text("Шаг 1 из ")
    assert violations(page) == {}
    board = page.locator(".g-board")
    version = board.get_attribute("data-version")
    page.locator('.actions [data-do="bid"]').click()
    note = page.get_by_role("dialog")
    expect(note).to_contain_text("По уроку здесь другой ход")
    expect(note.locator(".rule")).to_contain_text("PG-AUC-06")
    expect(note.locator(".rule-text p")).to_be_visible()
    note.get_by_role("button").click()
    expect(board).to_have_attribute("data-version", version)
    told.get_by_role("button", name="электростанции").click()
    expect(page.get_by_role("dialog")).to_contain_text("наименьшая ставка")


def test_a_lesson_marks_fuel_until_it_is_in_the_basket_and_a_wrong_purchase_keeps_it(visit):
    page = visit().open()
    player, told = begun(page, "Learn by playing: Power Grid: Russia")
    steps = lesson("power_grid/russia").steps
    place, fuel = next((place, step.press[0]) for place, step in enumerate(steps) if "buy" in step.press)
    assert steps[place].press == (fuel, fuel, fuel, "buy")
    for number, step in enumerate(steps[:place], 1):
        expect(told).to_contain_text(f"Step {number} of ")
        for each in step.press[:-1]:
            player.press(each)
        player.move(step.press[-1])
    player.press(fuel)
    marked(page, fuel)
    buy = page.locator('.actions [data-do="buy"]')
    expect(buy).to_have_css("outline-style", "none")
    buy.click()
    page.get_by_role("dialog").get_by_role("button", name="All right").click()
    expect(buy).to_contain_text("Buy 1 coal")
    player.press(fuel)
    player.press(fuel)
    marked(page, "buy")
    expect(page.locator(f'.actions [data-do="{fuel}"]')).to_have_css("outline-style", "none")


SHEET = "document.querySelector('.actions').getBoundingClientRect().height / innerHeight"


@pytest.mark.parametrize("variant", ["Power Grid: Russia", "Colony-61"])
def test_a_lesson_on_a_phone_leaves_the_board_in_sight_and_folds_to_a_strip(visit, variant):
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True).open()
    player, told = begun(page, f"Learn by playing: {variant}")
    expect(told).to_contain_text("Step 1 of")
    assert page.evaluate(SHEET) <= 0.56
    show = told.get_by_role("button", name="Show the board")
    show.click()
    expect(show).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(SHEET) <= 0.16
    expect(told).to_be_in_viewport(ratio=0.99)
    show.click()
    expect(page.locator(player_asks(player))).to_be_visible()


def player_asks(player):
    """The first button that may be pressed."""
    return f'.actions [data-do="{player.offered()[0]}"] >> nth=0'


def test_a_lesson_that_is_stopped_is_a_game_like_any_other(visit):
    page = visit().open()
    player, told = begun(page, "Learn by playing: Power Grid: Russia")
    told.get_by_role("button", name="Stop the lesson").click()
    expect(told).to_have_count(0)
    player.move("bid")
    assert json.loads(page.evaluate("localStorage.getItem('turnledger.lessons')")) == []


def test_a_card_of_the_lobby_begins_a_game_with_bots_and_hints_at_one_press(visit):
    page = visit().open()
    page.get_by_role("combobox", name="Map").select_option("power_grid/germany")
    page.get_by_role("button", name="Play now: Power Grid: Germany").click()
    expect(page.locator(".g-board")).to_be_visible()
    expect(page.locator(".game-head .seats li")).to_have_count(3)
    expect(page.locator(".about")).to_contain_text("hints: 3")
    assert Player(page).offered()
