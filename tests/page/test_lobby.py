"""The lobby shows what is played and by whom, bots by strength, and rematches."""

import pytest
from playwright.sync_api import expect

from support.browser import PATIENCE_MS, PHONE, picture
from tests.page.players import open_table
from tests.page.test_shell import violations
from tests.page.test_table import is_on_turn, two_at_a_table

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
WIDE = {"width": 1440, "height": 900}
BETWEEN = {"width": 900, "height": 900}
GAMES = ("power_grid/russia", "card_game", "colony61")


def test_running_tables_are_seen_in_miniature_with_their_players(visit):
    host = visit()
    for game in GAMES:
        open_table(host.open(), game)
    name = host.context.pages[0].get_by_role("button", name="Account: ").inner_text().removesuffix(" (guest)")
    page = visit(viewport=PHONE).open()
    drawn = page.locator(".miniature[data-drawn]")
    expect(drawn).to_have_count(3)
    colony, cards, map_ = (drawn.nth(place) for place in range(3))
    expect(colony.locator("rect")).to_have_count(2)
    expect(cards.locator("rect")).to_have_count(2)
    assert map_.locator("circle").count() > 10
    present = page.get_by_role("region", name="Players at public tables")
    expect(present.get_by_role("listitem")).to_have_text([name])
    expect(present.get_by_role("link")).to_have_attribute("href", "#/player/" + account_of(host.context.pages[0]))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert violations(page) == {}
    picture(page, "lobby-phone")
    page.set_viewport_size(BETWEEN)
    assert page.locator(".table-row .who > *").evaluate_all("all => Math.max(...all.map(one => one.offsetHeight))") < 40
    wide = visit(viewport=WIDE).open()
    expect(wide.locator(".miniature[data-drawn]")).to_have_count(3)
    picture(wide, "lobby")


def account_of(page):
    return page.evaluate("import('/session.js').then(({ me }) => me.value.accountId)")


def test_bots_are_offered_by_name_from_the_weakest_to_the_strongest(visit):
    page = visit().open()
    page.get_by_role("button", name="Play against bots").click()
    page.locator("dialog select").first.select_option("power_grid/russia")
    ways = page.get_by_role("dialog").get_by_label("How they play", exact=True).locator("option")
    expect(ways.first).to_have_text("Random ★☆☆☆, at random")
    shown = [each.split(",")[0] for each in ways.all_inner_texts()]
    assert [each for each in shown if "★" in each] == [
        "Random ★☆☆☆",
        "Greedy ★★☆☆",
        "Planner ★★★☆",
        "Expert ★★★★",
    ]


def finished(host, guest):
    """Both agree to end their game."""
    one, other = (host, guest) if is_on_turn(host, guest) else (guest, host)
    one.get_by_text("More", exact=True).click()
    one.get_by_role("button", name="Propose to end").click()
    other.get_by_role("button", name="Agree").click()
    for page in (host, guest):
        expect(page.get_by_role("heading", name="Result")).to_be_visible()


def test_a_rematch_is_seen_by_the_other_player_and_accepted_at_the_table(visit):
    host, guest = two_at_a_table(visit, Counts_for_the_rating=False)
    finished(host, guest)
    name = host.get_by_role("button", name="Account: ").inner_text().removesuffix(" (guest)")
    host.get_by_role("button", name="Rematch").click()
    expect(host.locator(".places .place")).to_have_count(1)
    expect(guest.get_by_role("status").filter(has_text=f"{name}: a rematch?")).to_be_visible()
    assert violations(guest) == {}
    guest.get_by_role("button", name="Accept the rematch").click()
    expect(guest.locator(".g-board")).to_be_visible()
    expect(host.locator(".g-board")).to_be_visible()
    assert host.url.split("#")[1] == guest.url.split("#")[1]


def test_a_rematch_waits_in_the_lobby_until_it_is_accepted_or_closed(visit):
    host, guest = two_at_a_table(visit, Counts_for_the_rating=False)
    finished(host, guest)
    guest.get_by_role("link", name="Turnledger").click()
    expect(guest.get_by_role("heading", name="Open tables")).to_be_visible()
    host.get_by_role("button", name="Rematch").click()
    accept = guest.get_by_role("button", name="Accept the rematch")
    expect(accept).to_be_visible()
    host.get_by_role("button", name="Close the table").click()
    expect(accept).to_have_count(0)
    host.go_back()
    host.get_by_role("button", name="Rematch").click()
    expect(accept).to_be_visible()
    guest.reload()
    expect(accept).to_be_visible()
    accept.click()
    expect(guest.locator(".g-board")).to_be_visible()
    expect(host.locator(".g-board")).to_be_visible()
