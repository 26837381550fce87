"""SQL data next to the events on PostgreSQL: the same statements give the same answers."""

import asyncio
import json

import pytest
from msgspec.structs import replace

from services.accounts.account import Account, UnknownAccount
from services.accounts.account_storage import AccountStorage
from services.accounts.own_data import OwnData
from services.accounts.recovery import RecoveryCodes
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing, Unauthenticated
from services.chat.chat_storage import ChatStorage
from services.notify.mail_links import UNKNOWN_TARGET, MailLinks, stop_token
from services.notify.news import YOUR_TURN, Notice
from services.notify.notice_storage import NoticeStorage
from services.notify.targets import MAIL, WEBHOOK, Hours, Target
from services.store import open_sql
from services.store.schema import migrate
from tests.accounts.test_own_data import NoGames

pytestmark = pytest.mark.servers


@pytest.fixture
async def sql(postgres_url):
    migrate(postgres_url)
    opened = open_sql(postgres_url)
    yield opened
    await opened.close()


def notice(name, account="ann", kind=YOUR_TURN, due_ms=1_800_000_000_000, game_id=""):
    return Notice(name, account, kind, game_id or name, "demo", 7, 0, due_ms)


async def test_targets_and_their_notices(sql):
    storage = NoticeStorage(sql)
    outbox = storage.outbox
    given = Target("ann", WEBHOOK, "https://x.example/", b"\x01" * 32, (YOUR_TURN,), proven=True)
    await storage.set(replace(given, secret=b"\x02", proven=False))
    hook = await storage.set(given)
    assert hook == replace(given, target_id=hook.target_id, old_secret=b"\x02") == await storage.get(hook.target_id)
    await storage.set(replace(given, address="https://y.example/", daily=True))
    hours = Hours("Asia/Tokyo", 60, 120, 9 * 60)
    await storage.set_hours("ann", hours)
    hook, other = await storage.of("ann")
    assert await storage.hearing(["ann", "bob"]) == [hook, other]
    assert (hook.hours, other.hours, other.daily) == (hours, hours, True)
    later = 1_800_000_000_001
    kept = [notice("n0", game_id="n1"), notice("n1"), notice("n1"), notice("n2", due_ms=later)]
    await outbox.keep([(each, hook) for each in kept], 3)
    await outbox.keep([(notice("n1"), other)], 1 << 40)
    assert await outbox.position() == 1 << 40
    assert await outbox.due(later - 1, 10) == {hook.target_id: [(notice("n1"), 0)]}
    tokyo_nine = 1_800_057_600_000  # 16 January 2027, 0 o'clock UTC
    assert other.target_id not in await outbox.due(tokyo_nine - 1, 10)
    assert other.target_id in await outbox.due(tokyo_nine, 10)
    await outbox.try_again([notice("n1")], hook, later)
    assert await storage.failed(hook, 5) == 5
    assert await storage.failed(hook, 6) == 5
    assert await storage.failed(replace(hook, secret=b"\x02"), 7) == 7
    assert (await storage.get(hook.target_id)).failing_since_ms == 5
    assert sorted(tries for _, tries in (await outbox.due(later, 10))[hook.target_id]) == [0, 1]
    await storage.answered(hook)
    await outbox.put_off(hook, later + 1)
    await outbox.done([notice("n1")], hook)
    assert await outbox.due(later, 10) == {}
    await storage.switch_off(hook)
    assert (await storage.get(hook.target_id)).off
    assert hook.target_id not in await outbox.due(tokyo_nine, 10)
    await storage.quiet_game("ann", "g", quiet=True)
    assert await storage.quiet_games(["ann"]) == {("ann", "g")}
    await storage.forget("ann")
    assert (await storage.of("ann"), await storage.quiet_games(["ann"]), await storage.hours("ann")) == (
        [],
        set(),
        Hours(),
    )


