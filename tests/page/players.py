"""Players by clicks: they press the buttons that the page offers. Only the page calls the server."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

MOVES_MAX = 600
NAMES = "all => all.map(one => one.dataset.do)"
ASKED = ".actions.mine [data-do]:enabled"


def open_table(page: Page, game: str, players: int = 2) -> None:
    """A new table at which bots take the other seats, and its start: by the dialog of the lobby, in any language."""
    page.locator(".start button").nth(1).click()
    for place, value in enumerate((game, str(players), str(players - 1))):
        page.locator("dialog select").nth(place).select_option(value)
    page.locator("dialog [type=submit]").click()
    expect(page.locator(".g-board")).to_be_visible()


def opening(page: Page, game: str, players: int, bots: int) -> Locator:
    """Return the filled-in dialog of a new table."""
    page.get_by_role("button", name="New table", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game", exact=True).select_option(game)
    dialog.get_by_label("Players", exact=True).select_option(str(players))
    dialog.get_by_label("Bots", exact=True).select_option(str(bots))
    return dialog


class Player:
    """A seat at the table that `page` shows. `moves`: what it pressed, the names of the buttons."""

    def __init__(self, page: Page) -> None:
        self.page, self.moves = page, list[str]()
        self.board, self.over = page.locator(".g-board"), page.locator(".standings")

    def offered(self) -> list[str]:
        """Wait for buttons or the end of the game, and return what may be pressed, by `data-do`."""
        while True:
            self.page.locator(f".standings, {ASKED}").first.wait_for()
            if self.over.count():
                return []
            if names := self.page.locator(ASKED).evaluate_all(NAMES):  # empty: drawn again since
                return names

    def press(self, what: str) -> None:
        """Something that sends nothing."""
        self.page.locator(f'.actions [data-do="{what}"]').first.click()

    def move(self, what: str) -> None:
        """Make a move, confirm it where the page asks, and wait until the page shows the result."""
        before = self.board.get_attribute("data-version")
        self.press(what)
        self.moves.append(what)
        sure = self.page.locator(f'.actions [data-do="{what}-yes"]')
        if sure.count():
            sure.click()
        self.until_moved(before)

    def until_moved(self, before: str | None) -> None:
        """Wait for another version of the board. A selector is looked for in each frame, `expect` asks again after 100,
        250 and 500 ms."""
        self.page.locator(f'.g-board:not([data-version="{before}"])').wait_for()

    def play(self, turn: Callable[["Player", list[str]], None]) -> None:
        """Play to the end of the game."""
        while offered := self.offered():
            turn(self, offered)
            assert len(self.moves) < MOVES_MAX, "the game does not end"


def _auctioned(player: Player, offered: list[str]) -> bool:
    """Buys three plants, each without a fight, and closes the first where there is a fourth. Whether that was asked."""
    own = player.page.locator(".g-seats .g-me .g-plant").count()
    nominations = [each for each in offered if each.startswith("nominate-")]
    if "bid" in offered or (nominations and own >= 3 and "pass" in offered):
        player.move("pass")
    elif nominations:
        player.press(nominations[-1])
        player.move("open")
    elif closed := [each for each in offered if each.startswith("close-")]:
        player.move(closed[0])
    elif scrapped := [each for each in offered if each.startswith("scrap-")]:
        player.press(scrapped[0])
        player.move(scrapped[0].replace("scrap", "close"))
    else:
        return False
    return True


def power_grid(player: Player, offered: list[str]) -> None:
    """Buys three plants and a token of fuel a round, and builds now by a button, now by touching the map."""
    if regions := [each for each in offered if each.startswith("region-")]:
        player.move(regions[0])
        return
    if bars := [each for each in offered if each.startswith(("bar-", "name-"))]:
        if bars[0].startswith("name-") and "pass" in offered:
            player.press(bars[0])
            player.move("name")
        else:
            player.move(bars[0])
        return
    if _auctioned(player, offered):
        return
    if fuels := [each for each in offered if each.startswith(("add-", "take-"))]:
        _buy(player, fuels[0])
    elif sites := [each for each in offered if each.startswith("build-")]:
        _, city, _ = sites[0].split("-")
        one_way = sum(each.startswith(f"build-{city}-") for each in sites) == 1  # Japan may have two: one says which
        _touch(player, city) if one_way and len(player.moves) % 2 else player.move(sites[0])
    else:
        player.move(next(each for each in ("run", "sell", "finish", "pass") if each in offered))


def _buy(player: Player, fuel: str) -> None:
    """One token, once in a phase, then no more: by a basket, or at once where it is one at a time."""
    if player.moves[-1].startswith(("buy", "take-")):
        player.move("finish")
    elif fuel.startswith("take-"):
        player.move(fuel)
    else:
        player.press(fuel)
        player.move("buy")


def _touch(player: Player, city: str) -> None:
    """Builds on the map itself."""
    before = player.board.get_attribute("data-version")
    place = player.page.locator(f'[data-city="{city}"]')
    if player.page.evaluate("navigator.maxTouchPoints"):  # a finger is shown the price and the way first
        place.tap()
        expect(place).to_have_class(re.compile("g-shown"))
        place.tap()
    else:
        place.click()
    player.until_moved(before)
    player.moves.append(f"map-{city}")


def card_game(player: Player, offered: list[str]) -> None:
    """Buys three plants, the cheapest card of each round, and runs what earns the most."""
    cards = [each for each in offered if each.startswith("buy-")]
    if _auctioned(player, offered):
        return
    if cards and not player.moves[-1].startswith("buy-"):
        player.move(cards[0])
    else:
        player.move(next(each for each in ("run-0", "finish", "pass") if each in offered))


def colony61(player: Player, offered: list[str]) -> None:
    """Chooses its cards by pressing them, builds the first thing that it may, takes the income as explained."""
    cards = [each for each in offered if each.startswith("card-")]
    decisions = [each for each in offered if re.fullmatch(r"decide-\d+", each)]
    if decisions:
        return player.move(decisions[0])
    if "income" in offered:
        return player.move("income")
    for card in cards[: _cards_to_choose(player, offered)]:
        player.press(card)
    return player.move(next(each for each in ("start", "lay", "swap", "keep", "default") if each in offered))


def _cards_to_choose(player: Player, offered: list[str]) -> int:
    """One card is laid, none is given up, and as many are kept as there must be."""
    if "lay" in offered or "swap" in offered:
        return int("lay" in offered)
    hand = player.page.locator(".actions .g-hand")
    return int(hand.get_attribute("data-most") or 0) if hand.count() else 0
