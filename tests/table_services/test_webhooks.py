import asyncio
import base64
import hashlib
import hmac
import json
import random
import threading
from contextlib import suppress

import pytest
from msgspec.structs import replace

from domain.history.record import EventRow, LogRow, milliseconds
from domain.kernel.ids import Seat
from domain.table.clock import Clock
from domain.table.messages import (
    SERVER_ACTOR,
    HandSeat,
    ProposeAbandon,
    Resign,
    TakeSeatBack,
    TakeVacation,
    Terms,
    TimeOut,
    Vote,
)
from services.application.game_service import GameService
from services.notify import posting
from services.notify.calls import AGAIN_S
from services.notify.guard import RESOLVING_OF_ONE, Forbidden, Guard, is_public
from services.notify.news import CHALLENGE, GAME_OVER, KINDS, SEAT_LOST, TIME_IS_SHORT, YOUR_TURN, Notice
from services.notify.notifier import CHALLENGE_TRIES, Notifier
from services.notify.outbox import Outbox
from services.notify.posting import Poster
from services.notify.targets import OLD_SECRET_MS, WEBHOOK, Hours, Target, quiet_for_ms
from services.notify.webhook import CHALLENGES, Webhooks, shown_secret, signature
from services.platform.callers import Caller, CallerLimiter
from services.platform.rate_limiter import TooFast
from services.store.archive.objects import ArchiveUnavailable
from services.store.chained import still_stored
from services.store.interface import StoreUnavailable
from support import demo
from tests.table_services.services_kit import CODEC

SECRET = b"\x01" * 32
HOUR_S = 3600
GOOD = {"secret": SECRET, "kinds": KINDS, "proven": True}


@pytest.fixture
async def sender():
    poster = Poster(Guard(private=True))
    yield Webhooks(poster)
    await poster.close()


@pytest.fixture
async def process(store, storage, sender, clock):
    """Each call is another process that begins to lead; what it does is one round of its work."""

    async def process():
        notifier = Notifier(GameService(store, CODEC, clock), store, storage, {WEBHOOK: sender}, clock)
        await notifier.begin()

        async def work():
            await notifier.follow()
            await notifier.send()
            await notifier.idle()

        return work

    return process


@pytest.fixture
async def work(process):
    return await process()


@pytest.fixture
def hook(storage, receiver):
    async def hook(account="bob", **fields):
        await storage.set_hours(account, Hours("UTC", fields.pop("quiet_from", 0), fields.pop("quiet_until", 0)))
        return await storage.set(
            Target(**({"account": account, "channel": WEBHOOK, "address": receiver.url} | GOOD | fields))
        )

    return hook


def notices_of(receiver):
    return [(body["kind"], body["seat"]) for body in (json.loads(call.body) for call in receiver.calls)]


async def of(storage, account):
    (target,) = await storage.of(account)
    return target


def choose(seat, number):
    return demo.Choose(Seat(seat), number)


async def test_who_has_to_act_is_told_once_and_who_has_no_webhook_is_not(work, hook, tables, receiver):
    await hook("bob")
    game_id = await tables.begun("ann", "bob")
    await work()
    assert notices_of(receiver) == [(YOUR_TURN, 1)]
    await tables.execute(game_id, "bob", choose(1, 1))
    await tables.execute(game_id, "ann", choose(0, 3))
    await work()
    await work()
    assert notices_of(receiver) == [(YOUR_TURN, 1), (YOUR_TURN, 1)]
    first, second = (json.loads(call.body) for call in receiver.calls)
    assert first["id"] != second["id"]
    assert (second["game_id"], second["variant"]) == (game_id, "demo")


@pytest.fixture
def notice_about(storage, clock):
    """Add a notice for bob about a game."""

    async def notice_about(game_id):
        notice = Notice(f"about {game_id}", "bob", YOUR_TURN, game_id, "demo", 1, 1, milliseconds(clock()))
        await storage.outbox.add(notice, await of(storage, "bob"))

    return notice_about


