"""Histories whose draws waited prove themselves; forged, early, late, repeated and swapped rounds are found."""

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.history.analysis import analyse
from domain.history.bot_moves import bot_command, bot_request, check_bots
from domain.history.branching import branched
from domain.history.chance import chance
from domain.history.file import export
from domain.history.order_progress import Followed, due, follow_on
from domain.history.verify import verify, verify_rows
from domain.kernel.beacon import QUICKNET
from domain.kernel.dice import Roll
from domain.power_grid.messages import PassBid
from domain.power_grid.orders import PassAuctions
from domain.table import draws, taking_orders
from domain.table.aggregate import FINISHED, fold
from domain.table.decide import Ruling, decide
from domain.table.draws import drawn
from domain.table.lobby import Pinned
from domain.table.messages import (
    AddBot,
    Begin,
    DrawAwaited,
    DrawMade,
    FollowOrder,
    Lineage,
    OpenTable,
    ProposeNoRounds,
    StartGame,
    Vote,
)
from domain.table.standing_orders import SeatOrders
from tests.beacon import CHAIN, signed
from tests.domain.history.book import CODEC, RING, Book
from tests.domain.history.draw_books import (
    OPENING,
    begun,
    chosen_after_the_vote,
    given_up,
    move,
    round_comes,
    until_draw,
)

GOLDEN = Path(__file__).parents[2] / "golden/history/draws"


@cache
def finished(variant="power_grid/russia"):
    book, roll = begun(replace(OPENING, variant=variant)), Roll(b"b" * 32, "whole")
    while book.aggregate.status != FINISHED:
        round_comes(book) if book.aggregate.awaited else move(book, roll)
    return book


@pytest.mark.rule("TB-DRAW-03")
@pytest.mark.parametrize("variant", ["power_grid/russia", "card_game"])
def test_a_game_whose_draws_waited_is_proven_and_the_verdict_names_the_proof(variant):
    book = finished(variant)
    verdict = verify(export(book.rows, CODEC, RING.signer), CODEC, RING.keys)
    assert (verdict.fault, verdict.status) == (None, "FINISHED")
    number = book.aggregate.starting.round
    assert verdict.chance == (
        "each later draw follows from a round of its own, named before it was known; "
        f"the start from round {number} of the chain {CHAIN}: who holds its key could choose the draws"
    )


def test_draws_of_quicknet_count_as_a_proven_beacon():
    opened = replace(finished().aggregate.opened, beacon=QUICKNET)
    assert chance(replace(finished().aggregate, opened=opened)).endswith(
        "which nobody could choose or know at the start"
    )


def test_a_history_that_ends_with_a_wait_is_proven_as_far_as_it_goes():
    verdict = verify_rows(until_draw(begun()).rows, CODEC)
    assert (verdict.fault, verdict.status) == (None, "RUNNING")


def named(shift):
    """A server that names another round than the first one, for its second draw."""

    def decide_and_change(aggregate, command, actor, now_ms, pinned=Pinned()):  # noqa: B008
        ruling = decide(aggregate, command, actor, now_ms, pinned)
        if not aggregate.drawn_round or not isinstance(ruling.events[0], DrawAwaited):
            return ruling
        number = shift(aggregate, ruling.events[0].round)
        events = (replace(ruling.events[0], round=number), *ruling.events[1:])
        return Ruling(events, fold(events, aggregate, actor))

    return decide_and_change


EARLY_LATE = [
    ("ROUND_EARLY", lambda _, number: number - 1),
    ("ROUND_LATE", lambda _, number: number + 1),
    ("ROUND_REPEATED", lambda table, _: table.drawn_round),
    ("ROUND_REPEATED", lambda table, _: table.starting.round),
]


@pytest.mark.rule("TB-DRAW-02")
@pytest.mark.parametrize(("code", "shift"), EARLY_LATE)
def test_a_draw_that_waits_for_another_round_than_the_first_is_found(code, shift):
    book = begun()
    book.decide = named(shift)
    until_draw(book, 2)
    round_comes(book)
    fault = verify_rows(book.rows, CODEC).fault
    assert (fault.code, fault.rule, fault.topic) == (code, "TB-DRAW-02", "table.DrawAwaited/1")


