"""Profiles, leaderboards, settings and the operators' console, by clicks."""

import pytest
from playwright.sync_api import expect

from support.bot_games import Caller
from support.browser import PATIENCE_MS, PHONE, picture
from support.servers import wait_until
from tests.page.test_shell import SESSION, violations

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
VIEWS = [(None, "en-GB"), (PHONE, "ru-RU")]


def come(visit, viewport, language):
    return visit(locale=language, **({"viewport": viewport} if viewport else {}))


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def account_of(page):
    expect(page.get_by_role("button", name="Account: ")).to_be_visible()
    return page.evaluate(SESSION)["account"]["accountId"]


@pytest.mark.parametrize(("viewport", "language"), VIEWS)
def test_settings_are_for_everybody(visit, viewport, language):
    page = come(visit, viewport, language).open("settings")
    expect(page.locator(".a-colours input").first).to_be_visible()
    assert violations(page) == {}
    assert fits(page)
    if not viewport:
        picture(page, "settings")


def test_brightness_language_and_colours_are_kept(visit):
    visitor = visit()
    page = visitor.open("settings")
    page.get_by_label("Brightness").select_option("dark")
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.get_by_label("Set").select_option("okabe")
    expect(page.locator(".a-colours svg path").first).to_have_attribute("fill", "#d55e00")
    assert violations(page) == {}
    again = visitor.open("settings")
    expect(again.locator(".a-colours svg path").first).to_have_attribute("fill", "#d55e00")
    assert again.locator("html").get_attribute("data-theme") == "dark"
    again.get_by_label("Language").select_option("ru")
    expect(again.get_by_role("heading", name="Настройки")).to_be_visible()


HEARD = """
window.heard = [];
const own = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.heard.push("tone"); return own.call(this); };
"""


def test_a_sound_is_heard_when_it_is_wanted_and_both_calls_are_kept(visit):
    visitor = visit()
    visitor.context.grant_permissions(["notifications"], origin=visitor.url)
    visitor.context.add_init_script(HEARD)
    page = visitor.open("settings")
    page.get_by_role("button", name="Let me hear it").click()
    assert page.evaluate("window.heard.length") == 2, "two notes"
    sound, notification = page.get_by_label("A sound"), page.get_by_label("A notification of the system")
    expect(sound).not_to_be_checked()
    sound.check()
    notification.check()
    again = visitor.open("settings")
    expect(again.get_by_label("A sound")).to_be_checked()
    expect(again.get_by_label("A notification of the system")).to_be_checked()
    again.get_by_label("A sound").uncheck()
    again.reload()
    expect(again.get_by_label("A sound")).not_to_be_checked()
    expect(again.get_by_label("A notification of the system")).to_be_checked()


def test_a_notification_that_the_browser_forbids_is_not_ticked(visit):
    visitor = visit()
    visitor.context.add_init_script("Notification.requestPermission = async () => 'denied'")
    page = visitor.open("settings")
    page.get_by_label("A notification of the system").click()
    page.get_by_label("A sound").check()
    kept = page.evaluate("JSON.parse(localStorage.getItem('turnledger.calls'))")
    assert kept == {"sound": True, "notification": False}
    expect(page.get_by_label("A notification of the system")).not_to_be_checked()


@pytest.mark.parametrize(("viewport", "language"), VIEWS)
def test_the_leaderboard_with_bots_has_the_bots_that_played(visit, service, viewport, language):
    Caller(service).finished("colony61", 2)
    page = come(visit, viewport, language).open("leaderboard")
    page.get_by_label("Among" if language == "en-GB" else "Среди").select_option("bots")
    page.locator("select").nth(1).select_option("GAMES")
    row = page.locator("tbody tr").filter(has_text="greedy").or_(page.locator("main .empty"))
    expect(row.first).to_be_visible()
    page.locator("select").nth(2).select_option(index=1)
    page.locator("select").nth(0).select_option("colony61")
    expect(row.first).to_be_visible()
    page.locator("select").nth(2).select_option(index=11)
    page.locator("select").nth(3).select_option("LIVE")
    expect(page.locator("main .empty")).to_be_visible()
    assert violations(page) == {}
    assert fits(page)


def test_a_newcomer_is_not_around_anybody_and_has_an_empty_profile(visit):
    page = visit().open("leaderboard")
    page.get_by_role("button", name="Around me").click()
    expect(page.get_by_role("status").filter(has_text="Not on this leaderboard")).to_be_visible()
    me = account_of(page)
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("link", name="My profile").click()
    page.wait_for_url(f"**/#/player/{me}")
    expect(page.get_by_text("Games that are open or being played: 0.")).to_be_visible()
    assert violations(page) == {}


