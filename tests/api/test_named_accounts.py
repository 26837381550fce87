"""Accounts beyond guests over the wire: upgraded, signed in elsewhere, deleted."""

import grpc
import pytest

from services.main import running
from services.store import open_sql
from tests.api.api_kit import call, refused, two_at_a_table
from tests.api.conftest import settings
from turnledger import sign_in
from turnledger.v1 import accounts_pb2, lobby_pb2

Code = grpc.StatusCode
PASSWORD = "correct horse"
pytestmark = pytest.mark.usefixtures("quick_passwords")


async def accounts(client, method, **fields):
    request = getattr(accounts_pb2, f"{method}Request")(**fields)
    return await call(client, f"Accounts/{method}", request, getattr(accounts_pb2, f"{method}Response"))


async def test_a_guest_becomes_a_named_account_that_signs_in_elsewhere(player):
    ann, other = await player("Ann"), await player("")
    async with refused(Code.INVALID_ARGUMENT, "PASSWORD_LENGTH"):
        await accounts(ann, "UpgradeMe", display_name="Ann", password="short")
    async with refused(Code.ALREADY_EXISTS, "NAME_TAKEN"):
        await accounts(other, "UpgradeMe", display_name="ann", password=PASSWORD)
    upgraded = (await accounts(ann, "UpgradeMe", display_name="Ann", password=PASSWORD)).account
    assert (upgraded.account_id, upgraded.guest) == (ann.account.account_id, False)
    assert (await accounts(ann, "UpgradeMe", display_name="Ann", password=PASSWORD)).account == upgraded
    async with refused(Code.FAILED_PRECONDITION, "ALREADY_NAMED"):
        await accounts(ann, "UpgradeMe", display_name="Anna", password=PASSWORD)
    async with refused(Code.UNAUTHENTICATED, "NAME_OR_PASSWORD_WRONG"):
        await accounts(other, "SignIn", display_name="Ann", password="wrong horse")
    signed_in = await accounts(other, "SignIn", display_name="Ann", password=PASSWORD, device_name="laptop")
    assert signed_in.account == upgraded
    devices = (await accounts(ann, "ListDevices")).devices
    assert [device.device_name for device in devices].count("laptop") == 1
    laptop, telephone = sorted(devices, key=lambda device: device.device_name != "laptop")
    await accounts(ann, "SignOutDevice", device_id=laptop.device_id)
    async with refused(Code.UNAUTHENTICATED, "TOKEN_INVALID"):
        await accounts(other, "RefreshTokens", refresh_token=signed_in.tokens.refresh_token)
    await accounts(ann, "SignOutDevice", device_id=telephone.device_id)
    async with refused(Code.UNAUTHENTICATED, "TOKEN_REVOKED"):
        await accounts(ann, "GetMe")


async def test_a_named_account_is_deleted_by_who_knows_its_password_alone(player):
    ann = await player("Ann")
    await accounts(ann, "UpgradeMe", display_name="Ann", password=PASSWORD)
    for password in ("", "wrong horse"):
        async with refused(Code.UNAUTHENTICATED, "NAME_OR_PASSWORD_WRONG"):
            await accounts(ann, "DeleteMe", display_name="Ann", password=password)
    await accounts(ann, "GetMe")
    await accounts(ann, "DeleteMe", display_name="Ann", password=PASSWORD)
    async with refused(Code.UNAUTHENTICATED, "TOKEN_REVOKED"):
        await accounts(ann, "GetMe")
    async with refused(Code.ALREADY_EXISTS, "NAME_TAKEN"):
        await player("ann")


async def test_a_refresh_token_that_is_used_again_later_signs_the_device_out(player, monkeypatch):
    ann, kept = await player("Ann"), []
    ann.connection.use = kept.append
    monkeypatch.setattr("services.accounts.devices.GRACE_S", 0)
    first = ann.connection._used.pair.refresh_token
    fresh = (await accounts(ann, "RefreshTokens", refresh_token=first)).tokens
    async with refused(Code.UNAUTHENTICATED, "TOKEN_REVOKED"):
        await accounts(ann, "RefreshTokens", refresh_token=first)
    async with refused(Code.UNAUTHENTICATED, "TOKEN_INVALID"):
        await accounts(ann, "RefreshTokens", refresh_token=fresh.refresh_token)


async def test_who_deletes_the_account_leaves_open_tables_and_resigns_running_games(player):
    ann, bob = await player("Ann"), await player("Bob")
    running, _ = await two_at_a_table(ann, bob)
    opened = await ann.create_table("card_game", seats=2, join=True)
    hosted = await ann.create_table("card_game", seats=2)
    async with refused(Code.INVALID_ARGUMENT, "NAME_DIFFERS"):
        await accounts(ann, "DeleteMe", display_name="Bob")
    await accounts(ann, "DeleteMe", display_name="Ann")

    async def table(game_id):
        request = lobby_pb2.GetTableRequest(game_id=game_id)
        return (await call(bob, "Lobby/GetTable", request, lobby_pb2.GetTableResponse)).table

    over = await table(running.game_id)
    assert over.status == lobby_pb2.TABLE_STATUS_FINISHED
    assert (over.outcome.reason, over.outcome.standings[0].seat) == ("RESIGNED", 1)
    assert [each.display_name for each in over.occupants] == ["", "Bob"]
    for left in (opened, hosted):
        assert (await table(left.game_id)).status == lobby_pb2.TABLE_STATUS_CLOSED
    async with refused(Code.UNAUTHENTICATED, "TOKEN_REVOKED"):
        await accounts(ann, "GetMe")


async def test_a_server_that_starts_keeps_names_from_before_names_had_looks(tmp_path):
    async with running(settings(tmp_path)) as server, sign_in(server.grpc, "Coco"):
        sql = open_sql(f"sqlite:///{tmp_path / 'store.db'}")
        await sql.run("DELETE FROM names")
        await sql.close()
    async with (
        running(settings(tmp_path)) as server,
        sign_in(server.grpc) as other,
        refused(Code.ALREADY_EXISTS, "NAME_TAKEN"),
    ):
        await accounts(other, "SignInAsGuest", display_name="C0C0")


async def test_a_client_knows_its_new_name_whichever_method_set_it(server):
    async with sign_in(server.grpc, "Guest of the house") as ann:
        await ann.accounts.upgrade_me(display_name="Ann", password="correct horse battery")
        assert (ann.account.display_name, ann.account.guest) == ("Ann", False)
        await ann.rename("Anna")
        assert ann.account.display_name == "Anna"
