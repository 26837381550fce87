"""The rules of chat: only those who sit at a table, and its host, talk and read, and not too often."""

import unicodedata
from collections.abc import Callable, Sequence
from datetime import datetime

from domain.history.record import milliseconds
from domain.kernel.refused import Refused
from services.application.games import TIMEOUT_S, Games
from services.chat.message import Message
from services.chat.reports import Report
from services.chat.storage import EVERYBODY, ChatStorage
from services.platform.clock import process_clock
from services.platform.rate_limiter import Limiter

TEXT_MAX = 500
MUTES_MAX = 1_000
PER_S, BURST = 0.5, 5
"""Messages of one account: five at once, then one in two seconds."""
REPORTS_PER_S, REPORTS = 1 / 600, 5
"""Reports of one account: five at once, then one in ten minutes."""


class TableChat:
    def __init__(
        self,
        games: Games,
        storage: ChatStorage,
        clock: Callable[[], datetime] = process_clock,
        limiter: Limiter | None = None,
        reporting: Limiter | None = None,
    ) -> None:
        self._games, self._storage, self._clock = games, storage, clock
        self._limiter, self._reports = limiter or Limiter(PER_S, BURST), storage.reports
        self._reporting = reporting or Limiter(REPORTS_PER_S, REPORTS)

    async def say(
        self, game_id: str, text: str, *, actor: str, request_id: str, timeout_s: float = TIMEOUT_S
    ) -> Message:
        """Raises Refused, TooFast, UnknownGame, StoreAway."""
        text = _checked(text, "TB-CHAT-01")
        await self._only_at_the_table(game_id, actor, timeout_s)
        if await self._storage.is_muted(EVERYBODY, actor):
            raise Refused("MUTED", "TB-CHAT-04")
        self._limiter.take(actor)
        return await self._storage.add(game_id, actor, request_id, milliseconds(self._clock()), text)

    async def read(
        self,
        game_id: str,
        after: int,
        limit: int,
        *,
        actor: str,
        before: int | None = None,
        timeout_s: float = TIMEOUT_S,
    ) -> Sequence[Message]:
        """As ChatStorage has it. Raises Refused, UnknownGame, StoreAway."""
        await self._only_at_the_table(game_id, actor, timeout_s)
        return await self._storage.read(game_id, actor, after, limit, before)

    async def last(self, game_id: str) -> int:
        """The number of the last message; tells numbers only."""
        return await self._storage.last(game_id)

    async def wait_for(self, game_id: str, number: int, timeout_s: float) -> int:
        """As ChatStorage has it; tells numbers only."""
        return await self._storage.wait_for(game_id, number, timeout_s)

    async def mute(self, account: str, *, actor: str) -> None:
        """Raises Refused, StoreAway."""
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
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        """Tells the operators of an account. `message`: the number of what it said, 0 for none. Raises Refused,
        TooFast, UnknownGame, StoreAway."""
        text = _checked(text, "TB-CHAT-05")
        await self._only_at_the_table(game_id, actor, timeout_s)
        at_ms = milliseconds(self._clock())
        report = Report(0, actor, about, game_id, message, at_ms, text)
        said = await self._reports.message(report)
        if about == actor or (message and (said is None or said.account != about)):
            raise Refused("MALFORMED_COMMAND", "TB-CHAT-05", field="number" if about != actor else "account_id")
        self._reporting.take(actor)
        await self._reports.add(report, request_id)

    async def reports(self, after: int, limit: int) -> Sequence[tuple[Report, Message | None]]:
        """For operators: what is not settled, oldest first, with what was said."""
        return [(each, await self._reports.message(each)) for each in await self._reports.open(after, limit)]

    async def settle(self, number: int, operator: str) -> None:
        await self._reports.settle(number, operator)

    async def read_all(self, game_id: str, after: int, limit: int) -> Sequence[Message]:
        """For operators: what anybody said, muted or not. Raises UnknownGame, StoreAway."""
        await self._games.load(game_id)
        return await self._storage.read_all(game_id, after, limit)

    async def mute_for_all(self, account: str) -> None:
        """For operators: TB-CHAT-04."""
        await self._storage.mute(EVERYBODY, account)

    async def unmute_for_all(self, account: str) -> None:
        await self._storage.unmute(EVERYBODY, account)

    async def _only_at_the_table(self, game_id: str, actor: str, timeout_s: float) -> None:
        aggregate = (await self._games.load(game_id, timeout_s=timeout_s)).loaded
        if aggregate.seat_of(actor) is None and actor != aggregate.opened.host:
            raise Refused("NOT_A_PLAYER", "TB-CHAT-01")


def _checked(text: str, rule: str) -> str:
    text = unicodedata.normalize("NFC", text).replace("\r\n", "\n").strip()
    if not text or len(text) > TEXT_MAX or not all(map(_may_be_said, text)):
        raise Refused("MALFORMED_COMMAND", rule, field="text", characters_max=TEXT_MAX)
    return text


def _may_be_said(character: str) -> bool:
    """No control characters and nothing that turns the direction of other people's text; new lines are fine."""
    return character in _FINE or not unicodedata.category(character).startswith("C")


_FINE = "\n\u200c\u200d"
"""The joiners that Persian, Indian scripts and emoji need."""