def test_a_profile_shows_how_a_rating_went(visit, service):
    caller = Caller(service)
    account = caller.call("Accounts/UpgradeMe", displayName="Rita Rated", password="correct horse battery")["account"]
    for _ in range(2):
        caller.resigned("colony61")
    who = account["accountId"]
    asked = {"accountId": who, "bots": True}
    wait_until(lambda: len(caller.call("Views/ListRatings", **asked)["games"]) == 2, "ratings", 60)
    page = visit().open(f"player/{who}")
    section = page.get_by_role("region", name="With bots, games over days", exact=True)
    section.get_by_text("How the rating went", exact=True).click()
    line = section.get_by_role("img", name="The rating after each game", exact=False)
    expect(line.locator("path.a-provisional")).to_have_count(1)
    section.get_by_text("As a table", exact=True).click()
    expect(section.get_by_role("group", name="As a table", exact=True).locator("tbody tr")).to_have_count(2)
    assert violations(page) == {}
    assert fits(page)
    page.get_by_role("link", name="Statistics", exact=True).click()
    page.wait_for_url(f"**/statistics/player/{who}?lang=en")
    expect(page.get_by_role("heading", name="Statistics: Rita Rated")).to_be_visible()
    assert_readable(page)


def test_statistics_of_all_games_are_one_press_from_the_lobby(visit, service):
    caller = Caller(service)
    caller.call("Accounts/UpgradeMe", displayName="Rita Rated", password="correct horse battery")
    caller.resigned("colony61")
    asked = {"variant": "colony61", "bots": True}
    wait_until(lambda: caller.call("Views/GetStatistics", **asked)["tables"], "statistics", 60)
    page = visit(color_scheme="dark").open()
    page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Colony-61")).get_by_role(
        "link", name="Statistics"
    ).click()
    expect(page.get_by_role("heading", name="Wins by seat")).to_be_visible()
    assert_readable(page)
    page.get_by_role("link", name="among people").click()
    expect(page.get_by_text("No finished game with a result yet.")).to_be_visible()
    page.get_by_role("link", name="To the games").click()
    page.get_by_role("link", name="Statistics", exact=True).first.click()
    expect(page.get_by_role("heading", name="Statistics: All games")).to_be_visible()


def assert_readable(page):
    """Assert that axe finds no fault in either scheme, and that a narrow phone shows the whole width."""
    page.set_viewport_size({"width": 360, "height": 740})
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == {}
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_who_is_no_operator_is_told_so(visit):
    visitor = visit()
    visitor.allowed = ("403",)
    page = visitor.open("operator")
    expect(page.get_by_role("heading", name="For operators")).to_be_visible()
    expect(page.get_by_label("Id of a table")).to_have_count(0)
    page.goto(f"{visitor.url}/#/settings")
    expect(page.get_by_role("link", name="Prove a game")).to_be_visible()
    expect(page.get_by_role("link", name="For operators")).to_have_count(0)


