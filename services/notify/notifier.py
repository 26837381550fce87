"""Follows the log from a durable position of its own and sends what it finds, at least once.

One process at a time does this for the whole store. A notice is kept before the position moves past its event, and is
gone only when it was answered: a crash in between makes it be kept or sent again, with the same id. Nothing here reads
a view, so a rebuild sends nothing; the first start begins at the end of the log.
"""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime

import structlog

from domain.history.record import LogRow, milliseconds
from projections.folds.transitions import Aggregates, Transition
from services.application.games import Games
from services.notify.news import CHALLENGE, Notice, news, still_true
from services.notify.sender import GONE, Sender
from services.notify.storage import Webhook, WebhookStorage
from services.platform.clock import process_clock
from services.platform.rate_limiter import TooFast
from services.roles.leader_election import keep_leading
from services.store.interface import EventStore, StoreAway

log = structlog.get_logger(__name__)

BATCH = 500
WAIT_S = 1.0
LINGER_S = 0.2
"""What happens meanwhile is looked at together: a notice may come so much later, and a move is not paid for alone."""
SENDING_MAX = 64
"""Accounts that are called at the same moment. Each gets one call at a time, in order: a slow one holds up nobody."""
AGAIN_S, AGAIN_MAX_S = 5, 3600
"""A failed call is tried again after 5, 10, 20… seconds, at the latest after an hour."""
CHALLENGE_TRIES = 5
OFF_AFTER_MS, OFF_TRIES = 24 * 60 * 60 * 1000, 10
"""A webhook is switched off after so long without an answer, and so many tries to say the same."""
MINUTE_MS, DAY_MIN = 60_000, 24 * 60


