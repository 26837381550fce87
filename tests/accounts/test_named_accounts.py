"""Guests that become named accounts, their devices, and what is left when an account is deleted."""

import asyncio
import threading
import time

import pytest

from domain.history.adjudicate import adjudicate
from domain.table.messages import OpenTable, ProposeAbandon, StartGame, TakeSeat, Vote
from domain.table.session import FINISHED
from services.accounts import password as passwords
from services.accounts.account import NameRefused, UnknownAccount, checked_name
from services.accounts.sign_in import GUESSES, NAME_S, REFRESH_S, PasswordRefused, SignIn
from services.accounts.storage import AccountStorage
from services.accounts.tokens import ACCESS_S, Issuer, KeyRing, Unauthenticated
from services.application.games import Games
from services.chat.storage import ChatStorage
from services.limits import TooFast
from services.notify.storage import Webhook, WebhookStorage
from services.store import open_sql, open_store
from tests.table_services.kit import CODEC

PASSWORD = "correct horse"
pytestmark = pytest.mark.usefixtures("quick_passwords")


@pytest.fixture
async def store(tmp_path):
    opened = open_store(f"sqlite:///{tmp_path}/events.db")
    yield opened
    await opened.close()


@pytest.fixture
async def sql(store, tmp_path):
    opened = open_sql(f"sqlite:///{tmp_path}/events.db")
    yield opened
    await opened.close()


@pytest.fixture
def process(sql, tmp_path):
    """Each call is another process on the same accounts."""
    return lambda clock=time.time: SignIn(AccountStorage(sql), Issuer(KeyRing(tmp_path / "keys")), clock)


@pytest.fixture
def sign_in(process):
    return process()


async def test_nobody_waits_while_many_passwords_are_tried(sign_in, monkeypatch):
    account, _ = await sign_in.as_guest("Ann")
    tried, released = threading.Event(), threading.Event()

    def slow(*_, **__):
        tried.set()
        assert released.wait(60)
        return b""

    monkeypatch.setattr(passwords, "scrypt", slow)
    guesses = [asyncio.create_task(sign_in.with_password(f"Bob {n}", "no horse at all")) for n in range(100)]
    try:
        assert await asyncio.to_thread(tried.wait, 10)
        async with asyncio.timeout(10):
            assert await sign_in.account(account.account_id) == account
    finally:
        released.set()
    refused = await asyncio.gather(*guesses, return_exceptions=True)
    assert all(isinstance(each, Unauthenticated) for each in refused)


async def test_a_guest_gets_a_name_and_a_password_and_keeps_the_account(sign_in, process):
    guest, tokens = await sign_in.as_guest("", "phone")
    named = await sign_in.upgrade(guest.account_id, "Ann", PASSWORD)
    assert (named.account_id, named.display_name, named.guest) == (guest.account_id, "Ann", False)
    account, elsewhere = await process().with_password("ann", PASSWORD, "laptop")
    assert account == named
    assert await sign_in.who(elsewhere.access) == await sign_in.who(tokens.access) == guest.account_id
    with pytest.raises(PasswordRefused, match="ALREADY_NAMED"):
        await sign_in.upgrade(guest.account_id, "Bob", PASSWORD)


@pytest.mark.parametrize("password", ["short", "x" * 201])
async def test_a_password_has_a_length(sign_in, password):
    guest, _ = await sign_in.as_guest("")
    with pytest.raises(PasswordRefused, match="PASSWORD_LENGTH"):
        await sign_in.upgrade(guest.account_id, "Ann", password)


async def test_who_has_not_the_name_or_the_password_is_told_the_same(sign_in):
    guest, _ = await sign_in.as_guest("Guest without password")
    await sign_in.upgrade((await sign_in.as_guest(""))[0].account_id, "Ann", PASSWORD)
    for name, password in (("Ann", "wrong horse"), ("Nobody", PASSWORD), (guest.display_name, "")):
        with pytest.raises(Unauthenticated, match="NAME_OR_PASSWORD_WRONG"):
            await sign_in.with_password(name, password)


async def test_passwords_are_not_guessed_for_long(sign_in, monkeypatch):
    async def wrong(*_):
        return False

    monkeypatch.setattr("services.accounts.sign_in.fits", wrong)
    for _ in range(GUESSES):
        with pytest.raises(Unauthenticated):
            await sign_in.with_password("Ann", "guess")
    with pytest.raises(TooFast):
        await sign_in.with_password("ANN", "guess")


