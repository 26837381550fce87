"""The tries that a table states for `expert` (TB-BOT): which there are, who keeps them, that they can be proven."""

import pytest

from domain.history.adjudicate import Wrong
from domain.history.bot_moves import bot_command, bot_request, check_bots
from domain.history.hint import hint_at
from domain.kernel.dice import Roll
from domain.kernel.ids import Seat
from domain.kernel.search import Expert, chosen, weighed
from domain.table.decide import open_table
from domain.table.messages import AddBot, HandSeat, OpenTable, StartGame, TakeHint, TakeSeat, Terms
from domain.table.tries import bot_named, check_allowed
from support import demo
from tests.domain.history.book import CODEC, Book
from tests.domain.table.table_kit import SECRET, given, opened
from tests.kit import refusing

GRID = "power_grid/russia"
ROLL = Roll(b"chance", "bot")


class Higher:
    """A bot of the demo: with tries it prefers a higher number; without tries it takes the lowest."""

    def moves(self, _board, _options, seat, _roll):
        return [demo.Choose(seat, number) for number in (1, 2, 3)]

    def tells(self, _board):
        return True

    def assumed(self, _board, _seat, _dice):
        return None

    def judge(self, _world, command):
        return (), command.number

    def to_act(self, _state):
        return ()

    def chances(self, number):
        return (number / 3, number / 3)


@pytest.fixture
def tried(monkeypatch):
    """The demo has an expert, which makes nine tries anyway."""
    monkeypatch.setattr(demo.Demo, "bots", {**demo.Demo.bots, "expert": Expert(Higher, 9)})
    monkeypatch.setattr(demo.Demo, "bot_numbers", {**demo.Demo.bot_numbers, "expert": 1})


def table(variant=GRID, **terms):
    return open_table(OpenTable(variant, 2, rated=False, terms=Terms(**terms)), "ann", "game-1", SECRET).aggregate


def book(**terms):
    """A game of the demo with an expert in seat 0."""
    played = Book(OpenTable("demo", 2, rated=False, terms=Terms(**terms)))
    return played.execute(("ann", AddBot("expert")), ("ann", AddBot("greedy")), ("ann", StartGame()))


def moved(played, number):
    """The expert gives that number."""
    played.request = bot_request(played.game_id, len(played.rows), Seat(0))
    return played.execute(("bot:expert", demo.Choose(Seat(0), number)))


@pytest.mark.rule("TB-BOT-01")
def test_a_table_states_two_to_four_hundred_tries():
    assert [table(tries=tries).terms.tries for tries in (2, 400)] == [2, 400]
    for tries in (0, 1, 401):
        with refusing("MALFORMED_COMMAND", field="tries", tries_min=2, tries_max=400):
            table(tries=tries)


@pytest.mark.rule("TB-BOT-01")
def test_a_game_without_an_expert_has_no_tries_to_state():
    with refusing("NO_EXPERT_HERE"):
        opened(Terms(tries=8))


@pytest.mark.rule("TB-BOT-02")
def test_nobody_opens_a_table_with_more_tries_than_the_operator_allows():
    check_allowed(Terms(tries=64), 64)
    check_allowed(Terms(), 0)
    with refusing("TOO_MANY_TRIES", tries=65, tries_max=64):
        check_allowed(Terms(tries=65), 64)


@pytest.mark.rule("TB-BOT-01")
@pytest.mark.parametrize(("terms", "tries"), [({}, 9), ({"tries": 2}, 2), ({"tries": 30}, 30)])
def test_expert_makes_as_many_tries_as_the_table_states(tried, terms, tries):
    game = book(**terms).aggregate
    assert bot_named(game, "expert").tries == tries
    assert bot_named(game, "greedy") is demo.Demo.bots["greedy"]


@pytest.mark.rule("TB-BOT-01")
def test_who_takes_a_seat_over_keeps_the_tables_tries_too(tried):
    """With two tries three moves cannot be tried: it takes the first."""
    for terms, number in (({}, 3), ({"tries": 2}, 1)):
        game = given(table("demo", stand_in="expert", **terms), ("ann", TakeSeat()), ("bob", TakeSeat()))
        game = given(game, ("ann", StartGame()), ("ann", HandSeat()))
        assert bot_command(game, 6, Seat(0)) == demo.Choose(Seat(0), number)


@pytest.mark.rule("TB-BOT-01")
@pytest.mark.parametrize(("terms", "own", "other"), [({}, 3, 1), ({"tries": 2}, 1, 3)])
def test_a_server_that_tried_more_or_less_than_the_table_states_is_caught(tried, terms, own, other):
    assert check_bots(moved(book(**terms), own).rows, CODEC).moves == 1
    with pytest.raises(Wrong) as wrong:
        check_bots(moved(book(**terms), other).rows, CODEC)
    assert wrong.value.fault.code == "BOT"


@pytest.mark.rule("TB-BOT-01")
def test_a_hint_is_made_with_as_many_tries_as_without_the_term(tried):
    game = given(table("demo", hints=1, tries=2), ("ann", TakeSeat()), ("bob", TakeSeat()), ("ann", StartGame()))
    game = given(game, ("ann", TakeHint()))
    assert hint_at(game, Seat(0), game.version).command == demo.Choose(Seat(0), 3)


def test_the_number_of_tries_reaches_the_search():
    usual = Expert(Higher, 9, 5)
    fewer = usual.within(4)
    assert (fewer.tries, fewer.try_ms, usual.tries) == (4, 5, 9)
    found = weighed(fewer.game(), None, (), Seat(0), ROLL, fewer.tries)
    assert sum(each.tries for each in found) <= 4
    assert fewer(None, (), Seat(0), ROLL) == chosen(found).command
