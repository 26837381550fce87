"""Calls that replace all tokens of an account: lost answers, and faults in their midst, on SQLite and PostgreSQL."""

import asyncio
import sqlite3
import time
from contextlib import closing, suppress

import psycopg
import pytest
from joserfc import jws

from services.accounts.account import NameRefused
from services.accounts.account_storage import AccountStorage
from services.accounts.attempt_limiter import TRIES
from services.accounts.devices import GRACE_S
from services.accounts.replacing import TokenRequest
from services.accounts.sign_in import PasswordRefused, SignIn
from services.accounts.tokens import ACCESS_S, LEEWAY_S, Issuer, KeyRing, Unauthenticated
from services.application.command_errors import RequestReused
from services.platform.callers import Proxies
from services.platform.rate_limiter import TooFast
from services.store import open_sql
from services.store.interface import StoreUnavailable
from services.store.schema import migrate
from services.store.sql import AlreadyThere

OLD, NEW, OTHER = "correct horse", "battery staple", "another one"
pytestmark = pytest.mark.usefixtures("quick_passwords")


class House:
    """Two processes on the same accounts, and a clock to be set. Ann has the password OLD and two devices."""

    now = 1_800_000_000.0

    def __init__(self, sql, keys):
        self.sql = sql
        self.one, self.other = (
            SignIn(AccountStorage(sql), Issuer(KeyRing(keys), clock=lambda: self.now), lambda: self.now)
            for _ in range(2)
        )

    async def begin(self):
        self.ann, self.tokens = await self.one.as_guest("", "telephone")
        await self.one.upgrade(self.ann.account_id, "Ann", OLD)
        _, self.laptop = await self.one.with_password("Ann", OLD, "laptop")

    async def works(self, tokens):
        for process in (self.one, self.other):
            assert await process.who(tokens.access) == self.ann.account_id
        return await self.other.refresh(tokens.refresh)


@pytest.fixture
async def house(store_url, tmp_path):
    migrate(store_url)
    sql = open_sql(store_url)
    made = House(sql, tmp_path / "keys")
    await made.begin()
    yield made
    await sql.close()


def revoke(process, access, request_id="r"):
    return process.revoke(TokenRequest(access, request_id))


def change(process, access, request_id="r"):
    return process.change_password(TokenRequest(access, request_id), OLD, NEW)


EACH = pytest.mark.parametrize("replace", [revoke, change])


@EACH
async def test_a_lost_answer_is_given_again_by_any_process_for_a_minute(house, replace):
    first = await replace(house.one, house.tokens.access)
    house.now += GRACE_S - 1
    for process in (house.other, house.one):
        assert await replace(process, house.tokens.access) == first
    assert len(await house.one.devices(house.ann.account_id)) == 1
    await house.works(first)


@EACH
async def test_after_a_minute_the_old_token_gets_nothing(house, replace):
    first = await replace(house.one, house.tokens.access)
    house.now += GRACE_S
    for process in (house.one, house.other):
        with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
            await replace(process, house.tokens.access)
    await house.works(first)


@EACH
async def test_who_was_signed_out_signs_nobody_out_not_even_at_a_process_that_has_not_heard_of_it(house, replace):
    assert await house.other.who(house.laptop.access) == house.ann.account_id
    first = await replace(house.one, house.tokens.access)
    for access in (house.laptop.access, house.tokens.access):
        with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
            await revoke(house.other, access, "of a thief")
    with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
        await replace(house.other, house.laptop.access)  # the owner's request id, from another device
    await house.works(first)


async def test_another_request_under_the_same_id_is_not_answered(house):
    await change(house.one, house.tokens.access)
    with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
        await house.one.change_password(TokenRequest(house.tokens.access, "r"), OLD, OTHER)
    with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
        await revoke(house.one, house.tokens.access)
    await house.one.with_password("Ann", NEW)


