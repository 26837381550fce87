"""The table on a desktop and on a phone: nothing to scroll, nothing that shifts, the main button in sight."""

import re

import pytest
from playwright.sync_api import expect

from support.bot_games import Caller
from support.browser import PATIENCE_MS, PHONE
from tests.page.players import Player, card_game, colony61, open_table, power_grid

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(1200)]
expect.set_options(timeout=PATIENCE_MS)
WIDE = {"width": 1440, "height": 900}
TURNS = {
    "power_grid/russia": power_grid,
    "power_grid/india": power_grid,
    "card_game": card_game,
    "colony61": colony61,
}
PLACES = """() => ['.board', '.actions', '.side', '.g-mapscroll, .g-tab'].map((what) => {
    const { left, top, width } = document.querySelector(what).getBoundingClientRect();
    return [what, Math.round(left), Math.round(top), Math.round(width)].join(' ');
}).join(', ')"""

BROKEN = """(names) => {
    const [head, name] = [document.querySelector('.actions .g-modhead b')].flatMap((each) => [each, each.firstChild]);
    return names.filter((each) => {
        head.className = /[^\\s-]{16}/.test(each) ? 'g-long' : '';
        name.data = each;
        return [...each.matchAll(/[^\\s-]+/g)].some(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(name, index);
            range.setEnd(name, index + word.length);
            return range.getClientRects().length > 1;
        });
    });
}"""
"""Names that a card writes with a word in two lines. A card has the least room where nine are dealt."""


@pytest.mark.parametrize("variant", TURNS)
def test_a_desktop_shows_every_question_without_scrolling_and_nothing_shifts(visit, variant):
    page = visit(viewport=WIDE).open()
    open_table(page, variant, 4 if variant != "card_game" else 3)
    player, seen, places = Player(page), set(), set()
    while len(player.moves) < 14 and (offered := player.offered()):
        kinds = frozenset(re.sub(r"\W.*", "", each) for each in offered)
        if kinds not in seen:
            seen.add(kinds)
            assert page.evaluate("document.documentElement.scrollHeight") <= WIDE["height"], kinds
            expect(page.locator(".actions [data-do]").last).to_be_attached()
            places.add(str(page.evaluate(PLACES)))
            if (cards := page.locator(".actions .g-hand .g-module")).count():
                expect(cards.last).to_be_in_viewport(ratio=0.99)
        TURNS[variant](player, offered)
    assert len(seen) >= 3
    assert len(places) == 1, places


def nine_cards(page):
    """The start cards at a table with the colony that deals nine."""
    page.locator(".start button").nth(1).click()
    for place, value in enumerate(("colony61", "2", "1")):
        page.locator("dialog select").nth(place).select_option(value)
    page.locator("dialog select", has=page.locator("[value=frontier_station]")).select_option("frontier_station")
    page.locator("dialog [type=submit]").click()
    cards = page.locator(".actions .g-hand .g-module")
    expect(cards).to_have_count(9)
    return cards


def test_a_desktop_shows_all_start_cards_of_the_colony_that_deals_nine(visit):
    page = visit(viewport=WIDE).open()
    cards = nine_cards(page)
    expect(cards.last).to_be_in_viewport(ratio=0.99)
    expect(page.locator(".chosen")).to_have_text("Colony card: Frontier Station")


@pytest.mark.parametrize(("tag", "language"), [("en-GB", "en"), ("ru-RU", "ru")])
def test_no_word_in_the_name_of_a_colony_card_breaks(visit, service, tag, language):
    data = Caller(service).call("Catalogue/GetGameData", variant="colony61")
    names = {each["code"]: each["names"][language] for each in data["words"]}
    modules = [names[each["id"]] for each in data["data"]["colony61"]["modules"]]
    assert len(modules) > 20
    page = visit(viewport=WIDE, locale=tag).open()
    nine_cards(page)
    assert page.evaluate(BROKEN, modules) == []


@pytest.mark.parametrize("variant", ["card_game", "colony61"])
def test_a_board_without_a_map_uses_a_large_window(visit, variant):
    page = visit(viewport={"width": 3840, "height": 2160}).open()
    open_table(page, variant, 3)
    last = page.locator(".g-tab:visible").last
    expect(last).to_be_visible()
    assert last.evaluate("each => each.getBoundingClientRect().bottom") > 0.5 * 2160


def test_a_large_window_is_filled_and_its_text_grows(visit):
    page = visit(viewport={"width": 3840, "height": 2160}).open()
    open_table(page, "power_grid/russia")
    expect(page.locator(".g-city-name").first).to_be_visible()
    box = "what => document.querySelector(what).getBoundingClientRect()"
    assert page.evaluate(f"({box})('.columns.playing').width") > 3700
    assert page.evaluate("getComputedStyle(document.body).fontSize") == "24px"
    assert page.evaluate(f"({box})('.g-city-name').height") > 24
    assert page.evaluate("document.documentElement.scrollHeight") <= 2160


def test_a_phone_shows_the_map_over_the_question_where_to_build(visit):
    page = visit(viewport=PHONE, has_touch=True).open()
    open_table(page, "power_grid/russia", 3)
    player = Player(page)
    while not any(each.startswith("build-") for each in player.offered()):
        power_grid(player, player.offered())
    top = "what => document.querySelector(what).getBoundingClientRect().top"
    expect(page.locator(".g-mapscroll")).to_be_visible()
    assert page.evaluate(f"({top})('.actions') - ({top})('.g-mapscroll')") > 200


@pytest.mark.parametrize("variant", TURNS)
def test_a_phone_keeps_the_main_button_in_sight(visit, variant):
    page = visit(viewport=PHONE, has_touch=True).open()
    open_table(page, variant)
    player, seen = Player(page), set()
    while len(player.moves) < 8 and (offered := player.offered()):
        kinds = frozenset(re.sub(r"\W.*", "", each) for each in offered)
        if kinds not in seen:
            seen.add(kinds)
            expect(page.locator(".actions")).to_be_in_viewport(ratio=0.99)
            for each in page.locator(".actions .g-main:visible").all()[-1:]:
                expect(each).to_be_in_viewport(ratio=0.9)
        TURNS[variant](player, offered)
    assert seen
