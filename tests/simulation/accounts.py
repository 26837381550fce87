"""Accounts: people sign in by an issuer, take names that others want too, open tables, and delete their accounts."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from domain import stored
from domain.history.codec import read_envelope
from domain.history.record import EventRow
from domain.history.replay import aggregate_after
from domain.table.aggregate import OPEN, RUNNING
from domain.table.messages import AddBot, OpenTable, StartGame, TakeSeat
from projections.read.lists import TableLists
from projections.stores.interface import ViewUnavailable
from services.accounts.account import NameRefused, UnknownAccount
from services.accounts.account_storage import AccountStorage
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing
from services.application.command_errors import UnknownGame
from services.notify.notice_storage import NoticeStorage
from services.roles.deletions import Deletions
from services.tables.farewell import AccountOffboarding
from tests.simulation.checks import Log
from tests.simulation.players import UNCERTAIN, Table
from tests.simulation.postgres import Lost
from tests.simulation.process import Process
from tests.simulation.process_checks import NOT_OPEN
from tests.simulation.room import Room, Work

if TYPE_CHECKING:
    from tests.simulation.world import World

T = TypeVar("T")
PEOPLE, NAMES = 2, ("Ann", "Bob 2", "Cid7")
RESERVED = ("Admin", "-Bot Bob")
"""Names that sound like the server's own."""
TABLES_MAX = 2
ISSUER = "https://issuer.example"
LOOKS_S, LATE_S = 5.0, 40.0
"""Deletions are looked at more often than in production, and wait no longer than LATE_S for their last look."""
MISSING = (*UNCERTAIN, ViewUnavailable)


