"""Books of games in which each draw waits for a round of its own."""

from datetime import timedelta

from msgspec.structs import replace

from domain.kernel.dice import Roll
from domain.kernel.simulation import random_bot
from domain.table.aggregate import fold
from domain.table.decide import Ruling, decide
from domain.table.messages import Begin, OpenTable, ProposeNoRounds, Resign, StartGame, TakeSeat, Terms, Vote
from tests.beacon import a_beacon, signed
from tests.domain.history.book import Book

OPENING = OpenTable("power_grid/russia", 3, rated=False, terms=Terms(draws="beacon"), beacon=a_beacon())
SEATED = (*((player, TakeSeat()) for player in ("ann", "bob", "cid")), ("ann", StartGame()))


def begun(opening=OPENING):
    book = Book(opening).execute(*SEATED)
    number = book.aggregate.starting.round
    return book.execute(("eve", Begin(number, signed(number))))


def round_comes(book):
    number = book.aggregate.awaited.asked.round
    return book.execute(("eve", Begin(number, signed(number))))


def move(book, roll):
    seat = book.aggregate.to_act[0]
    command = random_bot(None, book.aggregate.rules.options(book.aggregate.play, seat), seat, roll)
    return book.execute((book.aggregate.occupants[seat].actor, command))


def until_draw(book, draw=1, label="draws"):
    """Play until the draw of that number is awaited."""
    roll = Roll(b"b" * 32, label)
    for number in range(draw):
        if number:
            round_comes(book)
        while not book.aggregate.awaited:
            move(book, roll)
    return book


def given_up(book):
    """All players agree to continue without rounds, ten minutes after the awaited one was due."""
    book.later += timedelta(minutes=11)
    return book.execute(("ann", ProposeNoRounds()), ("bob", Vote(True)), ("cid", Vote(True)))


def chosen_after_the_vote():
    """A server that chooses the cards of the draw on which the players voted."""
    book = until_draw(begun())
    book.later += timedelta(minutes=11)
    book.execute(("ann", ProposeNoRounds()), ("bob", Vote(True)))

    def chosen(table, command, actor, now_ms):
        voted, given_up, *events = decide(table, command, actor, now_ms).events
        deck = given_up.dealt["deck"]
        given_up = replace(given_up, dealt=given_up.dealt | {"deck": [*deck[:1], *deck[2:-1], deck[1], deck[-1]]})
        return Ruling((voted, given_up, *events), fold((voted, given_up, *events), table, actor))

    book.decide = chosen
    return book.execute(("cid", Vote(True)))


def some_draws(variant):
    """A game with two draws that waited and a third without a round, and a few moves after it."""
    book, roll = given_up(until_draw(begun(replace(OPENING, variant=variant)), 3)), Roll(b"b" * 32, "after")
    for _ in range(3):
        move(book, roll)
    return book


def finished_early(variant):
    """A game with two draws that waited, which ends because all but one resign."""
    book = until_draw(begun(replace(OPENING, variant=variant)), 2)
    return round_comes(book).execute(("ann", Resign()), ("bob", Resign()))
