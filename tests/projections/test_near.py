import asyncio

from projections.near import HOMES_MAX, Near


class Store:
    """Answers with what it holds at the moment it is asked, when it is let go."""

    def __init__(self):
        self.value, self.asked, self.go = b"1", 0, asyncio.Event()
        self.go.set()

    async def fetch(self, _home, *keys):
        self.asked += 1
        found = [self.value] * len(keys)
        await self.go.wait()
        return found


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


async def test_what_was_read_is_not_asked_for_again():
    near, store = Near(1.0, Clock()), Store()
    assert [await near.get("g", ("a", "b"), store.fetch) for _ in range(3)] == [[b"1", b"1"]] * 3
    assert store.asked == 1


async def test_a_home_that_has_changed_is_read_anew_and_the_others_are_not():
    near, store = Near(1.0, Clock()), Store()
    for home in ("g", "h"):
        await near.get(home, ("a",), store.fetch)
    store.value = b"2"
    near.drop("g")
    assert [await near.get(home, ("a",), store.fetch) for home in ("g", "h")] == [[b"2"], [b"1"]]
    near.drop_all()
    assert await near.get("h", ("a",), store.fetch) == [b"2"]


async def test_an_answer_that_was_on_its_way_when_its_home_changed_is_not_kept():
    near, store = Near(1.0, Clock()), Store()
    store.go.clear()
    reading = asyncio.create_task(near.get("g", ("a",), store.fetch))
    while not store.asked:
        await asyncio.sleep(0)
    store.value = b"2"
    near.drop("g")
    store.go.set()
    assert await reading == [b"1"]
    assert await near.get("g", ("a",), store.fetch) == [b"2"]


async def test_nothing_is_believed_for_longer_than_it_may_be():
    clock, store = Clock(), Store()
    near = Near(1.0, clock)
    await near.get("g", ("a",), store.fetch)
    store.value = b"2"
    clock.now += 1.0
    assert await near.get("g", ("a",), store.fetch) == [b"2"]


async def test_the_memory_is_bounded():
    near, store = Near(1.0, Clock()), Store()
    for number in range(HOMES_MAX + 1):
        await near.get(f"g{number}", ("a",), store.fetch)
    asked = store.asked
    await near.get("g1", ("a",), store.fetch)
    assert store.asked == asked
    await near.get("g0", ("a",), store.fetch)
    assert store.asked == asked + 1
