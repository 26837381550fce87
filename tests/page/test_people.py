"""Other people, notices, ways back, notes and the spectators' chat, by clicks."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import PATIENCE_MS, PHONE, picture
from tests.page.test_around import VIEWS, account_of, come, fits
from tests.page.test_shell import violations
from tests.page.test_table import open_table

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
PASSWORD, NEW_PASSWORD = "correct horse battery", "another horse battery"
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SUBSCRIBED = """PushManager.prototype.subscribe = async () => ({toJSON: () => ({
    endpoint: 'http://127.0.0.1:9/of-a-test', keys: {p256dh: '%s', auth: 'BTBZMqHH6r4Tts7J_aSIgg'},
})});"""
"""Chromium's own push service stands in the internet, which no test asks. Nothing answers at port 9."""


def named(visitor, name):
    """Return a tab of a person whose account has a name."""
    page = visitor.open()
    page.get_by_role("button", name="Keep this account").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Keep it", exact=True).click()
    expect(page.get_by_role("button", name=f"Account: {name}", exact=True)).to_be_visible()
    return page


def test_people_are_found_followed_and_blocked_and_a_code_leads_back_into_an_account(visit):
    visitor = visit()
    page = named(visitor, "Wanda Lost")
    visitor.allowed = ("401",)
    account = account_of(page)
    page.get_by_role("button", name="Account: ").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="All that is kept of me").click()
    assert "Wanda Lost" in download.value.path().read_text()
    page.get_by_role("button", name="Codes for the way back").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make ten codes").click()
    expect(page.locator(".codes li")).to_have_count(10)
    assert violations(page) == {}
    code = page.locator(".codes code").first.inner_text()
    page.get_by_role("button", name="I have them").click()
    page.get_by_role("button", name="Account: ").click()
    page.get_by_role("button", name="Sign out", exact=True).click()

    other = visit().open("people")
    other.get_by_label("Find by name").fill("wanda l")
    other.get_by_role("button", name="Find", exact=True).click()
    other.get_by_role("region", name="Found").get_by_role("button", name="Follow: Wanda Lost").click()
    expect(other.get_by_role("region", name="Followed").get_by_role("link", name="Wanda Lost")).to_be_visible()
    other.get_by_role("region", name="Followed").get_by_role("button", name="Block: Wanda Lost").click()
    blocked = other.get_by_role("region", name="Blocked")
    expect(blocked.get_by_role("button", name="Unblock: Wanda Lost")).to_be_visible()
    assert violations(other) == {}
    picture(other, "people")
    blocked.get_by_role("link", name="Wanda Lost").click()
    other.wait_for_url(f"**/#/player/{account}")
    expect(other.get_by_role("button", name="Follow", exact=True)).to_be_visible()

    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("button", name="Password lost?").click()
    assert violations(page) == {}
    by_code = page.locator("fieldset").filter(has=page.get_by_label("Code"))
    by_code.get_by_label("Name").fill("Wanda Lost")
    by_code.get_by_label("Code").fill(code)
    by_code.get_by_label("New password").fill(NEW_PASSWORD)
    by_code.get_by_role("button", name="Back into my account").click()
    expect(page.get_by_role("button", name="Account: Wanda Lost", exact=True)).to_be_visible()
    assert account_of(page) == account


@pytest.mark.parametrize(("viewport", "language"), VIEWS)
def test_people_and_notices_are_for_everybody(visit, viewport, language):
    page = come(visit, viewport, language).open("people")
    expect(page.locator("section").first).to_be_visible()
    assert violations(page) == {}
    assert fits(page)
    page.goto(page.url.replace("people", "notices"))
    expect(page.locator("input[type=time]").first).to_be_visible()
    assert violations(page) == {}
    assert fits(page)