async def test_ways_back_and_what_is_kept_of_an_account(sql):
    """On PostgreSQL, whose statements tests/table_services/test_mail.py gives to SQLite."""
    storage, links, codes = NoticeStorage(sql), MailLinks(sql), RecoveryCodes(sql)
    await AccountStorage(sql).add(Account("ann", "Ann", guest=False, created_at=7))
    hook = await storage.set(Target("ann", MAIL, "ann@example.org", b"\x01", (YOUR_TURN,)))
    token = await links.make(hook, "CHALLENGE", 5)
    assert (await links.confirm("none", 5), await links.confirm(token, 5)) == (False, True)
    await links.ask("nobody@example.org", 6)
    await links.ask("ann@example.org", 6)
    await links.ask("ann@example.org", 6)
    asked = [notice for notice, _ in (await storage.outbox.due(6, 9))[UNKNOWN_TARGET]]
    assert sorted(each.title for each in asked) == ["ann@example.org", "ann@example.org", "nobody@example.org"]
    for each in asked:
        await links.send_back(each, 6)
    due = await storage.outbox.due(6, 9)
    assert {target: [notice.kind for notice, _ in notices] for target, notices in due.items()} == {
        hook.target_id: ["RECOVERY"]
    }
    back = await links.make(hook, "RECOVERY", 7)
    assert (await links.account(back, 7), await links.account(token, 7)) == ("ann", "")
    assert (await links.use(back), await links.use(back)) == (True, False)
    assert (await links.stop("none"), await links.stop(stop_token(hook))) == (False, True)
    assert (await storage.get(hook.target_id)).off
    assert (await storage.set(replace(hook, secret=b"\x02"))).secret == b"\x01"
    (code, *_) = await codes.make("ann")
    assert (await codes.account("ANN", code), await codes.account("ann", "none")) == ("ann", "")
    assert (await codes.use("ann", code), await codes.use("ann", code)) == (True, False)
    assert await sql.run("SELECT count(*) FROM recovery_codes") == [(9,)]
    assert not await storage.blocks("ann", "bob")
    lines = [json.loads(line) async for line in OwnData(sql, NoGames()).lines("ann")]
    assert [line["kind"] for line in lines] == ["account", "target"]


async def test_what_is_said_at_the_same_moment_has_numbers_without_gaps(sql):
    storage = ChatStorage(sql)
    said = await asyncio.gather(
        *(storage.add("game-1", f"account-{n}", "r1", 1_800_000_000_000, "x") for n in range(4))
    )
    assert sorted(message.number for message in said) == [1, 2, 3, 4]
    assert await storage.add("game-1", "account-0", "r1", 0, "again") == said[0]
    await storage.mute("ann", "account-1")
    assert len(await storage.read("game-1", "ann", 0, 10)) == 3
    assert await storage.muted("ann") == ["account-1"]
    await storage.unmute("ann", "account-1")
    await storage.forget("account-2")
    assert [each.text for each in await storage.read("game-1", "ann", 0, 10)].count("") == 1


async def test_postgres_keeps_accounts_from_guest_to_deletion(sql, tmp_path):
    sign_in = SignIn(AccountStorage(sql), Issuer(KeyRing(tmp_path / "keys")))
    guest, phone = await sign_in.as_guest("", "phone")
    await sign_in.upgrade(guest.account_id, "Ann", "correct horse")
    _, laptop = await sign_in.with_password("Ann", "correct horse", "laptop")
    devices = await sign_in.devices(guest.account_id)
    assert {device.name for device in devices} == {"phone", "laptop"}
    await sign_in.sign_out(guest.account_id, next(each.device_id for each in devices if each.name == "laptop"))
    with pytest.raises(Unauthenticated):
        await sign_in.refresh(laptop.refresh)
    await sign_in.refresh(phone.refresh)
    storage = AccountStorage(sql)
    assert await storage.link("https://login.example", "user-7", guest.account_id) is None
    assert await storage.identified("https://login.example", "user-7") == guest.account_id
    await sign_in.delete(guest.account_id)
    assert await storage.identified("https://login.example", "user-7") is None
    with pytest.raises(UnknownAccount):
        await sign_in.account(guest.account_id)
