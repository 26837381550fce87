"""A history with a beacon proves itself: the round of its moment, its signature, and what is drawn from it."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain.history.chance import GIVEN, NO_BEACON, chance
from domain.history.file import export
from domain.history.snapshot import pack, unpack
from domain.history.verify import verify, verify_rows
from domain.kernel.beacon import QUICKNET, Beacon
from domain.table.aggregate import fold
from domain.table.decide import Ruling, decide
from domain.table.lobby import Pinned, begin
from domain.table.messages import Begin, GameStarting, OpenTable
from tests.beacon import CHAIN, a_beacon, signed
from tests.domain.history.book import CODEC, RING, STARTED, Book, chosen, finished

OPENING = OpenTable("demo", 2, beacon=a_beacon())


def begun(decide=decide, begins=decide):
    book = Book(OPENING, decide=decide).execute(*STARTED)
    book.decide, number = begins, book.aggregate.starting.round
    return book.execute(("eve", Begin(number, signed(number))))


def played(**how):
    return begun(**how).execute(*chosen(3, 1), *chosen(2, 1))


@pytest.mark.rule("TB-BEACON-02", "TB-BEACON-03")
def test_a_game_with_a_beacon_is_proven_and_says_whose_round_it_had():
    book = played()
    verdict = verify(export(book.rows, CODEC, RING.signer), CODEC, RING.keys)
    assert (verdict.fault, verdict.status) == (None, "FINISHED")
    number = book.aggregate.starting.round
    assert verdict.chance == (
        f"round {number} of the chain {CHAIN}: who holds its key could choose the draws; "
        "from then on the server knew the draws"
    )
    assert verify_rows(book.rows, CODEC).chance == verdict.chance


def cheat(change):
    """A server that decides as it should and then writes something else, with links that fit."""

    def decide_and_change(aggregate, command, actor, now_ms, pinned=Pinned()):  # noqa: B008
        events = change(aggregate, command, decide(aggregate, command, actor, now_ms, pinned).events)
        return Ruling(tuple(events), fold(events, aggregate, actor))

    return decide_and_change


def known_round(_aggregate, _command, events):
    """A round that has come already, as a server takes it that knows what it draws."""
    return [replace(each, round=each.round - 5) if isinstance(each, GameStarting) else each for each in events]


def other_deal(_aggregate, _command, events):
    return [replace(each, bonus=each.bonus[::-1]) if hasattr(each, "bonus") else each for each in events]


@pytest.mark.rule("TB-BEACON-02")
def test_a_round_that_was_known_at_the_start_is_found():
    book = Book(OPENING, decide=cheat(known_round)).execute(*STARTED)
    fault = verify_rows(book.rows, CODEC).fault
    assert (fault.code, fault.rule, fault.version) == ("EVENT", "TB-BEACON-02", 4)


@pytest.mark.rule("TB-BEACON-03")
def test_draws_that_do_not_follow_from_the_round_are_found():
    fault = verify_rows(begun(begins=cheat(other_deal)).rows, CODEC).fault
    assert (fault.code, fault.version) == ("EVENT", 6)


@pytest.mark.rule("TB-BEACON-03")
def test_a_beginning_with_a_forged_signature_is_found():
    def forged(aggregate, command, actor, now_ms, pinned=None):
        events = begin(replace(aggregate, signature=command.signature), Pinned(aggregate.starting.editions, 1))
        return Ruling(events, fold(events, aggregate, actor))

    book = Book(OPENING).execute(*STARTED)
    book.decide, number = forged, book.aggregate.starting.round
    book.execute(("server", Begin(number, signed(number - 1))))
    fault = verify_rows(book.rows, CODEC).fault
    assert (fault.code, fault.rule) == ("REFUSED", "TB-BEACON-03")


def test_a_table_that_waits_is_packed_and_found_again_as_it_was():
    book = Book(OPENING).execute(*STARTED)
    assert unpack(pack(book.aggregate)) == book.aggregate
    assert chance(book.aggregate) == f"waits for round {book.aggregate.starting.round} of its beacon"
    assert unpack(pack(begun().aggregate)).bots_seed == begun().aggregate.bots_seed


def test_of_other_games_it_is_said_plainly_what_is_not_proven():
    assert chance(finished().aggregate) == NO_BEACON
    assert chance(finished(opening=OpenTable("demo", 2, rated=False, seed="s")).aggregate) == GIVEN


def test_the_known_chain_is_known_by_all_that_it_is():
    quicknet = begun().aggregate
    for lead_s in (1, 60):
        opened = replace(quicknet.opened, beacon=replace(QUICKNET, lead_s=lead_s))
        assert "quicknet" in chance(replace(quicknet, opened=opened))
    false = Beacon(QUICKNET.chain, a_beacon().public_key, QUICKNET.genesis_s, QUICKNET.period_s, 6)
    assert "who holds its key" in chance(replace(quicknet, opened=replace(quicknet.opened, beacon=false)))
    assert quicknet.opened.beacon is not UNSET
