"""Notices: accounts have webhooks, whose receiver fails or loses its answer for a while.

A notice may come again only where its answer may have been lost. The end of a game has to come at least once.
"""

import asyncio
import hmac
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from domain.history.record import milliseconds
from domain.table.messages import AddBot, OpenTable, Resign, StartGame, TakeSeat
from services.application.command_errors import UnknownGame
from services.notify import calls
from services.notify.news import GAME_OVER
from services.notify.notice_storage import NoticeStorage
from services.notify.notifier import Notifier
from services.notify.posting import Delivery
from services.notify.targets import ALL_KINDS, FCM, MAIL, SLACK, WEBHOOK, Target
from services.notify.webhook import Webhooks
from tests.simulation.checks import Log
from tests.simulation.loop import PROCESS
from tests.simulation.notice_scenes import (
    GONE,
    OLD_SECRET,
    OLD_UNTIL,
    RENEWED,
    SECRET,
    Heard,
    NoticeScenes,
    PeopleChannel,
    address,
)
from tests.simulation.players import TIMEOUT_S, Table
from tests.simulation.postgres import Lost
from tests.simulation.process import Process
from tests.simulation.room import Room, Work

if TYPE_CHECKING:
    from tests.simulation.world import World

TABLES, SEATS = 12, 3
HASTY, PAUSE_S = f"account-{TABLES - 1}-0", 1.0
"""The account that resigns all its games, and its pause between two of them."""
ENDS = "table.GameFinished/"
CALM_S = 30.0
"""After the last fault ended so long ago, an answered notice does not come again."""


class Receiver:
    """The transport of webhooks, in place of services/notify/posting.py. `is_away`: it answers 503; `loses`: the part
    of the answers that do not arrive."""

    def __init__(self, world: "World", scenes: NoticeScenes) -> None:
        self._world, self._scenes, self._dice = world, scenes, Random(f"receiver {world.plan.seed}")
        self.is_away, self.loses = False, 0.0
        self.came: dict[str, list[float]] = {}
        """When each notice was answered."""
        self._calls: dict[str, Counter[str]] = {}
        self.over: set[tuple[str, str]] = set()
        """Games whose end arrived, with the address."""

    async def deliver(self, url: str, body: bytes, headers: Mapping[str, str]) -> Delivery:
        with self._one_call(url):
            return await self._delivered(url, body, headers)

    @contextmanager
    def _one_call(self, url: str) -> Iterator[None]:
        """Note if a process makes two calls to an address at once, or more at once than it may."""
        mine = self._calls.setdefault(str(PROCESS.get()), Counter())
        mine[url] += 1
        if mine[url] > 1 or mine.total() > calls.SENDING_MAX:
            self._world.faults.append(f"{mine.total()} notices were sent at once, {mine[url]} of them to {url}")
        try:
            yield
        finally:
            mine[url] -= 1

    async def _delivered(self, url: str, body: bytes, headers: Mapping[str, str]) -> Delivery:
        await asyncio.sleep(self._dice.expovariate(20))
        if self.is_away:
            return Delivery(503)
        if url == address(GONE):
            return Delivery(410, gone=True)
        notice_id, now_s = headers["webhook-id"], self._world.loop.time()
        if headers["webhook-signature"] != _signature(url, notice_id, headers["webhook-timestamp"], body):
            self._world.faults.append(f"the notice {notice_id} is signed {headers['webhook-signature']}")
        before = self.came.setdefault(notice_id, [])
        if before:
            self._world.reach("a notice came again")
            if self._world.calm_since_s() < min(before[-1], now_s - CALM_S):
                self._world.faults.append(f"the notice {notice_id} came at {before} s and again at {now_s:.1f} s")
        before.append(now_s)
        told: dict[str, Any] = msgspec.json.decode(body)
        if told["kind"] == GAME_OVER:
            self.over.add((told["game_id"], url))
        heard = Heard(url.rpartition("/")[2], told["kind"], told["game_id"], told["version"], told["seat"])
        await asyncio.sleep(self._dice.expovariate(20))
        self._scenes.hear(heard)
        if self._dice.random() < self.loses:
            return Delivery(0, "TimeoutError")
        return Delivery(204)


