"""Passkeys in the page: Chromium's own virtual authenticator makes and shows them, under the page's own policy."""

import pytest
from playwright.sync_api import expect

from support.browser import PATIENCE_MS, Service
from tests.page.test_shell import SESSION, violations

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
UNLOCKED = {
    **{"protocol": "ctap2", "transport": "internal", "automaticPresenceSimulation": True},
    **{"hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True},
}


@pytest.fixture
def house():
    """A server where people say localhost: browsers have passkeys for names alone."""
    server = Service()
    server.settings = {"PUBLIC_URL": f"http://localhost:{server.port}"}
    with server:
        yield server.settings["PUBLIC_URL"]


def named(page, name):
    return page.get_by_role("button", name=name, exact=True)


def test_a_guest_keeps_its_account_with_a_passkey_signs_out_and_in_again(house, visit):
    visitor = visit(house)
    page = visitor.open()
    devtools = visitor.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    device = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": UNLOCKED})["authenticatorId"]
    account = page.get_by_role("button", name="Account: ")
    expect(account).to_contain_text("(guest)")
    before = page.evaluate(SESSION)["account"]
    named(page, "Keep this account").click()
    expect(named(page, "Keep it with a passkey")).to_be_visible()
    assert violations(page) == {}
    named(page, "Keep it with a passkey").click()
    expect(account).to_have_text(before["displayName"])
    kept = page.evaluate(SESSION)["account"]
    assert (kept["accountId"], kept["guest"], kept["hasPassword"]) == (before["accountId"], False, False)
    assert len(devtools.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]) == 1

    account.click()
    named(page, "Passkeys").click()
    expect(page.locator(".rows li")).to_have_count(1)
    assert violations(page) == {}
    page.get_by_role("button", name="Remove: ").click()
    expect(page.get_by_role("heading", name="Without this passkey you could not sign in any more.")).to_be_visible()
    visitor.allowed += ("400",)
    named(page, "All right").click()
    expect(page.locator(".note")).to_have_count(0)
    named(page, "Close").click()

    expect(page.get_by_role("heading", name="Passkeys", exact=True)).to_have_count(0)
    account.click()
    named(page, "Sign out").click()
    named(page, "Sign in").click()
    named(page, "Sign in with a passkey").click()
    expect(account).to_have_text(before["displayName"])
    assert page.evaluate(SESSION)["account"]["accountId"] == before["accountId"]
