"""Bad requests are refused in the same way everywhere, and reveal nothing internal."""

from uuid import uuid4

import grpc
import pytest
from google.rpc.error_details_pb2 import BadRequest
from grpc_status import rpc_status

from services.api.gate.request_checks import check
from services.api.gate.status import status_of
from services.api.messages.convert import MalformedMessage
from services.web.from_json import from_json
from tests.api.api_kit import RUSSIA, call, raw, refused
from turnledger.v1 import accounts_pb2, chat_pb2, common_pb2, lobby_pb2, play_pb2, views_pb2

Code = grpc.StatusCode


async def test_bytes_that_are_no_message_are_an_invalid_argument(server):
    error = await raw(server.grpc, "Accounts/SignInAsGuest", b"\xff\xff\xff")
    assert error.code() == Code.INVALID_ARGUMENT


async def test_a_request_that_is_too_long_is_refused(server):
    request = accounts_pb2.SignInAsGuestRequest(display_name="x" * 300_000)
    error = await raw(server.grpc, "Accounts/SignInAsGuest", request.SerializeToString())
    assert error.code() == Code.RESOURCE_EXHAUSTED


@pytest.mark.parametrize(
    ("field", "request_"),
    [
        ("request_id", lobby_pb2.CreateTableRequest(variant=RUSSIA)),
        ("request_id", lobby_pb2.CreateTableRequest(request_id="17", variant=RUSSIA)),
        ("variant", lobby_pb2.CreateTableRequest(request_id=str(uuid4()), variant="x" * 201)),
        ("variant", lobby_pb2.CreateTableRequest(request_id=str(uuid4()), variant="a\0b")),
        (
            "terms.invited_account_ids[1]",
            lobby_pb2.CreateTableRequest(
                request_id=str(uuid4()),
                variant=RUSSIA,
                terms=common_pb2.Terms(invited_account_ids=["a" * 26, "\x1b[31m"]),
            ),
        ),
        ("seats", lobby_pb2.CreateTableRequest(request_id=str(uuid4()), variant=RUSSIA, seats=-1)),
        (
            "options",
            lobby_pb2.CreateTableRequest(request_id=str(uuid4()), options={str(number): "" for number in range(201)}),
        ),
        (
            "options[deck]",
            lobby_pb2.CreateTableRequest(request_id=str(uuid4()), options={"deck": "x" * 999}),
        ),
    ],
)
async def test_the_field_that_is_wrong_is_named(server, player, field, request_):
    ann = await player("Ann")
    metadata = ann.connection.metadata()
    error = await raw(server.grpc, "Lobby/CreateTable", request_.SerializeToString(), metadata)
    assert error.code() == Code.INVALID_ARGUMENT
    details = [BadRequest() for each in rpc_status.from_call(error).details if each.Is(BadRequest.DESCRIPTOR)]
    assert len(details) == 1
    rpc_status.from_call(error).details[1].Unpack(details[0])
    assert details[0].field_violations[0].field == field


@pytest.mark.parametrize("token", ["x", "-1", "٣", "9" * 40])
async def test_a_page_token_that_no_leaderboard_has_given_is_refused(player, token):
    ann = await player("Ann")
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
        await ann.views.get_leaderboard(page_token=token)


def test_what_is_said_at_a_table_may_be_longer_than_other_texts():
    said = {"game_id": str(uuid4()), "request_id": str(uuid4())}
    check(chat_pb2.SendMessageRequest(**said, text="x" * 500))
    with pytest.raises(MalformedMessage, match="500"):
        check(chat_pb2.SendMessageRequest(**said, text="x" * 501))


async def test_an_enum_value_that_does_not_exist_is_refused(player):
    ann = await player("Ann")
    request = lobby_pb2.ListTablesRequest(status=99)
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
        await call(ann, "Lobby/ListTables", request, lobby_pb2.ListTablesResponse)


async def test_an_unknown_game_is_not_found_by_every_method(player):
    ann = await player("Ann")
    missing = ann.game(str(uuid4()))
    async with refused(Code.NOT_FOUND, "UNKNOWN_GAME"):
        await missing.table()
    async with refused(Code.NOT_FOUND, "UNKNOWN_GAME"):
        await missing.board()
    async with refused(Code.NOT_FOUND, "UNKNOWN_GAME"):
        await missing.board(version=3)
    async with refused(Code.NOT_FOUND, "UNKNOWN_GAME"):
        await missing.options()
    async with refused(Code.NOT_FOUND, "UNKNOWN_GAME"):
        await missing.join()
    async with refused(Code.NOT_FOUND, "UNKNOWN_GAME"):
        await anext(aiter(missing.watch()))


async def test_a_version_that_is_not_there_is_out_of_range(player):
    ann = await player("Ann")
    game = await ann.create_table(RUSSIA)
    async with refused(Code.OUT_OF_RANGE, "UNKNOWN_VERSION") as found:
        await game.board(version=7)
    assert found[0].facts["current_version"] == "1"


async def test_an_unknown_field_is_ignored_for_the_sake_of_newer_clients(player):
    ann = await player("Ann")
    request = play_pb2.ListOptionsRequest.FromString(b"\xf8\x07\x01")
    request.game_id = (await ann.create_table(RUSSIA, join=True)).game_id
    answer = await call(ann, "Play/ListOptions", request, play_pb2.ListOptionsResponse)
    assert list(answer.options) == []


def test_two_ways_to_say_a_version_contradict_each_other():
    with pytest.raises(MalformedMessage):
        from_json(b'{"gameId": "a", "version": 1, "minVersion": 1}', views_pb2.GetBoardRequest)


def test_a_mistake_of_ours_shows_an_id_and_nothing_else():
    status = status_of(ZeroDivisionError("the deck is 13, 27, 31"))
    assert status.code == Code.INTERNAL.value[0]
    assert "deck" not in str(status)
    assert "incident" in str(status)