def test_an_operator_adjudicates_a_game_mutes_an_account_and_stops_a_table(own_service, visit):
    server = own_service()
    first = visit(server.url)
    operator = account_of(first.open())
    server.stop()
    server.settings = {"OPERATORS": operator}
    server.start()
    caller = Caller(server)
    game = caller.finished("colony61", 2)
    first.allowed = ("ERR_", "Failed to load")
    page = first.open()
    page.get_by_role("button", name="Account: ").click()
    page.get_by_role("link", name="For operators").click()
    page.get_by_label("Id of a table").fill(game)
    page.get_by_role("button", name="Look at the table", exact=True).click()
    page.get_by_role("button", name="Events, and adjudicate them again").click()
    expect(page.get_by_text("all right.")).to_be_visible()
    expect(page.locator(".a-events li").last).to_contain_text("✔")
    assert violations(page) == {}
    player = visit(server.url)
    theirs = player.open()
    account = account_of(theirs)
    theirs.get_by_role("button", name="New table").click()
    theirs.get_by_label("Bots").select_option("0")
    theirs.get_by_role("button", name="Open the table").click()
    theirs.wait_for_url("**/#/game/*")
    neighbour = visit(server.url).open(theirs.url.partition("#/")[2])
    neighbour.get_by_role("button", name="Sit down").click()
    theirs.get_by_label("Say something").fill("you <b>fool</b>")
    theirs.get_by_role("button", name="Send").click()
    neighbour.locator(".messages").get_by_role("button", name="Report Guest").click()
    neighbour.get_by_label("What is wrong?").fill("insults me")
    assert violations(neighbour) == {}
    neighbour.get_by_role("dialog").get_by_role("button", name="Report", exact=True).click()
    expect(neighbour.get_by_role("dialog")).to_have_count(0)
    page.reload()
    report = page.locator(".a-reports li")
    expect(report).to_contain_text("In this game: nothing but moves.")
    expect(report).to_contain_text("insults me")
    expect(report).to_contain_text("you <b>fool</b>")
    assert violations(page) == {}
    report.get_by_label("Answer to the person who reported it, if any").fill("they were told to stop")
    report.get_by_role("button", name="Settle report 1").click()
    expect(page.get_by_text("Nothing was reported.")).to_be_visible()
    asking = neighbour.context.new_page()
    asking.goto(f"{server.url}/#/people")
    expect(asking.get_by_role("region", name="My reports")).to_contain_text("they were told to stop")
    page.get_by_label("Name of a player, or id of an account").fill(account)
    page.get_by_role("button", name="Look at the account", exact=True).last.click()
    theirs_here = page.get_by_role("region", name="Account", exact=True)
    expect(theirs_here.get_by_role("status")).to_have_text("The account is not muted.")
    expect(theirs_here.get_by_role("button", name="Take the mute back")).to_have_count(0)
    theirs_here.get_by_role("button", name="Mute", exact=True).click()
    asked = page.get_by_role("dialog")
    expect(asked.get_by_role("button").first).to_have_text("Cancel")
    asked.get_by_role("button", name="Mute this account", exact=True).click()
    expect(theirs_here.get_by_role("status")).to_contain_text("The account is muted")
    expect(theirs_here.get_by_role("button", name="Mute", exact=True)).to_have_count(0)
    theirs_here.get_by_role("button", name="Look at the table").click()
    page.get_by_role("button", name="Stop the table", exact=True).click()
    page.get_by_role("button", name="Stop it for good").click()
    expect(page.get_by_role("button", name="Stop the table", exact=True)).to_have_count(0)
    expect(theirs.get_by_text("This table was closed before the start.")).to_be_visible()
    player.allowed = ("401", "Failed to load")
    page.get_by_text("Rename it, or shut it out").click()
    theirs_here.get_by_label("Why? Other operators read it.").fill("insults")
    theirs_here.get_by_label("Another name").fill("Polite")
    theirs_here.get_by_role("button", name="Rename", exact=True).click()
    expect(theirs_here.get_by_text("renamed: insults")).to_be_visible()
    expect(theirs_here.get_by_role("link", name="Polite")).to_be_visible()
    theirs_here.get_by_role("button", name="Take the mute back").click()
    expect(theirs_here.get_by_role("status")).to_have_text("The account is not muted.")
    theirs_here.get_by_label("Why? Other operators read it.").fill("cheats")
    theirs_here.get_by_role("button", name="Shut it out").click()
    asked = page.get_by_role("dialog")
    expect(asked.get_by_role("button").first).to_have_text("Cancel")
    asked.get_by_role("button", name="Shut this account out").click()
    expect(theirs_here.get_by_text("shut out: cheats")).to_be_visible()
    expect(theirs_here.get_by_role("button", name="Let it in again")).to_be_visible()
    assert violations(page) == {}
    page.get_by_text("Announce works").click()
    page.get_by_label("From", exact=True).fill("2090-01-01T10:00")
    page.get_by_label("Until", exact=True).fill("2090-01-01T11:00")
    page.get_by_label("Text of the announcement, in English").fill("A new disk.")
    page.get_by_role("button", name="Announce", exact=True).click()
    expect(page.get_by_role("button", name="Withdraw the announcement")).to_be_visible()
    page.reload()
    banner = page.locator(".away").filter(has_text="A new disk.")
    expect(banner).to_be_visible()
    assert violations(page) == {}
    picture(page, "operator")


@pytest.mark.parametrize(("viewport", "language"), VIEWS)
def test_the_rules_are_told_in_short_and_one_by_one(visit, viewport, language):
    page = come(visit, viewport, language).open("rules/power_grid%2Findia/IN-08")
    rule = page.locator('[data-rule="IN-08"]')
    english = language == "en-GB"
    expect(rule).to_contain_text("Exactly twice is safe." if english else "Ровно вдвое — ещё можно.")
    expect(rule).not_to_contain_text("(S2)")
    expect(page.locator('[data-rule="JP-04"]')).to_have_count(0)
    expect(page.locator(".a-rules section").first).to_contain_text("blackout" if english else "энергетический сбой")
    if not viewport:
        picture(page, "rules")
    page.get_by_role("searchbox").fill("opening bid" if english else "начальная ставка")
    expect(page.locator('[data-rule="PG-AUC-04"]')).to_be_visible()
    expect(rule).to_have_count(0)
    assert violations(page) == {}
    assert fits(page)
    if not english:
        page.get_by_role("searchbox").fill("")
        page.get_by_label("Дословно, по-английски").check()
        expect(rule).to_contain_text("Exactly twice is safe.")


def test_rules_lie_beside_the_board_and_the_table_has_its_own(visit, service):
    caller = Caller(service)
    page = visit().open(f"game/{caller.finished('colony61', 2)}")
    page.get_by_text("Rules", exact=True).click()
    expect(page.locator('[data-rule="C61-GEN-01"]')).to_contain_text("four stages")
    assert violations(page) == {}
    page.goto(f"{service.url}/#/rules/table/TB-SEAT-01")
    expect(page.locator('[data-rule="TB-SEAT-01"]')).to_contain_text("every account may sit down once")
