"""Whole games by keyboard and accessibility tree alone: no picture, no pointer, no name of the page's own code."""

import json
import re
from collections import Counter

import pytest
from playwright.sync_api import expect

from support.bot_games import Caller
from support.browser import PATIENCE_MS, PHONE, ROOT
from tests.page.by_ear import BlindPlayer, Reader, name_of
from tests.page.players import open_table
from tests.page.test_shell import violations

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
PLANTS = 3
CARD = "Influence at the end"
LISTENS = """() => {
    const heard = (window.heard = []);
    const hear = (nodes) => nodes.forEach((node) => heard.push(node.textContent));
    new MutationObserver((all) => all.forEach(({ addedNodes }) => hear(addedNodes)))
        .observe(document.querySelector("[role=log]"), { childList: true });
    return Number(document.querySelector("[data-version]").dataset.version);
}"""
"""Notes all that a screen reader is told from now on; returns the version that is shown."""


def names(asked, pattern):
    return [name_of(each) for each in asked.buttons if re.search(pattern, name_of(each))]


def last(pressed):
    return pressed[-1] if pressed else ""


def _auctions(asked, pressed):
    """Three plants, the first each time."""
    wants = sum(each.startswith("Auction") for each in pressed) < PLANTS
    said = " ".join(asked.texts)
    is_asked = (wants and "Choose a plant" in said) or "close one" in said
    plants = names(asked, r"^\d+: ") if is_asked else []
    return ["Close", "Pull down", "Auction", *plants[:1]]


def power_grid(asked, pressed):
    """A token of fuel a round, and every city that can be paid."""
    if asked.named("Back"):
        return ["Pass", "Finish", "Run"]
    fuel = [] if last(pressed).startswith(("+", "Buy")) else names(asked, r"^\+ .*\d$")
    cities = names(asked, r"= \d+ \+ \d+")
    return [*_auctions(asked, pressed), "Buy", *fuel[:1], *cities[:1], "Run", "Pass", "Finish"]


def card_game(asked, pressed):
    """A card a round, and the run that earns most."""
    if asked.named("Back"):
        return ["Pass", "Finish"]
    cards = [] if last(pressed).endswith("left") else names(asked, r" left$")
    return [*_auctions(asked, pressed), *cards[:1], *names(asked, "→ .* E$")[:1], "Pass", "Finish"]


def colony61(asked, pressed):
    """Takes the first cards, and builds the first thing that it may."""
    said = " ".join(asked.texts)
    chosen = [each for each in asked.pressed if CARD in each]
    free = [each for each in names(asked, CARD) if each not in chosen]
    keep = re.search(r"Keep (\d+) of these", said)
    wanted = int(keep[1]) if keep else "face down" in said
    if len(chosen) < wanted:
        return free[:1]
    return ["Start with", "Keep", "Lay", "Give up nothing", "Build", "Recycle", "Take this income", "Let the server"]


GAMES = {"power_grid/russia": power_grid, "card_game": card_game, "colony61": colony61}
PRESSED = {
    "power_grid/russia": (r"^\d+: ", r"^\+ .*\d$", r"= \d+ \+ \d+", "^Run"),
    "card_game": (" left$", "→ .* E$"),
    "colony61": (CARD, "^Build"),
}
"""Names that a player must have found: a control that lost its name is passed by, and the game ends all the same."""


@pytest.mark.parametrize("variant", GAMES)
def test_a_whole_game_is_played_by_keyboard_and_ear(visit, service, variant):
    page = visit().open()
    open_table(page, variant)
    page.get_by_role("button", name="Standing order").wait_for()  # all that comes after the first board is here
    seen = page.evaluate(LISTENS)
    player = BlindPlayer(page)
    player.play(GAMES[variant])
    assert len(player.pressed) > 10
    assert not [name for name in PRESSED[variant] if not any(re.search(name, each) for each in player.pressed)]
    assert player.nameless == set()
    expect(page.get_by_role("heading", name="Result", exact=True)).to_be_focused()
    heard = Counter(map(words, page.evaluate("heard")))
    told = Counter(map(words, said_since(Caller(service), page.url.rpartition("/")[2], seen)))
    assert 0 <= heard.total() - told.total() <= len(player.pressed), "besides events, questions are announced"
    if variant == "colony61":  # the end has shown what was hidden: such sentences were others while the game ran
        assert all(heard[each] >= n for each, n in told.items() if heard[each])
    else:
        assert {each: heard[each] for each in told} == told


