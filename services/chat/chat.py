"""The rules of chat: those who sit at a table, and its host, talk and read among themselves, spectators among theirs,
and nobody too often."""

from collections.abc import Callable, Sequence
from datetime import datetime

from domain.history.record import milliseconds
from domain.kernel.refused import Refused
from domain.kernel.text import is_text
from domain.table.aggregate import CLOSED, FINISHED
from services.application.game_service import TIMEOUT_S, GameService
from services.chat.chat_storage import EVERYBODY, ChatStorage
from services.chat.message import Message
from services.chat.reports import Report
from services.platform.clock import process_clock
from services.platform.rate_limiter import Limiter
from services.platform.typed_text import tidied

TEXT_MAX = 500
MUTES_MAX = 1_000
_WATCHING = "/watching"
PER_S, BURST = 0.5, 5
"""Messages of one account: five at once, then one in two seconds."""
REPORTS_PER_S, REPORTS = 1 / 600, 5
"""Reports of one account: five at once, then one in ten minutes."""


class TableChat:
    def __init__(
        self,
        games: GameService,
        storage: ChatStorage,
        clock: Callable[[], datetime] = process_clock,
        limiter: Limiter | None = None,
        reporting: Limiter | None = None,
    ) -> None:
        self._games, self._storage, self._clock = games, storage, clock
        self._limiter, self._reports = limiter or Limiter(PER_S, BURST), storage.reports
        self._reporting = reporting or Limiter(REPORTS_PER_S, REPORTS)

    async def say(
        self,
        game_id: str,
        text: str,
        *,
        actor: str,
        request_id: str,
        watching: bool = False,
        timeout_s: float = TIMEOUT_S,
    ) -> Message:
        """`watching`: in the spectators' chat, here as below. Raises Refused, TooFast, UnknownGame,
        StoreUnavailable."""
        text = _checked(text, "TB-CHAT-01")
        await self._only_who_may(game_id, actor, timeout_s, watching=watching)
        if await self.is_muted_for_all(actor):
            raise Refused("MUTED", "TB-CHAT-04")
        self._limiter.take(actor)
        room = room_of(game_id, watching=watching)
        return await self._storage.add(room, actor, request_id, milliseconds(self._clock()), text)

    async def read(
        self,
        game_id: str,
        after: int,
        limit: int,
        *,
        actor: str,
        before: int | None = None,
        watching: bool = False,
        timeout_s: float = TIMEOUT_S,
    ) -> Sequence[Message]:
        """As ChatStorage has it. Raises Refused, UnknownGame, StoreUnavailable."""
        await self._only_who_may(game_id, actor, timeout_s, watching=watching)
        return await self._storage.read(room_of(game_id, watching=watching), actor, after, limit, before)

    async def last(self, game_id: str, *, watching: bool = False) -> int:
        """The number of the last message; tells numbers only."""
        return await self._storage.last(room_of(game_id, watching=watching))

    async def wait_for(self, game_id: str, number: int, timeout_s: float, *, watching: bool = False) -> int:
        """As ChatStorage has it; tells numbers only."""
        return await self._storage.wait_for(room_of(game_id, watching=watching), number, timeout_s)

    async def mute(self, account: str, *, actor: str) -> None:
        """Raises Refused, StoreUnavailable."""
        if account == actor:
            raise Refused("MALFORMED_COMMAND", "TB-CHAT-03", field="account_id")
        muted = await self._storage.muted(actor)
        if len(muted) >= MUTES_MAX and account not in muted:
            raise Refused("TOO_MANY_MUTED", "TB-CHAT-03", muted_max=MUTES_MAX)
        await self._storage.mute(actor, account)

    async def muted(self, actor: str) -> Sequence[str]:
        """Accounts that this one no longer reads; MUTES_MAX at most."""
        return await self._storage.muted(actor)

    async def unmute(self, account: str, *, actor: str) -> None:
        await self._storage.unmute(actor, account)

    async def report(
        self,
        game_id: str,
        about: str,
        message: int,
        text: str,
        *,
        actor: str,
        request_id: str,
        watching: bool = False,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        """Tells the operators of an account. `message`: the number of what it said, 0 for none. Raises Refused,
        TooFast, UnknownGame, StoreUnavailable."""
        text = _checked(text, "TB-CHAT-05")
        await self._only_who_may(game_id, actor, timeout_s, watching=watching)
        at_ms = milliseconds(self._clock())
        report = Report(0, actor, about, room_of(game_id, watching=watching), message, at_ms, text)
        said = await self._reports.message(report)
        if about == actor or (message and (said is None or said.account != about)):
            raise Refused("MALFORMED_COMMAND", "TB-CHAT-05", field="number" if about != actor else "account_id")
        self._reporting.take(actor)
        await self._reports.add(report, request_id)

    async def reports(self, after: int, limit: int) -> Sequence[tuple[Report, Message | None]]:
        """Return unsettled reports for operators, oldest first, with the messages."""
        return await self._reports.open(after, limit)

    async def settle(self, number: int, operator: str, answer: str) -> Report | None:
        """The report, if it was open. Raises Refused."""
        return await self._reports.settle(number, operator, _checked(answer, "TB-CHAT-05") if answer else "")

    async def reported_by(self, account: str, before: int, limit: int) -> Sequence[Report]:
        """The last first, with numbers below `before`."""
        return await self._reports.of(account, before, limit)

    async def read_all(self, game_id: str, after: int, limit: int, *, watching: bool = False) -> Sequence[Message]:
        """Return all messages for operators, muted or not. Raises UnknownGame, StoreUnavailable."""
        await self._games.load(game_id)
        return await self._storage.read_all(room_of(game_id, watching=watching), after, limit)

    async def mute_for_all(self, account: str) -> None:
        """Mute an account for all readers, by an operator (TB-CHAT-04)."""
        await self._storage.mute(EVERYBODY, account)

    async def unmute_for_all(self, account: str) -> None:
        await self._storage.unmute(EVERYBODY, account)

    async def is_muted_for_all(self, account: str) -> bool:
        return await self._storage.is_muted(EVERYBODY, account)

    async def _only_who_may(self, game_id: str, actor: str, timeout_s: float, *, watching: bool) -> None:
        table = (await self._games.load(game_id, timeout_s=timeout_s)).loaded
        sits, is_host = table.seat_of(actor) is not None, actor == table.opened.host
        if watching and ((sits and table.status not in (FINISHED, CLOSED)) or (table.opened.private and not is_host)):
            raise Refused("NOT_A_SPECTATOR", "TB-CHAT-06")
        if not (watching or sits or is_host):
            raise Refused("NOT_A_PLAYER", "TB-CHAT-01")


def room_of(game_id: str, *, watching: bool) -> str:
    """Under what a chat is kept: the table's own, or that of its spectators."""
    return game_id + _WATCHING if watching else game_id


def table_of(room: str) -> tuple[str, bool]:
    """The table, and whether it is the chat of its spectators."""
    return room.removesuffix(_WATCHING), room.endswith(_WATCHING)


def _checked(text: str, rule: str) -> str:
    text = tidied(text)
    if not text or len(text) > TEXT_MAX or not is_text(text):
        raise Refused("MALFORMED_COMMAND", rule, field="text", characters_max=TEXT_MAX)
    return text
