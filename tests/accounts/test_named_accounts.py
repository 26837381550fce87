"""Guests that become named accounts, their devices, and what is left when an account is deleted."""

import asyncio
import threading
import time

import pytest

from domain.history.adjudicate import adjudicate
from domain.table.aggregate import FINISHED
from domain.table.messages import OpenTable, ProposeAbandon, StartGame, TakeSeat, Vote
from services.accounts import password as passwords
from services.accounts.account import NameRefused, UnknownAccount, checked_name
from services.accounts.account_storage import NAME_KEPT_S, AccountStorage
from services.accounts.attempt_limiter import A_TRY_S, TRIES
from services.accounts.devices import GRACE_S, REFRESH_S
from services.accounts.proof import OwnerProof
from services.accounts.replacing import TokenRequest
from services.accounts.sign_in import CHANGES, NAME_S, PasswordRefused, SignIn
from services.accounts.tokens import ACCESS_S, Issuer, KeyRing, Unauthenticated
from services.application.game_service import GameService
from services.chat.chat_storage import ChatStorage
from services.notify.notice_storage import NoticeStorage
from services.notify.targets import WEBHOOK, Hours, Target
from services.platform.callers import SITE_FACTOR, Proxies
from services.platform.rate_limiter import TooFast
from services.store import open_sql, open_store
from tests.stores import new_sqlite
from tests.table_services.services_kit import CODEC

PASSWORD = "correct horse"
pytestmark = pytest.mark.usefixtures("quick_passwords")


@pytest.fixture
async def store(tmp_path):
    opened = open_store(new_sqlite(tmp_path / "events.db"))
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
    return lambda clock=time.time: SignIn(AccountStorage(sql), Issuer(KeyRing(tmp_path / "keys"), clock=clock), clock)


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
        async with asyncio.timeout(60):
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


def caller(address):
    return Proxies().caller(address)


async def guess(sign_in, name, address, password="no horse at all"):
    return await sign_in.with_password(name, password, "", caller(address))


async def test_passwords_are_not_guessed_for_long_whatever_process_is_asked(process):
    now = 1_800_000_000.0
    processes = [process(lambda: now) for _ in range(3)]
    ann, tokens = await processes[0].as_guest("Ann")
    await processes[0].upgrade(ann.account_id, "Ann", PASSWORD)
    for number in range(TRIES):
        with pytest.raises(Unauthenticated):
            await guess(processes[number % 3], "Ann", "192.0.2.66")
    for sign_in in processes:
        with pytest.raises(TooFast) as told:
            await guess(sign_in, "ANN", "192.0.2.66", PASSWORD)
    assert 0 < told.value.retry_after_s <= A_TRY_S
    for sign_in in processes:
        assert (await guess(sign_in, "Ann", "198.51.100.7", PASSWORD))[0].account_id == ann.account_id
        assert await sign_in.who(tokens.access) == ann.account_id
    await processes[1].refresh(tokens.refresh)
    now += A_TRY_S
    await guess(processes[2], "Ann", "192.0.2.66", PASSWORD)


async def test_many_who_guess_at_the_same_moment_guess_no_more_often(process):
    sign_in = process()
    guesses = [guess(sign_in, "Ann", "192.0.2.66") for _ in range(3 * TRIES)]
    refused = await asyncio.gather(*guesses, return_exceptions=True)
    assert sum(isinstance(each, Unauthenticated) for each in refused) == TRIES


async def test_a_password_that_is_right_does_not_count(sign_in):
    ann, _ = await sign_in.as_guest("Ann")
    await sign_in.upgrade(ann.account_id, "Ann", PASSWORD)
    for _ in range(2 * TRIES):
        await guess(sign_in, "Ann", "192.0.2.1", PASSWORD)


async def test_the_networks_of_a_site_guess_together(sign_in):
    refused = []
    for number in range(TRIES * SITE_FACTOR + 1):
        with pytest.raises((Unauthenticated, TooFast)) as told:
            await guess(sign_in, "Ann", f"2001:db8:0:{number:x}::1")
        refused.append(told.type)
    assert refused[:TRIES] == [Unauthenticated] * TRIES
    assert refused[-1] == TooFast


async def test_a_stolen_token_guesses_no_more_passwords_by_renaming_the_account(sign_in):
    guest, tokens = await sign_in.as_guest("")
    await sign_in.upgrade(guest.account_id, "Ann", PASSWORD)
    asked = TokenRequest(tokens.access, "r")
    thief, owner = caller("192.0.2.66"), caller("198.51.100.7")
    for number in range(TRIES):
        await sign_in.rename(guest.account_id, f"Ann {number}")
        wrong = "no horse at all"
        attempt = (
            sign_in.change_password(asked, wrong, PASSWORD, thief)
            if number % 2
            else sign_in.prove(guest.account_id, OwnerProof(wrong), thief)
        )
        with pytest.raises(Unauthenticated):
            await attempt
    await sign_in.rename(guest.account_id, "Another")
    with pytest.raises(TooFast):
        await sign_in.change_password(asked, PASSWORD, "battery staple", thief)
    with pytest.raises(TooFast):
        await sign_in.prove(guest.account_id, OwnerProof(PASSWORD), thief)
    await sign_in.prove(guest.account_id, OwnerProof(PASSWORD), owner)
    await sign_in.change_password(asked, PASSWORD, "battery staple", owner)


