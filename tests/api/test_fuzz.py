"""Nonsense to every method: it is refused in good order, nothing of our inside shows, and the server goes on."""

import asyncio
import os
import random
import re
from uuid import uuid4

import grpc
import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message_factory import GetMessageClass

from tests.api.kit import RUSSIA, next_to_act, two_at_a_table
from turnledger import ServiceError
from turnledger.v1 import (
    accounts_pb2,
    catalogue_pb2,
    chat_pb2,
    history_pb2,
    lobby_pb2,
    notifications_pb2,
    play_pb2,
    views_pb2,
)

MODULES = (
    accounts_pb2, catalogue_pb2, chat_pb2, history_pb2, lobby_pb2, notifications_pb2, play_pb2, views_pb2,
)  # fmt: skip
METHODS = [
    method
    for module in MODULES
    for service in module.DESCRIPTOR.services_by_name.values()
    for method in service.methods
]
A_METHOD = int(os.environ.get("TURNLEDGER_FUZZ", "12"))
"""Messages to each method; TURNLEDGER_FUZZ=400 takes a minute."""
OURS = {grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN, grpc.StatusCode.DATA_LOSS}
ENDS_THE_CALLER = {"RevokeTokens", "DeleteAccount", "DeleteMe"}
IDS = ("game_id", "request_id")
TEXTS = ("", "x", RUSSIA, "colony61", "greedy", "0" * 64, "\x00", "🜚" * 50, "a" * 300, "-1", "1e9", "../../etc/passwd")


def nonsense(dice, message_type, known, depth=0, texts=TEXTS):
    """A message with some of its fields, each holding something that could be or could not be."""
    message = GetMessageClass(message_type)()
    for field in dice.sample(list(message_type.fields), len(message_type.fields)):
        if field.name not in IDS and (dice.random() < 0.35 or depth > 4):
            continue
        if field.message_type:
            if field.message_type.file.package == "google.protobuf":
                continue
            part = nonsense(dice, field.message_type, known, depth + 1, texts)
            if field.is_repeated:
                getattr(message, field.name).extend([part] * dice.randrange(3))
            else:
                getattr(message, field.name).CopyFrom(part)
        else:
            values = [scalar(dice, field, known, texts) for _ in range(dice.randrange(1, 4))]
            if field.is_repeated:
                getattr(message, field.name).extend(values)
            else:
                setattr(message, field.name, values[0])
    return message


def scalar(dice, field, known, texts):
    if field.name in IDS and dice.random() < 0.95:
        return known if field.name == "game_id" else str(uuid4())
    if field.cpp_type == FieldDescriptor.CPPTYPE_STRING:
        return dice.randbytes(9) if field.type == FieldDescriptor.TYPE_BYTES else dice.choice(texts)
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return dice.random() < 0.5
    if field.cpp_type == FieldDescriptor.CPPTYPE_DOUBLE:
        return dice.choice((0.0, -1.5, 1e300))
    if field.cpp_type == FieldDescriptor.CPPTYPE_ENUM:
        return dice.randrange(12)
    most = 2**31 - 1 if field.cpp_type in (FieldDescriptor.CPPTYPE_INT32, FieldDescriptor.CPPTYPE_UINT32) else 2**62
    return dice.choice((0, 0, 1, 2, 3, 17, most))


async def outcome(channel, method, data, metadata):
    """The status code, OK for an answer. Streams are cut after their first message."""
    path = f"/{method.containing_service.full_name}/{method.name}"
    try:
        if method.client_streaming:
            call = channel.stream_stream(path)(metadata=metadata, timeout=5)
            await call.write(data)
            await call.done_writing()
            await call.read()
            call.cancel()
        elif method.server_streaming:
            call = channel.unary_stream(path)(data, metadata=metadata, timeout=5)
            await call.read()
            call.cancel()
        else:
            await channel.unary_unary(path)(data, metadata=metadata, timeout=5)
    except (grpc.aio.AioRpcError, asyncio.InvalidStateError) as error:
        return error.code() if isinstance(error, grpc.aio.AioRpcError) else grpc.StatusCode.OK
    return grpc.StatusCode.OK


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("method", METHODS, ids=lambda method: f"{method.containing_service.name}.{method.name}")
async def test_no_request_is_a_mistake_of_ours(server, player, method):
    dice = random.Random(method.full_name)
    ann, bob = await player("Ann"), await player("Bob")
    games = [(await two_at_a_table(ann, bob, variant))[0].game_id for variant in (RUSSIA, "card_game", "colony61")]
    games.append((await ann.create_table(RUSSIA)).game_id)
    async with grpc.aio.insecure_channel(server.grpc) as channel:
        for number in range(A_METHOD):
            caller = await player(f"Guest {number}") if method.name in ENDS_THE_CALLER else ann
            given = nonsense(dice, method.input_type, dice.choice(games)).SerializeToString()
            for data in (given, given[: dice.randrange(len(given) + 1)], dice.randbytes(dice.randrange(40))):
                code = await outcome(channel, method, data, caller.connection.metadata())
                assert code not in OURS, (method.full_name, GetMessageClass(method.input_type).FromString(given))
        assert (await ann.variants())[0].name == RUSSIA


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("variant", [RUSSIA, "power_grid/australia", "card_game", "colony61"])
async def test_no_command_of_a_seat_is_a_mistake_of_ours(player, variant):
    """Commands that could almost be: the right game and seat, words of its own boards and options, odd figures."""
    dice = random.Random(variant)
    ann, bob = await player("Ann"), await player("Bob")
    games = await two_at_a_table(ann, bob, variant)
    for _ in range(A_METHOD):
        if not (await games[0].table()).to_act:
            return
        mine, options = await next_to_act(*games)
        kind = options.options[0].first.WhichOneof("game")
        words = TEXTS + tuple(set(re.findall(r'"([a-z0-9_]+)"', str(options))))
        descriptor = play_pb2.Command.DESCRIPTOR.fields_by_name[kind].message_type
        for _ in range(10):
            given = nonsense(dice, descriptor, mine.game_id, texts=words)
            if given.WhichOneof("command"):
                getattr(given, given.WhichOneof("command")).player = options.seat
            try:
                await mine.submit(play_pb2.Command(**{kind: given}))
                break
            except ServiceError as refused:
                if refused.code in OURS:
                    raise AssertionError(given) from refused
        else:
            await mine.submit(dice.choice(list(options.options)).first)