async def test_a_notice_about_a_game_that_a_failover_lost_holds_up_no_other(
    work, hook, tables, receiver, storage, clock, notice_about
):
    await hook("bob")
    await notice_about("lost")
    await tables.begun("ann", "bob")
    await work()
    assert notices_of(receiver) == [(YOUR_TURN, 1)]
    assert await storage.outbox.backlog(milliseconds(clock())) == (0, 0)


async def test_a_notice_about_a_damaged_game_waits_and_holds_up_no_other(
    work, hook, tables, receiver, storage, store, clock, notice_about
):
    await store.append([EventRow("damaged", 1, "table.GameOpened/1", b"no JSON")], 5.0)
    await hook("bob")
    await notice_about("damaged")
    await tables.begun("ann", "bob")
    await work()
    assert notices_of(receiver) == [(YOUR_TURN, 1)]
    now_ms = milliseconds(clock())
    assert await storage.outbox.due(now_ms, 10) == {}
    assert await storage.outbox.backlog(now_ms) == (1, 0)


async def test_a_notice_about_a_game_whose_file_is_away_waits_and_holds_up_no_other(
    work, hook, tables, receiver, storage, store, clock, notice_about, monkeypatch
):
    """It is compared with its game once the archive answers again, as is the notice of the end."""
    ended = await tables.begun("ann", "bob")
    await tables.execute(ended, "ann", Resign())
    await hook("bob")
    await notice_about(ended)
    await tables.begun("ann", "bob")
    load = GameService.load

    async def load_what_is_there(games, game_id, **more):
        if game_id == ended:
            raise ArchiveUnavailable("the archive does not answer")
        return await load(games, game_id, **more)

    with monkeypatch.context() as away:
        away.setattr(GameService, "load", load_what_is_there)
        await work()
    assert notices_of(receiver) == [(YOUR_TURN, 1)]
    clock.pass_s(AGAIN_S)
    await work()
    assert notices_of(receiver) == [(YOUR_TURN, 1), (GAME_OVER, 1)]
    assert await storage.outbox.backlog(milliseconds(clock())) == (0, 0)


class ReadOnly(Outbox):
    async def keep(self, notices, position, *, after=None, only_if=None):
        assert not notices, "a write for somebody who hears of nothing"
        await super().keep(notices, position, after=after, only_if=only_if)


@pytest.mark.parametrize("somebody_hears", [False, True])
async def test_nothing_is_written_for_a_turn_of_an_account_without_a_webhook(
    store, storage, sender, clock, hook, tables, somebody_hears
):
    if somebody_hears:
        await hook("eve")
    storage.outbox = ReadOnly(storage._sql)
    notifier = Notifier(GameService(store, CODEC, clock), store, storage, {WEBHOOK: sender}, clock)
    await notifier.begin()
    game_id = await tables.begun("ann", "bob")
    await tables.execute(game_id, "bob", choose(1, 1))
    await notifier.follow()
    assert await storage.outbox.position() == await store.log_head() > 0


async def test_a_receiver_can_check_the_signature(work, hook, tables, receiver, clock):
    await hook("bob")
    await tables.begun("ann", "bob")
    await work()
    (call,) = receiver.calls
    assert call.target == "/hook?x=1"
    assert call.headers["host"] == f"localhost:{receiver.port}"
    assert call.headers["webhook-id"] == json.loads(call.body)["id"]
    assert call.headers["webhook-timestamp"] == str(int(clock().timestamp()))
    key = base64.b64decode(shown_secret(SECRET).removeprefix("whsec_"))
    signed = f"{call.headers['webhook-id']}.{call.headers['webhook-timestamp']}.".encode() + call.body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert call.headers["webhook-signature"] == f"v1,{expected}"


async def test_everybody_is_told_that_the_game_is_over_and_nothing_else(work, hook, tables, receiver):
    await hook("ann")
    await hook("bob", kinds=(GAME_OVER,))
    game_id = await tables.begun("ann", "bob")
    await tables.execute(game_id, "ann", ProposeAbandon())
    await tables.execute(game_id, "bob", Vote(True))
    await work()
    assert sorted(notices_of(receiver)) == [(GAME_OVER, 0), (GAME_OVER, 1)]


