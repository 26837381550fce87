"""People who play through the balancer while parts of the installation end, and what each of them meets."""

import asyncio
import time
from contextlib import AsyncExitStack, aclosing, suppress
from typing import Any, Self
from uuid import uuid4

import httpx

from tests.faults.service import Acknowledged, Players
from turnledger import Client, ServiceError, sign_in
from turnledger.v1.games_pb2 import Command
from turnledger.v1.play_pb2 import SubmitRequest

VARIANT = "card_game"
PATIENCE_S = 60.0
SESSION_BYTES = 2_000_000
AWAY = {502, 503, 504}


class ConnectPlayer:
    """One who plays tables against a bot over HTTP and JSON, and sends each command until it is answered."""

    def __init__(self, http: str) -> None:
        self._http = httpx.AsyncClient(base_url=f"http://{http}", timeout=10)
        self.acknowledged: list[Acknowledged] = []

    async def __aenter__(self) -> Self:
        tokens = (await self._call("Accounts/SignInAsGuest", {}))["tokens"]
        self._http.headers["authorization"] = f"Bearer {tokens['accessToken']}"
        self._playing = asyncio.create_task(self._play())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._playing.cancel()
        with suppress(asyncio.CancelledError):
            await self._playing
        await self._http.aclose()

    def fault(self) -> BaseException | None:
        return self._playing.exception() if self._playing.done() and not self._playing.cancelled() else None

    async def _play(self) -> None:
        while True:
            opened = {"requestId": str(uuid4()), "variant": VARIANT, "seats": 2, "join": True, "unrated": True}
            game_id = (await self._call("Lobby/CreateTable", opened))["table"]["gameId"]
            await self._call("Lobby/AddBot", {"requestId": str(uuid4()), "gameId": game_id, "bot": "random"})
            await self._call("Lobby/StartGame", {"requestId": str(uuid4()), "gameId": game_id})
            await self._finish(game_id)

    async def _finish(self, game_id: str) -> None:
        while True:
            found = await self._call("Play/ListOptions", {"gameId": game_id}, over=True)
            if not found.get("options"):
                table = await self._call("Lobby/GetTable", {"gameId": game_id})
                if table["table"]["status"] != "TABLE_STATUS_RUNNING":
                    return
                await asyncio.sleep(0.05)  # the bot's turn
                continue
            request_id = str(uuid4())
            given = {"gameId": game_id, "requestId": request_id, "expectedVersion": found["version"]}
            done = await self._call("Play/Submit", {**given, "choice": {"option": 0, "number": 0}}, over=True)
            if "version" in done:
                self.acknowledged.append(
                    Acknowledged(game_id, request_id, done.get("firstVersion", done["version"]), done["version"])
                )

    async def _call(self, method: str, said: dict[str, Any], *, over: bool = False) -> dict[str, Any]:
        """`over`: a refusal is an answer, too: the game is over, or another player was faster."""
        until = time.monotonic() + PATIENCE_S
        while True:
            problem = ""
            try:
                answer = await self._http.post(f"/turnledger.v1.{method}", json=said)
                found: dict[str, Any] = answer.json() if "json" in answer.headers.get("content-type", "") else {}
                if answer.status_code == 200:
                    return found
                if answer.status_code not in AWAY and found.get("code") not in ("unavailable", "canceled"):
                    if over and found.get("code") in ("failed_precondition", "aborted"):
                        return {}
                    raise AssertionError(f"{method}: {answer.status_code} {answer.text[:500]}")
                problem = answer.text[:200]
            except httpx.TransportError as error:
                problem = repr(error)
            assert time.monotonic() < until, f"{method} is not answered: {problem}"
            await asyncio.sleep(0.1)