async def test_a_stolen_token_guesses_no_more_passwords_by_renaming_the_account(sign_in, monkeypatch):
    async def wrong(*_):
        return False

    guest, _ = await sign_in.as_guest("")
    await sign_in.upgrade(guest.account_id, "Ann", PASSWORD)
    monkeypatch.setattr("services.accounts.sign_in.fits", wrong)
    for number in range(GUESSES - 1):
        await sign_in.rename(guest.account_id, f"Ann {number}")
        with pytest.raises(Unauthenticated):
            await sign_in.change_password(guest.account_id, "guess", PASSWORD)
    await sign_in.rename(guest.account_id, "Another")
    with pytest.raises(TooFast):
        await sign_in.change_password(guest.account_id, "guess", PASSWORD)


async def test_a_guest_does_not_have_passwords_hashed_without_end(sign_in, monkeypatch):
    async def at_once(_):
        return "00"

    monkeypatch.setattr("services.accounts.sign_in.hashed", at_once)
    await sign_in.as_guest("Ann")
    guest, _ = await sign_in.as_guest("")
    for _ in range(GUESSES):
        with pytest.raises(NameRefused, match="NAME_TAKEN"):
            await sign_in.upgrade(guest.account_id, "Ann", PASSWORD)
    with pytest.raises(TooFast):
        await sign_in.upgrade(guest.account_id, "Ann", PASSWORD)


async def test_accounts_are_read_while_every_other_thread_is_busy(sign_in):
    guest, _ = await sign_in.as_guest("")
    release = threading.Event()
    busy = [asyncio.get_running_loop().run_in_executor(None, release.wait) for _ in range(64)]
    try:
        async with asyncio.timeout(5):
            assert await sign_in.account(guest.account_id) == guest
    finally:
        release.set()
        await asyncio.gather(*busy)


@pytest.mark.slow
async def test_a_new_password_signs_out_every_other_device(sign_in):
    guest, phone = await sign_in.as_guest("")
    await sign_in.upgrade(guest.account_id, "Ann", PASSWORD)
    with pytest.raises(Unauthenticated, match="NAME_OR_PASSWORD_WRONG"):
        await sign_in.change_password(guest.account_id, "wrong horse", "battery staple")
    here = await sign_in.change_password(guest.account_id, PASSWORD, "battery staple")
    assert await sign_in.who(here.access) == guest.account_id
    with pytest.raises(Unauthenticated):
        await sign_in.refresh(phone.refresh)
    with pytest.raises(Unauthenticated):
        await sign_in.with_password("Ann", PASSWORD)
    await sign_in.with_password("Ann", "battery staple")


async def test_devices_are_listed_and_signed_out_one_by_one(sign_in):
    guest, phone = await sign_in.as_guest("", "phone")
    await sign_in.upgrade(guest.account_id, "Ann", PASSWORD)
    _, laptop = await sign_in.with_password("Ann", PASSWORD, "laptop")
    phone = await sign_in.refresh(phone.refresh)
    devices = {device.name: device for device in await sign_in.devices(guest.account_id)}
    assert set(devices) == {"phone", "laptop"}
    other, _ = await sign_in.as_guest("")
    await sign_in.sign_out(other.account_id, devices["phone"].device_id)
    await sign_in.sign_out(guest.account_id, devices["laptop"].device_id)
    with pytest.raises(Unauthenticated):
        await sign_in.refresh(laptop.refresh)
    await sign_in.refresh(phone.refresh)
    assert [device.name for device in await sign_in.devices(guest.account_id)] == ["phone"]


async def test_who_signs_in_right_after_a_revocation_is_let_in_by_a_process_whose_clock_is_behind_too(process):
    ahead, behind = process(lambda: time.time() + 20), process(lambda: time.time() - 5)
    ann, _ = await ahead.as_guest("Ann")
    await ahead.upgrade(ann.account_id, "Ann", PASSWORD)
    tokens = await ahead.revoke(ann.account_id)
    _, elsewhere = await behind.with_password("Ann", PASSWORD)
    for each in (tokens, elsewhere, await behind.refresh(tokens.refresh)):
        assert await behind.who(each.access) == await ahead.who(each.access) == ann.account_id


