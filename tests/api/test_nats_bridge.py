"""`turnledger bridge nats`: the public stream in a real NATS JetStream, each item once, whatever is killed."""

import asyncio
import json
import subprocess
import sys
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path

import nats
import pytest
from nats.js.api import DiscardPolicy, RetentionPolicy

from services.cli import nats_bridge
from services.cli.nats_bridge import BridgeEnds, NatsBridge
from services.main import running
from support.servers import NatsServer
from tests.api.api_kit import RUSSIA
from tests.api.conftest import settings
from tests.api.test_watch_public import items_of, played
from tests.faults.proxy import Wire
from tests.table_services.receiver import Receiver
from turnledger import sign_in
from turnledger.v1 import notifications_pb2

pytestmark = pytest.mark.servers
READER = Path(__file__).parents[2] / "examples/nats_reader.py"
STREAM = "PUBLIC"
SUBJECTS = ["turnledger.public.>"]


@pytest.fixture
def server_of_nats():
    with NatsServer() as started:
        yield started


@pytest.fixture
async def jetstream(server_of_nats):
    async with await nats.connect(server_of_nats.url) as connection:
        yield connection.jetstream()


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    monkeypatch.setattr(nats_bridge, "ANSWER_S", 1.0)
    monkeypatch.setattr(nats_bridge, "RETRY_S", 0.05)


class Bridge:
    """A bridge in the loop of the test, with its reports."""

    def __init__(self, me, url, begin=""):
        self.reports = asyncio.Queue()
        self.bridge = NatsBridge(me, url, STREAM, begin=begin, source="", report=self.report)

    def report(self, event, /, **facts):
        self.reports.put_nowait((event, facts))

    async def until(self, event):
        """Return the facts of the next report of that event; raise the error with which the bridge ended instead."""
        while True:
            report = asyncio.create_task(self.reports.get())
            await asyncio.wait([self.task, report], return_when=asyncio.FIRST_COMPLETED)
            if not report.done():
                report.cancel()
                return self.task.result()
            if report.result()[0] == event:
                return report.result()[1]

    @asynccontextmanager
    async def at_work(self):
        self.task = asyncio.create_task(self.bridge.run())
        try:
            yield self.task
        finally:
            self.task.cancel()
            await asyncio.wait([self.task])


async def messages_of(jetstream, count):
    """Return the messages of the stream as soon as there are so many."""
    while True:
        with suppress(nats.js.errors.NotFoundError):
            state = (await jetstream.stream_info(STREAM)).state
            if state.messages >= count:
                return [await jetstream.get_msg(STREAM, each) for each in range(1, state.last_seq + 1)]
        await asyncio.sleep(0.02)


async def items(player, count):
    """Return the items as WatchPublic has them."""
    async with aclosing((await player("Reader")).watch_public(from_start=True)) as messages:
        return await items_of(messages, count)


def ids(messages):
    return [each.headers["Nats-Msg-Id"] for each in messages]


async def open_tables(me, count):
    for _ in range(count):
        await me.create_table(RUSSIA)


async def test_messages_are_the_items_in_order_and_the_bodies_those_of_webhooks(tmp_path, server_of_nats, jetstream):
    async with AsyncExitStack() as stack:
        receiver = await stack.enter_async_context(Receiver())
        server = await stack.enter_async_context(running(settings(tmp_path, webhooks_private=True)))
        ann, bob = [await stack.enter_async_context(sign_in(server.grpc, name)) for name in ("Ann", "Bob")]
        webhook = {"url": receiver.url, "format": notifications_pb2.WEBHOOK_FORMAT_CLOUDEVENTS}
        await ann.notifications.set_target(target={"webhook": webhook})
        await played(ann, bob)
        await played(ann, bob, private=True)
        opened = 0
        while not receiver.calls:  # items from before are not for this webhook
            await ann.create_table(RUSSIA)
            opened += 1
            await asyncio.sleep(0.5)
        async with Bridge(ann, server_of_nats.url).at_work():
            found = await messages_of(jetstream, 3 + opened)
        async with aclosing(ann.watch_public(from_start=True)) as messages:
            items = await items_of(messages, 3 + opened)
    kinds = ["table_opened", "table_started", "table_ended", *["table_opened"] * opened]
    assert [each.subject for each in found] == [f"turnledger.public.{kind}" for kind in kinds]
    assert [(each.headers["Nats-Msg-Id"], each.headers["Turnledger-Position"]) for each in found] == [
        (item.id, item.position) for item in items
    ]
    body = receiver.calls[0].body
    assert [each.data for each in found if each.headers["Nats-Msg-Id"] == json.loads(body)["id"]] == [body]


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_a_killed_bridge_and_a_killed_reader_continue_without_gap_or_repetition(
    server, player, server_of_nats, jetstream, tmp_path
):
    """Run the command with a personal token, and the example, as docs/public-stream.md says."""
    ann, bob = await player("Ann"), await player("Bob")
    made = await ann.accounts.create_personal_token(
        token_name="bridge", scopes=["SCOPE_GAMES_READ"], lifetime=timedelta(days=1)
    )
    token = tmp_path / "token"
    token.write_text(made.token + "\n")
    command = ("-m", "turnledger_server", "bridge", "nats", "--server", server.grpc, "--token-file", token)
    games = []
    for _ in range(2):
        await open_tables(ann, 15)
        games.append(await played(ann, bob))
        await printed(
            lambda lines: len(lines) == 4, *command, "--nats", server_of_nats.url, "--stream", STREAM, "--json"
        )
    async with Bridge(ann, server_of_nats.url).at_work():
        found = await messages_of(jetstream, 36)
        assert ids(found) == [each.id for each in await items(player, 36)]
        lines = await printed(lambda lines: games[1] in lines[-1], READER, server_of_nats.url, STREAM)
        games.append(await played(ann, bob))
        lines += await printed(lambda lines: games[2] in lines[-1], READER, server_of_nats.url, STREAM)
    results = list(dict.fromkeys(lines))  # one that was printed and not acknowledged comes again
    assert [line.partition("/")[0] for line in results] == games
    assert results[0].endswith("power_grid/russia: 1. Ann, 2. Bob")


