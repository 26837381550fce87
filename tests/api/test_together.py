"""Waiting together: one search for all, which outlives who waited first."""

import asyncio

from services.api.watching.shared_poll import SharedPoll


async def test_who_asks_again_after_a_heartbeat_waits_for_the_same_search():
    together, begun, ended = SharedPoll[str, int](), [], asyncio.Event()

    async def find():
        begun.append("search")
        await ended.wait()
        return 7

    assert [await together.within(0, "place", find) for _ in range(3)] == [None, None, None]
    ended.set()
    assert (await together.within(60, "place", find), begun) == (7, ["search"])


async def test_all_who_wait_at_once_are_told_by_one_search_and_who_comes_later_too():
    together, begun = SharedPoll[str, int](), []

    async def find():
        begun.append("search")
        return 7

    assert await asyncio.gather(*(together.get("place", find) for _ in range(3))) == [7, 7, 7]
    assert (await together.get("place", find), begun) == (7, ["search"])


async def test_where_nothing_was_found_the_next_one_looks_again():
    together, answers = SharedPoll[str, bool](), [None, False, True]

    async def find():
        return answers.pop(0)

    found = []
    for _ in range(3):
        found.append(await together.get("place", find))
        await asyncio.sleep(0)  # what ended is cleared away
    assert found == [None, False, True]


async def test_where_a_search_failed_the_next_one_looks_again():
    together, answers = SharedPoll[str, int](), [OSError("away"), 7]

    async def find():
        answer = answers.pop(0)
        if isinstance(answer, OSError):
            raise answer
        return answer

    failed = await asyncio.gather(*(together.get("place", find) for _ in range(2)), return_exceptions=True)
    assert [str(each) for each in failed] == ["away", "away"]
    assert await together.get("place", find) == 7


async def test_a_caller_suspends_when_the_search_has_ended_in_the_same_turn():
    together, loop = SharedPoll[str, int](), asyncio.get_running_loop()
    ended, others = loop.create_future(), []

    async def find():
        return await ended

    async def watch():
        loop.call_soon(others.append, "served")
        await together.within(60, "place", find)
        return list(others)

    first = asyncio.create_task(together.get("place", find))
    while not together._finding:
        await asyncio.sleep(0)
    await asyncio.sleep(0)  # the search waits now
    ended.set_result(0)  # the search ends next, and the watcher asks before what ended is cleared away
    watching = asyncio.create_task(watch())
    assert (await watching, await first) == (["served"], 0)


async def test_a_watcher_of_what_is_found_already_lets_others_run():
    together, others = SharedPoll[str, int](), []

    async def find():
        return 7

    assert await together.get("place", find) == 7
    asyncio.get_running_loop().call_soon(others.append, "served")
    assert await together.within(60, "place", find) == 7
    assert others == ["served"]


async def test_what_was_forgotten_is_searched_again():
    together, found = SharedPoll[str, int](), iter((1, 2))

    async def find():
        return next(found)

    assert await together.get("place", find) == 1
    await asyncio.sleep(0)
    together.forget("place")
    assert await together.get("place", find) == 2
