"""An operator gives an account another password."""

import json
import os

import pytest

from services.accounts.account_storage import AccountStorage
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing, Unauthenticated
from services.store import open_sql
from services.store.schema import migrate
from support.forked import turnledger

pytestmark = pytest.mark.slow
OLD = "correct horse"


@pytest.fixture
def url(tmp_path):
    url = f"sqlite:///{tmp_path}/events.db"
    migrate(url)
    return url


@pytest.fixture
async def accounts(url, tmp_path):
    sql = open_sql(url)
    yield lambda: SignIn(AccountStorage(sql), Issuer(KeyRing(tmp_path / "keys")))  # as another process
    await sql.close()


def password(url, name):
    return turnledger("password", name, "--json", environment=os.environ | {"TURNLEDGER_STORE": url})


async def test_who_lost_the_password_is_let_in_again_and_nobody_else_stays(accounts, url):
    account, tokens = await accounts().as_guest("Ann")
    await accounts().upgrade(account.account_id, "Ann", OLD)
    assert await accounts().who(tokens.access) == account.account_id
    done = password(url, "ann")  # as people write it
    assert done.returncode == 0, done.stderr
    again, _ = await accounts().with_password("Ann", json.loads(done.stdout)["password"])
    assert again.account_id == account.account_id
    with pytest.raises(Unauthenticated):
        await accounts().with_password("Ann", OLD)
    with pytest.raises(Unauthenticated):
        await accounts().who(tokens.access)
    with pytest.raises(Unauthenticated):
        await accounts().refresh(tokens.refresh)


async def test_name_without_password_is_reported(accounts, url):
    await accounts().as_guest("Bob")
    for name in ("Bob", "nobody"):
        done = password(url, name)
        assert (done.returncode, name in done.stderr, done.stdout) == (1, True, "")