async def test_who_acted_before_it_was_sent_is_not_told(work, hook, tables, receiver):
    await hook("bob")
    game_id = await tables.begun("ann", "bob")
    await tables.execute(game_id, "bob", choose(1, 1))
    await work()
    assert receiver.calls == []


async def test_who_lets_a_bot_play_is_not_told_until_the_seat_is_taken_back(work, hook, tables, receiver):
    await hook("bob", kinds=(YOUR_TURN,))
    game_id = await tables.begun("ann", "bob", "cy", seats=3)
    await tables.execute(game_id, "bob", HandSeat())
    await work()
    assert receiver.calls == []
    await tables.execute(game_id, "bob", TakeSeatBack())
    await work()
    assert notices_of(receiver) == [(YOUR_TURN, 1)]
    await tables.execute(game_id, "cy", Resign())
    await work()
    assert len(receiver.calls) == 1


async def test_time_is_short_when_a_quarter_is_left_and_the_deadline_still_stands(work, hook, tables, receiver, clock):
    await hook("bob", kinds=(TIME_IS_SHORT,))
    acts = await tables.begun("ann", "bob", terms=Terms(Clock(move_s=4 * HOUR_S)))
    waits = await tables.begun("ann", "bob", terms=Terms(Clock(move_s=4 * HOUR_S)))
    await tables.begun("ann", "bob", terms=Terms(Clock(move_s=60)))
    clock.pass_s(3 * HOUR_S - 1)
    await work()
    assert receiver.calls == []
    await tables.execute(acts, "bob", choose(1, 1))
    clock.pass_s(1)
    await work()
    body = json.loads(receiver.calls[0].body)
    assert (len(receiver.calls), body["game_id"], body["seat"]) == (1, waits, 1)
    assert body["deadline_ms"] == int(clock().timestamp() + HOUR_S) * 1000


async def test_vacation_is_no_time_that_gets_short(work, hook, tables, receiver, clock):
    await hook("bob", kinds=(TIME_IS_SHORT,))
    game_id = await tables.begun("ann", "bob", terms=Terms(Clock(move_s=4 * HOUR_S, vacation_days=2)))
    await tables.execute(game_id, "bob", TakeVacation(2))
    clock.pass_s(51 * HOUR_S - 1)
    await work()
    assert receiver.calls == []
    clock.pass_s(1)
    await work()
    body = json.loads(receiver.calls[0].body)
    assert body["deadline_ms"] == int(clock().timestamp() + HOUR_S) * 1000


async def test_whose_turn_the_clock_ended_is_told_of_the_next_one(work, hook, tables, receiver, clock):
    await hook("bob", kinds=(YOUR_TURN,))
    game_id = await tables.begun("ann", "bob", terms=Terms(Clock(move_s=4 * HOUR_S)))
    await work()
    await tables.execute(game_id, "ann", choose(0, 3))
    clock.pass_s(4 * HOUR_S)
    await tables.execute(game_id, SERVER_ACTOR, TimeOut(1))
    await work()
    assert notices_of(receiver) == [(YOUR_TURN, 1)] * 2


@pytest.mark.parametrize("on_timeout", ["BOT", "FORFEIT"])
async def test_who_loses_the_seat_to_a_bot_by_time_is_told_while_the_game_goes_on(
    work, hook, tables, receiver, clock, on_timeout
):
    await hook("bob", kinds=(SEAT_LOST, GAME_OVER))
    terms = Terms(Clock(move_s=60, on_timeout=on_timeout))
    game_id = await tables.begun("ann", "bob", "cy", seats=3, terms=terms)
    await tables.execute(game_id, "ann", choose(0, 3))
    clock.pass_s(60)
    await tables.execute(game_id, SERVER_ACTOR, TimeOut(1))
    await work()
    assert notices_of(receiver) == [(SEAT_LOST, 1)]
    await tables.execute(game_id, "ann", Resign())
    await work()
    assert notices_of(receiver)[1:] == [(GAME_OVER, 1)] * (on_timeout == "FORFEIT"), "one is left, or two"


