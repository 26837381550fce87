"""The Python client through the script that every kit is held to (clients/cases/README.md), over gRPC."""

import asyncio
import json
import subprocess
import sys
import time
from contextlib import AsyncExitStack, aclosing
from pathlib import Path

import httpx
import pytest
from google.protobuf.json_format import ParseDict

from clients import build
from clients.fake_server.relay import Relay
from clients.fake_server.script import cases
from clients.fake_server.script_messages import ENVELOPE
from services.settings import from_environment
from turnledger import Client, MemoryStore, ServiceError, sign_in
from turnledger.connection import Connection
from turnledger.pauses import Pauses
from turnledger.pending import read
from turnledger.v1 import accounts_pb2, lobby_pb2, play_pb2, views_pb2

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def fake():
    """The addresses of the fake server, in a process of its own: the client's store waits for its answers."""
    command = [sys.executable, "-m", "clients.fake_server"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield json.loads(process.stdout.readline())
        process.stdin.close()


class NotingStore(MemoryStore):
    """Tells the fake server which requests are stored, before it returns."""

    def __init__(self, note):
        super().__init__()
        self.note = note

    def put(self, name, value):
        if name.startswith(("request/", "queue/")):
            self.note({"request_id": read(value)[1].request_id})
        super().put(name, value)


class Runner:
    """Does the steps of a case."""

    def __init__(self, case, fake, steer):
        self.fake, self.steer = fake, steer
        self.ahead_s = case["start"].get("clock_ahead_s", 0)
        self.silence_s = case["start"].get("silence_ms", 30_000) / 1000
        self.token, self.sources = case["start"].get("token", ""), case["start"].get("source")
        self.tokens = ParseDict(case["start"].get("tokens", {"access_token": self.token}), accounts_pb2.Tokens())
        self.store = NotingStore(self.note)
        self.stack = AsyncExitStack()

    async def begin(self):
        """Without `sign_in`, which asks for the account: only the cases of that step script the call."""
        connection = Connection(
            self.fake["grpc"],
            self.tokens,
            self.keep,
            silence_s=self.silence_s,
            clock=lambda: time.time() + self.ahead_s,
            renew=self.source and self.renew,
        )
        self.connection = connection
        self.stack.push_async_callback(connection.close)
        self.me = Client(connection, accounts_pb2.Account(), self.store)
        self.games = {}

    def game(self, game_id):
        """The same object for all steps of a client."""
        return self.games.setdefault(game_id, self.me.game(game_id))

    def keep(self, tokens):
        self.tokens = tokens
        self.note({"access_token": tokens.access_token})

    @property
    def source(self):
        """Gives each token of the case once, in place of the one that it names."""
        if self.sources is None:
            return None

        async def another(ended):
            token = self.sources.pop(ended)
            self.note({"access_token": token})
            return token

        return another

    async def renew(self, _):
        return accounts_pb2.Tokens(access_token=await self.source(self.connection.access_token))

    def note(self, note):
        httpx.post(f"{self.fake['http']}/note", json=note, timeout=60).raise_for_status()

    async def do(self, step):
        told = {name: value for name, value in step.items() if name not in ("do", "expect")}
        try:
            return {"ok": await getattr(self, step["do"])(**told)}
        except ServiceError as error:
            return {"error": refusal(error)}

    async def sign_in(self, display_name, password=""):
        await self.stack.aclose()
        signing = sign_in(
            self.fake["grpc"],
            display_name,
            password=password,
            tokens=self.tokens,
            keep=self.keep,
            store=self.store,
            token=self.token,
            token_source=self.source,
        )
        self.me, self.games = await self.stack.enter_async_context(signing), {}
        return {"account_id": self.me.account.account_id}

    async def forget(self, during=None):
        asking = asyncio.create_task(self.me.accounts.get_me()) if during else None
        if during:
            (await self.steer.get("seen", params=during)).raise_for_status()
        self.me.forget()
        self.tokens = None
        if asking:
            await asyncio.wait([asking])
            assert isinstance(asking.exception(), ServiceError)

    async def get_me(self, times=1):
        answers = await asyncio.gather(*(self.me.accounts.get_me() for _ in range(times)))
        return {"account_id": answers[0].account.account_id, "times": len(answers)}

    async def create_table(self, variant, seats):
        return {"game_id": (await self.me.create_table(variant, seats=seats)).game_id}

    async def get_table(self, game_id):
        table = await self.game(game_id).table()
        return {"version": table.version, "status_known": table.status in lobby_pb2.TableStatus.values()}

    async def submit(self, game_id, option, number, expected_version, leave_after=None):
        giving = asyncio.create_task(self._give(game_id, option, number, expected_version))
        if leave_after is None:
            return await giving
        (await self.steer.get("seen", params=leave_after)).raise_for_status()
        giving.cancel()
        return {}

    async def _give(self, game_id, option, number, expected_version):
        move = play_pb2.Choice(option=option, number=number)
        return {"version": (await self.game(game_id).submit(move, expected_version=expected_version)).version}

    async def board(self, game_id):
        return {"version": (await self.game(game_id).board()).version}

    async def restart(self):
        await self.stack.aclose()
        await self.begin()

    async def resume(self):
        return {"versions": [each.response.version for each in await self.me.resume()]}

    async def queue(self, game_id, option, number, expected_version):
        self.me.queue.add(game_id, play_pb2.Choice(option=option, number=number), expected_version)

    async def flush(self):
        flushed = await self.me.queue.flush()
        assert not any(each.waits for each in flushed)
        return {
            "done": {each.game_id: [done.version for done in each.done] for each in flushed if each.done},
            "refused": {each.game_id: each.refused.reason for each in flushed if each.refused},
            "dropped": {each.game_id: len(each.dropped) for each in flushed if each.dropped},
        }

    async def pauses(self, random, attempts):
        return {"pauses_ms": [1000 * Pauses().after(attempt, None, random) for attempt in range(attempts)]}

    async def watch(self, game_id, after_version, until_version):
        versions, unknown, says = [], [], []
        async with aclosing(self.game(game_id).watch(after_version, words=True)) as messages:
            async for message in messages:
                for event in message.events:
                    versions.append(event.version)
                    says.append(event.says)
                    unknown += [event.version] if is_unknown(event) else []
                if message.version >= until_version:
                    break
        return {"versions": versions, "unknown": unknown, "says": says}


def is_unknown(event):
    if event.hidden or event.HasField("table"):
        return False
    return not event.game.WhichOneof("game")


def refusal(error):
    return {
        "code": error.code.name.lower().replace("cancelled", "canceled"),
        "reason": error.reason,
        "facts": dict(error.facts),
        "figures": dict(error.figures),
        "says": error.says,
        "legal": [each.kind for each in error.legal.commands] if error.legal else [],
        "retry_after_ms": 1000 * (error.retry_after_s or 0),
    }


@pytest.mark.parametrize("name", sorted(cases()))
async def test_the_client_passes_the_case(fake, name):
    async with httpx.AsyncClient(base_url=fake["http"], timeout=60) as steer:
        case = (await steer.post("/begin", json={"case": name})).json()
        runner = Runner(case, fake, steer)
        async with runner.stack:
            await runner.begin()
            for place, step in enumerate(case["client"]):
                outcome = await runner.do(step)
                await steer.post("/report", json={"step": place, "outcome": outcome})
        verdict = (await steer.post("/end")).json()
    assert verdict["wrong"] == []


def test_the_judge_is_not_content_with_a_client_that_does_nothing():
    from clients.fake_server.judge import verdict
    from clients.fake_server.script import Run

    content = [name for name, case in cases().items() if not verdict(Run(case))]
    assert content == []


@pytest.mark.parametrize(
    ("name", "come"),
    [
        ("stream_cut_in_a_message", "half"),
        ("stream_cut_in_an_envelope", "head"),
        ("stream_ended_in_a_message", "half"),
    ],
)
async def test_the_fake_server_cuts_inside_an_envelope(fake, name, come):
    async with httpx.AsyncClient(base_url=fake["http"]) as steer:
        (await steer.post("/begin", json={"case": name})).raise_for_status()
        asked = views_pb2.WatchGameRequest(game_id="11111111-1111-4111-8111-111111111111", after_version=0)
        body = ENVELOPE.pack(0, asked.ByteSize()) + asked.SerializeToString()
        headers = {"content-type": "application/connect+proto", "authorization": "Bearer access-1"}
        whole, broken = b"", False
        try:
            async with steer.stream("POST", "/turnledger.v1.Views/WatchGame", content=body, headers=headers) as answer:
                async for part in answer.aiter_raw():
                    whole += part
        except httpx.RemoteProtocolError:
            broken = True
    _, first = ENVELOPE.unpack_from(whole)
    rest = whole[ENVELOPE.size + first :]
    assert broken == (name != "stream_ended_in_a_message")
    if come == "head":
        assert 0 < len(rest) < ENVELOPE.size
    else:
        assert ENVELOPE.size < len(rest) < ENVELOPE.size + ENVELOPE.unpack_from(rest)[1]


async def test_the_relay_cuts_inside_a_message_of_grpc():
    sent = b"\x00\x00\x04\x01\x04\x00\x00\x00\x01HEAD" + b"\x00\x00\x0a\x00\x00\x00\x00\x00\x01" + bytes(10)
    relay = Relay("127.0.0.1")

    async def serve(_, writer):
        writer.write(sent)
        await writer.drain()

    served, relayed = [await asyncio.start_server(each, "127.0.0.1", 0) for each in (serve, relay.accept)]
    relay.port = served.sockets[0].getsockname()[1]
    relay.cut_after(7)
    async with served, relayed:
        reader, writer = await asyncio.open_connection(*relayed.sockets[0].getsockname())
        assert await reader.read() == sent[:-3]
        writer.close()
    await relay.close()


def test_every_case_is_written_as_its_readme_says():
    calls = {"get_me", "create_table", "get_table", "submit", "board", "watch", "queue", "flush"}
    steps = calls | {"sign_in", "restart", "resume", "forget", "pauses"}
    assert {step["do"] for case in cases().values() for step in case["client"]} == steps
    uses = {"outbox", "queue", "silence", "full_jitter", "drops_older", "resume_from", "retry_unanswered", "forget"}
    assert {use for case in cases().values() for use in case["uses"]} == uses


def test_a_server_that_a_kits_tests_start_takes_the_environment_of_make_kits():
    from_environment(build.environment())
    assert not any(name.startswith("TURNLEDGER_") for name in build.environment())
