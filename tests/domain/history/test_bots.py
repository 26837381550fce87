"""A bot's moves are made again: a server that plays for its bots is caught."""

from functools import partial
from uuid import UUID, uuid5

import pytest
from msgspec import UNSET

from domain.history.adjudicate import Wrong
from domain.history.bot_moves import bot_command, bot_request, check_bots
from domain.history.file import export
from domain.history.verify import verify, verify_rows, with_bots
from domain.kernel.ids import Seat
from domain.table.decide import decide
from domain.table.lobby import Pinned
from domain.table.messages import AddBot, OpenTable, StartGame, TakeSeat
from support import demo
from tests.domain.history.book import CODEC, RING, Book, finished


def begun(variant="demo", *bots, **opening):
    book = Book(OpenTable(variant, 2, **opening))
    seats = [("ann", AddBot(bot)) for bot in bots]
    people = [("ann", TakeSeat(nonce="aa"))] if len(bots) < 2 else []
    return book.execute(*people, *seats, ("ann", StartGame()))


def give_bot_command(book, seat, command=None, at=None):
    """The bot of a seat gives a command, its own if none is given. `at`: the version at which it was asked."""
    version = at or len(book.rows)
    book.request = bot_request(book.game_id, version, Seat(seat))
    name = book.aggregate.occupants[seat].actor
    return book.execute((name, command or bot_command(book.aggregate, version, Seat(seat))))


def fault_of(book):
    with pytest.raises(Wrong) as wrong:
        check_bots(book.rows, CODEC)
    return wrong.value.fault.code, wrong.value.fault.version


def test_the_number_of_a_bots_request_is_a_uuid_of_its_question():
    requests = UUID("0d9c1d52-6f3c-5b0e-8a53-7e2f3f1b9c11")
    assert [bot_request("game-1", version, Seat(1)) for version in range(99)] == [
        str(uuid5(requests, f"game-1/{version}/1")) for version in range(99)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["demo", "power_grid/japan", "card_game", "colony61"])
def test_every_move_of_a_bot_is_made_again(variant):
    book = begun(variant, "greedy", "random")
    moves = 0
    while book.aggregate.to_act and moves < 150:
        give_bot_command(book, book.aggregate.to_act[0])
        moves += 1
    assert check_bots(book.rows, CODEC).moves == moves > 3


def test_the_verdict_says_that_bots_are_proven_where_they_were_asked_for():
    book = begun("demo", "greedy", "random")
    give_bot_command(give_bot_command(book, 0), 1)
    verdict = verify(export(book.rows, CODEC, RING.signer), CODEC, RING.keys)
    assert ("bots" in verdict.proven, "bots" in verdict.unproven) == (False, True)
    with_them = with_bots(verdict, book.rows, CODEC)
    assert ("bots" in with_them.proven, "bots" in with_them.unproven, with_them.fault) == (True, False, None)


def test_a_move_that_the_bot_would_not_have_made_is_caught():
    book = begun("demo", "greedy", "random")
    give_bot_command(book, 0, demo.Choose(Seat(0), 1))  # the greedy one takes the highest
    assert verify(export(book.rows, CODEC, RING.signer), CODEC, RING.keys).fault is None
    assert fault_of(book) == ("BOT", 6)
    verdict = with_bots(verify(export(book.rows, CODEC, RING.signer), CODEC, RING.keys), book.rows, CODEC)
    assert (verdict.fault.code, verdict.proven) == ("BOT", ())


def test_a_move_under_a_number_that_no_bot_is_asked_under_is_caught():
    book = begun("demo", "greedy", "random")
    book.execute(("bot:greedy", demo.Choose(Seat(0), 3)))
    assert fault_of(book) == ("BOT", 6)


def test_a_bot_that_was_asked_before_somebody_else_moved_is_proven_as_it_was_asked():
    book = begun("demo", "greedy")
    at = len(book.rows)
    book.execute(("ann", demo.Choose(Seat(0), 2)))
    give_bot_command(book, 1, at=at)
    assert check_bots(book.rows, CODEC).moves == 1


def test_a_bot_is_not_asked_again_under_an_old_number_for_another_choice():
    book = begun("demo", "greedy")
    at = len(book.rows)
    give_bot_command(book, 1)
    book.execute(("ann", demo.Choose(Seat(0), 2)))
    book.request = bot_request(book.game_id, at - 1, Seat(1))
    book.execute(("bot:greedy", demo.Choose(Seat(1), 3)))
    assert fault_of(book) == ("BOT", len(book.rows))