class Notifier:
    def __init__(
        self,
        games: Games,
        store: EventStore,
        storage: WebhookStorage,
        sender: Sender,
        clock: Callable[[], datetime] = process_clock,
    ) -> None:
        self._games, self._store, self._storage, self._sender, self._clock = games, store, storage, sender, clock
        self._aggregates = Aggregates(store, games.codec.read)
        self._position = 0
        self._sending: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Until cancelled."""
        await keep_leading(self._store, "webhooks", self._lead)

    async def begin(self) -> None:
        position = await self._storage.position()
        if position is None:
            position = await self._store.log_head()
            await self._storage.moved_to(position)
        self._position = position

    async def follow(self) -> None:
        """Keeps the notices of everything up to the end of the log."""
        while rows := _whole(self._games, await self._store.read_log(self._position, BATCH)):
            if await self._storage.anybody():  # proven before the last of these rows, if there is a webhook for them
                await self._keep(rows)
            self._position = rows[-1].position
            await self._storage.moved_to(self._position)

    async def _keep(self, rows: Sequence[LogRow]) -> None:
        found = [notice for command in _commands(await self._aggregates.transitions(rows)) for notice in news(command)]
        hearing = await self._storage.hearing({notice.account for notice in found})
        for notice in found:
            if notice.account in hearing:
                await self._storage.add(notice)

    async def send(self) -> None:
        """Begins to send what is due. Ends before the calls do."""
        due: dict[str, list[tuple[Notice, int]]] = {}
        for notice, tries in await self._storage.due(self._now_ms(), BATCH):
            due.setdefault(notice.account, []).append((notice, tries))
        for account, notices in due.items():
            if account not in self._sending and len(self._sending) < SENDING_MAX:
                self._sending[account] = asyncio.create_task(self._send_to(account, notices))

    async def idle(self) -> None:
        """Returns when no call is on its way."""
        while self._sending:
            await asyncio.wait(self._sending.values())

    async def _lead(self) -> None:
        try:
            await self.begin()
            while True:
                await self.follow()
                await self.send()
                await self._store.wait(self._position, WAIT_S)
                await asyncio.sleep(LINGER_S)
        finally:
            for task in self._sending.values():
                task.cancel()

    async def _send_to(self, account: str, notices: Sequence[tuple[Notice, int]]) -> None:
        try:
            for notice, tries in notices:
                hook = await self._storage.get(account)  # it may have been replaced or deleted during the last call
                if hook is None or hook.off or not await self._send_one(hook, notice, tries):
                    break
        except StoreAway as away:
            log.warning("webhooks wait for the store", reason=str(away))
        except Exception:
            log.exception("an account cannot be told its news", account=account)
        finally:
            del self._sending[account]

    async def _send_one(self, hook: Webhook, notice: Notice, tries: int) -> bool:
        """Whether the account can be sent the next one."""
        now_ms = self._now_ms()
        if notice.kind == CHALLENGE:
            return await self._challenge(hook, notice, tries)
        if not hook.proven:  # it leads elsewhere since the notice was made
            await self._storage.put_off(notice, now_ms + AGAIN_S * 1000)
            return True
        aggregate = (await self._games.load(notice.game_id)).loaded
        if not still_true(notice, aggregate):
            await self._storage.done(notice)
            return True
        quiet_ms = quiet_for_ms(hook, now_ms)
        if quiet_ms:
            await self._storage.put_off(notice, now_ms + quiet_ms)
            return True
        sent = await self._sender.send(hook, notice, now_ms // 1000)
        if sent.ok:
            await self._storage.done(notice)
            await self._storage.answered(hook)
            return True
        log.info("a webhook failed", account=hook.account, status=sent.status, problem=sent.problem)
        now_ms = self._now_ms()  # the call took its time
        failing_since_ms = await self._storage.failed(hook, now_ms)
        for_long = now_ms - failing_since_ms >= OFF_AFTER_MS and tries + 1 >= OFF_TRIES
        if sent.status == GONE or for_long:
            await self._storage.switch_off(hook)
        else:
            again_s = min(AGAIN_MAX_S, AGAIN_S << min(tries, 20))
            await self._storage.try_again(notice, now_ms + again_s * 1000)
        return False

    async def _challenge(self, hook: Webhook, notice: Notice, tries: int) -> bool:
        """Whether the receiver has proven that it wants notices. It is asked CHALLENGE_TRIES times."""
        now_ms = self._now_ms()
        try:
            sent = await self._sender.challenge(hook, notice.notice_id, now_ms // 1000)
        except TooFast as busy:
            await self._storage.put_off(notice, now_ms + int(busy.retry_after_s * 1000) + 1)
            return False
        if sent.ok:
            await self._storage.proved(hook)
            await self._storage.done(notice)
            return True
        log.info("a webhook is not proven", account=hook.account, problem=sent.problem)
        if sent.status == GONE or tries + 1 >= CHALLENGE_TRIES:
            await self._storage.done(notice)
            await self._storage.switch_off(hook)
        else:
            await self._storage.try_again(notice, self._now_ms() + (AGAIN_S << tries) * 1000)
        return False

    def _now_ms(self) -> int:
        return milliseconds(self._clock())


def quiet_for_ms(hook: Webhook, now_ms: int) -> int:
    """How long the account's quiet hours last from now on, 0 outside them."""
    minute = now_ms // MINUTE_MS % DAY_MIN
    if (minute - hook.quiet_from) % DAY_MIN >= (hook.quiet_until - hook.quiet_from) % DAY_MIN:
        return 0
    return (hook.quiet_until - minute) % DAY_MIN * MINUTE_MS - now_ms % MINUTE_MS


def _whole(games: Games, rows: Sequence[LogRow]) -> Sequence[LogRow]:
    """Whole commands: the last of a full batch may go on in the next one."""
    if len(rows) < BATCH:
        return rows
    end = len(rows) - 1
    while end > 0 and not games.codec.read(rows[end].row).envelope.command:
        end -= 1
    assert end, f"a command of more than {BATCH} events"
    return rows[:end]


def _commands(transitions: Sequence[Transition]) -> list[list[Transition]]:
    commands: list[list[Transition]] = []
    for transition in transitions:
        if transition.record.envelope.command:
            commands.append([])
        commands[-1].append(transition)
    return commands