async def test_who_handed_the_seat_over_or_has_it_back_is_not_told_that_it_is_lost(work, hook, tables, receiver, clock):
    await hook("ann", kinds=(SEAT_LOST,))
    await hook("bob", kinds=(SEAT_LOST,))
    game_id = await tables.begun("ann", "bob", terms=Terms(Clock(move_s=60, on_timeout="BOT")))
    await tables.execute(game_id, "ann", HandSeat())
    clock.pass_s(60)
    await tables.execute(game_id, SERVER_ACTOR, TimeOut(1))
    await tables.execute(game_id, "bob", TakeSeatBack())
    await work()
    assert receiver.calls == []


async def test_who_goes_on_to_the_next_turn_by_the_own_move_is_not_told(work, hook, tables, receiver):
    await hook("bob", kinds=(YOUR_TURN,))
    game_id = await tables.begun("ann", "bob")
    await work()
    await tables.execute(game_id, "ann", choose(0, 3))
    await tables.execute(game_id, "bob", choose(1, 1))
    await work()
    assert notices_of(receiver) == [(YOUR_TURN, 1)]


async def test_both_secrets_sign_calls_for_a_day_after_a_webhook_is_set_again(
    work, hook, storage, tables, receiver, clock
):
    now_ms = milliseconds(clock())
    await hook("bob")
    await hook("bob", secret=b"\x02" * 32, old_until_ms=now_ms + OLD_SECRET_MS)
    await tables.begun("ann", "bob")
    await work()
    (call,) = receiver.calls
    of = call.headers["webhook-id"], int(call.headers["webhook-timestamp"]), call.body
    both = [signature(secret, *of) for secret in (b"\x02" * 32, SECRET)]
    assert call.headers["webhook-signature"].split() == both
    clock.pass_s(OLD_SECRET_MS // 1000)
    await tables.begun("ann", "bob")
    await work()
    last = receiver.calls[-1]
    assert last.headers["webhook-signature"].count("v1,") == 1


async def test_a_failed_call_is_tried_again_later_and_later_with_the_same_id(work, hook, tables, receiver, clock):
    receiver.answers = [500, 503, 302, 200]
    await hook("bob")
    await tables.begun("ann", "bob")
    for pause_s in (0, 5, 10, 20):
        clock.pass_s(pause_s)
        await work()
        await work()
    assert len(receiver.calls) == 4
    assert len({call.headers["webhook-id"] for call in receiver.calls}) == 1
    clock.pass_s(HOUR_S)
    await work()
    assert len(receiver.calls) == 4


async def test_a_webhook_that_fails_for_a_day_is_switched_off_and_one_that_is_gone_at_once(
    work, hook, storage, tables, receiver, clock
):
    receiver.answers = [500] * 40
    await hook("bob")
    await hook("cy")
    game_id = await tables.begun("ann", "bob")
    for _ in range(23):
        await work()
        clock.pass_s(HOUR_S)
    assert not (await of(storage, "bob")).off
    await work()
    clock.pass_s(HOUR_S)
    await work()
    assert (await of(storage, "bob")).off
    receiver.answers = [410]
    await tables.begun("ann", "cy")
    await work()
    assert (await of(storage, "cy")).off
    before = len(receiver.calls)
    await tables.execute(game_id, "bob", Resign())
    await work()
    assert len(receiver.calls) == before


async def test_a_webhook_that_was_hardly_tried_all_day_is_not_switched_off(
    work, hook, storage, tables, receiver, clock
):
    """It is noon: one hour is left before the quiet hours, which end an hour before the next noon."""
    receiver.answers = [500] * 6
    await hook("bob", quiet_from=13 * 60, quiet_until=11 * 60)
    await tables.begun("ann", "bob")
    for hours in (0, 1, 22, 1, 1):
        clock.pass_s(hours * HOUR_S)
        await work()
    assert len(receiver.calls) == 3
    assert not (await of(storage, "bob")).off


async def test_a_day_of_failures_begins_with_what_is_still_being_tried(work, hook, storage, tables, receiver, clock):
    receiver.answers = [500] * 20
    await hook("bob")
    first = await tables.begun("ann", "bob")
    await work()
    await tables.execute(first, "bob", choose(1, 1))
    clock.pass_s(25 * HOUR_S)
    await tables.begun("ann", "bob")
    for _ in range(12):
        await work()
        clock.pass_s(HOUR_S)
    assert len(receiver.calls) == 13
    assert not (await of(storage, "bob")).off, "it has failed for half a day, and once the day before"


async def test_who_answers_again_is_not_switched_off(work, hook, storage, tables, receiver, clock):
    receiver.answers = [500]
    await hook("bob")
    await tables.begun("ann", "bob")
    await work()
    assert (await of(storage, "bob")).failing_since_ms > 0
    clock.pass_s(HOUR_S)
    await work()
    assert (await of(storage, "bob")).failing_since_ms == 0


async def test_in_quiet_hours_nothing_is_sent_until_they_end(work, hook, storage, tables, receiver, clock):
    await hook("bob", quiet_from=11 * 60, quiet_until=13 * 60 + 30)  # it is noon
    await tables.begun("ann", "bob")
    await work()
    assert await storage.outbox.due(milliseconds(clock()), 9) == {}, "nothing is tried before they end"
    clock.pass_s(1.5 * HOUR_S - 1)
    await work()
    assert receiver.calls == []
    clock.pass_s(1)
    await work()
    assert notices_of(receiver) == [(YOUR_TURN, 1)]


async def test_a_turn_is_told_once_however_many_turns_passed_while_nothing_could_be_sent(
    work, hook, tables, receiver, clock
):
    await hook("bob", quiet_from=11 * 60, quiet_until=13 * 60)
    game_id = await tables.begun("ann", "bob")
    await work()
    await tables.execute(game_id, "bob", choose(1, 1))
    await tables.execute(game_id, "ann", choose(0, 3))
    await work()
    clock.pass_s(HOUR_S)
    await work()
    newest = (await tables.aggregate(game_id)).version
    assert [json.loads(call.body)["version"] for call in receiver.calls] == [newest]


async def test_a_webhook_that_is_deleted_during_a_call_is_not_called_again(work, hook, storage, tables, receiver):
    await hook("bob")
    await tables.begun("ann", "bob")
    await tables.begun("ann", "bob")
    receiver.before_the_answer = lambda: storage.forget("bob")
    await work()
    assert len(receiver.calls) == 1


async def test_what_an_old_webhook_answers_does_not_end_the_one_that_was_set_in_its_place(
    work, hook, storage, tables, receiver, clock
):
    await hook("bob")
    await tables.begun("ann", "bob")
    receiver.answers, receiver.before_the_answer = [410], lambda: hook("bob", secret=b"\x02" * 32)
    await work()
    assert not (await of(storage, "bob")).off
    receiver.before_the_answer = None
    clock.pass_s(5)
    await work()
    assert notices_of(receiver) == [(YOUR_TURN, 1)] * 2


async def test_an_answer_that_never_ends_is_none(work, hook, tables, receiver, monkeypatch):
    monkeypatch.setattr(posting, "TIMEOUT_S", 0.2)
    await hook("bob")
    await tables.begun("ann", "bob")
    receiver.drips = True
    async with asyncio.timeout(60):
        await work()


@pytest.mark.parametrize(
    ("quiet_from", "quiet_until", "now_min", "minutes"),
    [(0, 0, 0, 0), (60, 120, 59, 0), (60, 120, 60, 60), (60, 120, 119, 1), (60, 120, 120, 0), (1380, 420, 30, 390)],
)
def test_quiet_hours_may_go_over_midnight(quiet_from, quiet_until, now_min, minutes):
    assert quiet_for_ms(Hours("UTC", quiet_from, quiet_until), now_min * 60_000) == minutes * 60_000


async def test_nothing_is_lost_or_sent_for_the_past_when_another_process_takes_over(
    process, hook, tables, receiver, storage
):
    await tables.begun("ann", "bob")
    await hook("bob")
    first = await process()
    await first()
    assert receiver.calls == [], "the first start begins at the end of the log"
    await tables.begun("ann", "bob")
    second = await process()
    await second()
    assert notices_of(receiver) == [(YOUR_TURN, 1)]
    await storage.outbox.keep((), 0)  # as after a crash before the position was kept
    third = await process()
    await third()
    ids = [call.headers["webhook-id"] for call in receiver.calls]
    assert ids.count(ids[0]) == 2, "sent again, with the id that says so"


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::a00:1", False),
        ("64:ff9b:1::a00:1", False),
        ("::10.0.0.1", False),
        ("::ffff:0:10.0.0.1", False),
        ("fec0::1", False),
        ("3fff::1", False),
        ("2002:7f00:1::", False),
        ("2002:5db8:d822::", False),
        ("2001:0:5db8:d822::1", False),
        ("192.0.0.192", False),
        ("192.0.0.9", False),
        ("192.88.99.1", False),
        ("192.31.196.1", False),
        ("192.52.193.1", False),
        ("192.175.48.1", False),
        ("198.18.0.1", False),
        ("240.0.0.1", False),
        ("255.255.255.255", False),
        ("2620:4f:8000::1", False),
        ("2001:db8::1", False),
        ("2001:20::1", False),
        ("5f00::1", False),
        ("100::1", False),
        ("ff02::1", False),
        ("64:ff9b::c058:6301", False),
        ("64:ff9b::5db8:d822", True),
        ("::ffff:93.184.216.34", True),
    ],
)
def test_only_addresses_of_the_public_internet_are_called(address, public):
    assert is_public(address) == public


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://example.org/x", "URL_NOT_HTTPS"),
        ("ftp://example.org", "URL_NOT_HTTPS"),
        ("https://", "URL_INVALID"),
        ("https://user@example.org/", "URL_INVALID"),
        ("https://example.org:99999/", "URL_INVALID"),
        ("https://é.example/", "URL_INVALID"),
        ("https://a..b/", "URL_INVALID"),
        ("https://.a/", "URL_INVALID"),
        (f"https://{'a' * 64}.example/", "URL_INVALID"),
        (f"https://{'a.' * 130}example/", "URL_INVALID"),
        ("https://-a.example/", "URL_INVALID"),
        ("https://a b.example/", "URL_INVALID"),
        ("https://a.example/\r\nx: y", "URL_INVALID"),
        ("https://a.exa\nmple/", "URL_INVALID"),
        ("https://a.example/\t", "URL_INVALID"),
        (" https://a.example/", "URL_INVALID"),
        ("https://[::1/", "URL_INVALID"),
        ("https://[fe80::1%25eth0]:x/", "URL_INVALID"),
    ],
)
def test_what_can_never_be_a_webhook(url, reason):
    with pytest.raises(Forbidden, match=reason):
        Guard().check_url(url)


