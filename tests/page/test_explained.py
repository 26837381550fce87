"""A finished game explained, by clicks."""

import re

import pytest
from playwright.sync_api import expect

from support.bot_games import Caller
from support.browser import DESKTOP, PATIENCE_MS, PHONE, Service, picture
from tests.page.test_shell import violations

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
GAMES_MAX = 4
"""In nearly each something stands out."""


@pytest.fixture(scope="module")
def explaining():
    """A server that explains quickly, and a game of it in which a bot played at random: some of that mattered. It
    yields the caller that asked for the explanation, the game, and the answer."""
    with Service(ANALYSIS_TRIES="8") as started:
        for _ in range(GAMES_MAX):
            caller = Caller(started)
            game = caller.finished("card_game", 2, first="random")
            told = caller.explanation(game)
            if told["mattered"]:
                break
        yield caller, game, told


def opened(visitor, game):
    page = visitor.open(f"game/{game}/1")
    expect(page.get_by_role("heading", name="Figures", exact=True)).to_be_visible()
    return page


def percent(permille):
    """Round as the page does."""
    return f"{(permille + 5) // 10}%"


def test_a_game_is_explained_and_what_mattered_leads_to_its_version(visit, explaining):
    caller, game, told = explaining
    page = opened(visit(caller.url), game)
    region = page.get_by_role("region", name="The game explained", exact=True)
    region.get_by_role("button", name="Explain this game", exact=True).click()
    expect(region.get_by_role("heading", name="Luck of the draw", exact=True)).to_be_visible()
    expect(region.get_by_role("heading", name="The game explained", exact=True)).to_be_focused()
    decisions = {each["version"]: each for each in told["decisions"]}
    lines = region.locator("ol li")
    expect(lines).to_have_count(len(told["mattered"]))
    for place, version in enumerate(told["mattered"]):
        expect(lines.nth(place)).to_contain_text(decisions[version]["doneSays"])
        expect(lines.nth(place)).to_contain_text(decisions[version]["bestSays"])
    page.set_viewport_size({"width": 1280, "height": 2400})  # the controls cover no part of it
    picture(region, "explained")
    page.set_viewport_size(DESKTOP)
    region.get_by_text(f"All decisions: {len(decisions)}", exact=True).click()
    everything = region.locator(".b-decisions li")
    expect(everything).to_have_count(len(decisions))
    expect(everything.first).to_contain_text(told["decisions"][0]["doneSays"])
    region.get_by_text(f"All decisions: {len(decisions)}", exact=True).click()
    region.get_by_text("Chances as a table", exact=True).click()
    rows = region.locator("tbody tr")
    expect(rows).to_have_count(len(told["line"]))
    expect(rows.first).to_have_text("".join(["1", *map(percent, told["line"][0]["chancesPermille"])]))
    worst = told["mattered"][0]
    region.locator("ol").get_by_role("link").first.click()
    page.wait_for_url(lambda url: int(url.rpartition("/")[2]) >= worst)
    expect(page.locator(".b-told li[aria-current] a").first).to_be_visible()


@pytest.mark.parametrize("language", ["en-GB", "ru-RU"])
@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desktop", "phone"])
def test_an_explanation_is_for_everybody(visit, explaining, language, viewport):
    caller, game, _ = explaining
    visitor = visit(caller.url, locale=language, **({"viewport": viewport} if viewport else {}))
    page = visitor.open(f"game/{game}/1")
    region = page.locator(".b-explained")
    region.get_by_role("button").click()
    luck, table = {
        "en-GB": ("Luck of the draw", "Chances as a table"),
        "ru-RU": ("Удача с картами", "Шансы таблицей"),
    }[language]
    expect(region.get_by_role("heading", name=luck, exact=True)).to_be_visible()
    region.get_by_text(table, exact=True).click()
    expect(region.locator("table")).to_be_visible()
    assert violations(page) == {}
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_it_says_how_far_it_is_and_stops_when_it_is_asked_to(own_service, visit):
    service = own_service(ANALYSIS_TRIES="400")
    game = Caller(service).finished("card_game", 2)
    page = opened(visit(service.url), game)
    page.get_by_role("button", name="Explain this game", exact=True).click()
    expect(page.get_by_text("Explained up to version")).to_be_visible()
    expect(page.get_by_role("progressbar", name="Explaining", exact=True)).to_be_visible()
    assert violations(page) == {}
    page.get_by_role("button", name="Stop explaining", exact=True).click()
    expect(page.get_by_role("button", name="Explain this game", exact=True)).to_be_focused()
    expect(page.get_by_role("progressbar")).to_have_count(0)


def test_a_game_that_runs_is_not_explained(visit, explaining):
    caller, _, _ = explaining
    page = opened(visit(caller.url), caller.begun("card_game"))
    expect(page.get_by_role("region", name="The game explained")).to_have_count(0)


GIVE = """async ([method, message]) => {
  const { call } = await import("./api.js");
  return call(method, { requestId: crypto.randomUUID(), ...message });
}"""