def test_the_default_after_a_move_that_the_rules_refuse_is_the_bots(monkeypatch):
    def careless(_board, _options, seat, _roll):
        return demo.Choose(seat, 9)

    monkeypatch.setattr(demo.Demo, "bots", {**demo.Demo.bots, "greedy": careless})
    book = begun("demo", "greedy", "random")
    rules = book.aggregate.rules
    give_bot_command(book, 0, rules.default(book.aggregate.play, Seat(0)))
    assert check_bots(book.rows, CODEC).moves == 1
    other = begun("demo", "greedy", "random")
    give_bot_command(other, 0, demo.Choose(Seat(0), 2))
    assert fault_of(other) == ("BOT", 6)


def test_a_bot_that_this_program_does_not_have_is_named_and_not_called_wrong(monkeypatch):
    book = begun("demo", "greedy", "random")
    give_bot_command(book, 0)
    monkeypatch.setattr(demo.Demo, "bots", {"random": demo.Demo.bots["random"]})
    assert check_bots(book.rows, CODEC).unknown == ("greedy",)


def test_where_the_host_gave_the_draws_bots_are_not_made_again():
    book = begun("demo", "greedy", "random", rated=False, seed="tuesday")
    book.execute(("bot:greedy", demo.Choose(Seat(0), 1)))
    assert check_bots(book.rows, CODEC).given
    verdict = verify(export(book.rows, CODEC, RING.signer), CODEC, RING.keys)
    assert "bots" in with_bots(verdict, book.rows, CODEC).unproven


def test_a_game_without_bots_has_nothing_to_be_made_again():
    assert check_bots(finished().rows, CODEC).moves == 0


def told_of(book):
    verdict = with_bots(verify(export(book.rows, CODEC, RING.signer), CODEC, RING.keys), book.rows, CODEC)
    return verdict.fault and verdict.fault.code, "bots" in verdict.proven, verdict.notes


def two_moves(move=None):
    """Play a move of the greedy bot, its own or another, and one of the random bot, both of number 1."""
    book = begun("demo", "greedy", "random")
    return give_bot_command(give_bot_command(book, 0, move), 1)


OTHERWISE = demo.Choose(Seat(0), 1)


def test_what_a_bot_of_another_number_did_is_not_proven_and_not_wrong(monkeypatch):
    before, odd = two_moves(), two_moves(OTHERWISE)
    assert next(each.event.bots for each in records(before) if hasattr(each.event, "bots")) == {
        "random": 1,
        "greedy": 1,
    }
    assert (told_of(before)[:2], told_of(odd)[:2]) == ((None, True), ("BOT", False))
    monkeypatch.setattr(demo.Demo, "bot_numbers", {"random": 1, "greedy": 2})
    for book in (before, odd):
        fault, proven, notes = told_of(book)
        assert (fault, proven, notes[-1]) == (
            None,
            False,
            "bots that this program does not have: greedy 1 (here it is 2)",
        )
    assert (told_of(two_moves())[:2], told_of(two_moves(OTHERWISE))[:2]) == ((None, True), ("BOT", False))


def test_a_game_of_before_numbers_had_bots_of_number_1(monkeypatch):
    for numbers, fault in ((demo.Demo.bot_numbers, "BOT"), ({"random": 1, "greedy": 2}, None)):
        monkeypatch.setattr(demo.Demo, "bot_numbers", numbers)
        book = Book(OpenTable("demo", 2), decide=partial(decide, pinned=Pinned(bots=UNSET)))
        book.execute(*[("ann", AddBot(bot)) for bot in ("greedy", "random")], ("ann", StartGame()))
        give_bot_command(book, 0, OTHERWISE)
        assert (told_of(book)[:2]) == (fault, False)


@pytest.mark.parametrize(
    "numbers", [{"greedy": 0}, {"greedy": 2**60}, {"x" * 41: 1}, {"": 1}, {str(each): 1 for each in range(101)}]
)
def test_numbers_that_no_program_writes_are_not_what_the_rules_give(numbers):
    book = Book(OpenTable("demo", 2), decide=partial(decide, pinned=Pinned(bots=numbers)))
    book.execute(*[("ann", AddBot(bot)) for bot in ("greedy", "random")], ("ann", StartGame()))
    fault = verify_rows(book.rows, CODEC).fault
    assert (fault.code, fault.version) in (("DICE", 4), ("NUMBER", 4))


def records(book):
    return [CODEC.read(row) for row in book.rows]