async def printed(enough, *arguments):
    """Run a program, kill it when its lines are enough, and return them."""
    program, lines = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=subprocess.PIPE), []
    try:
        async with asyncio.timeout(120):
            while not lines or not enough(lines):
                lines.append((await program.stdout.readline()).decode().strip())
                assert lines[-1], "the program ended"
    finally:
        program.kill()
        await program.wait()
    return lines


async def test_a_message_whose_answer_was_lost_is_stored_once(player, server_of_nats, jetstream):
    ann = await player("Ann")
    await open_tables(ann, 4)
    expected = [each.id for each in await items(player, 4)]
    async with Wire(server_of_nats.port) as wire:
        wire.cut_before_reply_to(expected[2].encode())
        bridge = Bridge(ann, f"nats://127.0.0.1:{wire.port}")
        async with bridge.at_work():
            await wire.cut.wait()
            assert ids(await messages_of(jetstream, 3)) == expected[:3]
            await bridge.until("away")
            assert (await bridge.until("following"))["sequence"] == 3
            found = await messages_of(jetstream, 4)
    assert ids(found) == expected


async def test_a_message_that_arrives_after_its_repetition_is_stored_once(player, server_of_nats, jetstream):
    """The first try is held up on its way until the bridge has looked at the stream again."""
    ann = await player("Ann")
    await open_tables(ann, 3)
    expected = [each.id for each in await items(player, 3)]
    held = []

    class Late(nats.js.JetStreamContext):
        async def publish(self, *message, **more):
            if not held and more["headers"]["Nats-Msg-Id"] == expected[1]:
                held.append((message, more))
                raise nats.errors.TimeoutError
            if held and held[0]:
                message_before, more_before = held[0]
                held[0] = ()
                await super().publish(*message_before, **more_before)
            return await super().publish(*message, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nats.aio.client.Client, "jetstream", lambda self, **more: Late(self, **more))
        async with Bridge(ann, server_of_nats.url).at_work():
            found = await messages_of(jetstream, 3)
    assert (held, ids(found)) == ([()], expected)


async def test_a_bridge_continues_when_nats_is_back(player, server_of_nats, jetstream):
    ann = await player("Ann")
    await open_tables(ann, 2)
    bridge = Bridge(ann, server_of_nats.url)
    async with bridge.at_work():
        await messages_of(jetstream, 2)
        server_of_nats.kill()
        await open_tables(ann, 2)
        await bridge.until("away")
        server_of_nats.start()
        async with await nats.connect(server_of_nats.url) as connection:
            found = await messages_of(connection.jetstream(), 4)
    assert ids(found) == [each.id for each in await items(player, 4)]


async def test_a_server_that_does_not_answer_is_reported(tmp_path, server_of_nats, monkeypatch):
    monkeypatch.setattr(nats_bridge, "SILENCE_S", 0.1)
    async with AsyncExitStack() as client:
        async with running(settings(tmp_path)) as server:
            ann = await client.enter_async_context(sign_in(server.grpc, "Ann"))
        bridge = Bridge(ann, server_of_nats.url)
        async with bridge.at_work():
            assert await bridge.until("away") == {"reason": "the server of the public stream does not answer"}


async def test_of_two_bridges_one_ends(player, server_of_nats, jetstream):
    ann = await player("Ann")
    first, second = Bridge(ann, server_of_nats.url), Bridge(ann, server_of_nats.url)
    async with first.at_work() as one, second.at_work() as other:
        await first.until("following")
        await second.until("following")
        await open_tables(ann, 3)
        (ended,), _ = await asyncio.wait([one, other], return_when=asyncio.FIRST_COMPLETED)
        found = await messages_of(jetstream, 3)
    assert isinstance(ended.exception(), BridgeEnds)
    assert str(ended.exception()).startswith("another bridge writes to the stream PUBLIC (or it lost ")
    assert ids(found) == [each.id for each in await items(player, 3)]