def words(sentence):
    """Without the order of what it lists: amounts of fuel come as the server's map has them."""
    return tuple(sorted(re.findall(r"\w+", sentence)))


def said_since(caller, game, version):
    """The sentences of all events after that version, as the server has them."""
    found, token = [], ""
    while True:
        answer = caller.call("History/ListEvents", gameId=game, fromVersion=version + 1, words=True, pageToken=token)
        found += [each["says"] for each in answer["events"] if each.get("says")]
        token = answer.get("nextPageToken", "")
        if not token:
            return found


def opened_tables(page):
    """The disclosure is found by the Tab key, and opened by Enter."""
    reader = Reader(page)
    shut = next(each for each in reader.all("DisclosureTriangle") if name_of(each) == "The board as tables")
    page.locator("summary", has_text="The board as tables").focus()
    assert reader.focused() == shut["backendDOMNodeId"]
    page.keyboard.press("Enter")


def cells(page, title):
    """The rows of a table by their first cell."""
    table = page.get_by_role("table", name=title, exact=True)
    expect(table).to_be_visible()
    rows = [[cell.strip() for cell in row.split("\t")] for row in table.get_by_role("row").all_inner_texts()]
    return {name: rest for name, *rest in rows[1:]}


def test_the_map_the_market_and_the_plants_are_tables_with_prices_and_ways(visit):
    page = visit().open()
    open_table(page, "power_grid/russia")
    player = BlindPlayer(page)
    asked = player.question()
    while not names(asked, r"= \d+ \+ \d+"):
        start = next(each for each in power_grid(asked, player.pressed) if asked.named(each))
        player.press(asked.named(start)[0])
        asked = player.question(asked.says)
    opened_tables(page)
    cities = cells(page, "Map")
    printed = json.loads((ROOT / "domain/power_grid/data/russia-1.json").read_text())
    named = {city["id"]: city["en"] for city in printed["cities"]}
    ways = [(named[each["a"]], named[each["b"]], each["cost"]) for each in printed["connections"]]
    ways = [(a, b, cost) for a, b, cost in ways if a in cities and b in cities]
    assert len(ways) > 10
    for a, b, cost in ways:
        assert f"{b} {cost} E" in cities[a][4].split(", ")
        assert f"{a} {cost} E" in cities[b][4].split(", ")
    offered = {re.match(r"\D+", each)[0].strip(): int(re.search(r"\d+", each)[0]) for each in names(asked, r"= \d+ \+")}
    assert {city: int(row[3].split(" ")[0]) for city, row in cities.items() if row[3] != "–"} == offered
    assert {"Coal", "Oil", "Garbage", "Uranium"} <= set(cells(page, "Fuel market"))
    plants = cells(page, "Power plants")
    assert "later" in {row[2] for row in plants.values()}
    assert violations(page) == {}


@pytest.mark.parametrize(
    ("variant", "titles"),
    [
        ("card_game", ("Power plants", "Resource market")),
        ("colony61", ("Resources of the colony",)),
    ],
)
def test_the_other_boards_are_tables_too(visit, variant, titles):
    page = visit(viewport=PHONE, has_touch=True).open()
    open_table(page, variant)
    page.get_by_role("button", name="Standing order").wait_for()
    opened_tables(page)
    for title in titles:
        assert len(cells(page, title)) > 4
    assert violations(page) == {}
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
