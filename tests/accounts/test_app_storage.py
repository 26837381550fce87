"""Sign-ins of apps on SQLite and on PostgreSQL: digests alone, one winner of each exchange, and their ends."""

import asyncio

import pytest

from services.accounts.account import Account
from services.accounts.account_storage import AccountStorage
from services.accounts.app_storage import ACCESS_S, CODE_S, REFRESH_S, AppCode
from services.accounts.tokens import Unauthenticated

NOW = 1_800_000_000
CODE = AppCode(
    "ann", "https://app.example/app", "App", "https://app.example/back", "games:read", "c" * 43, NOW + CODE_S
)


@pytest.fixture
async def storage(sql):
    accounts = AccountStorage(sql)
    await accounts.add(Account("ann", "Ann", guest=True, created_at=1))
    return accounts.apps


async def signed_in(storage):
    secret = await storage.add_code(CODE, NOW)
    return await storage.exchange(secret, CODE, NOW)


async def test_store_has_digests_of_codes_and_tokens_alone(storage, sql):
    secret = await storage.add_code(CODE, NOW)
    tokens = await storage.exchange(secret, CODE, NOW)
    rows = [str(tuple(row)) for table in ("app_codes", "app_grants") for row in await sql.run(f"SELECT * FROM {table}")]
    assert len(rows) == 2
    hidden = [secret, tokens.access, *tokens.refresh.removeprefix("tlr_").split(".")]
    assert not any(each in row for row in rows for each in hidden)


async def test_code_can_be_exchanged_once_and_within_its_time(storage):
    late = await storage.add_code(CODE, NOW)
    assert await storage.find_code(late, NOW + CODE_S) is None
    assert await storage.exchange(late, CODE, NOW + CODE_S) is None
    secret = await storage.add_code(CODE, NOW)
    assert await storage.find_code(secret, NOW) == CODE
    found = await asyncio.gather(*(storage.exchange(secret, CODE, NOW) for _ in range(4)))
    assert sum(tokens is not None for tokens in found) == 1
    assert await storage.of("ann") == [], "the losers end what the winner has: two had the code"


async def test_refresh_tokens_rotate_and_an_old_one_ends_the_family(storage):
    first = await signed_in(storage)
    second = await storage.rotate(first.refresh, NOW)
    with pytest.raises(Unauthenticated, match="TOKEN_INVALID"):
        await storage.find_access(first.access, NOW)
    assert (await storage.find_access(second.access, NOW))[0].account_id == "ann"
    assert await storage.rotate(first.refresh, NOW) is None
    assert await storage.of("ann") == []
    assert await storage.rotate(second.refresh, NOW) is None


async def test_tokens_end_with_their_time(storage):
    tokens = await signed_in(storage)
    with pytest.raises(Unauthenticated, match="TOKEN_EXPIRED"):
        await storage.find_access(tokens.access, NOW + ACCESS_S)
    assert await storage.find_refresh(tokens.refresh, NOW + REFRESH_S) is None
    assert await storage.rotate(tokens.refresh, NOW + REFRESH_S) is None
