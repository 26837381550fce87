"""`turnledger staff` against a real server: grants are given, listed and taken at the terminal."""

import json

import pytest

from services.cli.credentials import StoredCredentials
from services.main import running
from tests.api.api_kit import accounts_made
from tests.api.conftest import settings
from tests.e2e.test_terminal import turnledger
from turnledger import sign_in

pytestmark = [pytest.mark.slow, pytest.mark.servers, pytest.mark.usefixtures("quick_passwords")]


@pytest.fixture
async def office(tmp_path, monkeypatch):
    """Run `turnledger staff` as Olga, whom the setting names. Mia, who has a name, and Ann, a guest, are signed in."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    ((account, tokens),) = await accounts_made(tmp_path, 1)
    async with (
        running(settings(tmp_path, operators=(account,))) as server,
        sign_in(server.grpc, "Mia") as mia,
        sign_in(server.grpc, "Ann") as ann,
    ):
        StoredCredentials(server.grpc, "Olga").keep(tokens)
        await mia.accounts.upgrade_me(display_name="Mia", password="correct horse")

        async def staff(*arguments, name="Olga"):
            return await turnledger("staff", *arguments, "--name", name, "--server", server.grpc)

        yield staff, mia, ann


async def test_terminal_gives_lists_and_takes_a_grant_by_name(office):
    staff, mia, _ = office
    account = mia.account.account_id
    status, told = await staff("give", "mia", "moderate", "--reason", "helps", "--days", "7")
    assert status == 0
    assert f"  Mia  {account}  moderate  until " in told
    assert told.endswith(": helps\n")
    status, told = await staff("list", "--json")
    (held,) = map(json.loads, told.splitlines())
    assert (status, held["holder"]["accountId"], held["grant"], held["text"]) == (0, account, "GRANT_MODERATE", "helps")
    status, told = await staff("take", account, "moderate", "--reason", "has left")
    assert (status, told) == (0, "")


async def test_terminal_gives_no_grant_that_is_unknown_or_to_an_unknown_account(office):
    staff, _, ann = office
    assert (await staff("give", "Mia", "everything", "--reason", "helps"))[0] == 2
    assert (await staff("give", "Mi", "read", "--reason", "helps"))[0] == 2
    assert (await staff("give", ann.account.account_id, "read", "--reason", "helps"))[0] == 1
    assert (await staff("give", "Mia", "read", "--reason", "helps", "--days", "400"))[0] == 2
    assert await staff("list") == (0, "")


async def test_terminal_says_that_another_account_lacks_the_grant(office):
    staff, _, _ = office
    assert (await staff("list", name="Eve"))[0] == 1
