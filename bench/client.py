"""The cost that the Python client adds to a call: the same request by bare grpc.aio and by the client, in turns.

python -m bench.client

The server, in a process of its own, answers with a kept board. Figures are this process's time a call, the median of
the rounds; a ratio is the median of the rounds' ratios.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from statistics import median
from typing import Any

import grpc

from turnledger import Client, MemoryStore
from turnledger.connection import Connection
from turnledger.v1 import accounts_pb2, lobby_pb2, views_pb2
from turnledger.v1.snapshot_pb2 import Parts

ROUNDS, CALLS = 41, 100
BOARD = views_pb2.GetBoardResponse(snapshot={"version": 7, "to_act": [0, 1]}).SerializeToString()
TABLE = lobby_pb2.AddBotResponse(table={"game_id": "a game", "version": 7, "seats": 4}).SerializeToString()
Call = Callable[[], Awaitable[object]]


async def serve() -> None:
    """Says its port in a line, and ends with its standard input."""

    async def board(_request: bytes, _context: object) -> bytes:
        return BOARD

    async def table(_request: bytes, _context: object) -> bytes:
        return TABLE

    server = grpc.aio.server()
    for service, method, answer in (("Views", "GetBoard", board), ("Lobby", "AddBot", table)):
        handler: Any = {method: grpc.unary_unary_rpc_method_handler(answer)}
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(f"turnledger.v1.{service}", handler),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(port, flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await server.stop(None)


async def per_call_s(call: Call) -> float:
    before = time.process_time()
    for _ in range(CALLS):
        await call()
    return (time.process_time() - before) / CALLS


async def compare(calls: dict[str, Call]) -> dict[str, float]:
    """Microseconds a call, and the ratios to the first of them."""
    bare, *others = calls
    figures: dict[str, list[float]] = {name: [] for name in calls}
    for each in range(ROUNDS + 1):
        for name in calls if each % 2 else reversed(calls):
            figures[name].append(await per_call_s(calls[name]))
    found = {name: round(1e6 * median(told[1:]), 1) for name, told in figures.items()}  # the first warms
    for name in others:
        ratios = [told / floor for told, floor in zip(figures[name][1:], figures[bare][1:], strict=True)]
        found[f"{name} to {bare}"] = round(median(ratios), 3)
    return found


async def measure(address: str) -> dict[str, dict[str, float]]:
    tokens = accounts_pb2.Tokens(access_token="a token", refresh_token="another")
    clients = [Client(Connection(address, tokens), accounts_pb2.Account(), store) for store in (None, MemoryStore())]
    plain, storing = clients
    metadata = (("authorization", "Bearer a token"),)
    async with grpc.aio.insecure_channel(address) as channel:

        def bare(method: str, request: Any, response: Any) -> Callable[..., Awaitable[object]]:
            ask = channel.unary_unary(f"/turnledger.v1.{method}", request.SerializeToString, response.FromString)
            return lambda **fields: ask(request(**fields), metadata=metadata, timeout=10)

        board = bare("Views/GetBoard", views_pb2.GetBoardRequest, views_pb2.GetBoardResponse)
        bot = bare("Lobby/AddBot", lobby_pb2.AddBotRequest, lobby_pb2.AddBotResponse)
        reading: Any = {"game_id": "a game", "parts": Parts(board=True, options=True)}
        writing: Any = {"game_id": "a game", "bot": "greedy"}
        request_id = "6f1c2c1e-7d6e-4a53-9a2f-1f5f4a1f7c11"
        found = {
            "GetBoard": await compare(
                {"grpcio": lambda: board(**reading), "client": lambda: plain.views.get_board(**reading)}
            ),
            "AddBot": await compare(
                {
                    "grpcio": lambda: bot(**writing, request_id=request_id),
                    "client": lambda: plain.lobby.add_bot(**writing),
                    "client with a MemoryStore": lambda: storing.lobby.add_bot(**writing),
                }
            ),
        }
    for each in clients:
        await each.connection.close()
    return found


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    command = [sys.executable, "-m", "bench.client", "serve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin
        assert server.stdout
        port = int(server.stdout.readline())
        print(json.dumps(asyncio.run(measure(f"127.0.0.1:{port}")), indent=2))
        server.stdin.close()


if __name__ == "__main__":
    asyncio.run(serve()) if sys.argv[1:] == ["serve"] else main()
