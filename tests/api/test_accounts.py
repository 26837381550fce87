"""The caller: tokens that are good, and all ways in which they are not."""

import json
import time
from contextlib import aclosing
from uuid import uuid4

import grpc
import pytest
from google.protobuf.field_mask_pb2 import FieldMask
from google.protobuf.timestamp_pb2 import Timestamp
from joserfc import jwt
from joserfc.jwk import OKPKey

from services.accounts.tokens import ACCESS_S, Issuer, KeyRing
from tests.api.api_kit import RUSSIA, call, raw, refused
from turnledger import sign_in
from turnledger.v1 import accounts_pb2, views_pb2

Code = grpc.StatusCode
ME = ("Accounts/GetMe", accounts_pb2.GetMeRequest(), accounts_pb2.GetMeResponse)


async def test_a_guest_has_a_name_an_id_and_a_token_that_works(player):
    ann = await player("Ann")
    me = (await call(ann, *ME)).account
    assert (me.display_name, me.guest, len(me.account_id)) == ("Ann", True, 26)


async def test_names_are_unique_without_regard_to_case(player):
    await player("Ann")
    async with refused(Code.ALREADY_EXISTS, "NAME_TAKEN"):
        await player("ANN")
    with_no_name = await player("")
    assert with_no_name.account.display_name.startswith("Guest ")


@pytest.mark.parametrize("name", ["a" * 33, "a\nb", "admin", "\u202eAnn"])
async def test_a_name_that_could_deceive_is_refused(player, name):
    async with refused(Code.INVALID_ARGUMENT, "NAME_INVALID"):
        await player(name)


@pytest.mark.parametrize(("typed", "name"), [(" Ann", "Ann"), ("two  spaces", "two spaces")])
async def test_spaces_around_and_within_a_name_are_normalised(player, typed, name):
    assert (await player(typed)).account.display_name == name


async def test_every_method_but_signing_in_needs_a_token(server):
    error = await raw(server.grpc, "Views/GetBoard", views_pb2.GetBoardRequest().SerializeToString())
    assert error.code() in (Code.UNAUTHENTICATED, Code.INVALID_ARGUMENT)
    error = await raw(server.grpc, "Catalogue/ListVariants", b"")
    assert error.code() == Code.UNAUTHENTICATED


def forged(key, **changed):
    now = int(time.time())
    claims = {"iss": "turnledger", "sub": "x" * 26, "iat": now, "exp": now + 60} | changed
    return jwt.encode({"alg": "Ed25519", "kid": key.kid}, claims, key, algorithms=["Ed25519"])


async def test_forged_foreign_and_broken_tokens_are_refused(server, tmp_path):
    file = next((tmp_path / "keys").glob("*.jwk"), None)
    stranger = OKPKey.generate_key("Ed25519", {"kid": "no such key"})
    tokens = ["", "nonsense", "a.b.c", forged(stranger)]
    if file:
        own = OKPKey.import_key(json.loads(file.read_text()))
        same_id = OKPKey.generate_key("Ed25519", {"kid": own.kid})
        tokens += [forged(same_id), forged(own, iss="somebody else"), forged(own), forged(own, iat="then")]
    for token in tokens:
        error = await raw(server.grpc, "Accounts/GetMe", b"", (("authorization", f"Bearer {token}"),))
        assert error.code() == Code.UNAUTHENTICATED, token


async def test_an_access_token_ends_and_the_client_renews_it_by_itself(server, tmp_path):
    kept = []
    async with sign_in(server.grpc, "Ann", keep=kept.append) as ann:
        account = ann.account.account_id
    hour_ago = time.time() - ACCESS_S - 60
    old, _ = Issuer(KeyRing(tmp_path / "keys")).issue(account, int(hour_ago))
    ended = accounts_pb2.Tokens(access_token=old, refresh_token=kept[0].refresh_token)
    async with sign_in(server.grpc, tokens=ended, keep=kept.append) as ann:
        assert ann.account.account_id == account
    assert len(kept) == 2


def signed_by_a_key_taken_away(folder, account):
    """Return a token of a key that the operator removed from the folder, as after a leak."""
    token, _ = Issuer(KeyRing(folder / "leaked")).issue(account, int(time.time()))
    return token


async def test_a_client_whose_tokens_key_was_taken_away_goes_on_with_its_refresh_token(server, tmp_path):
    kept = []
    async with sign_in(server.grpc, "Ann", keep=kept.append) as ann:
        account, game = ann.account.account_id, await ann.create_table(RUSSIA)
    worthless = signed_by_a_key_taken_away(tmp_path, account)
    tokens = accounts_pb2.Tokens(access_token=worthless, refresh_token=kept[0].refresh_token)
    async with sign_in(server.grpc, tokens=tokens, keep=kept.append) as ann:
        assert ann.account.account_id == account
        ann.connection.use(accounts_pb2.Tokens(access_token=worthless, refresh_token=kept[-1].refresh_token))
        async with aclosing(ann.game(game.game_id).watch()) as messages:
            assert (await anext(messages)).version == 1
    assert len({each.access_token for each in kept} - {worthless}) == 3