async def test_a_name_that_leads_into_the_own_network_is_not_called(hook, storage, receiver):
    with pytest.raises(Forbidden, match="ADDRESS_PRIVATE"):
        await Guard().address("https://localhost/")
    with pytest.raises(Forbidden, match="ADDRESS_PRIVATE"):
        await Guard().address("https://169.254.169.254/latest/meta-data")


async def test_names_that_are_never_answered_hold_up_no_other(monkeypatch):
    release = threading.Event()

    def resolve(name, port, **_):
        if name == "black.hole":
            release.wait()
        return [(2, 1, 6, "", ("93.184.216.34", port))]

    guard = Guard(resolve=resolve)
    try:
        with monkeypatch.context() as impatient:
            impatient.setattr("services.notify.guard.RESOLVE_S", 0.05)
            for _ in range(10):
                with pytest.raises(OSError):
                    await guard.address("https://black.hole/")
        assert await guard.address("https://example.org/") == "93.184.216.34"
    finally:
        release.set()


async def test_names_that_never_resolve_hold_up_their_own_network_alone(monkeypatch):
    release = threading.Event()

    def resolve(name, port, **_):
        if name == "black.hole":
            release.wait()
        return [(2, 1, 6, "", ("93.184.216.34", port))]

    guard = Guard(resolve=resolve)
    try:
        with monkeypatch.context() as impatient:
            impatient.setattr("services.notify.guard.RESOLVE_S", 0.05)
            told = [await refusal(guard.address("https://black.hole/", "192.0.2.1")) for _ in range(100)]
        assert (told.count(TimeoutError), told.count(TooFast)) == (RESOLVING_OF_ONE, 100 - RESOLVING_OF_ONE)
        assert await guard.address("https://example.org/", "192.0.2.2") == "93.184.216.34"
        assert await guard.address("https://example.org/") == "93.184.216.34"
    finally:
        release.set()
    async with asyncio.timeout(60):
        while await refusal(guard.address("https://example.org/", "192.0.2.1")):
            await asyncio.sleep(0)