@EACH
async def test_an_answer_that_has_come_is_not_given_again(house, replace):
    first = await replace(house.one, house.tokens.access)
    following = await house.works(first)
    with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
        await replace(house.one, house.tokens.access)
    await house.works(following)


@EACH
async def test_an_access_token_that_ends_or_is_renewed_before_the_repetition_is_as_good(house, replace):
    house.now += ACCESS_S + LEEWAY_S
    first = await replace(house.one, house.tokens.access)
    house.now += GRACE_S - 1
    assert await replace(house.other, house.tokens.access) == first
    house.now += 1
    with pytest.raises(Unauthenticated, match="TOKEN_EXPIRED"):
        await replace(house.other, house.tokens.access)


async def test_a_token_that_has_ended_replaces_none(house):
    house.now += ACCESS_S + LEEWAY_S + 1
    with pytest.raises(Unauthenticated, match="TOKEN_EXPIRED"):
        await revoke(house.one, house.tokens.access)
    renewed = await house.one.refresh(house.tokens.refresh)
    first = await revoke(house.one, renewed.access)
    assert await revoke(house.one, house.tokens.access) == first  # sent before it was renewed, and lost
    await house.works(first)


@EACH
async def test_the_same_request_many_times_at_the_same_moment_is_one(house, replace):
    processes = (house.one, house.other)
    asked = [replace(processes[number % 2], house.tokens.access) for number in range(6)]
    answers = set(await asyncio.gather(*asked))
    assert len(answers) == 1
    await house.works(answers.pop())