async def test_a_device_keeps_one_refresh_token_however_often_it_is_refreshed(process, sql):
    now = time.time()
    sign_in = process(lambda: now)
    ann, tokens = await sign_in.as_guest("Ann", "telephone")
    for _ in range(5):
        now += ACCESS_S
        used, tokens = tokens, await sign_in.refresh(tokens.refresh)
    await sign_in.refresh(used.refresh)  # the answer was lost a moment ago
    now += ACCESS_S
    await sign_in.refresh(tokens.refresh)
    kept = await sql.run("SELECT used_at FROM refresh_tokens WHERE account_id = ?", (ann.account_id,))
    assert len([used_at for (used_at,) in kept if used_at is None]) == 2  # also the one whose answer was lost
    assert len(kept) == 3  # and the last used one, should this answer be lost
    assert [device.name for device in await sign_in.devices(ann.account_id)] == ["telephone"]


async def test_a_device_that_can_sign_in_no_more_is_no_longer_listed(process):
    now = time.time()
    sign_in = process(lambda: now)
    ann, _ = await sign_in.as_guest("Ann", "telephone")
    await sign_in.upgrade(ann.account_id, "Ann", PASSWORD)
    now += REFRESH_S - 1
    await sign_in.with_password("Ann", PASSWORD, "tablet")
    assert {device.name for device in await sign_in.devices(ann.account_id)} == {"telephone", "tablet"}
    now += 1
    await sign_in.with_password("Ann", PASSWORD, "desk")
    assert {device.name for device in await sign_in.devices(ann.account_id)} == {"tablet", "desk"}


@pytest.mark.parametrize("name", ["Аdmin", "Annа", "admin", "Sеrver Bot"])
def test_names_that_want_to_be_taken_for_others_are_refused(name):
    with pytest.raises(NameRefused, match="NAME_INVALID"):
        checked_name(name)


@pytest.mark.parametrize("name", ["Ann Анна", "Иван_7", "田中たろう", "O'Neil"])
def test_names_of_any_alphabet_are_fine(name):
    assert checked_name(name) == name


async def test_a_deleted_account_leaves_nothing_but_an_id_and_the_history_still_proves_itself(
    sign_in, process, sql, store
):
    chat, webhooks = ChatStorage(sql), WebhookStorage(sql)
    sign_in.on_delete += [chat.forget, webhooks.delete]
    ann, tokens = await sign_in.as_guest("Ann Smith", "Ann's phone")
    bob, _ = await sign_in.as_guest("Bob")
    await sign_in.upgrade(ann.account_id, "Ann Smith", PASSWORD)
    games = Games(store, CODEC)
    opened = await games.open_table(OpenTable("demo", 2), actor=ann.account_id, request_id="r0")
    commands = ((ann, TakeSeat()), (bob, TakeSeat()), (ann, StartGame()), (ann, ProposeAbandon()), (bob, Vote(True)))
    for number, (account, command) in enumerate(commands, 1):
        await games.give(opened.game_id, command, actor=account.account_id, request_id=f"r{number}")
    await chat.add(opened.game_id, ann.account_id, "r1", 0, "I live in Smith Street")
    await webhooks.set(Webhook(ann.account_id, "https://smith.example", b"s", ("GAME_OVER",)))
    before = await store.load(opened.game_id)

    await sign_in.delete(ann.account_id)

    rows = await store.load(opened.game_id)
    assert rows == before
    assert not any(b"Smith" in row.body for row in rows)
    assert adjudicate(rows, CODEC).session.status == FINISHED
    for there in (sign_in, process()):
        assert await there.name(ann.account_id) == ""
        with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
            await there.who(tokens.access)
        with pytest.raises(Unauthenticated):
            await there.refresh(tokens.refresh)
        with pytest.raises(UnknownAccount):
            await there.account(ann.account_id)
    tables = ("accounts", "devices", "refresh_tokens", "identities", "webhooks", "notices", "chat_mutes")
    for table in tables:
        assert await sql.run(f"SELECT * FROM {table} WHERE account_id = ?", (ann.account_id,)) == []
    assert [row[0] for row in await sql.run("SELECT said FROM chat_messages")] == [""]
    await asyncio.gather(sign_in.as_guest("Ann Smith"))  # the name is free again


async def test_a_name_that_another_process_has_changed_or_deleted_is_shown_for_a_minute_at_most(process):
    now = time.time()
    one, other = process(), process(lambda: now)
    account, _ = await one.as_guest("Ann")
    assert await other.name(account.account_id) == "Ann"
    await one.rename(account.account_id, "Anna")
    assert await other.name(account.account_id) == "Ann"
    now += NAME_S
    assert await other.name(account.account_id) == "Anna"
    await one.delete(account.account_id)
    now += NAME_S
    assert await other.name(account.account_id) == ""
