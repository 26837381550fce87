"""Every method of the contract × every scope: a token reaches the methods that name one of its scopes."""

from contextlib import suppress

import pytest

from services.accounts.account import Account
from services.accounts.account_storage import AccountStorage
from services.accounts.sign_in import SignIn
from services.accounts.staff import Staff
from services.accounts.tokens import Issuer, KeyRing
from services.api.gate.gate import Gate
from services.api.gate.scopes import GRANTED, PUBLIC, SESSION, ScopeMissing, scope_of, word
from services.store import open_sql
from services.store.schema import migrate
from tests.api.methods import METHODS
from tests.api.methods import PUBLIC as WITHOUT_TOKEN
from tests.table_services.test_limits import Context
from turnledger.v1 import scopes_pb2

DAY_S = 24 * 60 * 60
READ = scopes_pb2.SCOPE_GAMES_READ


@pytest.fixture
async def house(tmp_path):
    """A gate on a store with one account, and the account's storage."""
    url = f"sqlite:///{tmp_path / 'store.db'}"
    migrate(url)
    sql = open_sql(url)
    storage, issuer = AccountStorage(sql), Issuer(KeyRing(tmp_path / "keys"))
    await storage.add(Account("ann", "Ann", guest=True, created_at=1))
    yield Gate(SignIn(storage, issuer), Staff(sql, ["ann"]), calls_per_s=100_000), storage, issuer
    await sql.close()


async def reached(gate, token):
    """The methods that a token may call."""
    found = set()
    for name, method in METHODS.items():
        if scope_of(method) != PUBLIC:
            with suppress(ScopeMissing):
                await gate.admit(method, Context("ipv4:192.0.2.1:1", token))
                found.add(name)
    return found


async def test_token_of_one_scope_reaches_the_methods_that_name_it_and_no_others(house):
    gate, storage, _ = house
    for scope in GRANTED:
        token, _ = await storage.personal_tokens.create("ann", word(scope), [word(scope)], int(2e9), DAY_S)
        wanted = {name for name, method in METHODS.items() if scope_of(method) == scope}
        assert wanted
        assert await reached(gate, token) == wanted


async def test_no_scope_reaches_methods_that_need_a_sign_in(house):
    gate, storage, issuer = house
    everything = [word(scope) for scope in scopes_pb2.Scope.values()]
    token, _ = await storage.personal_tokens.create("ann", "all", everything, int(2e9), DAY_S)
    kept = {name for name, method in METHODS.items() if scope_of(method) == SESSION}
    assert {name for name in METHODS if name.startswith("Operators/")} < kept
    assert await reached(gate, token) == set(METHODS) - kept - WITHOUT_TOKEN
    assert await reached(gate, issuer.issue("ann")[0]) == set(METHODS) - WITHOUT_TOKEN


def test_methods_that_change_ways_into_the_account_need_a_sign_in():
    """An access token alone must not become an account: these lead to a password, a mailed link or another token."""
    ways = {
        *("Notifications/SetTarget", "Notifications/DeleteTarget", "Accounts/CreatePersonalToken"),
        *("Accounts/ChangePassword", "Accounts/UpgradeMe", "Accounts/LinkIssuer", "Accounts/AddPasskey"),
        *("Accounts/MakeRecoveryCodes", "Accounts/AddDeviceKey", "Accounts/RevokeTokens", "Accounts/DeleteMe"),
    }
    assert {name for name in ways if scope_of(METHODS[name]) != SESSION} == set()


def test_words_of_scopes_are_those_of_oauth():
    assert [word(scope) for scope in (READ, scopes_pb2.SCOPE_TOURNAMENTS_RUN)] == ["games:read", "tournaments:run"]
    assert len({word(scope) for scope in GRANTED}) == len(GRANTED)
