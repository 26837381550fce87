"""Simulated connections: bytes arrive late, in order, and not beyond a cut."""

import asyncio
from random import Random

import pytest

from tests.simulation.loop import SimulatedLoop
from tests.simulation.valkey import Keyspace
from tests.simulation.wire import SILENT_S, Host, Link


class Echo:
    """Sends back what it receives."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def received(self, data: bytes) -> None:
        self._link.send(data)

    def lost(self) -> None:
        pass


def run(seed: int, work):
    loop = SimulatedLoop(seed)
    host = Host(loop, Random(seed), Echo)
    loop.hosts["echo"] = host
    return loop.run_until_complete(work(host))


@pytest.mark.parametrize("seed", range(5))
def test_bytes_arrive_in_order_whatever_their_delays(seed):
    async def work(host: Host) -> bytes:
        reader, writer = await asyncio.open_connection("echo", 1)
        host.delay_s = 1.0
        for number in range(50):
            writer.write(b"%d " % number)
        return await reader.readuntil(b"49 ")

    assert run(seed, work).split() == [b"%d" % number for number in range(50)]


def test_a_cut_connection_gives_a_part_of_one_answer_and_an_error():
    async def work(host: Host) -> bytes:
        reader, writer = await asyncio.open_connection("echo", 1)
        writer.write(b"x" * 100)
        await asyncio.sleep(0)
        while not host.links[0]._downward.items:
            await asyncio.sleep(0.0001)
        host.cut()
        await asyncio.sleep(1)
        with pytest.raises(ConnectionResetError):
            await reader.readexactly(100)
        return bytes(reader._buffer)

    parts = [len(run(seed, work)) for seed in range(20)]
    assert max(parts) < 100
    assert min(parts) < max(parts)


def test_a_server_that_hangs_answers_later_and_one_that_is_down_refuses():
    async def work(host: Host) -> bytes:
        reader, writer = await asyncio.open_connection("echo", 1)
        host.hang()
        writer.write(b"hello")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(60):
                await reader.read(5)
        host.answer_again()
        found = await reader.read(5)
        host.is_down = True
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("echo", 1)
        return found

    assert run(1, work) == b"hello"


def test_a_silent_connection_brings_nothing_and_ends_at_the_server():
    async def work(host: Host) -> int:
        reader, writer = await asyncio.open_connection("echo", 1)
        host.links[0].fall_silent()
        writer.write(b"hello")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(2 * SILENT_S):
                await reader.read(5)
        return len(host.links)

    assert run(1, work) == 0


def test_a_server_that_closes_a_connection_sends_the_rest_first():
    async def work(host: Host) -> bytes:
        reader, _ = await asyncio.open_connection("echo", 1)
        link = host.links[0]
        link.send(b"good")
        link.send(b"bye")
        link.finish()
        return await reader.read()

    assert run(1, work) == b"goodbye"


def test_a_scan_that_continues_on_an_empty_server_ends():
    before, after = (Keyspace(lambda: 0) for _ in range(2))
    for number in range(20):
        before.set(b"%d" % number, b"")
    cursor, found = before.scan(b"0")
    assert len(found) == 10
    assert after.scan(cursor) == [b"0", []]
