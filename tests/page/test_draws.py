"""A draw that waits for its round, as players see it: a part of the game, with a countdown."""

import uuid

import pytest
from playwright.sync_api import expect

from support.bot_games import Caller
from support.browser import PATIENCE_MS, Service, picture, until
from support.servers import wait_until
from tests.api.test_beacon import chain_file
from tests.beacon import signed
from tests.page.test_shell import violations
from tests.page.test_surroundings import TOKEN

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)


TEN_MINUTES_LATER = """() => {
    const measured = performance.now.bind(performance);
    performance.now = () => measured() + 605_000;
}"""
"""For the page alone: the server still refuses."""


@pytest.fixture(scope="module")
def with_beacon():
    """A server whose tables have a beacon. It has no relay, so each round waits until the test hands it in."""
    service = Service()
    service.settings = {"BEACON": chain_file(service.folder), "BEACON_RELAYS": "", "BEACON_LEAD_S": "1"}
    with service:
        yield service


def hand_in(caller, game, number):
    caller.call("Lobby/BeginGame", requestId=str(uuid.uuid4()), gameId=game, round=number, signature=signed(number))


def waiting(caller):
    """A game against a bot that waits for a draw: its id and the round."""
    table = {"variant": "card_game", "seats": 2, "join": True, "bots": ["greedy"], "start": True, "unrated": True}
    made = caller.call("Lobby/CreateTable", requestId=str(uuid.uuid4()), terms={"draws": "beacon"}, **table)["table"]
    game = made["gameId"]
    hand_in(caller, game, made["starting"]["round"])

    def draws():
        now = caller.call("Lobby/GetTable", gameId=game)["table"]
        if "draw" not in now and 0 in now.get("toAct", []):
            caller.move(game)
        return "draw" in now

    wait_until(draws, "a draw", 60)
    return game, caller.call("Lobby/GetTable", gameId=game)["table"]["draw"]["round"]


@pytest.mark.rule("TB-DRAW-04", "TB-DRAW-07")
def test_the_page_counts_down_to_the_round_of_a_draw_and_goes_on_with_the_card(visit, with_beacon):
    visitor = visit(with_beacon.url)
    visitor.allowed = ("400",)  # a proposal that comes too early
    page = visitor.open()
    until(lambda: page.evaluate(TOKEN), page)
    caller = Caller(with_beacon, page.evaluate(TOKEN))
    game, number = waiting(caller)
    page.goto(f"{with_beacon.url}/#/game/{game}")
    wait = page.locator(".waits.drawing", has_text=f"round {number} of the beacon")  # the next draw may follow at once
    expect(wait).to_contain_text("draws.")
    expect(page.locator(".feed")).to_contain_text(f"the game waits for round {number} of the beacon")
    assert violations(page) == {}
    picture(page, "draw-waits")
    page.evaluate(TEN_MINUTES_LATER)
    page.get_by_role("button", name="Propose to continue without it").click()
    expect(page.get_by_text("The players may give a round up ten minutes after its moment")).to_be_visible()
    hand_in(caller, game, number)
    expect(page.locator(".feed")).to_contain_text(f"Round {number} of the beacon decides the draw")
    expect(wait).to_have_count(0)


@pytest.mark.rule("TB-DRAW-01")
def test_the_host_chooses_it_where_the_server_has_a_beacon(visit, with_beacon):
    page = visit(with_beacon.url).open()
    page.get_by_role("button", name="New table", exact=True).click()
    dialog = page.get_by_role("dialog")
    choice = dialog.get_by_label("No card exists before it is drawn")
    dialog.get_by_label("Game").select_option(label="Colony-61: Light Elements")
    expect(choice).to_have_count(0)
    dialog.get_by_label("Game").select_option(label="Power Grid: the Card Game")
    choice.set_checked(True)
    dialog.get_by_role("button", name="Open the table", exact=True).click()
    expect(page.get_by_text("each draw waits for the beacon").first).to_be_visible()


@pytest.mark.rule("TB-DRAW-01", "EV-OPEN-02")
@pytest.mark.parametrize(
    ("locale", "words"),
    [
        (
            "en-GB",
            ("Tournaments", "Open a tournament", "Its name", "Game", "No card exists before it is drawn", "Open it",
             "each draw waits for the beacon"),
        ),
        (
            "ru-RU",
            ("Турниры", "Открыть турнир", "Название", "Игра", "Карты нет, пока её не вытянули", "Открыть",
             "каждая карта ждёт маяка"),
        ),
    ],
)  # fmt: skip
def test_a_tournament_is_opened_whose_draws_wait(visit, with_beacon, locale, words):
    tournaments, opens, name, game, term, confirms, says = words
    page = visit(with_beacon.url, locale=locale).open()
    page.get_by_role("link", name=tournaments).click()
    page.get_by_role("button", name=opens).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(name).fill("Cup")
    choice = dialog.get_by_label(term)
    dialog.get_by_label(game, exact=True).select_option("colony61")
    expect(choice).to_have_count(0)
    dialog.get_by_label(game, exact=True).select_option("card_game")
    choice.set_checked(True)
    assert violations(page) == {}
    dialog.get_by_role("button", name=confirms, exact=True).click()
    expect(page.get_by_text(says)).to_be_visible()