async def refusal(work):
    """The type of the error that ends the work; None for none."""
    try:
        await work
    except (OSError, TooFast) as error:
        return type(error)
    return None


async def test_notices_are_not_passed_by_where_a_failover_has_set_their_position_back(
    store, sql, storage, sender, clock, hook, tables, receiver
):
    await hook("bob")
    notifier = Notifier(tables.games, store, storage, {WEBHOOK: sender}, clock)
    await notifier.begin()
    before = await storage.outbox.position()
    await tables.begun("ann", "bob")
    await notifier.follow()
    await sql.together([("DELETE FROM outbox", ()), ("UPDATE followers SET position = ?", (before,))])
    await tables.begun("cid", "dan")
    with pytest.raises(StoreUnavailable):
        await notifier.follow()
    await notifier.begin()
    await notifier.follow()
    await notifier.send()
    await notifier.idle()
    assert notices_of(receiver) == [(YOUR_TURN, 1)]


async def test_notices_are_not_passed_by_where_a_failover_loses_events_that_were_read(
    store, storage, sender, clock, hook, tables, receiver, monkeypatch
):
    """Other events may be stored in their positions."""
    await hook("bob")
    notifier = Notifier(tables.games, store, storage, {WEBHOOK: sender}, clock)
    await notifier.begin()
    await tables.begun("ann", "bob")
    read = store.read_log

    async def of_another_game(after, limit):
        return [LogRow(each.position, replace(each.row, stream_id="lost")) for each in await read(after, limit)]

    with monkeypatch.context() as before_the_failover:
        before_the_failover.setattr(store, "read_log", of_another_game)
        with pytest.raises(StoreUnavailable):
            await notifier.follow()
    await notifier.follow()
    await notifier.send()
    await notifier.idle()
    assert notices_of(receiver) == [(YOUR_TURN, 1)]


