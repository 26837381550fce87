"""Checks that databases that are named together belong together."""

from collections.abc import Awaitable, Callable, Sequence

from services.store.interface import IncompatibleStore

Found = Sequence[tuple[int, str]]
"""The rows of the table `logs`: numbers and stores, in order."""


ASKED = "SELECT number, store FROM logs ORDER BY number"


class OtherLogs(IncompatibleStore):
    """The logs of the store are others than those that are named."""


class Members:
    """The members of a set of logs; a store with one log has one. Each new connection is checked against the stored
    identity, the home first, so that no process works on a part of a store or on parts of two."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._store = ""

    @property
    def is_known(self) -> bool:
        """Return whether the store's identity is known."""
        return bool(self._store)

    def check_known(self, home: Found) -> None:
        """Check before logs are added. `home`: the table `logs` of the home. Raises OtherLogs."""
        if home and home[0][0] != 0:
            raise OtherLogs(f"this is log {home[0][0]} of a store: TURNLEDGER_STORE begins with its home database")
        if len(home) > self.count:
            raise OtherLogs(f"the store has {len(home)} logs, and TURNLEDGER_STORE names {self.count}: name them all")

    def check(self, number: int, found: Found) -> None:
        """`found`: the table `logs` of what is named as that number, 0 for the home, in order. Raises OtherLogs."""
        if number == 0:
            self.check_known(found)
            if (len(found) or 1) < self.count:
                raise OtherLogs(
                    f"{self.count} logs are named, the store has {len(found) or 1}: run `turnledger migrate`"
                )
        numbers = [each for each, _ in found]
        if number and numbers != [number]:
            what = f"is log {numbers[0]} of a store" if numbers else "belongs to no store yet: run `turnledger migrate`"
            raise OtherLogs(f"what is named as log {number} {what}")
        for _, store in found:
            self._store = self._store or store
            if store != self._store:
                raise OtherLogs(f"log {number} is of another store than the others that are named")


class Member:
    """One of them, as its connections know it. `home`: reads the table `logs` of the home, whose word counts."""

    def __init__(self, members: Members, number: int, home: Callable[[], Awaitable[Found]]) -> None:
        self._members, self._number, self._home = members, number, home

    async def check(self, found: Found) -> None:
        """See Members.check. Raises StoreUnavailable while the home has not answered."""
        if self._number and not self._members.is_known:
            self._members.check(0, await self._home())
        self._members.check(self._number, found)


async def _nothing() -> Found:
    return ()


def alone() -> Member:
    """The log of a store that is one."""
    return Member(Members(1), 0, _nothing)