class NoticeRoom(Room):
    """Players of the first tables have a webhook each."""

    name = "notices"

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self.scenes, self._people = NoticeScenes(self), PeopleChannel(self)
        self.receiver = Receiver(world, self.scenes)
        self._over_before: set[str] | None = None
        """Games that were over when the role began."""
        self._over: list[str] = []
        """Games whose end has to arrive."""
        self._ended_before_healing = set[str]()
        self._deaf: set[str] = set()
        self.faults = {"notices: receiver away": self._away, "notices: answers lost": self._lose}

    def roles(self, process: Process) -> Sequence[Work]:
        poster: Any = self.receiver
        people = self._people
        channels = {WEBHOOK: Webhooks(poster), SLACK: people, MAIL: people, FCM: people}
        notifier = Notifier(process.games, process.store, NoticeStorage(process.sql), channels, process.clock)
        return [notifier.run()]

    def clients(self) -> Sequence[Work]:
        return [self._set_targets(), self._resign(), self.scenes.play()]

    async def _resign(self) -> None:
        """Begin one game after the other, and resign at once, so that games end at every moment."""
        dice = Random(f"resigning {self.world.plan.seed}")
        while True:
            table = Table(0, dice, self.world.network, self.world.answering, self.world.ledger)
            opened = await table.certain(
                HASTY,
                lambda process, number: process.games.open_table(
                    OpenTable("demo", 2), actor=HASTY, request_id=number, timeout_s=TIMEOUT_S
                ),
            )
            table.game_id = opened.game_id
            with suppress(UnknownGame):  # a failover has lost the table
                for command in (TakeSeat(), AddBot("random"), StartGame(), Resign()):
                    await table.lobby(HASTY, command)
            await asyncio.sleep(PAUSE_S)

    async def _set_targets(self) -> None:
        storage = NoticeStorage(self.world.sql)
        for account in (f"account-{table}-{seat}" for table in range(TABLES) for seat in range(SEATS)):
            await storage.set(
                Target(
                    *(account, WEBHOOK, address(account), SECRET, (ALL_KINDS,)),
                    proven=True,
                    old_until_ms=milliseconds(OLD_UNTIL),
                )
            )
        while await storage.outbox.position() is None:
            await asyncio.sleep(0.1)
        self._over_before = set(self._ended())

    def _ended(self) -> list[str]:
        return [row[1] for row in self.world.rows() if row[3].startswith(ENDS)]

    def forgive(self, lost: Lost) -> None:
        """The end of a lost game may come again. Accounts that lost their targets, or the role its place, hear no
        more."""
        ended = {row[1] for row in lost.rows if row[3].startswith(ENDS)}
        self.receiver.over = {each for each in self.receiver.over if each[0] not in ended}
        self._deaf |= {account for (account,) in lost.difference("SELECT account_id FROM notice_targets")}
        if lost.difference("SELECT name FROM followers WHERE name = 'webhooks'"):
            self._over_before = None
        if lost.difference("SELECT notice_id FROM outbox", gained=True):
            self.world.reach("a failover lost that notices were answered")

    def heal(self) -> None:
        """Note the ends that have to arrive by now."""
        self.receiver.is_away, self.receiver.loses = False, 0.0
        self._ended_before_healing = set(self._ended())
        if (before := self._over_before) is not None:
            self._over = [each for each in self._ended() if each not in before]

    async def lags(self) -> list[str]:
        untold = [f"{account} lacks the notice that {game_id} is over" for game_id, account in await self._untold()]
        return untold + self.scenes.waiting(self._ended_before_healing)

    async def _untold(self) -> list[tuple[str, str]]:
        untold = []
        for game_id in self._over:
            if self.world.passes_over(game_id):
                continue
            aggregate = (await self.world.answering()[0].games.load(game_id)).loaded
            untold += [
                (game_id, each.account)
                for each in aggregate.occupants
                if self._hears(each.account) and (game_id, address(each.account)) not in self.receiver.over
            ]
        return untold

    def _hears(self, account: str) -> bool:
        name, _, place = account.partition("-")
        table, _, _ = place.partition("-")
        return account not in self._deaf and name == "account" and table.isdigit() and int(table) < TABLES

    async def check(self, log: Log) -> None:
        """Count that ends arrived. A notice that came too often was noted when it came."""
        if self.receiver.over:
            self.world.reach("the end of a game arrived")
        self.scenes.check(log)

    async def _away(self, dice: Random) -> None:
        self.receiver.is_away = True
        await asyncio.sleep(dice.choice((2, 20)))
        self.receiver.is_away = False

    async def _lose(self, dice: Random) -> None:
        self.receiver.loses = dice.choice((0.2, 1.0))
        await asyncio.sleep(dice.choice((2, 20)))
        self.receiver.loses = 0.0


def _signature(url: str, notice_id: str, timestamp: str, body: bytes) -> str:
    """Sign as Standard Webhooks says: each target has one secret; one has a second one, which is still valid."""
    signed = f"{notice_id}.{timestamp}.".encode() + body
    secrets = (SECRET, OLD_SECRET) if url == address(RENEWED) else (SECRET,)
    return " ".join("v1," + b64encode(hmac.digest(each, signed, "sha256")).decode() for each in secrets)