async def test_of_several_requests_at_the_same_moment_one_device_is_left(house):
    asked = [revoke((house.one, house.other)[n % 2], house.tokens.access, str(n)) for n in range(6)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert len(await house.one.devices(house.ann.account_id)) == 1
    good = 0
    for answer in answers:
        if isinstance(answer, Unauthenticated):
            continue
        with suppress(Unauthenticated):
            await house.one.refresh(answer.refresh)
            good += 1
    assert good == 1


async def test_what_is_answered_cannot_be_told_from_what_is_asked(house, tmp_path):
    """Not even a party with the old token, the request id and all stored data can do so."""
    first = await revoke(house.one, house.tokens.access)
    strange = House(house.sql, tmp_path / "other keys")
    assert house.one._issuer.derived("a", "b") != strange.one._issuer.derived("a", "b")
    kept = [str(value) for row in await house.sql.run("SELECT * FROM devices") for value in row]
    assert not any(part in value for part in first.refresh.split(".") for value in kept)
    ids = {jws.extract_compact(each.access.encode()).payload for each in (first, house.tokens, house.laptop)}
    assert len(ids) == 3


async def test_a_request_id_that_is_used_again_later_is_refused_by_name(house):
    """Tokens of another issuer, which stay valid, or an owner with one id for all requests lead to this."""
    claims = house.one._issuer.read(house.tokens.access)

    async def allowed():
        return ""

    await house.one._replacer.replace(claims, "r", allowed)
    house.now += GRACE_S
    with pytest.raises(RequestReused):
        await house.one._replacer.replace(claims, "r", allowed)


@pytest.fixture
def run_sql(store_url):
    """Runs statements as an operator would, besides the program."""

    def run(*statements):
        if store_url.startswith("sqlite:///"):
            with closing(sqlite3.connect(store_url.removeprefix("sqlite:///"))) as file:
                for statement in statements:
                    file.execute(statement)
                file.commit()
        else:
            with psycopg.connect(store_url) as connection:
                for statement in statements:
                    connection.execute(statement)

    return run


@pytest.fixture
def failing(run_sql, store_url):
    """Makes a kind of statement on a table fail, and gives what ends that."""

    def fail(what, table):
        if store_url.startswith("sqlite:///"):
            run_sql(
                f"CREATE TRIGGER fault BEFORE {what} ON {table} BEGIN SELECT RAISE(ABORT, 'fault'); END",
            )
            return lambda: run_sql("DROP TRIGGER fault")
        run_sql(
            "CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE unique_violation; END $$",
            f"CREATE TRIGGER fault BEFORE {what} ON {table} FOR EACH ROW EXECUTE FUNCTION fault()",
        )
        return lambda: run_sql(f"DROP TRIGGER fault ON {table}", "DROP FUNCTION fault")

    return fail


FAULTS = [("UPDATE", "accounts"), ("INSERT", "devices"), ("DELETE", "devices")]


@EACH
@pytest.mark.parametrize(("what", "table"), FAULTS)
async def test_a_fault_between_leaves_all_as_it_was(house, replace, failing, what, table):
    mend = failing(what, table)
    with pytest.raises((AlreadyThere, RequestReused)):
        await replace(house.one, house.tokens.access)
    mend()
    assert {each.name for each in await house.one.devices(house.ann.account_id)} == {"telephone", "laptop"}
    house.tokens = await house.works(house.tokens)
    await house.one.with_password("Ann", OLD)
    await house.works(await replace(house.other, house.tokens.access))


@pytest.mark.parametrize(("what", "table"), [("UPDATE", "accounts"), ("INSERT", "names"), ("UPDATE", "names")])
async def test_a_fault_while_a_guest_is_upgraded_leaves_a_guest(house, failing, what, table):
    bob, _ = await house.one.as_guest("Bob")
    mend = failing(what, table)
    with pytest.raises(NameRefused):
        await house.one.upgrade(bob.account_id, "Robert", OLD)
    mend()
    assert await house.one.account(bob.account_id) == bob
    assert not (await house.one.upgrade(bob.account_id, "Robert", OLD)).guest


@pytest.mark.servers
@EACH
async def test_a_database_connection_that_is_killed_between_leaves_all_as_it_was(postgres_store_url, tmp_path, replace):
    """It waits within its transaction for a lock that this test holds."""
    sql = open_sql(postgres_store_url)
    house = House(sql, tmp_path / "keys")
    await house.begin()
    async with await psycopg.AsyncConnection.connect(postgres_store_url) as holder:
        await holder.execute("SELECT 1 FROM devices WHERE account_id = %s FOR UPDATE", (house.ann.account_id,))
        replacing = asyncio.create_task(replace(house.one, house.tokens.access))
        await killed(postgres_store_url)
        with pytest.raises(StoreUnavailable):
            await replacing
    assert {each.name for each in await house.one.devices(house.ann.account_id)} == {"telephone", "laptop"}
    house.tokens = await house.works(house.tokens)
    await house.works(await replace(house.other, house.tokens.access))
    await sql.close()


async def killed(url):
    """Ends the server's process that waits for another one's lock, as soon as there is one."""
    deadline = time.monotonic() + 30
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as watcher:
        while time.monotonic() < deadline:
            found = await watcher.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0"
            )
            if await found.fetchone():
                return
    raise TimeoutError("nobody waits")


async def test_an_upgrade_that_is_asked_again_is_answered_the_same(house):
    named = await house.one.account(house.ann.account_id)
    assert await house.one.upgrade(house.ann.account_id, "Ann", OLD) == named
    for name, password in (("Anna", OLD), ("Ann", NEW), ("Ann", "")):
        with pytest.raises(PasswordRefused, match="ALREADY_NAMED"):
            await house.other.upgrade(house.ann.account_id, name, password)
    assert await house.one.account(house.ann.account_id) == named
    await house.one.with_password("Ann", OLD)


async def test_who_has_the_token_guesses_the_password_by_upgrades_no_faster_than_otherwise(house):
    thief = Proxies().caller("192.0.2.66")
    for _ in range(TRIES):
        with pytest.raises(PasswordRefused):
            await house.one.upgrade(house.ann.account_id, "Ann", NEW, thief)
    with pytest.raises(TooFast):
        await house.one.upgrade(house.ann.account_id, "Ann", OLD, thief)
