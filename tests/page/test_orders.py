"""Standing orders by clicks: given, seen, taken back, ended, in every game."""

import pytest
from playwright.sync_api import expect

from support.browser import PATIENCE_MS, PHONE, picture
from tests.page.players import Player, card_game, open_table
from tests.page.test_around import fits
from tests.page.test_shell import violations

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
ROUNDS = 8


def test_an_order_stands_over_a_reload_is_taken_back_and_says_why_another_ended(visit):
    page = visit().open()
    open_table(page, "power_grid/russia")
    bar = page.locator(".orders")
    bar.get_by_role("button", name="Standing order").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("In the phase").select_option("RESOURCES")
    dialog.get_by_label("Tokens").fill("2")
    dialog.get_by_label("At most for each, in E").fill("3")
    dialog.get_by_role("button", name="And then…").click()
    dialog.get_by_label("Kind").nth(1).select_option("finish")
    dialog.get_by_label("a stage begins").check()
    dialog.get_by_role("button", name="What would it do at once?").click()
    expect(dialog.get_by_role("status")).to_have_text("Nothing at once: it waits.")
    assert violations(page) == {}
    picture(page, "order")
    dialog.get_by_role("button", name="Give this order").click()
    expect(dialog.locator("ol li").first).to_have_text("Buy fuel · Coal · Tokens: 2 · At most for each, in E: 3")
    expect(dialog).to_contain_text("It ends your turn.")
    expect(dialog).to_contain_text("It continues all the same when: a stage begins.")
    page.reload()
    expect(bar.get_by_role("status")).to_have_text("in force")
    bar.get_by_role("button", name="Standing order").click()
    dialog.get_by_role("button", name="Take it back").click()
    expect(dialog.locator(".ended li")).to_have_count(1)
    # In round 1 all players have to buy a plant: a player who passes must still buy one in the end.
    dialog.get_by_label("Kind").select_option("passAuctions")
    dialog.get_by_role("button", name="Give this order").click()
    dialog.get_by_role("button", name="Close").click()
    expect(bar.get_by_role("status")).to_contain_text("has ended: ")
    assert violations(page) == {}


@pytest.mark.parametrize(("game", "kind"), [("card_game", "passAuctions"), ("colony61", "takeDefault")])
def test_a_phone_gives_orders_of_the_other_games_in_russian(visit, game, kind):
    page = visit(locale="ru-RU", viewport=PHONE).open()
    open_table(page, game)
    page.locator(".orders").get_by_role("button", name="Поручение").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Что").select_option(kind)
    assert violations(page) == {}
    assert fits(page)
    dialog.get_by_role("button", name="Дать поручение").click()
    expect(dialog.locator(".ended li, [aria-current=step]").first).to_be_visible()


def test_what_a_seat_ran_in_a_round_before_can_be_ordered_again(visit):
    page = visit().open()
    open_table(page, "card_game")
    seat, dialog = Player(page), page.get_by_role("dialog")
    runs = dialog.get_by_label("Kind").locator("option[value=runThese]")
    for _ in range(ROUNDS):
        while not (seat.moves and seat.moves[-1].startswith("run-")):
            card_game(seat, seat.offered())
        offered = seat.offered()  # the next auction: the order waits for the end of this round
        page.locator(".orders").get_by_role("button", name="Standing order").click()
        dialog.get_by_label("In the phase").select_option("BUREAUCRACY")
        if runs.count():
            break
        dialog.get_by_role("button", name="Close").click()
        card_game(seat, offered)
    dialog.get_by_label("Kind").select_option("runThese")
    chosen = dialog.get_by_label("Plants").locator("option").first.inner_text()
    assert violations(page) == {}
    dialog.get_by_role("button", name="Give this order").click()
    expect(dialog.locator("ol li").first).to_have_text(f"Run what you ran · {chosen}")
