"""Players and watchers that use the product's own Python client: its requests, retries, tokens and watches."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from datetime import UTC
from functools import partial
from random import Random
from typing import TypeVar

import grpc
from google.protobuf.duration_pb2 import Duration

from domain.kernel.ids import Seat, Viewer
from services.api.messages import contract
from tests.simulation.channel import Balancer, Channel
from tests.simulation.players import Acknowledged, Ledger, Request, Sight
from turnledger import new_request_id
from turnledger.client import Client
from turnledger.connection import Connection
from turnledger.errors import ServiceError
from turnledger.game import Turn
from turnledger.kept import keep_tokens, stored_tokens
from turnledger.stores import MemoryStore
from turnledger.v1 import accounts_pb2, common_pb2, lobby_pb2, play_pb2, views_pb2
from turnledger.v1.play_pb2 import Choice
from turnledger.v1.snapshot_pb2 import Parts

T = TypeVar("T")
THINK_S = 4.0
LANGUAGE = "ru"
LOOK_S = 10.0
RESTART_S = 15.0
"""The mean time between two restarts of a client."""
QUEUED_PART = 0.2
"""Of the moves, those that wait in the queue before they are sent."""
STUCK_MAX = 3
"""So often a host finds that its game does not run: a failover may have lost its start."""
ENDS_S = 120.0
"""After so long everyone who follows a game has seen its end."""


class Player:
    """One account with its client. `answered` of its channel sees each answer, also those that the client has given
    up."""

    def __init__(self, balancer: Balancer, ledger: Ledger, clock: Callable[[], float]) -> None:
        self._balancer, self._ledger, self._clock = balancer, ledger, clock
        self._store, self._connections = MemoryStore(), list[Connection]()
        self.client = self._started(accounts_pb2.Account())

    def _started(self, account: accounts_pb2.Account) -> Client:
        """Return a client as a program has it that starts with its store."""
        connection = Connection(
            "simulated",
            stored_tokens(self._store),
            partial(keep_tokens, self._store),
            clock=self._clock,
            language=LANGUAGE,
            opens=lambda *_: Channel(self._balancer, self._see),  # type: ignore[arg-type,return-value]
        )
        self._connections.append(connection)
        return Client(connection, account, self._store)

    async def start_again(self) -> None:
        """Start the program again: it sends what was not answered, and what waits in its queue. Raises ServiceError if
        the account was lost."""
        self.client = self._started(self.client.account)
        for sent in await self.certain(lambda _: self.client.resume()):
            self._ledger.reached(f"a stored request was {'refused' if sent.refused else 'answered'} after a restart")
        await self.flush()

    async def flush(self) -> None:
        """Send what waits in the queue. Raises ServiceError if the account was lost."""
        while flushed := await self.client.queue.flush():
            for each in flushed:
                if each.done or each.refused:
                    self._ledger.reached(f"a queued move was {'refused' if each.refused else 'answered'}")
                if each.waits and each.waits.is_signed_out:
                    raise each.waits
            if not any(each.waits for each in flushed):
                return
            await asyncio.sleep(1)

    async def close(self) -> None:
        for each in self._connections:
            await each.close()

    @property
    def account_id(self) -> str:
        return self.client.account.account_id

    async def sign_in(self) -> None:
        await self.certain(lambda _: self.client.accounts.sign_in_as_guest(display_name=""))

    async def certain(self, call: Callable[[str], Awaitable[T]]) -> T:
        """Give a request again with its id, also when the client has run out of patience. Raises ServiceError for a
        refusal."""
        request_id = new_request_id()
        while True:
            try:
                return await call(request_id)
            except ServiceError as error:
                self._ledger.refused(error.reason)
                if error.is_signed_out or not error.stays_open:
                    raise
                self._ledger.reached(f"a client ran out of patience: {error.reason or error.code.name}")
                await asyncio.sleep(1)

    def _see(self, path: str, request: bytes, answer: bytes) -> None:
        if path.endswith("Play/Submit"):
            asked, given = play_pb2.SubmitRequest.FromString(request), play_pb2.SubmitResponse.FromString(answer)
            if asked.validate_only:
                return
            if given.HasField("to_sign"):
                self._ledger.faults.append(f"a move that was made is to be signed: {given}")
            events = tuple(contract.event(each) for each in given.events)
            acknowledged = Acknowledged(given.first_version, given.version, events)
            self._ledger.answer(Request(asked.game_id, self.account_id, asked.request_id), acknowledged)


class ClientTable:
    """A table of people with clients, of bots, and of two watchers. `player`: makes an account's client."""

    def __init__(self, dice: Random, ledger: Ledger, player: Callable[[], Player]) -> None:
        self._dice, self._ledger, self._player = dice, ledger, player
        self._restarts = dice.random() < 0.5
        self.game_id = ""

    async def play(self, variant: str, seats: int, bots: int) -> None:
        """Play one game to its end."""
        people = [self._player() for _ in range(seats - bots)]
        spectator = self._player()
        try:
            for each in (*people, spectator):
                await each.sign_in()
            await self._seat(people, variant, seats, bots)
            await self._follow(people, spectator)
        except ServiceError as error:
            if error.code == grpc.StatusCode.INVALID_ARGUMENT:
                self._ledger.faults.append(f"a request was refused: {error!r}")
            self._ledger.reached(f"a game was given up: {error.reason}")
        finally:
            for each in (*people, spectator):
                await each.close()

    async def _seat(self, people: list[Player], variant: str, seats: int, bots: int) -> None:
        host, *others = people
        clock = common_pb2.Clock(move=Duration(seconds=self._dice.choice((20, 60, 600))))
        terms = common_pb2.Terms(clock=clock)
        nonce = self._dice.choice(("", "c0ffee"))
        await self._open_wrongly(host, variant)
        created = await host.certain(
            lambda request_id: host.client.lobby.create_table(
                variant=variant,
                seats=seats,
                terms=terms,
                join=True,
                nonce=nonce,
                bots=["random"] * bots,
                request_id=request_id,
            )
        )
        self.game_id = created.table.game_id
        for each in others:
            await each.certain(
                lambda request_id, me=each: me.client.lobby.join_table(game_id=self.game_id, request_id=request_id)
            )
        await self._start(host)

    async def _open_wrongly(self, host: Player, variant: str) -> None:
        """Send a request that contradicts itself: it is refused."""
        try:
            await host.certain(
                lambda request_id: host.client.lobby.create_table(
                    variant=variant, seats=2, nonce="c0ffee", request_id=request_id
                )
            )
        except ServiceError as error:
            if error.code != grpc.StatusCode.INVALID_ARGUMENT:
                raise
        else:
            self._ledger.faults.append("a nonce without a seat was accepted")

    async def _start(self, host: Player) -> None:
        await host.certain(lambda request_id: host.client.lobby.start_game(game_id=self.game_id, request_id=request_id))

    async def _follow(self, people: list[Player], spectator: Player) -> None:
        sitting = [asyncio.create_task(self._sit(each)) for each in people]
        following = [
            *sitting,
            asyncio.create_task(self._watch(people[0], Seat(0))),
            asyncio.create_task(self._watch(spectator, None)),
        ]
        looking, every = asyncio.create_task(self._look(people[0], sitting)), asyncio.create_task(_all(following))
        try:
            await asyncio.wait({every, looking}, return_when=asyncio.FIRST_COMPLETED)
            self._ledger.reached("a game ended" if every.done() else "a game was given up")
        finally:
            for each in (looking, every, *following):
                each.cancel()
            await asyncio.wait({looking, every, *following})
        for each in following:
            if not each.cancelled():
                each.result()

    async def _look(self, host: Player, sitting: Sequence[asyncio.Task[None]]) -> None:
        """Look at the table from time to time. Returns if the game was lost, if others do not see its end, or if all
        players have left it: a process whose clock is an hour ahead takes their tokens for expired."""
        stuck, ended_s = 0, 0.0
        while stuck < STUCK_MAX:
            await asyncio.sleep(LOOK_S)
            try:
                table = (await host.client.lobby.get_table(game_id=self.game_id)).table
                if table.status in (lobby_pb2.TABLE_STATUS_OPEN, lobby_pb2.TABLE_STATUS_STARTING):
                    stuck += 1
                    await self._start(host)
                elif table.status != lobby_pb2.TABLE_STATUS_FINISHED and all(each.done() for each in sitting):
                    stuck += 1
            except ServiceError as error:
                self._ledger.reached(f"a host looked in vain: {error.reason or error.code.name}")
                stuck += error.is_signed_out or not error.stays_open
                continue
            ended_s = ended_s + LOOK_S if table.status == lobby_pb2.TABLE_STATUS_FINISHED else 0.0
            if ended_s > ENDS_S:
                self._ledger.faults.append(f"{self.game_id} has ended, and not all who follow it have seen that")
                return

    async def _sit(self, me: Player) -> None:
        """Play the turns of the account. At some tables its program is killed and started again, now and then."""
        while True:
            playing = asyncio.create_task(self._play_turns(me))
            try:
                await asyncio.wait({playing}, timeout=self._dice.expovariate(1 / RESTART_S) if self._restarts else None)
                if playing.done():
                    return playing.result()
            finally:
                playing.cancel()
            self._ledger.reached("a client was started again")
            await me.start_again()

    async def _play_turns(self, me: Player) -> None:
        while True:
            try:
                async with aclosing(me.client.game(self.game_id).my_turns()) as turns:
                    async for turn in turns:
                        await asyncio.sleep(self._dice.uniform(0.1, THINK_S))
                        await self._move(me, turn)
                return
            except ServiceError as error:
                if error.may_pass:
                    self._ledger.faults.append(f"my_turns has ended, although the server comes back: {error!r}")
                await self._lost(error)
                if error.is_signed_out:
                    return

    async def _lost(self, error: ServiceError) -> None:
        """A watch cannot be resumed: begin again, unless a failover has lost the account."""
        self._ledger.reached(f"a watch ended: {error.reason or error.code.name}")
        await asyncio.sleep(1)

    async def _move(self, me: Player, turn: Turn) -> None:
        option = self._dice.randrange(len(turn.options))
        number = self._dice.randrange(turn.options[option].count)
        way = self._dice.random()
        try:
            if way < QUEUED_PART:
                me.client.queue.add(self.game_id, Choice(option=option, number=number), turn.version)
                await me.flush()
            elif way < 0.5:
                await turn.choose(option, number)
            else:
                await me.certain(
                    lambda request_id: turn.game.submit(
                        Choice(option=option, number=number), expected_version=turn.version, request_id=request_id
                    )
                )
        except ServiceError as error:
            self._ledger.reached(f"a move was refused: {error.reason or error.code.name}")

    async def _watch(self, me: Player, viewer: Viewer) -> None:
        """Read all events of the game, from its first on."""
        is_over = False
        while not is_over:
            seen, parts = 0, Parts(board=self._dice.random() < 0.5, options=self._dice.random() < 0.5)
            times = self._ledger.watch(self.game_id)
            stream = me.client.game(self.game_id).watch(
                0, as_spectator=viewer is None, board=parts.board, options=parts.options
            )
            try:
                async with aclosing(stream) as messages:
                    async for message in messages:
                        if seen and message.events:
                            self._ledger.arrived(self.game_id, message.events[0].version)
                        seen = self._read(message, viewer, seen)
                        times += [each.event_time.ToDatetime(UTC) for each in message.events]
                        self._check_snapshot(message, viewer, parts)
                        if any(each.table.HasField("game_finished") for each in message.events):
                            is_over = True
                            break
            except ServiceError as error:
                await self._lost(error)
                if error.is_signed_out:
                    return
        self._ledger.reached("a watcher saw the end of a game")

    def _read(self, message: views_pb2.WatchGameResponse, viewer: Viewer, seen: int) -> int:
        for each in message.events:
            if each.version != seen + 1:
                self._ledger.differing.append(f"{self.game_id}: a watch gave version {each.version} after {seen}")
            seen = each.version
            self._ledger.show(Sight(self.game_id, viewer, seen), contract.event(each))
        return seen

    def _check_snapshot(self, message: views_pb2.WatchGameResponse, viewer: Viewer, parts: Parts) -> None:
        """A message has the parts that were asked for, at its version."""
        if not message.HasField("snapshot"):
            return
        shown = message.snapshot
        if not (parts.board or parts.options):
            self._ledger.differing.append(f"{self.game_id}: a watch gave a snapshot that was not asked for")
        if shown.version != message.version or (shown.HasField("seat") and shown.seat != viewer):
            self._ledger.differing.append(f"{self.game_id}: a watch of {viewer} at {message.version} gave {shown}")
        if (shown.HasField("board") and not parts.board) or (shown.HasField("options") and not parts.options):
            self._ledger.differing.append(f"{self.game_id}: a watch with {parts} gave {shown}")


async def watch_quiet_table(me: Player, fault: Callable[[str], None]) -> None:
    """Watch a table at which nothing happens. Only a fault of the service ends such a watch."""
    await me.sign_in()
    opened = await me.certain(
        lambda request_id: me.client.lobby.create_table(variant="demo", seats=2, join=True, request_id=request_id)
    )
    try:
        async with aclosing(me.client.game(opened.table.game_id).watch(0)) as messages:
            async for _ in messages:
                pass
        fault("a watch of a quiet table ended")
    except ServiceError as error:
        fault(f"a watch of a quiet table ended: {error!r}")
    finally:
        await me.close()


async def _all(tasks: list[asyncio.Task[None]]) -> None:
    """Return when all tasks have ended, however."""
    await asyncio.wait(tasks)