async def test_a_bridge_ends_when_another_message_was_stored(player, server_of_nats, jetstream):
    """JetStream finds repeated ids for two minutes only; the number of the last message says it for good."""
    ann = await player("Ann")
    bridge = Bridge(ann, server_of_nats.url)
    async with bridge.at_work():
        await bridge.until("following")
        await jetstream.publish("turnledger.public.table_opened", headers={"Nats-Msg-Id": "other"})
        await open_tables(ann, 1)
        with pytest.raises(BridgeEnds, match="another bridge writes to the stream PUBLIC"):
            await bridge.until("stored")
    assert ids(await messages_of(jetstream, 1)) == ["other"]


async def test_a_bridge_ends_when_nats_answers_with_a_duplicate(player, server_of_nats, jetstream):
    """NATS 2.15 looks at the number of the last message first; others may look for a repeated id first."""
    ann = await player("Ann")
    await open_tables(ann, 1)

    class IdsFirst(nats.js.JetStreamContext):
        async def publish(self, *message, **more):
            del more["headers"]["Nats-Expected-Last-Sequence"]
            await super().publish(*message, **more)  # of another bridge
            return await super().publish(*message, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nats.aio.client.Client, "jetstream", lambda self, **more: IdsFirst(self, **more))
        with pytest.raises(BridgeEnds, match="another bridge writes to the stream PUBLIC"):
            await Bridge(ann, server_of_nats.url).bridge.run()
    assert len(await messages_of(jetstream, 1)) == 1


@pytest.mark.parametrize(
    "more",
    [
        {"subjects": ["turnledger.>"]},
        {"subjects": [*SUBJECTS, "other"]},
        {"subjects": SUBJECTS, "retention": RetentionPolicy.INTEREST},
    ],
)
async def test_streams_that_do_not_fit_are_refused(player, server_of_nats, jetstream, more):
    await jetstream.add_stream(name=STREAM, **more)
    with pytest.raises(BridgeEnds, match=r"it needs turnledger\.public\.> alone, and limits"):
        await Bridge(await player("Ann"), server_of_nats.url).bridge.run()


async def test_a_stream_with_messages_of_others_is_refused(player, server_of_nats, jetstream):
    await jetstream.add_stream(name=STREAM, subjects=SUBJECTS)
    await jetstream.publish("turnledger.public.other")
    with pytest.raises(BridgeEnds, match="has no Turnledger-Position: use another stream"):
        await Bridge(await player("Ann"), server_of_nats.url).bridge.run()


async def test_a_stream_that_lost_its_last_message_needs_a_position(player, server_of_nats, jetstream):
    ann = await player("Ann")
    await open_tables(ann, 2)
    async with Bridge(ann, server_of_nats.url).at_work():
        positions = [each.headers["Turnledger-Position"] for each in await messages_of(jetstream, 2)]
    await jetstream.delete_msg(STREAM, 2)
    with pytest.raises(BridgeEnds, match="start once with --begin POSITION, or --begin start"):
        await Bridge(ann, server_of_nats.url).bridge.run()
    await open_tables(ann, 1)
    async with (bridge := Bridge(ann, server_of_nats.url, begin=positions[1])).at_work():
        assert await bridge.until("following") == {"stream": STREAM, "sequence": 2, "position": positions[1]}
        assert (await bridge.until("stored"))["sequence"] == 3
    async with (bridge := Bridge(ann, server_of_nats.url, begin=positions[1])).at_work():
        last = (await jetstream.get_msg(STREAM, 3)).headers["Turnledger-Position"]
        assert await bridge.until("following") == {"stream": STREAM, "sequence": 3, "position": last}


async def test_a_full_stream_is_reported_and_waited_for(player, server_of_nats, jetstream):
    ann = await player("Ann")
    await jetstream.add_stream(name=STREAM, subjects=SUBJECTS, max_msgs=2, discard=DiscardPolicy.NEW)
    await open_tables(ann, 3)
    bridge = Bridge(ann, server_of_nats.url)
    async with bridge.at_work():
        assert await bridge.until("away") == {"reason": "maximum messages exceeded"}
        await jetstream.update_stream(name=STREAM, subjects=SUBJECTS, max_msgs=9, discard=DiscardPolicy.NEW)
        found = await messages_of(jetstream, 3)
    assert ids(found) == [each.id for each in await items(player, 3)]


async def test_the_stream_is_created_with_the_settings_of_the_guide(player, server_of_nats, jetstream):
    bridge = Bridge(await player("Ann"), server_of_nats.url)
    async with bridge.at_work():
        assert await bridge.until("created") == {"stream": STREAM}
    config = (await jetstream.stream_info(STREAM)).config
    assert (config.subjects, config.retention, config.storage) == (SUBJECTS, "limits", "file")
    assert (config.max_msgs, config.max_bytes, config.max_age, config.duplicate_window) == (-1, -1, 0, 120)


def test_a_missing_extra_is_reported(tmp_path):
    arguments = ["bridge", "nats", "--token-file", str(tmp_path), "--nats", "nats://x", "--stream", "x"]
    blocked = f"import sys; sys.modules['nats'] = None; from services.cli.main import app; app({arguments})"
    done = subprocess.run([sys.executable, "-c", blocked], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, "nats-py is not installed: pip install 'turnledger[nats]'\n")
