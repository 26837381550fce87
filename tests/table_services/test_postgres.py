"""What stands beside the events on PostgreSQL: the same statements, the same answers."""

import asyncio

import pytest

from services.accounts.account import UnknownAccount
from services.accounts.sign_in import SignIn
from services.accounts.storage import AccountStorage
from services.accounts.tokens import Issuer, KeyRing, Unauthenticated
from services.chat.storage import ChatStorage
from services.notify.news import GAME_OVER, KINDS, YOUR_TURN, Notice
from services.notify.storage import Webhook, WebhookStorage
from services.store import open_sql
from services.store.schema import migrate

pytestmark = pytest.mark.servers


@pytest.fixture
async def sql(postgres_url):
    migrate(postgres_url)
    opened = open_sql(postgres_url)
    yield opened
    await opened.close()


def notice(name, account="ann", kind=YOUR_TURN, due_ms=1_800_000_000_000, game_id=""):
    return Notice(name, account, kind, game_id or name, "demo", 7, 0, due_ms)


async def test_webhooks_and_their_notices(sql):
    storage = WebhookStorage(sql)
    hook = Webhook("ann", "https://x.example/", b"\x01" * 32, (YOUR_TURN,), 60, 120, proven=True)
    await storage.set(Webhook("ann", "https://old.example/", b"\x02", KINDS))
    await storage.set(hook)
    assert await storage.get("ann") == hook
    later = 1_800_000_000_001
    for each in (
        notice("n0", game_id="n1"),
        notice("n1"),
        notice("n1"),
        notice("n2", due_ms=later),
        notice("n3", kind=GAME_OVER),
        notice("n4", "bob"),
    ):
        await storage.add(each)
    assert await storage.due(later - 1, 10) == [(notice("n1"), 0)]
    await storage.try_again(notice("n1"), later)
    assert await storage.failed(hook, 5) == 5
    assert await storage.failed(hook, 6) == 5
    assert await storage.failed(Webhook("ann", "https://old.example/", b"\x02", KINDS), 7) == 7
    assert (await storage.get("ann")).failing_since_ms == 5
    assert sorted(tries for _, tries in await storage.due(later, 10)) == [0, 1]
    await storage.answered(hook)
    await storage.put_off(notice("n2"), later + 1)
    await storage.done(notice("n1"))
    assert await storage.due(later, 10) == []
    await storage.switch_off(hook)
    assert (await storage.get("ann")).off
    assert await storage.due(later + 1, 10) == []
    assert await storage.position() is None
    for position in (3, 1 << 40):
        await storage.moved_to(position)
    assert await storage.position() == 1 << 40
    await storage.delete("ann")
    assert await storage.get("ann") is None


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
    assert await storage.identify("https://login.example", "user-7", guest.account_id) == guest.account_id
    await sign_in.delete(guest.account_id)
    assert await storage.identified("https://login.example", "user-7") is None
    with pytest.raises(UnknownAccount):
        await sign_in.account(guest.account_id)