async def test_who_has_no_password_proves_nothing(sign_in):
    guest, _ = await sign_in.as_guest("")
    await sign_in.prove(guest.account_id, OwnerProof())


async def test_a_guest_does_not_have_passwords_hashed_without_end(sign_in, monkeypatch):
    async def at_once(_):
        return "00"

    monkeypatch.setattr("services.accounts.sign_in.hashed", at_once)
    await sign_in.as_guest("Ann")
    guest, _ = await sign_in.as_guest("")
    for _ in range(CHANGES):
        with pytest.raises(NameRefused, match="NAME_TAKEN"):
            await sign_in.upgrade(guest.account_id, "Ann", PASSWORD)
    with pytest.raises(TooFast):
        await sign_in.upgrade(guest.account_id, "Ann", PASSWORD)


async def test_accounts_are_read_while_every_other_thread_is_busy(sign_in):
    guest, _ = await sign_in.as_guest("")
    release = threading.Event()
    busy = [asyncio.get_running_loop().run_in_executor(None, release.wait) for _ in range(64)]
    try:
        async with asyncio.timeout(60):
            assert await sign_in.account(guest.account_id) == guest
    finally:
        release.set()
        await asyncio.gather(*busy)


@pytest.mark.slow
async def test_a_new_password_signs_out_every_other_device(sign_in):
    guest, phone = await sign_in.as_guest("")
    await sign_in.upgrade(guest.account_id, "Ann", PASSWORD)
    with pytest.raises(Unauthenticated, match="NAME_OR_PASSWORD_WRONG"):
        await sign_in.change_password(TokenRequest(phone.access, "r"), "wrong horse", "battery staple")
    here = await sign_in.change_password(TokenRequest(phone.access, "r"), PASSWORD, "battery staple")
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
    ann, first = await ahead.as_guest("Ann")
    await ahead.upgrade(ann.account_id, "Ann", PASSWORD)
    tokens = await ahead.revoke(TokenRequest(first.access, "r"))
    _, elsewhere = await behind.with_password("Ann", PASSWORD)
    for each in (tokens, elsewhere, await behind.refresh(tokens.refresh)):
        assert await behind.who(each.access) == await ahead.who(each.access) == ann.account_id


HOME, AWAY, ELSEWHERE = (caller(address) for address in ("192.0.2.1", "198.51.100.7", "203.0.113.9"))


@pytest.fixture
def families(process):
    """An account and its first refresh token, two processes, and a clock to be set."""

    class Families:
        now = 1_800_000_000.0

        async def begun(self):
            self.sign_in, self.other = process(lambda: self.now), process(lambda: self.now)
            self.ann, tokens = await self.sign_in.as_guest("Ann", "telephone")
            return tokens

    return Families()


async def test_a_lost_answer_is_given_again_by_any_process_for_a_minute(families):
    tokens = await families.begun()
    first = await families.sign_in.refresh(tokens.refresh, HOME)
    families.now += GRACE_S - 1
    again = [await each.refresh(tokens.refresh, HOME) for each in (families.other, families.sign_in)]
    assert {each.refresh for each in again} == {first.refresh}
    following = await families.sign_in.refresh(first.refresh, HOME)
    assert following.refresh != first.refresh
    assert await families.other.who(following.access) == families.ann.account_id


async def test_many_refreshes_at_the_same_moment_are_one(families):
    tokens = await families.begun()
    asked = [(families.sign_in, families.other)[number % 2].refresh(tokens.refresh, HOME) for number in range(8)]
    assert len({each.refresh for each in await asyncio.gather(*asked)}) == 1


@pytest.mark.parametrize("thief_first", [True, False])
@pytest.mark.parametrize("later_s", [GRACE_S, 3_600])
async def test_a_refresh_token_that_is_used_again_signs_thief_and_owner_out(families, thief_first, later_s):
    stolen = await families.begun()
    one, other = (ELSEWHERE, HOME) if thief_first else (HOME, ELSEWHERE)
    newest = await families.sign_in.refresh(stolen.refresh, one)
    newest = await families.sign_in.refresh(newest.refresh, one) if later_s > GRACE_S else newest
    families.now += later_s
    with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
        await families.other.refresh(stolen.refresh, other)
    with pytest.raises(Unauthenticated):
        await families.sign_in.refresh(newest.refresh, one)
    with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
        await families.other.who(newest.access)
    assert await families.sign_in.devices(families.ann.account_id) == []


