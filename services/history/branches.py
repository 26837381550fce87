"""Playing on from any moment: branches of games here, and files of games from elsewhere."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

from domain.history.adjudicate import Fault
from domain.history.branching import BRANCH, IMPORT, branched, position_of
from domain.history.codec import link_of
from domain.history.file import ALL, Keys, MalformedFile, is_sealed, take_apart
from domain.history.record import EventRow
from domain.history.replay import aggregate_after
from domain.history.verify import Verdict, verify
from domain.kernel.refused import Refused
from domain.table.aggregate import FINISHED, Aggregate
from domain.table.messages import GameOpened, Lineage, OpenTable, Position
from services.application.game_service import GameService
from services.history.admission import foreign_fault
from services.history.imports import Imports
from services.history.lineages import Lineages
from services.platform.clock import countdown
from services.store.interface import EventStore, VersionConflict
from services.tables.open_tables import TableQuota, own_table


class WrongFile(Exception):
    """The file does not prove itself."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


class AlreadyHere(Exception):
    """A game of that id is in this store, with another history."""

    def __init__(self, game_id: str) -> None:
        super().__init__(game_id)
        self.game_id = game_id


class Branches:
    """`own`: the keys of this installation; `trusted`: those of others, whose finished games are taken over, too."""

    def __init__(
        self,
        games: GameService,
        store: EventStore,
        lineages: Lineages,
        imports: Imports,
        own: Keys,
        trusted: Keys,
        room: TableQuota,
    ) -> None:
        self._games, self._store, self._lineages, self._imports = games, store, lineages, imports
        self._own, self._trusted, self._room = own, {**trusted, **own}, room

    async def branch(
        self, game_id: str, version: int, *, actor: str, request_id: str, private: bool, timeout_s: float
    ) -> str:
        """Open a table that continues from a version, and return its id. The same request returns the same table.

        Raises UnknownGame, UnknownVersion, Refused (TB-BRANCH-01), TooMany and the errors of opening a table.
        """
        left_s = countdown(timeout_s)
        now = (await self._games.load(game_id, timeout_s=left_s())).loaded
        if now.status != FINISHED and now.seat_of(actor) is None:
            raise Refused("NOT_A_PLAYER", "TB-BRANCH-01")
        then = await self._games.load_at_version(game_id, version, timeout_s=left_s())
        rules, last = then.rules, then.version
        if rules is None:
            raise Refused("GAME_NOT_STARTED", "TB-BRANCH-01", version=last)
        if not then.to_act and not then.awaited:
            raise Refused("GAME_OVER", "TB-BRANCH-01", version=last)
        (row,) = await self._store.load(game_id, last - 1, 1)
        position = branched(then, then.seat_of(actor), Lineage(BRANCH, game_id, last, link_of(row)))
        return await self._open(then, position, actor, request_id, private, left_s())

    async def take_in(self, content: bytes, *, actor: str, request_id: str, private: bool, timeout_s: float) -> str:
        """Import a history file, and return the id of its game here.

        A finished game becomes a game of this store, unchanged and under its own id, and is not rated here. A running
        one continues at a new, unrated table. Raises WrongFile, AlreadyHere, TooMany, and the errors of opening.
        """
        left_s = countdown(timeout_s)
        verdict = await asyncio.to_thread(self._verify, content)
        if verdict.fault:
            raise WrongFile(verdict.fault)
        if verdict.viewer != ALL:
            raise WrongFile(Fault("VIEWER", "format", f"holds only what {verdict.viewer} may see"))
        file = take_apart(content)
        rows, records = file.rows, [self._games.codec.read(row) for row in file.rows]
        if strange := await asyncio.to_thread(foreign_fault, records, datetime.now(UTC)):
            raise WrongFile(strange)
        if file.footer.key not in self._own:
            await self._refuse_ours(file.header.players)
        if verdict.status == FINISHED:
            await self._store_as_is(rows, file.footer.key, left_s())
            return verdict.game_id
        aggregate = aggregate_after(records)
        if aggregate.rules is None or not (aggregate.to_act or aggregate.awaited):
            raise Refused("GAME_NOT_STARTED", "TB-BRANCH-01", version=len(rows))
        position = position_of(aggregate, aggregate.play, Lineage(IMPORT, verdict.game_id, len(rows), verdict.chain))
        return await self._open(aggregate, position, actor, request_id, private, left_s())

    def _verify(self, content: bytes) -> Verdict:
        """Check the signature first: the server adjudicates only files that a trusted key has signed. Raises
        WrongFile."""
        try:
            sealed = is_sealed(content, self._trusted)
        except MalformedFile as malformed:
            raise WrongFile(Fault("MALFORMED", "format", str(malformed))) from malformed
        if not sealed:
            raise WrongFile(Fault("SIGNATURE", "format", "no key that is trusted here has signed these bytes"))
        return verify(content, self._games.codec, self._trusted)

    async def _refuse_ours(self, players: Sequence[str]) -> None:
        """Accounts of other servers are unknown here: ids are 128 random bits."""
        if ours := await self._imports.accounts_here(players):
            says = f"names accounts of this installation: {', '.join(sorted(ours))}"
            raise WrongFile(Fault("FOREIGN", "format", says))

    async def _store_as_is(self, rows: Sequence[EventRow], key: str, timeout_s: float) -> None:
        """Nothing happens if the store has the very same game already."""
        game_id = rows[0].stream_id
        here = await self._store.load(game_id)
        if here and list(here) != list(rows):
            raise AlreadyHere(game_id)
        if here:
            return
        await self._imports.keep(game_id, key)
        try:
            await self._store.append(rows, timeout_s)
        except VersionConflict as taken:
            if list(await self._store.load(game_id)) != list(rows):
                raise AlreadyHere(game_id) from taken

    async def _open(
        self, aggregate: Aggregate, position: Position, actor: str, request_id: str, private: bool, timeout_s: float
    ) -> str:
        opened = aggregate.opened
        command = OpenTable(
            variant=opened.variant,
            seats=len(aggregate.occupants),
            options=opened.options,
            private=private,
            rated=False,
            position=position,
        )
        left_s = countdown(timeout_s)
        await self._room(actor, own_table(actor, request_id))
        answer = await self._games.open_table(command, actor=actor, request_id=request_id, timeout_s=left_s())
        (event,) = answer.events
        assert isinstance(event, GameOpened)
        await self._lineages.keep(event)
        return answer.game_id