def ruled(made):
    return Ruling((*made.events, *made.following), fold(made.following, made.after))


def hands_in(change, monkeypatch):
    """A server that draws by another round, or by other bytes, than the rules let it."""
    book = until_draw(begun(), 2)
    number = book.aggregate.awaited.asked.round
    command = change(book.aggregate, number)
    waiting = replace(book.aggregate.awaited, asked=replace(book.aggregate.awaited.asked, round=command.round))
    with monkeypatch.context() as cheats:
        cheats.setattr(draws.rounds, "is_signed", lambda *_: True)
        book.decide = lambda table, command, actor, now_ms: ruled(drawn(table, waiting, command, now_ms))
        book.execute(("server", command))
    return book


HANDED_IN = [
    ("ROUND_FORGED", lambda _, number: Begin(number, signed(number + 1))),
    ("ROUND_FORGED", lambda _, number: Begin(number, "c0" + "00" * 47)),
    ("ROUND_SWAPPED", lambda _, number: Begin(number + 1, signed(number + 1))),
    ("ROUND_SWAPPED", lambda _, number: Begin(number - 1, signed(number - 1))),
    ("ROUND_REPEATED", lambda table, _: Begin(table.drawn_round, signed(table.drawn_round))),
]


@pytest.mark.rule("TB-DRAW-03")
@pytest.mark.parametrize(("code", "change"), HANDED_IN)
def test_a_draw_by_another_round_or_other_bytes_is_found(code, change, monkeypatch):
    fault = verify_rows(hands_in(change, monkeypatch).rows, CODEC).fault
    assert (fault.code, fault.rule, fault.topic) == (code, "TB-DRAW-03", "table.DrawMade/1")


@pytest.mark.rule("TB-DRAW-03")
def test_cards_that_do_not_follow_from_the_round_are_found():
    book = until_draw(begun())

    def chosen(table, command, actor, now_ms):
        made, *events = decide(table, command, actor, now_ms).events
        deck = made.dealt["deck"]
        made = replace(made, dealt=made.dealt | {"deck": [*deck[:1], *deck[2:-1], deck[1], deck[-1]]})
        return Ruling((made, *events), fold((made, *events), table))

    book.decide = chosen
    fault = verify_rows(round_comes(book).rows, CODEC).fault
    assert (fault.code, fault.rule) == ("DICE", "TB-DRAW-03, TB-DICE-02")


@pytest.mark.rule("TB-DRAW-07")
def test_a_game_that_went_on_without_rounds_is_proven_and_the_verdict_says_so():
    book, roll = given_up(until_draw(begun(), 3)), Roll(b"b" * 32, "without")
    number = book.aggregate.drawn_round
    while book.aggregate.status != FINISHED:
        move(book, roll)
    verdict = verify(export(book.rows, CODEC, RING.signer), CODEC, RING.keys)
    assert (verdict.fault, verdict.status) == (None, "FINISHED")
    assert verdict.chance.startswith(
        f"the players continued without rounds at round {number}: from then on the server knew the draws; "
        "each one before follows from a round of its own; the start from round"
    )


def given_up_early(monkeypatch):
    book = until_draw(begun())
    with monkeypatch.context() as cheats:
        cheats.setattr(draws, "OVERDUE_MS", -(10**9))
        return book.execute(("ann", ProposeNoRounds()), ("bob", Vote(True)), ("cid", Vote(True)))


@pytest.mark.rule("TB-DRAW-07")
def test_a_vote_before_the_round_is_overdue_is_found(monkeypatch):
    fault = verify_rows(given_up_early(monkeypatch).rows, CODEC).fault
    assert (fault.code, fault.rule, fault.topic) == ("REFUSED", "TB-DRAW-07", "table.NoRoundsProposed/1")


@pytest.mark.rule("TB-DRAW-07")
def test_cards_that_do_not_follow_from_the_seed_after_the_vote_are_found():
    fault = verify_rows(chosen_after_the_vote().rows, CODEC).fault
    assert (fault.code, fault.rule) == ("DICE", "TB-DRAW-07, TB-DICE-02")


