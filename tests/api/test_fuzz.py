"""Random bytes and mutated requests to every method: no crash, no INTERNAL, nothing of our inside in the answers.

`FUZZ_S`: for how long (three seconds in `make test`); `FUZZ_SEED` begins elsewhere.
"""

import asyncio
import os
import random
import re
from contextlib import AsyncExitStack

import grpc
import pytest
import structlog

from services.main import running
from tests.api.conftest import settings
from tests.api.methods import EXAMPLES, METHODS, OK, call, request
from turnledger import sign_in

FUZZ_S = float(os.environ.get("FUZZ_S", "3"))
SEED = int(os.environ.get("FUZZ_SEED", "0"))
Code = grpc.StatusCode
NOT_OURS = (Code.INTERNAL, Code.UNKNOWN, Code.UNIMPLEMENTED, Code.DATA_LOSS, Code.DEADLINE_EXCEEDED)
LEAKS = re.compile(r"Traceback|\w+Error\b|\w+Exception\b|\.py\b|object at 0x|NoneType|line \d+|site-packages")
NUMBERS = (0, 1, 2, 7, 255, 2**31 - 1, 2**31, 2**32, 2**63, 2**64 - 1)
LANGUAGES = ("", "ru", "en;q=0.1", ";;q=,*")


def mutated(data, luck):
    """The bytes with some changed, left out, doubled or put in; numbers grow to their bounds."""
    content = bytearray(data)
    for _ in range(luck.randint(1, 6)):
        at = luck.randint(0, len(content))
        match luck.randrange(6):
            case 0:
                content[at:at] = luck.randbytes(luck.randint(1, 8))
            case 1:
                del content[at : at + luck.randint(1, 8)]
            case 2 if at < len(content):
                content[at] ^= 1 << luck.randrange(8)
            case 3:
                content[at:at] = varint(luck.choice(NUMBERS))
            case 4:
                content += content[at : at + 64]
            case _:  # a field that may exist, with a number
                content += varint(luck.randint(1, 20) << 3) + varint(luck.choice(NUMBERS))
    return bytes(content)


def varint(number):
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes((*found, number))


TEXTS = ("", "\0", "../..", "%s{0}", "ё" * 60, "' OR 1=1 --", "null", "7", "-1", "turns|x")
WHOLE = (-1, 0, 1, 2, 7, 99, 2**31 - 1)


def garbled(name, game_id, account_id, luck):
    """A request that could be meant, with texts and numbers of any kind in its fields."""
    message = request(name, game_id, account_id, EXAMPLES.get(name, {}))
    for field in message.DESCRIPTOR.fields:
        if field.name in ("game_id", "request_id") or field.is_repeated or luck.random() < 0.5:
            continue
        if field.cpp_type == field.CPPTYPE_STRING and field.type == field.TYPE_STRING:
            setattr(message, field.name, luck.choice(TEXTS))
        elif field.cpp_type in (field.CPPTYPE_INT32, field.CPPTYPE_INT64):
            setattr(message, field.name, luck.choice(WHOLE))
    return message.SerializeToString()


@pytest.mark.slow
@pytest.mark.timeout(1200)
async def test_whatever_is_sent_the_answer_is_a_good_status_that_says_nothing_of_our_inside(tmp_path):
    luck, sent, answers = random.Random(SEED), 0, set()
    loop = asyncio.get_running_loop()
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(settings(tmp_path, calls_per_s=1_000_000)))
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(server.grpc))
        logged = stack.enter_context(structlog.testing.capture_logs())
        ann = await stack.enter_async_context(sign_in(server.grpc, "Ann"))
        game_ids = await games(ann)
        deadline = loop.time() + FUZZ_S
        while loop.time() < deadline or sent < len(METHODS):
            name = list(METHODS)[sent % len(METHODS)]
            sent += 1
            data = any_bytes(name, luck.choice(game_ids), ann.account.account_id, luck)
            token = ann.connection.metadata()[0][1].removeprefix("Bearer ")
            told = await call(channel, name, data, token, luck.choice(LANGUAGES))
            if told == OK:
                answers.add((name, OK))
                continue
            what = (name, data, told)
            assert told.code not in NOT_OURS, what
            assert not LEAKS.search(f"{told.message} {told.says} {dict(told.facts)}"), what
            answers.add((name, told.reason))
            if told.code == Code.UNAUTHENTICATED:  # revoked or deleted by a call that was good
                ann = await stack.enter_async_context(sign_in(server.grpc))
        health = await call(channel, "Catalogue/ListVariants", b"", ann.connection.metadata()[0][1][7:])
        assert health == OK
    assert not [line for line in logged if line["log_level"] in ("error", "critical")]
    assert len({name for name, _ in answers}) == len(METHODS)


async def games(ann):
    """A table that is open and two games that are on."""
    found = [await ann.create_table("power_grid/russia", join=True)]
    for variant in ("card_game", "colony61"):
        game = await ann.create_table(variant, seats=2, join=True, unrated=True)
        await game.add_bot("random")
        await game.start()
        found.append(game)
    return [each.game_id for each in found]


def any_bytes(name, game_id, account_id, luck):
    chance = luck.random()
    if chance < 0.15:
        return luck.randbytes(luck.randint(0, 200))
    if chance < 0.5:
        return garbled(name, game_id, account_id, luck)
    return mutated(request(name, game_id, account_id, EXAMPLES.get(name, {})).SerializeToString(), luck)