class AccountRoom(Room):
    """PEOPLE sign in, play and delete their accounts, again and again."""

    name = "accounts"

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._parts: dict[str, SignIn] = {}
        self._deleted: list[str] = []
        self._back: set[str] = set()
        """Accounts whose deletion a failover has lost, or what it did at their tables, later than the last look."""
        self._lost: set[str] = set()
        """Accounts that a failover has lost."""
        self._pending_s: dict[str, float] = {}
        """When each deletion that has to be looked at again was first seen to wait for that."""

    def roles(self, process: Process) -> Sequence[Work]:
        def wall_s() -> float:
            return process.wall().timestamp()

        issuer = Issuer(KeyRing(self.world.keys, wall_s), clock=wall_s)
        storage = AccountStorage(process.sql)
        sign_in = self._parts[process.name] = SignIn(storage, issuer, wall_s)

        async def leave(account: str) -> None:
            if process.views is None:
                raise ViewUnavailable("the views are not open yet")
            await AccountOffboarding(process.games, process.store, process.views.read.lists).leave(account)

        sign_in.on_delete += [leave, NoticeStorage(process.sql).forget]
        return [Deletions(process.store, storage.deletions, sign_in.on_delete, LOOKS_S).run()]

    def forgive(self, lost: Lost) -> None:
        accounts = "SELECT account_id FROM accounts WHERE guest = 0"
        self._lost |= {account for (account,) in lost.difference(accounts)}
        self._back |= {account for (account,) in lost.difference("SELECT account_id FROM deletions")}
        actors = {read_envelope(EventRow(*row[1:])).actor for row in lost.rows}
        self._back |= actors.intersection(self._deleted) - set(self._pending())
        if self._back:
            self.world.reach("the deletion of an account was lost")

    def clients(self) -> Sequence[Work]:
        return [self._live(f"person-{number}") for number in range(PEOPLE)]

    async def _live(self, person: str) -> None:
        dice = Random(f"{person} {self.world.plan.seed}")
        while True:
            await self._live_once(dice, str(UUID(bytes=dice.randbytes(16), version=4)), dice.choice(NAMES))

    async def _live_once(self, dice: Random, subject: str, name: str) -> None:
        account = await self._until_answered(dice, lambda at: at.account_of_subject(ISSUER, subject, name))
        await self._rename(dice, account, dice.choice(NAMES), "NAME_TAKEN")
        await self._rename(dice, account, dice.choice(RESERVED), "NAME_INVALID")
        tables = [await self._open_table(dice, account) for _ in range(dice.randrange(1, TABLES_MAX + 1))]
        await asyncio.sleep(max(0.0, dice.uniform(-2, 6)))
        if name := await self._until_answered(dice, partial(_deleted, account)):
            self.world.faults.append(f"the process that has deleted {account} shows it as {name}")
        self._check_left(account, tables)
        self._deleted.append(account)
        self.world.reach("an account was deleted")

    async def _rename(self, dice: Random, account: str, name: str, reason: str) -> None:
        """Take a name, which may be refused for one reason."""
        try:
            await self._until_answered(dice, lambda at: at.rename(account, name))
            if name in RESERVED:
                self.world.faults.append(f"an account has taken the name {name}")
        except NameRefused as refused:
            if refused.reason != reason:
                self.world.faults.append(f"the name {name} was refused: {refused.reason}")
            if reason == "NAME_TAKEN":
                self.world.reach("a name was taken")
        except UnknownAccount:
            if account not in self._lost:
                raise
            self.world.reach("an account was lost")

    async def _open_table(self, dice: Random, account: str) -> str:
        """Open a table, and begin its game in half of the cases, some with another player who stays in it."""
        table = Table(0, dice, self.world.network, self.world.answering, self.world.ledger)
        opened = await table.certain(
            account,
            lambda process, number: process.games.open_table(OpenTable("demo", 2), actor=account, request_id=number),
        )
        table.game_id = opened.game_id
        if dice.random() < 0.5:
            with suppress(UnknownGame):  # a failover has lost the table
                if dice.random() < 0.5:
                    await table.lobby(f"guest-{opened.game_id}", TakeSeat())
                for command in (AddBot("random"), AddBot("random"), StartGame()):  # one may be too many
                    await table.lobby(account, command)
        return opened.game_id

    def _check_left(self, account: str, tables: Sequence[str]) -> None:
        """The account has no open table at the moment at which its deletion is answered. Where one of several logs was
        away, its tables are left later."""
        if self.world.lost_rows or len(self.world.clusters) > 1:
            return
        closed = {row[1] for row in self.world.rows() if row[3].startswith(NOT_OPEN)}
        self.world.faults += [
            f"the deleted {account} has the open table {each}" for each in tables if each not in closed
        ]

    async def _until_answered(self, dice: Random, call: Callable[[SignIn], Coroutine[Any, Any, T]]) -> T:
        while True:
            process = dice.choice(self.world.answering())
            sign_in = self._parts[process.name]
            try:
                answer = await self.world.network.call(process, lambda _, at=sign_in: call(at))
            except MISSING as uncertain:
                self.world.reach(f"a request of an account was uncertain: {type(uncertain).__name__}")
                await asyncio.sleep(dice.uniform(0.1, 3))
            else:
                self._check_names()
                return answer

    def _check_names(self) -> None:
        names = "SELECT display_name, count(*) FROM accounts GROUP BY display_name HAVING count(*) > 1"
        doubled = self.world.cluster.primary.tables.run(names, ())
        self.world.faults += [f"{name} is the name of {number} accounts" for name, number in doubled]

    async def lags(self) -> list[str]:
        """Return the deletions that wait too long for being looked at again."""
        now_s = self.world.loop.time()
        self._pending_s = {account: self._pending_s.get(account, now_s) for account in self._pending()}
        late = [account for account, since_s in self._pending_s.items() if now_s - since_s > LATE_S]
        return [f"the deletion of {account} was not looked at again" for account in late]

    def _pending(self) -> list[str]:
        return [account for (account,) in self.world.cluster.primary.tables.run("SELECT account_id FROM deletions", ())]

    async def check(self, log: Log) -> None:
        """Names are unique, and deleted accounts are nowhere."""
        self._check_names()
        owned = "account_id IN (SELECT account_id FROM identities)"
        lost = await self.world.sql.run(f"SELECT display_name FROM accounts WHERE guest + program = 0 AND NOT {owned}")
        self.world.faults += [f"{name} is the name of an account without an owner" for (name,) in lost]
        there = {account for (account,) in await self.world.sql.run("SELECT account_id FROM accounts")}
        gone = set(self._deleted) - self._back - set(self._pending())
        self.world.faults += [f"the deleted {account} is there" for account in gone & there]
        codec, left = stored.codec(), set[str]()
        for game_id, rows in log.by_stream.items():
            table = aggregate_after(map(codec.read, rows))
            if table.status == OPEN and gone & {table.opened.host, *[each.account for each in table.occupants]}:
                self.world.faults.append(f"a deleted account is at the open table {game_id}")
            seats = [seat for seat, each in enumerate(table.occupants) if each.account in gone]
            if table.status == RUNNING and not seats:  # others play there
                left.add(game_id)
            if table.status == RUNNING and not set(seats) <= set(table.resigned):
                self.world.faults.append(f"a deleted account plays {game_id}")
        for owner, projection, view, _ in self.world.views():
            for account in sorted(gone) if projection.name == "lists" else ():
                page = await TableLists(view).hosted_or_joined(account, "", 10)
                if {each.game_id for each in page.items} - left:
                    self.world.faults.append(f"the lists of {owner} have tables of the deleted {account}")


async def _deleted(account: str, at: SignIn) -> str:
    """Delete an account whose name is known to a process, and return the name that the process shows after that."""
    await at.name(account)
    await at.delete(account)
    return await at.name(account)