@pytest.mark.slow
@pytest.mark.rule("TB-DRAW-03", "TB-SEAT-03")
def test_moves_of_bots_are_made_again_where_draws_waited():
    seats = [("ann", AddBot("greedy")), ("ann", AddBot("greedy")), ("ann", StartGame())]
    book, moves = Book(replace(OPENING, seats=2)).execute(*seats), 0
    number = book.aggregate.starting.round
    book.execute(("eve", Begin(number, signed(number))))
    while moves < 60 or book.aggregate.awaited:
        if book.aggregate.awaited:
            round_comes(book)
            continue
        seat, version = book.aggregate.to_act[0], len(book.rows)
        book.request = bot_request(book.game_id, version, seat)
        book.execute(("bot:greedy", bot_command(book.aggregate, version, seat)))
        moves += 1
    assert check_bots(book.rows, CODEC).moves == moves


@pytest.mark.slow
def test_a_game_whose_draws_waited_is_analysed_with_the_commands_that_drew():
    records = [CODEC.read(row) for row in finished("card_game").rows]
    found = analyse(records, tries=2, deals=1)
    drew = {each.version for each in records if isinstance(each.event, DrawAwaited)}
    decided = {each.version for each in found.decisions}
    assert found.luck == ()
    assert len(drew & decided) > 3
    assert decided.isdisjoint(each.version for each in records if isinstance(each.event, DrawMade))


@pytest.mark.rule("TB-BRANCH-01")
def test_a_branch_of_a_waiting_game_begins_before_the_command_that_draws():
    table = until_draw(begun()).aggregate
    position = branched(table, None, Lineage("BRANCH", "game-1", table.version, "0" * 64))
    opened = OpenTable("power_grid/russia", 3, rated=False, position=position)
    assert Book(opened).aggregate.opened.position.state["waiting"] == table.play.waiting


@pytest.mark.rule("TB-ORD-04", "TB-ORD-05")
@pytest.mark.parametrize("made", [round_comes, given_up])
def test_a_draw_of_an_order_is_its_own_and_that_of_a_player_ends_it(made):
    """The last to pass makes the sale, and a plant is drawn: a reason to stop where another player did it."""
    book, roll = begun(), Roll(b"b" * 32, "order")
    move(book, roll)
    while len(book.aggregate.play.lot.bidders) > 2:
        seat = book.aggregate.to_act[0]
        book.execute((book.aggregate.occupants[seat].account, PassBid(seat)))
    seat = book.aggregate.to_act[0]
    account = book.aggregate.occupants[seat].account
    standing = taking_orders.order(SeatOrders(), book.aggregate, account, (PassAuctions(),))
    began = Followed(book.aggregate)
    followed = due(began, seat, standing)
    assert isinstance(followed, FollowOrder)
    version = len(book.rows)
    made(book.execute((account, followed)))
    records = [CODEC.read(row) for row in book.rows[version:]]
    assert isinstance(records[0].event, DrawAwaited)
    after = follow_on(began, seat, standing, records)
    assert (after.stop, after.progress.followed) == (None, 1)
    given = Book(OPENING)
    given.rows, given.chain, given.aggregate = (
        book.rows[:version],
        book.rows[version - 1].body[-66:-2].decode(),
        began.aggregate,
    )
    given.execute((account, PassBid(seat)))
    records = [CODEC.read(row) for row in given.rows[version:]]
    assert follow_on(began, seat, standing, records).stop.reason == "OWN_COMMAND"


@pytest.mark.rule("TB-DRAW-03", "TB-DRAW-07")
@pytest.mark.parametrize("name", ["power_grid", "card_game"])
def test_the_golden_file_of_a_game_whose_draws_waited_is_proven(name):
    """Two draws that waited, a third on which the players voted, and some moves."""
    verdict = verify((GOLDEN / f"{name}.jsonl").read_bytes(), CODEC, RING.keys)
    assert (verdict.fault, verdict.status) == (None, "RUNNING")
    assert verdict.chance.startswith("the players continued without rounds at round")
