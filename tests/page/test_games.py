"""Whole games by clicks alone, of every variant; what is not offered says why; what a spectator's page holds."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import DESKTOP, PATIENCE_MS, PHONE, ROOT
from tests.page.players import Player, card_game, colony61, open_table, power_grid
from tests.page.test_shell import violations

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(1200)]
expect.set_options(timeout=PATIENCE_MS)

GAMES = {
    "power_grid/russia": power_grid,
    "power_grid/japan": power_grid,
    "power_grid/india": power_grid,
    "power_grid/australia": power_grid,
    "power_grid/germany": power_grid,
    "power_grid/usa": power_grid,
    "card_game": card_game,
    "colony61": colony61,
}


@pytest.mark.parametrize("variant", GAMES)
def test_a_whole_game_is_played_by_clicks(visit, variant):
    page = visit(service_workers="allow").open()
    open_table(page, variant)
    player = Player(page)
    player.play(GAMES[variant])
    nobody_is_ranked = page.get_by_text("The colony is lost: all have lost.", exact=True)  # as its dice fall
    expect(page.locator(".g-result tbody tr").nth(1).or_(nobody_is_ranked)).to_be_visible()
    expect(player.over.locator("li")).to_have_count(2)
    assert len(player.moves) > 10
    if GAMES[variant] is power_grid:
        assert any(each.startswith("map-") for each in player.moves)


def test_regions_are_chosen_by_clicks_before_the_first_auction(visit):
    page = visit().open()
    page.locator(".start button").nth(1).click()
    for place, value in enumerate(("power_grid/germany", "2", "1")):
        page.locator("dialog select").nth(place).select_option(value)
    page.get_by_role("dialog").get_by_label("Regions").select_option("drafted")
    page.locator("dialog [type=submit]").click()
    player = Player(page)
    while (offered := player.offered()) and offered[0].startswith("region-"):
        expect(page.locator("[data-city]")).to_have_count(42)
        assert violations(page) == {}
        player.move(offered[0])
    assert player.moves
    assert not [each for each in offered if each.startswith("region-")]
    expect(page.locator("[data-city]")).to_have_count(21)


def test_a_reading_that_a_host_chose_is_named_in_the_lobby_before_the_game_and_in_it(visit):
    page = visit().open()
    page.locator(".start button").nth(1).click()
    for place, value in enumerate(("colony61", "2", "0")):
        page.locator("dialog select").nth(place).select_option(value)
    page.get_by_role("dialog").get_by_label("Doubled income").select_option("without_bonuses")
    page.locator("dialog [type=submit]").click()
    reading = "Doubled income: without bonuses"
    expect(page.locator("p.tags")).to_contain_text(reading)
    lobby = visit().open()
    expect(lobby.locator(".table-row").first).to_contain_text(reading)
    assert violations(lobby) == {}
    page.get_by_role("button", name="A bot that plays greedily", exact=True).click()
    page.get_by_role("button", name="Start the game", exact=True).click()
    expect(page.locator(".g-board")).to_be_visible()
    expect(page.get_by_text(reading)).to_be_visible()


@pytest.mark.parametrize(
    ("variant", "viewport", "locale", "scheme"),
    [
        ("power_grid/japan", PHONE, "ru-RU", "light"),
        ("power_grid/australia", DESKTOP, "en-GB", "dark"),
        ("card_game", PHONE, "en-GB", "dark"),
        ("colony61", PHONE, "ru-RU", "light"),
    ],
)
def test_every_question_of_a_game_is_for_everybody(visit, variant, viewport, locale, scheme):
    """At each new kind of question axe finds no fault, nothing is wider than the screen, and every button is large
    enough for a finger."""
    page = visit(viewport=viewport, has_touch=viewport is PHONE, color_scheme=scheme, locale=locale).open()
    open_table(page, variant)
    player, seen = Player(page), set()
    while len(player.moves) < 24 and (offered := player.offered()):
        kinds = frozenset(re.sub(r"\W.*", "", each) for each in offered)
        if kinds not in seen:
            seen.add(kinds)
            assert violations(page) == {}, kinds
            assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"], kinds
            if viewport is PHONE:
                assert too_small(page) == []
        GAMES[variant](player, offered)
    assert len(seen) >= 4


def too_small(page):
    """Buttons of the game that a finger misses: lower than 44 px."""
    low = "one => one.offsetParent && one.getBoundingClientRect().height < 43.5"
    return page.locator(".actions button, .g-board button").evaluate_all(
        f"all => all.filter({low}).map(one => one.outerHTML)"
    )


@pytest.mark.parametrize(
    ("language", "legal", "rules"),
    [
        ("en-GB", "Possible now", "docs/rules/power_grid.md"),
        ("ru-RU", "Сейчас можно", "docs/rules/ru/power_grid.md"),
    ],
)
def test_a_plant_that_is_not_offered_says_why_with_the_rule_and_its_text(visit, language, legal, rules):
    visitor = visit(locale=language)
    visitor.allowed = ("status of 400",)
    page = visitor.open()
    open_table(page, "power_grid/russia")
    player = Player(page)
    player.offered()
    version = player.board.get_attribute("data-version")
    page.locator(".g-plants .g-later").first.click()
    note = page.get_by_role("dialog")
    expect(note).to_contain_text(re.compile(r"PG-AUC-\d+"))
    expect(note).to_contain_text(legal)
    (number,) = re.findall(r"PG-AUC-\d+", note.locator(".rule").inner_text())
    (title,) = re.findall(rf"^#### {number} · (.+)$", (ROOT / rules).read_text(), re.MULTILINE)
    expect(note.locator(".rule-text strong")).to_have_text(title)
    assert len(note.locator(".rule-text p").inner_text()) > len(title)
    note.get_by_role("button").click()
    expect(note).to_be_hidden()
    assert player.board.get_attribute("data-version") == version


def test_a_spectator_sees_no_card_of_a_hand(visit):
    page = visit().open()
    open_table(page, "colony61")
    player = Player(page)
    secret = [each.removeprefix("card-") for each in player.offered() if each.startswith("card-")]
    assert len(secret) > 2
    watching = visit().open(page.url.partition("#/")[2])
    expect(watching.locator(".g-board .g-resources")).to_be_visible()
    expect(watching.locator(".g-chip")).to_have_count(2)
    held = watching.content()
    assert [card for card in secret if card in held] == []
    assert watching.locator("[data-card]").count() == 0


def fingers(session, kind, *points):
    """Send the report of a touch screen: the position of each finger."""
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})


def test_two_fingers_zoom_a_map_around_the_point_between_them(visit):
    visitor = visit(viewport=PHONE, has_touch=True)
    page = visitor.open()
    open_table(page, "power_grid/russia")
    Player(page).offered()
    page.get_by_role("button", name="Map", exact=True).click()
    place = page.locator(".g-mapscroll")
    expect(place).to_be_visible()
    zoom = page.locator(".g-zoom").bounding_box()
    assert zoom["y"] + zoom["height"] <= place.bounding_box()["y"], "the buttons lie on cities"
    place.evaluate("place => scrollTo(0, place.getBoundingClientRect().top + scrollY - 120)")
    box = place.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 120
    cities = page.locator("[data-city]").evaluate_all(
        "all => all.map(one => [one.dataset.city, one.querySelector('.g-disc').getBoundingClientRect()])"
    )
    between, before = min(cities, key=lambda each: abs(each[1]["x"] - x) + abs(each[1]["y"] - y))
    disc = page.locator(f'[data-city="{between}"] .g-disc')
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    session = visitor.context.new_cdp_session(page)
    expect(place).to_have_attribute("data-pinch", "")
    fingers(session, "touchStart", (x - 20, y), (x + 20, y))
    for apart in (25, 30, 35, 40):
        fingers(session, "touchMove", (x - apart, y), (x + apart, y))
    fingers(session, "touchEnd")
    after = disc.bounding_box()
    assert after["width"] == pytest.approx(2 * before["width"], rel=0.1)
    assert after["x"] + after["width"] / 2 == pytest.approx(x, abs=6)
    assert after["y"] + after["height"] / 2 == pytest.approx(y, abs=6)
    assert page.evaluate("[visualViewport.scale, document.documentElement.scrollWidth]") == [1, PHONE["width"]]


@pytest.mark.parametrize(("variant", "marked"), [("card_game", ".g-plant .g-powers"), ("colony61", ".g-price")])
def test_values_that_no_source_prints_are_marked_on_the_board(visit, variant, marked):
    page = visit().open()
    open_table(page, variant)
    note = page.get_by_text("* Reconstructed: no source prints this value.").first
    expect(note).to_be_visible()
    values = page.locator(marked)
    expect(values.first).to_be_visible()
    assert [text for text in values.all_inner_texts() if text.endswith("*")]


MARKS = """async lines => {
    const { load, mark } = await import("/games/edition.js");
    const ask = async () => ({ data: {}, editions: [{ id: "colony61-1001", reconstructed: lines }] });
    const game = { edition: await load(ask, { colony61: { edition: "colony61-1001" } }, "colony61") };
    return [["modules.mine", "cost"], ["modules.mine"], ["modules.radar", "cost"], ["plants/P01", "need"],
        ["plants/P01", "profit"], ["types.I", "id"], ["types.M"]].map(row => mark(game, ...row));
}"""


def test_a_value_that_a_club_read_off_its_copy_is_not_marked(visit):
    lines = ["modules.mine (printed: name_ru, cost)", "modules.radar (printed: name_ru)", "plants/P01: need", "types.I"]
    assert visit().open().evaluate(MARKS, lines) == ["", "*", "*", "*", "", "*", ""]