class Crowd:
    """All players: `Players` over gRPC, and some over Connect."""

    def __init__(self, grpc_address: str, http: str, tables: int, connect: int) -> None:
        self._players = Players(grpc_address, grpc_address, tables=tables)
        self._others = [ConnectPlayer(http) for _ in range(connect)]
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        for each in (self._players, *self._others):
            await self._open.enter_async_context(each)
        return self

    async def __aexit__(self, *failed: Any) -> None:
        await self._open.__aexit__(*failed)

    @property
    def acknowledged(self) -> list[Acknowledged]:
        return [*self._players.acknowledged, *(one for each in self._others for one in each.acknowledged)]

    async def go_on(self, commands: int = 60) -> str:
        """Returns when all ways in have acknowledged more commands, and says how long each took."""
        before, began = [len(each.acknowledged) for each in self._others], time.monotonic()
        await self._players.more(commands)
        grpc_s = time.monotonic() - began
        async with asyncio.timeout(PATIENCE_S):
            while not all(len(each.acknowledged) > was for each, was in zip(self._others, before, strict=True)):
                for each in self._others:
                    if fault := each.fault():
                        raise fault
                await asyncio.sleep(0.05)
        return f"gRPC {grpc_s:.1f} s, Connect {time.monotonic() - began:.1f} s"


PULSES = 4


class Pulse:
    """Calls without retries, on new connections, some at once: how long one of them waited for an answer."""

    def __init__(self, http: str) -> None:
        self._http = http
        self.asked = 0
        self.failed: list[str] = []
        self.longest_s = 0.0

    async def __aenter__(self) -> Self:
        self._beating = [asyncio.create_task(self._beat()) for _ in range(PULSES)]
        return self

    async def __aexit__(self, *_: object) -> None:
        for beating in self._beating:
            beating.cancel()
        await asyncio.gather(*self._beating, return_exceptions=True)

    async def _beat(self) -> None:
        answered = time.monotonic()
        while True:
            self.asked += 1
            try:
                async with httpx.AsyncClient(timeout=5) as client:
                    answer = await client.get(f"http://{self._http}/livez")
                if answer.status_code == 200:
                    now = time.monotonic()
                    self.longest_s, answered = max(self.longest_s, now - answered), now
                else:
                    self.failed.append(str(answer.status_code))
            except httpx.TransportError as error:
                self.failed.append(type(error).__name__)
            await asyncio.sleep(0.1)


async def watch_many(address: str, people: int, each: int) -> None:
    """Open many watches on few connections at the same time: each gets the state of its game."""
    async with AsyncExitStack() as opened:
        watchers = [await opened.enter_async_context(sign_in(address)) for _ in range(people)]
        game_id = (await watchers[0].create_table(VARIANT, seats=2, join=True)).game_id
        shown, all_shown = list[None](), asyncio.Event()

        async def look(one: Client) -> None:
            async with aclosing(one.game(game_id).watch(heartbeats=True)) as messages:
                await anext(messages)
                shown.append(None)
                if len(shown) == people * each:
                    all_shown.set()
                await all_shown.wait()

        looking = [asyncio.create_task(look(one)) for one in watchers for _ in range(each)]
        try:
            async with asyncio.timeout(PATIENCE_S):
                await asyncio.gather(*looking)
        except TimeoutError:
            raise AssertionError(f"{len(shown)} of {people * each} watches were served") from None
        finally:
            for task in looking:
                task.cancel()


async def long_session(address: str) -> int:
    """Sends commands over one stream until they are SESSION_BYTES together; how many were answered. Each is refused: it
    is of no game."""
    command = Command()
    command.other["padding"] = 50_000 * "x"
    answered = 0
    async with sign_in(address) as me:
        game = await me.create_table(VARIANT, seats=2, join=True)
        async with me.play.session() as session:
            for _ in range(SESSION_BYTES // 50_000):
                try:
                    request_id = str(uuid4())
                    await session.submit(SubmitRequest(game_id=game.game_id, request_id=request_id, command=command))
                except ServiceError as refused:
                    answered += bool(refused.reason)
    assert answered == SESSION_BYTES // 50_000, f"{answered} commands of a session were answered"
    return answered