def test_a_browser_a_webhook_and_quiet_hours_are_set_and_taken_back(own_service, visit):
    here = own_service(PUBLIC_URL="https://play.example.org", WEBHOOKS_PRIVATE="true")
    visitor = visit(here.url, service_workers="allow")
    visitor.context.grant_permissions(["notifications"])
    visitor.context.add_init_script(SUBSCRIBED % KEY)
    page = visitor.open("notices")
    page.get_by_label("Tell this browser, also when the page is closed").click()
    targets = page.get_by_role("region", name="Where to")
    expect(targets.get_by_text("this browser")).to_be_visible()
    expect(targets.get_by_role("button", name="Test: this browser")).to_be_enabled()
    url = "http://127.0.0.1:9/a-channel"
    page.get_by_label("URL").fill(url)
    page.get_by_role("button", name="Add the webhook").click()
    hook = targets.get_by_role("listitem").filter(has_text=url)
    hook.get_by_text("Kinds and times").click()
    hook.get_by_label("a game is over").uncheck()
    page.get_by_label("From").fill("22:00")
    page.get_by_label("Until").fill("07:30")
    page.get_by_label("Time zone").fill("Europe/Berlin")
    page.get_by_role("button", name="Keep", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="All right").click()
    assert violations(page) == {}
    page.evaluate("scrollTo(0, 0)")
    picture(page, "notices")
    page.reload()
    hook.get_by_text("Kinds and times").click()
    expect(hook.get_by_label("a game is over")).not_to_be_checked()
    expect(hook.get_by_label("my turn", exact=True)).to_be_checked()
    expect(page.get_by_label("Until")).to_have_value("07:30")
    expect(page.get_by_label("Tell this browser")).to_be_checked()
    targets.get_by_role("button", name=f"Remove: {url}").click()
    page.get_by_label("Tell this browser").click()
    expect(targets.get_by_text("Nowhere yet.")).to_be_visible()


def test_spectators_talk_apart_and_notes_and_silence_are_ones_own(visit):
    page = visit().open()
    open_table(page)
    expect(page.locator(".g-board")).to_be_visible()
    page.get_by_text("My notes").click()
    page.get_by_label("My notes").fill("the bot bids too high")
    page.get_by_role("button", name="Keep", exact=True).click()
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="No notices of this game").click()
    expect(page.get_by_text("You hear nothing of this game any more.")).to_be_attached()
    expect(page.get_by_role("region", name="Spectators' chat")).to_have_count(0)
    watcher = visit(viewport=PHONE).open(page.url.partition("#/")[2])
    chat = watcher.get_by_role("region", name="Spectators' chat")
    chat.get_by_label("Say something").fill("what a bid")
    chat.get_by_role("button", name="Send").click()
    expect(chat.locator(".messages")).to_contain_text("what a bid")
    expect(watcher.get_by_role("region", name="Chat", exact=True)).to_have_count(0)
    assert violations(watcher) == {}
    page.reload()
    page.get_by_text("My notes").click()
    expect(page.get_by_label("My notes")).to_have_value(re.compile("too high"))
    assert "what a bid" not in page.content()


def test_a_host_asks_for_players_who_finish_and_who_has_not_is_told_both_figures(visit):
    host = visit().open()
    host.get_by_role("button", name="New table", exact=True).click()
    dialog = host.get_by_role("dialog")
    dialog.get_by_label("Bots", exact=True).select_option("0")
    dialog.get_by_label("Open to", exact=True).select_option("most")
    assert violations(host) == {}
    dialog.get_by_role("button", name="Open the table", exact=True).click()
    host.wait_for_url("**/#/game/*")
    expect(host.locator(".tags").filter(has_text="who finished 80 % of at least 5 games")).to_be_visible()
    newcomer = visit()
    newcomer.allowed = ("400", "412", "Failed to load")
    page = newcomer.open(host.url.partition("#/")[2])
    page.get_by_role("button", name="Sit down", exact=True).click()
    told = "80 % of at least 5; of your last 0 you finished 0"
    expect(page.get_by_text(told).first).to_be_visible()
    expect(page.get_by_role("button", name="Sit down", exact=True)).to_be_visible()


def test_personal_token_is_made_shown_once_listed_and_revoked(visit):
    visitor = visit()
    page = named(visitor, "Tora Token")
    page.get_by_role("button", name="Account: ").click()
    page.get_by_role("button", name="Personal tokens").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name of the token").fill("my bot")
    dialog.get_by_label("Play and enter tournaments").check()
    dialog.get_by_label("Valid for").select_option("90")
    dialog.get_by_label("Password").fill(PASSWORD)
    assert violations(page) == {}
    dialog.get_by_role("button", name="Make a token").click()
    token = dialog.locator("code").inner_text()
    assert token.startswith("tlp_")
    assert violations(page) == {}
    dialog.get_by_role("button", name="I have it").click()
    row = dialog.locator(".rows li")
    expect(row).to_contain_text("my bot Read games, with your own hand · Play and enter tournaments · until ")
    assert token not in page.content()
    asked = {"headers": {"authorization": f"Bearer {token}"}, "data": {}}
    url = page.evaluate("location.origin") + "/turnledger.v1."
    assert page.request.post(f"{url}Lobby/ListTables", **asked).ok
    assert page.request.post(f"{url}Accounts/GetMe", **asked).status == 403
    row.get_by_role("button", name="Revoke: my bot").click()
    expect(row).to_have_count(0)
    assert page.request.post(f"{url}Lobby/ListTables", **asked).status == 401