def finished_own_game(page):
    """Return the id of a finished game and the colour of the page's account, whose seat a random bot took."""
    begin = {"variant": "card_game", "seats": 2, "join": True, "bots": ["greedy"], "start": True}
    table = page.evaluate(GIVE, ["Lobby/CreateTable", begin])["table"]
    page.evaluate(GIVE, ["Play/Act", {"gameId": table["gameId"], "handSeat": {"bot": "random"}}])
    page.goto(page.url.partition("#")[0] + f"#/game/{table['gameId']}")
    expect(page.get_by_role("region", name="Result", exact=True)).to_be_visible()
    return table["gameId"], table["occupants"][0]["colour"]


def lost_by_own_decisions(told):
    """Return version -> permille lost, of the decisions of seat 0 for which a better one was found."""
    decisions = [each for each in told["decisions"] if each["seat"] == 0 and each.get("best")]
    return {each["version"]: each["bestChancePermille"] - each["chancePermille"] for each in decisions}


def test_own_dearest_decisions_come_first_and_are_tried_again_on_the_own_seat(visit, explaining):
    caller, _, _ = explaining
    page = visit(caller.url).open()
    expect(page.get_by_role("button", name="Account: ")).to_be_visible()
    for _ in range(GAMES_MAX):
        game, colour = finished_own_game(page)
        told = caller.explanation(game)
        lost = lost_by_own_decisions(told)
        if lost.keys() & set(told["mattered"]):
            break
    page.goto(f"{caller.url}/#/game/{game}")
    result = page.get_by_role("region", name="Result", exact=True)
    expect(result.locator(".score").first).to_contain_text(re.compile(r"^\d+ points?$"))
    expect(result.locator(".why")).to_contain_text(re.compile("won: .* had "))
    with page.expect_download() as saved:
        result.get_by_role("button", name="A picture to share", exact=True).click()
    assert saved.value.path().read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    result.get_by_role("link", name="Look back", exact=True).click()
    page.get_by_role("button", name="Explain this game", exact=True).click()
    own = page.locator(".b-own-decisions")
    expect(own.get_by_role("heading", name="Your dearest decisions", exact=True)).to_be_visible()
    shown = [
        int(each.rpartition("/")[2]) for each in own.get_by_role("link").evaluate_all("all => all.map(a => a.href)")
    ]
    assert shown == sorted(shown, key=lambda version: -lost[version])
    assert 0 < len(shown) <= 3
    own.get_by_role("button", name=re.compile("^Try it from here")).first.click()
    page.wait_for_url(lambda url: "/#/game/" in url and game not in url)
    expect(page.locator(".places .place")).to_have_count(1)
    branch = page.evaluate(GIVE, ["History/ListBranches", {"gameId": game}])["branches"][0]
    assert branch["version"] == shown[0] - 1
    seated = page.evaluate(GIVE, ["Lobby/GetTable", {"gameId": branch["gameId"]}])["table"]["occupants"]
    assert [each["colour"] for each in seated] == [colour]


def test_room_of_a_branch_shows_each_seat_and_its_player_sits_on_the_own_one(visit, service):
    page = visit().open()
    expect(page.get_by_role("button", name="Account: ")).to_be_visible()
    game, colour = finished_own_game(page)
    page.goto(f"{service.url}/#/game/{game}/30")
    page.get_by_role("button", name="Play on from here", exact=True).click()
    page.get_by_role("button", name="Open the table", exact=True).click()
    page.wait_for_url(lambda url: "/#/game/" in url and game not in url)
    branch = page.evaluate(GIVE, ["History/ListBranches", {"gameId": game}])["branches"][0]
    snapshot = Caller(service).call("Views/GetBoard", gameId=game, version=branch["version"])["snapshot"]
    room = page.get_by_role("region", name="Seats of the position", exact=True)
    seats = room.get_by_role("listitem")
    expect(seats).to_have_count(2)
    for seat, player in enumerate(snapshot["board"]["cardGame"]["players"]):
        expect(seats.nth(seat)).to_contain_text(f"Money: {player.get('cash', 0)} ")
    expect(seats.nth(0)).to_contain_text("taken by Guest")
    seated = page.evaluate(GIVE, ["Lobby/GetTable", {"gameId": branch["gameId"]}])["table"]["occupants"]
    assert [each["colour"] for each in seated] == [colour]
    expect(page.get_by_role("button", name="Start the game", exact=True)).to_be_disabled()
    assert violations(page) == {}
    seats.nth(1).get_by_role("button", name=re.compile("^Take the seat of ")).click()
    expect(seats.nth(1)).to_contain_text("taken by Guest")
    seats.nth(0).get_by_role("button", name=re.compile("^Take the seat of ")).click()
    expect(seats.nth(0)).to_contain_text("taken by Guest")
    page.get_by_role("button", name="A bot that plays greedily", exact=True).click()
    page.get_by_role("button", name="Start the game", exact=True).click()
    expect(page.locator(".g-board")).to_be_visible()
