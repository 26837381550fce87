"""Servers that do not answer are reported when that changes, not each time."""

import asyncio
import gc

import pytest
from redis.asyncio import Redis
from structlog.testing import capture_logs

from projections.stores.interface import ViewUnavailable
from projections.stores.redis_view import RedisView
from services.projection_runner.views import Measurement


async def silent():
    raise ViewUnavailable


async def answers():
    return 7


@pytest.mark.parametrize("server", ["store", "views"])
async def test_a_silent_server_is_reported_once_until_it_answers_again(server):
    measurement = Measurement()
    with capture_logs() as lines:
        for asked in (silent, silent, answers, answers, silent):
            found = await measurement.answer(server, "log", asked(), ViewUnavailable)
            assert found == (7 if asked is answers else None)
    reported = [(line["log_level"], line["event"], line["server"]) for line in lines]
    silence, answer = ("warning", "a server does not answer", server), ("info", "a server answers", server)
    assert reported == [silence, answer, silence]


async def test_an_error_is_not_reported_where_all_who_asked_have_gone():
    reported = list[str]()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context["message"]))
    view = RedisView(Redis.from_url("redis://127.0.0.1:1"), "boards")  # a port at which nothing listens
    asking = asyncio.create_task(view.live())
    while view._looking is None:
        await asyncio.sleep(0)
    asking.cancel()
    while view._looking:
        await asyncio.sleep(0)
    gc.collect()
    await asyncio.sleep(0)
    assert reported == []