async def test_notices_of_archived_events_are_kept(store, sql, storage, tables):
    """Their last event alone stays in the store."""
    await tables.begun("ann", "bob")
    row = (await store.read_log(0, 10))[1]
    gone = LogRow(row.position, replace(row.row, stream_id="archived"))
    with pytest.raises(StoreUnavailable):
        await storage.outbox.keep([], 5, only_if=await still_stored(store, gone))
    columns = "game_id, object, sha256, version, chain, first_position, last_position, span"
    await sql.run(f"INSERT INTO archived_games ({columns}) VALUES ('archived', '', '', 2, '', 1, 2, 1)")
    await storage.outbox.keep([], 5, only_if=await still_stored(store, gone))
    await storage.outbox.keep([], 6, only_if=await still_stored(store, row))
    assert await storage.outbox.position() == 6


async def test_it_runs_by_itself(store, storage, sender, clock, hook, tables, receiver):
    await hook("bob")
    await storage.outbox.keep((), await store.log_head())
    task = asyncio.create_task(Notifier(tables.games, store, storage, {WEBHOOK: sender}, clock).run())
    await tables.begun("ann", "bob")
    async with asyncio.timeout(60):
        await receiver.called.wait()
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert notices_of(receiver) == [(YOUR_TURN, 1)]