async def test_a_client_without_any_good_token_is_told_so_at_once(server, tmp_path):
    async with sign_in(server.grpc, "Ann") as ann:
        worthless = signed_by_a_key_taken_away(tmp_path, ann.account.account_id)
        ann.connection.use(accounts_pb2.Tokens(access_token=worthless, refresh_token="used before"))
        async with refused(Code.UNAUTHENTICATED, "TOKEN_INVALID"):
            await ann.accounts.get_me()
        async with refused(Code.UNAUTHENTICATED, "TOKEN_INVALID"), aclosing(ann.watch_me()) as changes:
            await anext(changes)


async def test_a_watch_that_new_tokens_do_not_help_ends(server, tmp_path, monkeypatch):
    async with sign_in(server.grpc, "Ann") as ann:
        worthless = signed_by_a_key_taken_away(tmp_path, ann.account.account_id)
        renewals = []

        async def renew_in_vain(_used):
            renewals.append(1)

        ann.connection.use(accounts_pb2.Tokens(access_token=worthless, refresh_token="another"))
        monkeypatch.setattr(ann.connection, "refresh", renew_in_vain)
        async with refused(Code.UNAUTHENTICATED, "TOKEN_INVALID"), aclosing(ann.watch_me()) as changes:
            await anext(changes)
    assert len(renewals) == 1


async def test_a_refresh_token_is_good_once(server, player):
    kept = []
    async with sign_in(server.grpc, "Ann", keep=kept.append) as ann:
        request = accounts_pb2.RefreshTokensRequest(refresh_token="never given")
        async with refused(Code.UNAUTHENTICATED, "TOKEN_INVALID"):
            await call(ann, "Accounts/RefreshTokens", request, accounts_pb2.RefreshTokensResponse)
        await ann.connection.refresh()
    assert kept[0].refresh_token != kept[1].refresh_token


async def test_revoking_ends_all_tokens_but_the_new_ones(server):
    kept = []
    async with sign_in(server.grpc, "Ann", keep=kept.append) as ann:
        request = accounts_pb2.RevokeTokensRequest(request_id=str(uuid4()))
        fresh = await call(ann, "Accounts/RevokeTokens", request, accounts_pb2.RevokeTokensResponse)
        async with refused(Code.UNAUTHENTICATED, "TOKEN_REVOKED"):
            await call(ann, *ME)
        async with refused(Code.UNAUTHENTICATED, "TOKEN_INVALID"):
            await ann.connection.refresh()
    async with sign_in(server.grpc, tokens=fresh.tokens) as ann:
        assert ann.account.display_name == "Ann"


async def test_a_stream_ends_when_its_token_is_revoked(server):
    async with sign_in(server.grpc, "Ann") as thief:
        stream = thief.connection.stream("Views/WatchMe", views_pb2.WatchMeRequest(), views_pb2.WatchMeResponse)
        await anext(stream)
        request = accounts_pb2.RevokeTokensRequest(request_id=str(uuid4()))
        fresh = await call(thief, "Accounts/RevokeTokens", request, accounts_pb2.RevokeTokensResponse)
        async with sign_in(server.grpc, tokens=fresh.tokens) as ann:
            await ann.create_table(RUSSIA, join=True)
        async with refused(Code.UNAUTHENTICATED, "TOKEN_REVOKED"):
            await anext(stream)


async def test_a_new_name_shows_at_the_table(player):
    ann = await player("Ann")
    game = await ann.create_table(RUSSIA, join=True)
    await ann.rename("Anna")
    assert ann.account.display_name == "Anna"
    assert (await game.table()).occupants[0].display_name == "Anna"


@pytest.mark.parametrize("paths", [None, [], ["*"], ["display_name"], ["guest", "display_name"]])
async def test_an_update_changes_the_name_and_passes_over_what_the_server_alone_sets(player, paths):
    ann = await player("Ann")
    wanted = accounts_pb2.Account(display_name="Anna", account_id="a" * 26, create_time=Timestamp(seconds=1))
    mask = None if paths is None else FieldMask(paths=paths)
    changed = (await ann.accounts.update_me(account=wanted, update_mask=mask)).account
    assert (changed.display_name, changed.guest) == ("Anna", True)
    assert (changed.account_id, changed.create_time) == (ann.account.account_id, ann.account.create_time)
    assert (await ann.accounts.get_me()).account == changed


@pytest.mark.parametrize(
    ("paths", "named"),
    [
        (["name"], "name"),
        (["display_name", "displayName"], "displayName"),
        (["account.display_name"], "account.display_name"),
        (["create_time.seconds"], "create_time.seconds"),
        (["display_name.*"], "display_name.*"),
        ([""], ""),
        (["x" * 1_000], "x" * 200),
        (["account_id", "guest"], "account_id"),
    ],
)
async def test_a_mask_that_names_no_field_or_none_that_can_be_changed_is_refused_and_changes_nothing(
    player, paths, named
):
    ann = await player("Ann")
    wanted = accounts_pb2.Account(display_name="Anna")
    async with refused(Code.INVALID_ARGUMENT, "MASK_INVALID") as error:
        await ann.accounts.update_me(account=wanted, update_mask=FieldMask(paths=paths))
    assert error[0].facts["path"] == named
    assert (await ann.accounts.get_me()).account.display_name == "Ann"


async def test_an_update_of_nothing_is_refused(player):
    ann = await player("Ann")
    async with refused(Code.INVALID_ARGUMENT, "MASK_INVALID"):
        await ann.accounts.update_me()
    async with refused(Code.INVALID_ARGUMENT, "NAME_INVALID"):
        await ann.accounts.update_me(update_mask=FieldMask(paths=["display_name"]))
