"""Devices: people sign in on several, sign some out, exchange their tokens and end all of them, from any process."""

import asyncio
import json
from base64 import urlsafe_b64decode
from collections.abc import Callable, Coroutine, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from services.accounts.account_storage import AccountStorage
from services.accounts.replacing import TokenRequest, Tokens
from services.accounts.sign_in import CHECKED_S, SignIn
from services.accounts.tokens import Issuer, KeyRing, Unauthenticated
from tests.simulation.checks import Log
from tests.simulation.players import UNCERTAIN
from tests.simulation.postgres import Lost
from tests.simulation.process import BEGAN, Process
from tests.simulation.room import Room, Work

if TYPE_CHECKING:
    from tests.simulation.world import World

T = TypeVar("T")
PEOPLE, STEPS_S = 3, 5.0
ACTS, LOOKS = 12, 35
"""Steps at which something is done with an account, and those after them at which it is only looked at: each end makes
a process forget all that it believed about the account."""
ROWS = ("SELECT account_id, device_id, token_sha256 FROM devices", "SELECT account_id, tokens_from FROM accounts")
STALE_S = 3.0
"""A process may read from a former primary for less than this."""


class Owned:
    """An account and its tokens. `held`: of devices that are signed in. `ended`: access tokens, and since when."""

    def __init__(self, account_id: str, first: Tokens) -> None:
        self.account_id, self.held, self.ended = account_id, [first], dict[str, float]()


class DeviceRoom(Room):
    """PEOPLE use one account after the other, as guests. Clocks that were set end the comparison."""

    name = "devices"

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._parts: dict[str, SignIn] = {}
        self._owned: list[Owned] = []
        self._lost: set[str] = set()
        """Accounts of which a failover has lost something."""
        self._acting: set[str] = set()
        """Accounts that ask for a change now. At the end its answer may still be under way."""

    def roles(self, process: Process) -> Sequence[Work]:
        self._parts[process.name] = self._sign_in(process.sql, lambda: process.wall().timestamp())
        return ()

    def _sign_in(self, sql: Any, wall_s: Callable[[], float]) -> SignIn:
        return SignIn(AccountStorage(sql), Issuer(KeyRing(self.world.keys, wall_s), clock=wall_s), wall_s)

    def forgive(self, lost: Lost) -> None:
        changed = [row for rows in ROWS for gained in (False, True) for row in lost.difference(rows, gained=gained)]
        self._lost |= {row[0] for row in changed}
        if changed:
            self.world.reach("a failover lost a sign-in or its end")

    def clients(self) -> Sequence[Work]:
        return [self._live(Random(f"owner {number} {self.world.plan.seed}")) for number in range(PEOPLE)]

    async def _live(self, dice: Random) -> None:
        while True:
            account, tokens = await self._ask(dice, lambda at: at.as_guest("", "first"))
            owned = Owned(account.account_id, tokens)
            self._owned.append(owned)
            try:
                for step in range(ACTS + LOOKS):
                    await asyncio.sleep(dice.uniform(0.5, STEPS_S))
                    if step < ACTS and not self._is_unknown(owned):
                        self._acting.add(owned.account_id)
                        await self._act(dice, owned)
                        self._acting.discard(owned.account_id)
                    await self._compare(dice, owned)
            except Unauthenticated as refused:
                if not self._is_unknown(owned):
                    self.world.faults.append(f"{owned.account_id} was refused: {refused}")
                self._owned.remove(owned)

    def _is_unknown(self, owned: Owned) -> bool:
        return owned.account_id in self._lost or bool(self.world.injected["set clock"])

    async def _act(self, dice: Random, owned: Owned) -> None:
        tokens, kind = dice.choice(owned.held), dice.randrange(5)
        for each in owned.held:
            await self._is_believed(dice, each.access)
        if kind < 2:
            _, more = await self._ask(dice, lambda at: at.on_device(owned.account_id, "another"))
            owned.held.append(more)
        elif kind == 2 and len(owned.held) > 1:
            await self._ask(dice, lambda at: at.sign_out(owned.account_id, _device_of(tokens)))
            self._end(owned, [tokens])
            self.world.reach("a device was signed out")
        elif kind == 3:
            request = TokenRequest(tokens.access, str(UUID(bytes=dice.randbytes(16), version=4)))
            replaced = await self._ask(dice, lambda at: at.revoke(request))
            self._end(owned, list(owned.held))
            owned.held.append(replaced)
            self.world.reach("all tokens of an account were ended")
        else:
            exchanged = await self._ask(dice, lambda at: at.refresh(tokens.refresh))
            owned.held[owned.held.index(tokens)] = exchanged
            self.world.reach("a token was exchanged")

    def _end(self, owned: Owned, tokens: Sequence[Tokens]) -> None:
        for each in tokens:
            owned.held.remove(each)
            owned.ended[each.access] = self.world.loop.time()

    async def _compare(self, dice: Random, owned: Owned) -> None:
        """Ask a process about a token that is held, and one about a token that has ended."""
        token, began_s = dice.choice(owned.held).access, self.world.loop.time()
        if not await self._is_believed(dice, token):
            await asyncio.sleep(STALE_S)
            if not await self._is_believed(dice, token) and not self._is_unknown(owned):
                self.world.faults.append(f"a device of {owned.account_id} that is signed in was refused")
        old = [each for each, since_s in owned.ended.items() if began_s > since_s + CHECKED_S + STALE_S]
        if old and await self._is_believed(dice, dice.choice(old)) and not self._is_unknown(owned):
            self.world.faults.append(f"a token of {owned.account_id} was believed after its end")
        if old:
            self.world.reach("a token was refused after its end")

    async def _is_believed(self, dice: Random, token: str) -> bool:
        try:
            await self._ask(dice, lambda at: at.who(token))
        except Unauthenticated:
            return False
        return True

    async def _ask(self, dice: Random, call: Callable[[SignIn], Coroutine[Any, Any, T]]) -> T:
        while True:
            process = dice.choice(self.world.answering())
            sign_in = self._parts[process.name]
            try:
                return await self.world.network.call(process, lambda _, at=sign_in: call(at))
            except UNCERTAIN as uncertain:
                self.world.reach(f"a request about tokens was uncertain: {type(uncertain).__name__}")
                await asyncio.sleep(dice.uniform(0.1, 3))

    async def check(self, log: Log) -> None:
        """A process that starts now believes the tokens that are held, and none that has ended."""
        at = self._sign_in(self.world.sql, lambda: BEGAN.timestamp() + self.world.loop.time())
        for owned in (each for each in self._owned if each.account_id not in self._acting):
            known = dict.fromkeys(owned.ended, False) | {each.access: True for each in owned.held}
            for token, is_held in known.items():
                try:
                    is_believed = await at.who(token) == owned.account_id
                except Unauthenticated:
                    is_believed = False
                self.world.reach("a token was compared with the store")
                if is_believed != is_held and not self._is_unknown(owned):
                    self.world.faults.append(f"a token of {owned.account_id}: held {is_held}, believed {is_believed}")


def _device_of(tokens: Tokens) -> str:
    payload = tokens.access.split(".")[1]
    return str(json.loads(urlsafe_b64decode(payload + "=="))["sid"])
