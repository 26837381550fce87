"""Sign-in on SQLite and on PostgreSQL: several statements in one transaction, and counting in one statement."""

import sqlite3
from contextlib import closing
from hashlib import sha256

import pytest

from services.accounts.account import NameRefused
from services.accounts.account_storage import AccountStorage
from services.accounts.attempt_limiter import TRIES, for_name
from services.accounts.proof import OwnerProof
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing, Unauthenticated
from services.platform.callers import HERE, Proxies
from services.platform.rate_limiter import TooFast
from services.store import open_sql, sqlite_backend
from services.store.schema import migrate
from services.store.sql import AlreadyThere

PASSWORD = "correct horse"
pytestmark = pytest.mark.usefixtures("quick_passwords")


@pytest.fixture
def sign_in(sql, tmp_path):
    return SignIn(AccountStorage(sql), Issuer(KeyRing(tmp_path / "keys")))


async def test_an_account_signs_in_is_refreshed_renamed_found_out_and_deleted(sign_in):
    ann, tokens = await sign_in.as_guest("Ann", "telephone")
    await sign_in.upgrade(ann.account_id, "Anna", PASSWORD)
    following = await sign_in.refresh(tokens.refresh)
    assert (await sign_in.refresh(tokens.refresh)).refresh == following.refresh
    newest = await sign_in.refresh(following.refresh)
    assert await sign_in.who(newest.access) == ann.account_id
    with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
        await sign_in.refresh(tokens.refresh)
    with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
        await sign_in.who(newest.access)
    bob, _ = await sign_in.as_guest("Bob")
    for name in ("Ann", "anna"):
        with pytest.raises(NameRefused, match="NAME_TAKEN"):
            await sign_in.rename(bob.account_id, name)
    await sign_in.prove(ann.account_id, OwnerProof(PASSWORD))
    await sign_in.delete(ann.account_id)
    with pytest.raises(NameRefused, match="NAME_TAKEN"):
        await sign_in.rename(bob.account_id, "Anna")


async def test_tries_are_counted_and_given_back(sql):
    tries, buckets = AccountStorage(sql).tries, for_name("ann", Proxies().caller("192.0.2.1"))
    for _ in range(TRIES):
        await tries.take(buckets, 1_000)
    with pytest.raises(TooFast) as told:
        await tries.take(buckets, 1_000)
    assert 29 <= told.value.retry_after_s <= 30
    await tries.give_back(buckets)
    await tries.take(buckets, 1_000)
    await tries.take(for_name("ann", HERE), 1_000)
    await tries.take(buckets, 1_030)
    await tries.take([], 1_000_000)
    assert await sql.run("SELECT what FROM tries") == []


async def test_of_statements_together_all_or_none_happen(sql):
    one = ("INSERT INTO tries (what, full_at_ms) VALUES (?, ?)", ("a", 1))
    with pytest.raises(AlreadyThere):
        await sql.together([one, one])
    assert await sql.run("SELECT what FROM tries") == []
    await sql.together([one, ("UPDATE tries SET full_at_ms = ? WHERE what = ?", (7, "a"))])
    assert [tuple(row) for row in await sql.run("SELECT what, full_at_ms FROM tries")] == [("a", 7)]


async def test_of_statements_on_a_condition_all_or_none_happen(sql):
    one = ("INSERT INTO tries (what, full_at_ms) VALUES (?, ?)", ("a", 1))
    stands = ("UPDATE tries SET full_at_ms = 2 WHERE what = ? AND full_at_ms = 1 RETURNING what", ("a",))
    other = ("INSERT INTO tries (what, full_at_ms) VALUES (?, ?)", ("b", 1))
    assert not await sql.together([other], only_if=stands)
    assert await sql.together([one])
    assert await sql.together([other], only_if=stands)
    with pytest.raises(AlreadyThere):
        await sql.together([], only_if=(f"{one[0]} RETURNING what", one[1]))
    found = await sql.run("SELECT what, full_at_ms FROM tries ORDER BY what")
    assert [tuple(row) for row in found] == [("a", 2), ("b", 1)]


async def test_accounts_from_before_names_had_looks_keep_theirs_from_others(sql, sign_in, tmp_path):
    made = [await sign_in.as_guest(name) for name in ("Coco", "Zoe", "Rob")]
    await sql.run("DELETE FROM names")
    lookalike, _ = await sign_in.as_guest("C0C0")  # came in between, and so has the look
    storage = AccountStorage(sql)
    assert await storage.take_looks(1) == 3
    for name in ("ZOE", "R0b", "СОСО"):
        with pytest.raises(NameRefused, match="NAME_TAKEN"):
            await sign_in.as_guest(name)
    owners = {row[0] for row in await sql.run("SELECT account_id FROM names")}
    assert owners == {lookalike.account_id, made[1][0].account_id, made[2][0].account_id}
    assert await storage.take_looks(1) == 1  # only the one whose skeleton is taken


async def test_a_page_of_old_accounts_after_the_other_gets_its_looks(sql, sign_in, monkeypatch):
    monkeypatch.setattr("services.accounts.account_storage._PAGE", 2)
    made = {(await sign_in.as_guest(""))[0].account_id for _ in range(5)}
    await sql.run("DELETE FROM names")
    assert await AccountStorage(sql).take_looks(1) == 5
    assert {row[0] for row in await sql.run("SELECT account_id FROM names")} == made


async def test_who_was_signed_in_before_refresh_tokens_had_families_stays_so(tmp_path, monkeypatch):
    url, all_of_them = f"sqlite:///{tmp_path}/old.db", sqlite_backend.scripts("sqlite")
    with monkeypatch.context() as before:
        before.setattr(sqlite_backend, "scripts", lambda kind: all_of_them[:8])
        migrate(url)
    with closing(sqlite3.connect(tmp_path / "old.db")) as file:
        file.execute("INSERT INTO accounts VALUES ('ann', 'Ann', 'ann', 1, 1, 0, '')")
        file.execute("INSERT INTO devices VALUES ('d1', 'ann', 'telephone', 1), ('d2', 'ann', 'gone', 1)")
        rows = [("used", 7), ("newest", None)]
        for token, used_at in rows:
            digest = sha256(token.encode()).hexdigest()
            file.execute("INSERT INTO refresh_tokens VALUES (?, 'ann', 9999999999, ?, 'd1')", (digest, used_at))
        file.commit()
    migrate(url)
    sql = open_sql(url)
    sign_in = SignIn(AccountStorage(sql), Issuer(KeyRing(tmp_path / "keys")))
    assert [device.name for device in await sign_in.devices("ann")] == ["telephone"]
    tokens = await sign_in.refresh("newest")
    assert await sign_in.who((await sign_in.refresh(tokens.refresh)).access) == "ann"
    with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
        await sign_in.refresh("newest")
    await sql.close()