async def test_an_old_token_of_a_family_is_known_however_long_ago_it_was_used(families):
    first = newest = await families.begun()
    for _ in range(5):
        families.now += 3_600
        newest = await families.sign_in.refresh(newest.refresh, HOME)
    with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
        await families.sign_in.refresh(first.refresh, HOME)
    with pytest.raises(Unauthenticated, match="TOKEN_INVALID"):
        await families.sign_in.refresh(newest.refresh, HOME)


async def test_a_telephone_that_goes_to_another_network_gets_its_answer(families):
    tokens = await families.begun()
    first = await families.sign_in.refresh(tokens.refresh, HOME)
    for _ in range(3):
        assert (await families.sign_in.refresh(tokens.refresh, AWAY)).refresh == first.refresh
    families.now += 3_600
    await families.sign_in.refresh(first.refresh, AWAY)


@pytest.mark.parametrize("thief_first", [True, False])
async def test_a_thief_elsewhere_who_comes_within_the_minute_is_found_at_the_second_refresh(families, thief_first):
    newest = await families.begun()
    one, other = (ELSEWHERE, HOME) if thief_first else (HOME, ELSEWHERE)
    following = await families.sign_in.refresh(newest.refresh, one)
    assert (await families.sign_in.refresh(newest.refresh, other)).refresh == following.refresh
    families.now += 3_600
    newest, following = following, await families.sign_in.refresh(following.refresh, one)
    with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
        await families.sign_in.refresh(newest.refresh, other)
    with pytest.raises(Unauthenticated):
        await families.sign_in.refresh(following.refresh, one)


async def test_two_at_one_token_from_two_networks_in_turn_are_found_at_once(families):
    tokens = await families.begun()
    for where in (HOME, ELSEWHERE):
        await families.sign_in.refresh(tokens.refresh, where)
    with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
        await families.sign_in.refresh(tokens.refresh, HOME)


async def test_other_devices_go_on_when_one_is_signed_out_for_a_token_used_twice(families):
    tokens = await families.begun()
    await families.sign_in.upgrade(families.ann.account_id, "Ann", PASSWORD)
    _, laptop = await families.sign_in.with_password("Ann", PASSWORD, "laptop")
    await families.sign_in.refresh(tokens.refresh, HOME)
    families.now += GRACE_S
    with pytest.raises(Unauthenticated):
        await families.sign_in.refresh(tokens.refresh, HOME)
    assert [device.name for device in await families.sign_in.devices(families.ann.account_id)] == ["laptop"]
    assert await families.sign_in.who(laptop.access) == families.ann.account_id


@pytest.mark.parametrize("token", ["", ".", "nobody's", "a.b", "x" * 200])
async def test_a_token_of_no_family_ends_none(families, token):
    tokens = await families.begun()
    with pytest.raises(Unauthenticated, match="TOKEN_INVALID"):
        await families.sign_in.refresh(token, HOME)
    await families.sign_in.refresh(tokens.refresh, HOME)


async def test_the_store_holds_nothing_that_signs_in(families, sql):
    tokens = await families.begun()
    following = await families.sign_in.refresh(tokens.refresh, HOME)
    (kept,) = await sql.run("SELECT * FROM devices")
    for token in (tokens.refresh, following.refresh):
        assert not any(part in str(value) for part in token.split(".") for value in kept)


async def test_a_device_is_one_row_however_often_it_is_refreshed(process, sql):
    now = time.time()
    sign_in = process(lambda: now)
    ann, tokens = await sign_in.as_guest("Ann", "telephone")
    for _ in range(5):
        now += ACCESS_S
        tokens = await sign_in.refresh(tokens.refresh)
    assert len(await sql.run("SELECT 1 FROM devices WHERE account_id = ?", (ann.account_id,))) == 1
    assert [device.name for device in await sign_in.devices(ann.account_id)] == ["telephone"]


