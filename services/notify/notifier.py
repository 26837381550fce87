"""Follows the log from a durable position of its own and sends what it finds, at least once.

One process at a time does this for the whole store. A notice is kept with the position after its event, and is
gone only when it was answered: a crash in between makes it be sent again, with the same id. Nothing here reads a view,
so a rebuild sends nothing; the first start begins at the end of the log.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from functools import partial

import structlog

from domain.history.codec import UNREADABLE, UnknownTopic
from domain.history.record import EventRow, LogRow, milliseconds
from domain.tournament.state import Tournament
from projections.folds.transitions import Aggregates, BadEvent, Transition
from services.application.command_errors import UnknownGame
from services.application.game_service import GameService
from services.notify import tournament_notices
from services.notify.calls import AGAIN_MAX_S, AGAIN_S, Calls, again_at_ms, is_given_up
from services.notify.mail_links import UNKNOWN_TARGET
from services.notify.news import CHALLENGE, GAME_OVER, INVITED, RECOVERY, Notice, news, still_true
from services.notify.notice_storage import NoticeStorage
from services.notify.outbox import ASKED, is_heard
from services.notify.posting import Channel, Delivery
from services.notify.public_posts import PublicPosts
from services.notify.targets import MERGED, PHONES, Target, quiet_for_ms
from services.observe.metrics import NOTICES_LATE_SECONDS, NOTICES_WAITING
from services.platform.clock import process_clock
from services.platform.jitter import pause
from services.platform.rate_limiter import TooFast
from services.roles.leader_election import keep_leading
from services.store.archive.objects import ArchiveUnavailable
from services.store.chained import still_stored
from services.store.interface import EventStore, StoreUnavailable
from services.store.log_reader import still_has
from services.tournaments.tournament_errors import UnknownTournament

log = structlog.get_logger(__name__)

BATCH = 500
WAIT_S = 3.0
"""Notices that other processes leave are looked for this often."""
MEASURE_MS = 10_000
LINGER_S = 0.2
"""Interval in which events are collected: a notice may be that much later, and a move is not processed alone."""
CHALLENGE_TRIES, AGAIN_MAIL_S = 5, 60
"""Servers of mail that do not know ours let it wait for minutes."""
Due = tuple[Notice, int]
"""A notice with the number of attempts."""


async def no_tournament(tournament_id: str) -> Tournament:
    raise UnknownTournament(tournament_id)


class Notifier:
    """`channels`: how the targets of each channel are called; other targets are skipped. `tournament_of`: returns a
    tournament by its id."""

    def __init__(
        self,
        games: GameService,
        store: EventStore,
        storage: NoticeStorage,
        channels: Mapping[str, Channel],
        clock: Callable[[], datetime] = process_clock,
        tournament_of: Callable[[str], Awaitable[Tournament]] = no_tournament,
        public: PublicPosts | None = None,
    ) -> None:
        self._games, self._store, self._storage, self._channels, self._clock = games, store, storage, channels, clock
        self._tournament_of, self._public = tournament_of, public
        self._outbox = storage.outbox
        self._aggregates = Aggregates(store, games.codec.read)
        self._position = 0
        self._measured_ms = 0
        self._calls = Calls()

    async def run(self) -> None:
        """Run until cancelled."""
        await keep_leading(self._store, "webhooks", self._lead)

    async def begin(self) -> None:
        position = await self._outbox.position()
        if position is None:
            position = await self._store.log_head()
            await self._outbox.keep((), position)
        self._position = position

    async def follow(self) -> None:
        """Keeps the notices of everything up to the end of the log."""
        while rows := _whole(self._games, await self._read()):
            anybody = await self._storage.anybody()  # proven before the last of these rows, if it is for them
            found = await self._addressed(rows) if anybody else []
            last = rows[-1]
            is_there = await still_stored(self._store, last)
            await self._outbox.keep(found, last.position, after=self._position, only_if=is_there)
            self._position = last.position

    async def _read(self) -> Sequence[LogRow]:
        """Read on. After a failover that lost events the position may be inside another command, which is then read
        from its first event."""
        after = self._position
        rows = await self._store.read_log(after, BATCH)
        while after and rows and _begins_command(self._games, rows[0].row) is False:
            after -= 1
            rows = await self._store.read_log(after, BATCH)
        return rows

    async def _addressed(self, rows: Sequence[LogRow]) -> list[tuple[Notice, Target]]:
        bad = list[BadEvent]()
        transitions = await self._aggregates.transitions(rows, bad.append)
        for each in bad:
            if not await still_has(self._store, each.row):
                raise StoreUnavailable("the log has lost events since they were read")
            _pass_over(each)
        notices = [each for command in _commands(transitions) for each in news(command)]
        targets = await self._storage.hearing({notice.account for notice in notices})
        quiet = await self._storage.quiet_games({target.account for target in targets})
        for account, game_id in quiet & {(each.account, each.game_id) for each in notices if each.kind == GAME_OVER}:
            await self._storage.quiet_game(
                account, game_id, quiet=False
            )  # no event follows; at worst the player gets the notice of the end
        return [
            (notice, target)
            for notice in notices
            for target in targets
            if is_heard(notice, target) and (notice.account, notice.game_id) not in quiet
        ]

    async def send(self) -> None:
        """Begins to send what is due. Ends before the calls do."""
        waiting = await self._outbox.due(self._now_ms(), BATCH)
        if UNKNOWN_TARGET in waiting:
            await self._find_ways_back(waiting[UNKNOWN_TARGET])
            waiting = await self._outbox.due(self._now_ms(), BATCH)
        for target_id, due in waiting.items():
            self._calls.begin(target_id, partial(self._send_to, target_id, due))

    async def _find_ways_back(self, asked: Sequence[Due]) -> None:
        for notice, _ in asked:
            await self._storage.links.send_back(notice, self._now_ms())

    async def idle(self) -> None:
        """Returns when no call is on its way."""
        await self._calls.idle()

    async def _lead(self) -> None:
        try:
            await self.begin()
            has_news = True
            while True:
                if has_news:
                    await self.follow()
                await self.send()
                if self._public:
                    await self._public.send()
                await self._measure()
                has_news = await self._store.wait(self._position, WAIT_S)
                await pause(LINGER_S)
        finally:
            self._calls.cancel()
            if self._public:
                self._public.cancel()

    async def _measure(self) -> None:
        """Measure the backlog, at most every ten seconds."""
        now_ms = self._now_ms()
        if abs(now_ms - self._measured_ms) < MEASURE_MS:
            return
        self._measured_ms = now_ms
        waiting, late_s = await self._outbox.backlog(now_ms)
        NOTICES_WAITING.set(waiting)
        NOTICES_LATE_SECONDS.set(late_s)

    async def _send_to(self, target_id: str, due: Sequence[Due]) -> None:
        try:
            left = sorted(due, key=lambda each: each[0].kind not in ASKED)
            while left:
                target = await self._storage.get(target_id)  # it may have been changed or deleted during the last call
                if target is None:  # it was deleted since its notices were read
                    await self._outbox.drop(target_id)
                    break
                if target.channel not in self._channels:  # set by an operator who has given it up since
                    await self._outbox.put_off(target, self._now_ms() + AGAIN_MAX_S * 1000)
                    break
                if target.off:
                    left = [each for each in left if each[0].kind == RECOVERY]
                    if not left:
                        break
                some = _together(target, left)
                if not await self._send_some(target, some):
                    break
                left = left[len(some) :]
        except StoreUnavailable as away:
            log.warning("notices wait for the store", reason=str(away))
        except Exception:
            log.exception("a target cannot be told its news", target=target_id)

    async def _send_some(self, target: Target, some: Sequence[Due]) -> bool:
        """Return whether the target can get its next notices."""
        now_ms, (first, tries) = self._now_ms(), some[0]
        if first.kind == CHALLENGE:
            return await self._challenge(target, first, tries)
        if not target.proven:  # it is another since the notices were made
            await self._outbox.put_off(target, now_ms + AGAIN_S * 1000)
            return False
        quiet_ms = 0 if first.kind in ASKED else quiet_for_ms(target.hours, now_ms)
        if quiet_ms:
            await self._outbox.put_off(target, now_ms + quiet_ms)
            return False
        return await self._send_spaced(target, await self._true(target, some), now_ms)

    async def _true(self, target: Target, some: Sequence[Due]) -> list[Due]:
        """Return the notices that are still true, and drop the others. One that cannot be compared with its game waits:
        it holds up no other."""
        true, stale, later = list[Due](), list[Notice](), list[tuple[Notice, int]]()
        for notice, tries in some:
            try:
                if await self._still_true(notice):
                    true.append((notice, tries))
                else:
                    stale.append(notice)
            except (UnknownGame, UnknownTournament):  # a failover has lost it
                stale.append(notice)
            except ArchiveUnavailable as away:
                log.warning(
                    "a notice is tried again: its archived game cannot be read",
                    game_id=notice.game_id,
                    reason=str(away),
                )
                later.append((notice, self._now_ms() + AGAIN_S * 1000))
            except StoreUnavailable:
                raise
            except Exception as error:
                log.critical("a notice waits: its game cannot be read", game_id=notice.game_id, error=repr(error))
                later.append((notice, self._now_ms() + AGAIN_MAX_S * 1000))
        if stale:
            await self._outbox.done(stale, target)
        if later:
            await self._outbox.put_off_each(later, target)
        return true

    async def _send_spaced(self, target: Target, some: Sequence[Due], now_ms: int) -> bool:
        spaced = await self._storage.spacing.divide(target, [notice for notice, _ in some], now_ms)
        if spaced.later:
            await self._outbox.put_off_each(spaced.later, target)
        now = [(notice, tries) for notice, tries in some if notice in spaced.now]
        if not now or await self._call(target, now):
            return True
        await self._storage.spacing.give_back(spaced)
        return False

    async def _still_true(self, notice: Notice) -> bool:
        if notice.kind in ASKED:
            return True
        if notice.tournament_id:
            tournament = await self._tournament_of(notice.tournament_id)
            asked = notice.ending == tournament_notices.OFFERED
            if asked and await self._storage.blocks(notice.account, tournament.opened.organiser):
                return False
            return tournament_notices.still_true(notice, tournament)
        table = (await self._games.load(notice.game_id)).loaded
        if notice.kind == INVITED and await self._storage.blocks(notice.account, table.opened.host):
            return False
        return still_true(notice, table)

    async def _call(self, target: Target, some: Sequence[Due]) -> bool:
        notices = [notice for notice, _ in some]
        try:
            sent = await self._channels[target.channel].send(target, notices, self._now_ms())
        except TooFast as much:
            await self._put_off(target, much)
            return False
        if sent.ok:
            await self._outbox.done(notices, target)
            await self._storage.answered(target)
            return True
        log.info("a target failed", target=target.target_id, channel=target.channel, said=sent.status or sent.problem)
        await self._failed(target, some, sent)
        return False

    async def _failed(self, target: Target, some: Sequence[Due], sent: Delivery) -> None:
        now_ms, tries = self._now_ms(), max(tries for _, tries in some)  # the call took its time
        failing_since_ms = await self._storage.failed(target, now_ms)
        for_long = is_given_up(failing_since_ms, now_ms, tries)
        if sent.gone and target.channel in PHONES:
            await self._storage.remove(target)
        elif for_long and sent.blameless:
            await self._outbox.done([notice for notice, _ in some], target)  # a day later they are useless
        elif sent.gone or for_long:
            await self._storage.switch_off(target)
        else:
            await self._outbox.try_again([notice for notice, _ in some], target, again_at_ms(sent, now_ms, tries))

    async def _put_off(self, target: Target, much: TooFast) -> None:
        await self._outbox.put_off(target, self._now_ms() + int(much.retry_after_s * 1000) + 1)

    async def _challenge(self, target: Target, notice: Notice, tries: int) -> bool:
        """Return whether the owner of the target has confirmed it. It is asked CHALLENGE_TRIES times."""
        channel = self._channels[target.channel]
        try:
            sent = await channel.challenge(target, notice, self._now_ms())
        except TooFast as much:  # the budget is shared with other targets: this does not count as an attempt
            await self._put_off(target, much)
            return False
        if sent.ok:
            if not channel.waits_for_answer():
                await self._storage.proved(target)
            await self._outbox.done([notice], target)
            return True
        log.info("a target is not proven", target=target.target_id, said=sent.status or sent.problem)
        if sent.gone or tries + 1 >= CHALLENGE_TRIES:
            await self._outbox.done([notice], target)
            await self._storage.switch_off(target)
        else:
            again_s = AGAIN_MAIL_S if channel.waits_for_answer() else AGAIN_S
            await self._outbox.try_again([notice], target, self._now_ms() + (again_s << tries) * 1000)
        return False

    def _now_ms(self) -> int:
        return milliseconds(self._clock())


def _together(target: Target, due: Sequence[Due]) -> Sequence[Due]:
    """Return the notices for one call: all of them where people read them together; else one after the other."""
    if target.channel not in MERGED or due[0][0].kind in ASKED:
        return due[:1]
    asked = next((place for place, (notice, _) in enumerate(due) if notice.kind in ASKED), len(due))
    return due[:asked]


def _whole(games: GameService, rows: Sequence[LogRow]) -> Sequence[LogRow]:
    """Return whole commands: the last one of a full batch may continue in the next batch."""
    if len(rows) < BATCH:
        return rows
    end = len(rows) - 1
    while end > 0 and not _begins_command(games, rows[end].row):
        end -= 1
    assert end, f"a command of more than {BATCH} events"
    return rows[:end]


def _begins_command(games: GameService, row: EventRow) -> bool | None:
    """Return None for a row that cannot be read."""
    try:
        return bool(games.codec.read(row).envelope.command)
    except (*UNREADABLE, UnknownTopic):
        return None


def _pass_over(bad: BadEvent) -> None:
    log.critical("game is passed over: its events cannot be folded, nobody is notified of them", said=str(bad))


def _commands(transitions: Sequence[Transition]) -> list[list[Transition]]:
    commands: list[list[Transition]] = []
    for transition in transitions:
        if transition.record.envelope.command:
            commands.append([])
        commands[-1].append(transition)
    return commands
