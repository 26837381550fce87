"""“Plan my round”: sketched on the board, kept in the browser, and given by commands or as a standing order."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import PATIENCE_MS, PHONE, picture
from tests.page.players import Player, open_table, power_grid
from tests.page.test_around import fits
from tests.page.test_journeys import press_until
from tests.page.test_shell import violations
from tests.page.test_table import is_on_turn, two_at_a_table

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
RUSSIA = "power_grid/russia"
WIDE = {"width": 1440, "height": 900}
CASH = 50


class Planner:
    """The plan of a player, who sees it at `page`."""

    def __init__(self, page):
        self.page = page
        self.steps, self.asked = page.locator(".g-plan li"), page.locator(".g-sketching")

    def open(self):
        self.page.get_by_role("button", name="Plan my round").click()
        expect(self.asked).to_be_visible()

    def press(self, what, times=1):
        for _ in range(times):
            self.page.locator(f'[data-do="plan-{what}"]').click()

    def says(self):
        return self.steps.locator("> span:first-child").all_inner_texts()

    def money(self, left=CASH):
        """Check that each step costs what it takes from the money, and return what is left."""
        for step in self.steps.all():
            left -= int(step.locator("b").inner_text().split(" ")[0])
            expect(step.locator("small")).to_have_text(re.compile(rf"\b{left}\b"))
        expect(self.page.locator(".g-planned-line .g-left")).to_have_text(re.compile(rf"\b{left}\b"))
        return left


def test_a_round_is_sketched_on_the_board_and_nothing_is_sent(visit):
    page, sent = visit(viewport=WIDE).open(), []
    open_table(page, RUSSIA)
    plan = Planner(page)
    plan.open()
    page.on("request", lambda request: sent.append(request.url.rpartition("/")[2]))
    version = page.locator(".g-board").get_attribute("data-version")
    page.locator('[data-do="plant-4"]').click()
    plan.asked.get_by_label("+ Bid at most, in E").click()
    plan.press("add-coal", 2)
    for n in (1, 2):
        page.locator(".g-city.g-offered").first.click()
        expect(page.locator(".g-city.g-planned")).to_have_count(n)
    sketched = plan.says()
    assert (len(sketched), sketched[1]) == (4, "2 coal")
    left = plan.money()
    expect(plan.asked.locator(".g-forecast")).to_have_text("With this you power 1 of 2 cities: income 22.")
    plan.press("out-fuel-coal")
    assert plan.money() > left
    plan.press("undo")
    expect(plan.steps).to_have_count(4)
    assert violations(page) == {}
    assert page.evaluate("document.documentElement.scrollHeight") <= WIDE["height"]
    picture(page, "plan")
    assert page.locator(".g-board").get_attribute("data-version") == version
    assert {"Submit", "SetOrders", "Act"} & set(sent) == set()
    page.reload()
    expect(page.get_by_text("steps sketched: 4")).to_be_visible()
    plan.open()
    expect(plan.steps).to_have_count(4)
    assert (plan.says(), plan.money()) == (sketched, left)


def test_a_plan_is_played_as_its_steps_become_legal_and_says_what_no_longer_fits(visit):
    """The first player buys and builds before the second, because its plant is the smaller one."""
    host, guest = two_at_a_table(visit, game="Power Grid: Russia", Counts_for_the_rating=False)
    one, other = (host, guest) if is_on_turn(host, guest) else (guest, host)
    first, second = Planner(one), Planner(other)
    for plan, plant in ((first, 4), (second, 5)):
        plan.open()
        plan.page.locator(f'[data-do="plant-{plant}"]').click()
        plan.press("add-coal", 2)
        plan.press("build")  # both want the same one: the cheapest
        plan.press("play")
    expect(second.asked).to_contain_text("The game waits for you.")  # for another plant: the plan says nothing about it
    second.press("close")
    other.locator('.actions [data-do="pass"]').click()
    other.get_by_role("button", name="Plan my round").click()
    expect(second.asked).to_contain_text("The plan stopped: The price has risen: a token up to 4 E, sketched at 3 E.")
    second.press("renew")
    second.press("play")
    expect(second.asked).to_contain_text("The plan stopped: The city is taken or not open.")
    expect(first.asked).to_contain_text("The plan is done.")
    expect(first.steps).to_have_count(0)
    expect(second.steps.last).to_contain_text("The city is taken or not open.")
    second.press("renew")
    second.press("build")
    second.press("play")
    expect(second.asked).to_contain_text("The plan is done.")
    expect(other.locator(".g-seats .g-me")).to_contain_text("cities: 1")


def test_a_round_of_the_card_game_is_sketched_and_played(visit):
    """A plant that burns something is bought without a rival, then a card for it that was touched in the market."""
    host, guest = two_at_a_table(visit, Counts_for_the_rating=False)
    page, other = (host, guest) if is_on_turn(host, guest) else (guest, host)
    plan, rival = Planner(page), Player(other)
    plan.open()
    page.locator('.g-plants .g-row:not(.g-second) [aria-label*="burns"]').first.click()
    expect(page.locator(".g-plants .g-picked")).to_have_count(1)
    expect(plan.asked.locator(".g-forecast")).to_have_text("With this your income is 1 E.")
    card = plan.asked.get_by_label("Card", exact=True).locator("option").last.get_attribute("value")
    page.locator(f'[data-do="card-{card}"]').click()
    expect(page.locator(".g-resources .g-picked")).to_have_count(1)
    if page.locator('[data-do="plan-build"]').count():  # the deal has another card that fits and can be paid
        plan.press("build")
        expect(plan.steps).to_have_count(3)
        plan.press("undo")
    expect(plan.steps).to_have_count(2)
    plan.money(12)
    assert violations(page) == {}
    assert fits(page)
    plan.press("play")
    rival.offered()
    rival.move("pass")
    rival.press(next(each for each in rival.offered() if each.startswith("nominate-")))
    rival.move("open")
    if "finish" in rival.offered():
        rival.move("finish")
    expect(plan.asked).to_contain_text("The plan is done.")
    expect(page.locator(f'.g-seats .g-me [data-card="{card}"]')).to_be_visible()


SKETCHED = """async ({ card, plants, stock }) => {
    const { default: model } = await import("/games/card_game/sketch.js");
    const { t } = await import("/i18n.js");
    const fuel = Object.fromEntries(stock.map(({ fuel, units }) => [fuel, units]));
    const player = { seat: 0, cash: 20, plants, stock, fuel };
    const columns = [{ price: 5, cards: [card] }];
    const cardGame = { phase: "RESOURCES", round: 2, row: ["0"], players: [player], columns, offer: [] };
    const snapshot = { board: { cardGame }, toAct: [0] };
    const edition = { data: { plants: [] }, words: new Map() };
    const wishes = { round: 2, plant: null, fuel: {}, cities: [], cards: [{ ...card, at: 5 }], more: 0, ends: true };
    return model.read({ snapshot, edition, seat: 0, t }, wishes).steps.map(({ says, trouble }) => [says, trouble]);
}"""


@pytest.mark.rule("CG-RES-05")
@pytest.mark.parametrize(
    ("stored", "says"), [(1, "3 coal"), (2, "3 coal, 2 of them fit"), (3, "3 coal, 1 of them fit")]
)
def test_a_sketched_card_says_how_many_of_its_units_fit(visit, stored, says):
    """A plant that burns two coal stores four."""
    page = visit().open()
    plant = {"card": "p10", "number": 10, "fuel": "coal", "need": 2, "profit": 5}
    stock = [{"card": "c1", "fuel": "coal", "units": stored}]
    card = {"card": "c2", "fuel": "coal", "units": 3}
    assert page.evaluate(SKETCHED, {"card": card, "plants": [plant], "stock": stock}) == [[says, ""]]


@pytest.mark.parametrize("variant", [RUSSIA, "power_grid/japan", "power_grid/australia"])
def test_the_prices_of_a_plan_are_those_that_the_server_asks(visit, variant):
    """The next token of each fuel and every city are compared, once the seat has a network."""
    page = visit().open()
    open_table(page, variant)
    player, plan, seen = Player(page), Planner(page), set()
    while seen != {"add", "build"}:
        offered = player.offered()
        kind = offered[0].split("-")[0]
        if kind in ("add", "build") and page.locator(".g-seats .g-me").get_by_text(HAS_CITIES).count():
            asked = prices(page, kind)
            plan.open()
            assert prices(page, f"plan-{kind}") == asked != {}
            plan.press("close")
            seen.add(kind)
        power_grid(player, offered)


HAS_CITIES = re.compile(r"cities: [1-9]")
COSTS = """(all, kind) => Object.fromEntries(all.map(each =>
    [each.dataset.do.slice(kind.length + 1), each.querySelector("b").innerText]))"""
TOTALS = "all => Object.fromEntries(all.map(each => [each.dataset.total, each.textContent]))"


def prices(page, kind):
    """The prices of the fuels on their buttons, or of the cities on the map."""
    if kind.endswith("build"):
        return page.locator(".g-total").evaluate_all(TOTALS)
    buttons = page.locator(f'.actions [data-do^="{kind}-"]')
    expect(buttons.first).to_be_visible()
    return buttons.evaluate_all(COSTS, kind)


def test_a_part_of_the_plan_is_left_to_the_server_as_an_order(visit):
    page = visit().open()
    open_table(page, RUSSIA)
    plan = Planner(page)
    plan.open()
    plan.asked.get_by_label("Plant", exact=True).select_option("4")
    plan.press("add-coal", 2)
    plan.asked.get_by_text("Standing order and limits").click()
    plan.press("order-RESOURCES")
    expect(page.locator(".orders").get_by_role("status")).to_have_text("in force")
    expect(plan.asked).to_contain_text("An order is in force for this phase: ")
    page.locator(".orders").get_by_role("button", name="Standing order").click()
    listed = page.get_by_role("dialog").locator("ol").first.locator("li")
    expect(listed).to_have_text(["Buy fuel · Coal · Tokens: 2 · At most for each, in E: 3", "End the turn"])


def test_a_phone_plans_by_keyboard_in_russian_and_in_the_dark(visit):
    page = visit(locale="ru-RU", viewport=PHONE, color_scheme="dark").open()
    open_table(page, RUSSIA)
    plan = Planner(page)
    page.get_by_role("button", name="План раунда").wait_for()
    press_until(page, "План раунда")
    page.keyboard.press("Enter")
    plant = plan.asked.get_by_label("Электростанция", exact=True)
    until_focused(page, plant)
    page.keyboard.press("End")
    until_focused(page, page.locator('[data-do="plan-build"]'))
    page.keyboard.press("Enter")
    expect(plan.steps).to_have_count(2)
    plan.money()
    assert violations(page) == {}
    assert fits(page)
    expect(page.locator('[data-do="plan-play"]')).to_be_in_viewport(ratio=0.99)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert fits(page)


def until_focused(page, wanted):
    """Press Tab until this element has the focus."""
    for _ in range(60):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the Tab key does not lead there")
