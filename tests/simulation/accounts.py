"""Accounts: people sign in by an issuer, take names that others want too, open tables, and delete their accounts."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from domain import stored
from domain.history.codec import read_envelope
from domain.history.record import EventRow
from domain.history.replay import aggregate_after
from domain.table.aggregate import OPEN, RUNNING
from domain.table.messages import AddBot, OpenTable, StartGame
from projections.read.lists import TableLists
from projections.stores.interface import ViewUnavailable
from services.accounts.account import NameRefused, UnknownAccount
from services.accounts.account_storage import AccountStorage
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing
from services.notify.notice_storage import NoticeStorage
from services.tables.farewell import AccountOffboarding
from tests.simulation.checks import Log
from tests.simulation.players import UNCERTAIN, Table
from tests.simulation.postgres import Lost
from tests.simulation.process import Process
from tests.simulation.room import Room, Work

if TYPE_CHECKING:
    from tests.simulation.world import World

T = TypeVar("T")
PEOPLE, NAMES = 2, ("Ann", "Bob", "Cid")
ISSUER = "https://issuer.example"
MISSING = (*UNCERTAIN, ViewUnavailable)


class AccountRoom(Room):
    """PEOPLE sign in, play and delete their accounts, again and again."""

    name = "accounts"

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._parts: dict[str, SignIn] = {}
        self._deleted: list[str] = []
        self._back: set[str] = set()
        """Accounts whose deletion a failover has lost."""
        self._lost: set[str] = set()
        """Accounts that a failover has lost."""
        self._left: set[tuple[str, str]] = set()
        """Accounts and games where a failover lost that the account left: it may be deleted all the same."""

    def roles(self, process: Process) -> Sequence[Work]:
        def wall_s() -> float:
            return process.wall().timestamp()

        issuer = Issuer(KeyRing(self.world.keys, wall_s), clock=wall_s)
        sign_in = self._parts[process.name] = SignIn(AccountStorage(process.sql), issuer, wall_s)

        async def leave(account: str) -> None:
            if process.views is None:
                raise ViewUnavailable("the views are not open yet")
            await AccountOffboarding(process.games, process.store, process.views.read.lists).leave(account)

        sign_in.on_delete += [leave, NoticeStorage(process.sql).forget]
        return ()

    def forgive(self, lost: Lost) -> None:
        accounts = "SELECT account_id FROM accounts WHERE guest = 0"
        self._lost |= {account for (account,) in lost.difference(accounts)}
        self._back |= {account for (account,) in lost.difference(accounts, gained=True)}
        self._left |= {(read_envelope(EventRow(*row[1:])).actor, row[1]) for row in lost.rows}
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
        await self._rename(dice, account)
        await self._open_table(dice, account)
        await asyncio.sleep(dice.uniform(0, 6))
        await self._until_answered(dice, lambda at: at.delete(account))
        self._deleted.append(account)
        self.world.reach("an account was deleted")

    async def _rename(self, dice: Random, account: str) -> None:
        name = dice.choice(NAMES)
        try:
            await self._until_answered(dice, lambda at: at.rename(account, name))
        except NameRefused:
            self.world.reach("a name was taken")
        except UnknownAccount:
            if account not in self._lost:
                raise
            self.world.reach("an account was lost")

    async def _open_table(self, dice: Random, account: str) -> None:
        """Open a table, and begin its game in half of the cases."""
        table = Table(0, dice, self.world.network, self.world.answering, self.world.ledger)
        opened = await table.certain(
            account,
            lambda process, number: process.games.open_table(OpenTable("demo", 2), actor=account, request_id=number),
        )
        table.game_id = opened.game_id
        if dice.random() < 0.5:
            for command in (AddBot("random"), AddBot("random"), StartGame()):
                await table.lobby(account, command)

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

    async def check(self, log: Log) -> None:
        """Names are unique, and deleted accounts are nowhere."""
        self._check_names()
        owned = "account_id IN (SELECT account_id FROM identities)"
        lost = await self.world.sql.run(f"SELECT display_name FROM accounts WHERE guest = 0 AND NOT {owned}")
        self.world.faults += [f"{name} is the name of an account without an owner" for (name,) in lost]
        there = {account for (account,) in await self.world.sql.run("SELECT account_id FROM accounts")}
        gone = set(self._deleted) - self._back
        self.world.faults += [f"the deleted {account} is there" for account in gone & there]
        codec = stored.codec()
        for game_id, rows in log.by_stream.items():
            table, there = aggregate_after(map(codec.read, rows)), gone - {a for a, at in self._left if at == game_id}
            if table.status == OPEN and there & {table.opened.host, *[each.account for each in table.occupants]}:
                self.world.faults.append(f"a deleted account is at the open table {game_id}")
            seats = [seat for seat, each in enumerate(table.occupants) if each.account in there]
            if table.status == RUNNING and not set(seats) <= set(table.resigned):
                self.world.faults.append(f"a deleted account plays {game_id}")
        left_no_more = {account for account, _ in self._left}
        for owner, projection, view in self.world.views():
            for account in sorted(gone - left_no_more) if projection.name == "lists" else ():
                page = await TableLists(view).hosted_or_joined(account, "", 10)
                if page.items:
                    self.world.faults.append(f"the lists of {owner} have tables of the deleted {account}")