async def test_the_access_token_of_a_device_that_was_signed_out_ends_with_it(process):
    sign_in = process()
    ann, tokens = await sign_in.as_guest("Ann")
    assert await sign_in.who(tokens.access) == ann.account_id
    (device,) = await sign_in.devices(ann.account_id)
    await sign_in.sign_out(ann.account_id, device.device_id)
    for each in (sign_in, process()):
        with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
            await each.who(tokens.access)


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
    chat, notices = ChatStorage(sql), NoticeStorage(sql)
    sign_in.on_delete += [chat.forget, notices.forget]
    ann, tokens = await sign_in.as_guest("Ann Smith", "Ann's phone")
    bob, _ = await sign_in.as_guest("Bob")
    await sign_in.upgrade(ann.account_id, "Ann Smith", PASSWORD)
    games = GameService(store, CODEC)
    opened = await games.open_table(OpenTable("demo", 2), actor=ann.account_id, request_id="r0")
    commands = ((ann, TakeSeat()), (bob, TakeSeat()), (ann, StartGame()), (ann, ProposeAbandon()), (bob, Vote(True)))
    for number, (account, command) in enumerate(commands, 1):
        await games.execute(opened.game_id, command, actor=account.account_id, request_id=f"r{number}")
    await chat.add(opened.game_id, ann.account_id, "r1", 0, "I live in Smith Street")
    hook = await notices.set(Target(ann.account_id, WEBHOOK, "https://smith.example", b"s", ("GAME_OVER",)))
    await notices.outbox.ask("TEST", hook, 0)
    await notices.set_hours(ann.account_id, Hours("Europe/London"))
    await notices.quiet_game(ann.account_id, opened.game_id, quiet=True)
    before = await store.load(opened.game_id)

    await sign_in.delete(ann.account_id)

    rows = await store.load(opened.game_id)
    assert rows == before
    assert not any(b"Smith" in row.body for row in rows)
    assert adjudicate(rows, CODEC).aggregate.status == FINISHED
    for there in (sign_in, process()):
        assert await there.name(ann.account_id) == ""
        with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
            await there.who(tokens.access)
        with pytest.raises(Unauthenticated):
            await there.refresh(tokens.refresh)
        with pytest.raises(UnknownAccount):
            await there.account(ann.account_id)
    tables = ("accounts", "devices", "names", "identities", "notice_targets", "outbox", "chat_mutes")
    tables += ("notice_hours", "quiet_games")
    for table in tables:
        assert await sql.run(f"SELECT * FROM {table} WHERE account_id = ?", (ann.account_id,)) == []
    assert [row[0] for row in await sql.run("SELECT said FROM chat_messages")] == [""]


@pytest.mark.parametrize("name", ["Ann Smith", "ANN SMITH", "Ann Srnith"])
async def test_the_name_of_a_deleted_account_is_nobodys_for_a_while(process, name):
    now = 1_800_000_000.0
    sign_in = process(lambda: now)
    ann, _ = await sign_in.as_guest("Ann Smith")
    await sign_in.delete(ann.account_id)
    for _ in range(2):
        with pytest.raises(NameRefused, match="NAME_TAKEN"):
            await sign_in.as_guest(name)
        now += NAME_KEPT_S - 1
    now += 1
    await sign_in.as_guest(name)


async def test_a_name_that_was_given_up_is_kept_for_who_had_it_last(process):
    now = 1_800_000_000.0
    sign_in = process(lambda: now)
    ann, _ = await sign_in.as_guest("Ann")
    bob, _ = await sign_in.as_guest("Bob")
    await sign_in.rename(ann.account_id, "Anna")
    with pytest.raises(NameRefused, match="NAME_TAKEN"):
        await sign_in.rename(bob.account_id, "Ann")
    await sign_in.rename(ann.account_id, "Ann")
    await sign_in.rename(ann.account_id, "Zoe")
    await sign_in.rename(ann.account_id, "Zora")
    await sign_in.rename(bob.account_id, "Anna")
    with pytest.raises(NameRefused, match="NAME_TAKEN"):
        await sign_in.as_guest("Zoe")
    now += NAME_KEPT_S
    await sign_in.as_guest("Zoe")


async def test_a_name_that_was_refused_leaves_the_one_that_was_had(sign_in):
    await sign_in.as_guest("Ann")
    bob, _ = await sign_in.as_guest("Bob")
    with pytest.raises(NameRefused, match="NAME_TAKEN"):
        await sign_in.rename(bob.account_id, "ann")
    with pytest.raises(NameRefused, match="NAME_TAKEN"):
        await sign_in.as_guest("BOB")
    assert await sign_in.name(bob.account_id) == "Bob"


async def test_deleted_accounts_do_not_reserve_names(sign_in):
    ann, _ = await sign_in.as_guest("Ann")
    await sign_in.delete(ann.account_id)
    with pytest.raises(UnknownAccount):
        await sign_in.rename(ann.account_id, "Zoe")
    await sign_in.as_guest("Zoe")


@pytest.mark.parametrize(
    ("taken", "wanted"),
    [
        ("coco", "сосо"),
        ("Ian", "lan"),
        ("Ian", "IAN"),
        ("Tom", "Torn"),
        ("ALl", "ALI"),
        ("O0", "oo"),
        ("paypal", "раураl"),
    ],
)
async def test_names_that_look_alike_are_one_name(sign_in, taken, wanted):
    await sign_in.as_guest(taken)
    with pytest.raises(NameRefused):
        await sign_in.as_guest(wanted)


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