LUCKY = "https://.-_[]:%@/?#\\axn--0.1e~\x00\x7f é\r\n"


async def test_no_text_for_a_url_is_our_mistake():
    luck, guard = random.Random(3), Guard(resolve=lambda *_, **__: [(2, 1, 6, "", ("93.184.216.34", 443))])
    outcomes = set()
    for _ in range(3_000):
        text = "".join(luck.choice(LUCKY) for _ in range(luck.randint(0, 12)))
        try:
            outcomes.add(await guard.address(luck.choice(["https://", "https://a.", "http://a."]) + text))
        except Forbidden as refused:
            outcomes.add(refused.reason)
    assert outcomes == {"93.184.216.34", "URL_INVALID", "URL_NOT_HTTPS"}


@pytest.fixture
def unproven(hook, storage, clock):
    async def unproven(account="bob", **fields):
        target = await hook(account, proven=False, **fields)
        await storage.outbox.ask(CHALLENGE, target, int(clock().timestamp() * 1000))

    return unproven


async def test_a_receiver_that_gives_the_challenge_back_gets_notices_from_then_on(
    work, unproven, storage, tables, receiver
):
    await unproven()
    await tables.begun("ann", "bob")
    await work()
    (challenge,) = receiver.challenges
    signed = f"{challenge.headers['webhook-id']}.{challenge.headers['webhook-timestamp']}.".encode() + challenge.body
    right = base64.b64encode(hmac.digest(SECRET, signed, hashlib.sha256)).decode()
    assert challenge.headers["webhook-signature"] == f"v1,{right}"
    assert (await of(storage, "bob")).proven
    assert receiver.calls == [], "what happened before is not told"
    await tables.begun("ann", "bob")
    await work()
    assert notices_of(receiver) == [(YOUR_TURN, 1)]
    assert len(receiver.challenges) == 1


@pytest.mark.parametrize(("wants", "status"), [(b"", 200), (b"ok", 200), (b"{}", 200), (None, 404), (None, 302)])
async def test_who_does_not_give_it_back_is_asked_a_few_times_and_never_called(
    work, unproven, storage, sender, tables, receiver, clock, wants, status, monkeypatch
):
    monkeypatch.setattr(sender, "_challenges", CallerLimiter(1, 100))
    receiver.wants, receiver.status = wants, status
    await unproven()
    for _ in range(CHALLENGE_TRIES + 3):
        await tables.begun("ann", "bob")
        await work()
        clock.pass_s(HOUR_S)
    hook = await of(storage, "bob")
    assert (hook.proven, hook.off) == (False, True)
    assert (len(receiver.challenges), receiver.calls) == (CHALLENGE_TRIES, [])


async def test_nobody_is_challenged_without_end_by_many_accounts(work, unproven, sender, receiver, monkeypatch):
    monkeypatch.setattr(sender, "challenged_at", lambda address: Caller("192.0.2.1"))
    for number in range(2 * CHALLENGES):
        await unproven(f"guest {number}", secret=b"%032d" % number)
    for _ in range(3):
        await work()
    assert len(receiver.challenges) == CHALLENGES


async def test_who_proved_it_sets_another_key_without_proving_it_again_and_another_address_not(storage, hook, receiver):
    assert not (await hook(proven=False)).proven
    await storage.proved(await of(storage, "bob"))
    again = await hook(proven=False, secret=b"\x02" * 32, daily=True)
    assert (again.proven, again.daily) == (True, True)
    elsewhere = await hook(proven=False, address=receiver.url + "2")
    assert not elsewhere.proven
    await storage.proved(elsewhere)
    await storage.switch_off(elsewhere)
    assert not (await hook(proven=False, address=receiver.url + "2")).proven
