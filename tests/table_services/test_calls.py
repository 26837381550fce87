"""The calls of targets, one at a time for each."""

import asyncio

from services.notify.calls import Calls


async def test_a_target_is_called_again_after_its_call_was_cancelled_before_it_began():
    calls, made = Calls(), []

    async def call():
        made.append("call")

    calls.begin("target", call)
    calls.cancel()
    async with asyncio.timeout(10):
        await calls.idle()
        calls.begin("target", call)
        await calls.idle()
    assert made == ["call"]
