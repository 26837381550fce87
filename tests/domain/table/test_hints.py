"""Hints that a table allows (TB-HINT): who may take one, how many, what is stored of it, what it is made of."""

import pytest
from msgspec.structs import replace

from domain.history.hint import hint_at
from domain.kernel.dice import Dice
from domain.table.aggregate import fold
from domain.table.decide import open_table
from domain.table.hints import hinted_at
from domain.table.messages import (
    HandSeat,
    HintTaken,
    OpenTable,
    StartGame,
    TakeHint,
    TakeSeat,
    Terms,
    Undo,
)  # fmt: skip
from tests.domain.table.table_kit import SECRET, begun, given, opened, refused, when
from tests.kit import Refusal, refusing

CARDS, GRID = "card_game", "power_grid/russia"


def table(hints=2, *, variant=GRID, rated=False, seats=2):
    return open_table(
        OpenTable(variant, seats, rated=rated, terms=Terms(hints=hints)), "ann", "game-1", SECRET
    ).aggregate


def running(hints=2, variant=GRID):
    at = table(hints, variant=variant)
    return given(at, ("ann", TakeSeat()), ("bob", TakeSeat()), ("ann", StartGame()))


def player(game, *, to_act=True):
    names = ("ann", "bob")
    return names[game.to_act[0] if to_act else 1 - game.to_act[0]]


def first_option(game):
    seat = game.to_act[0]
    return game.rules.options(game.play, seat)[0].nth(0)


@pytest.mark.rule("TB-HINT-01")
def test_a_table_says_how_many_hints_a_seat_may_take_and_a_rated_one_has_none():
    assert table(50).terms.hints == 50
    for hints in (0, 51):
        with refusing("MALFORMED_COMMAND", field="hints", hints_max=50):
            table(hints)
    with refusing("HINTS_NEED_UNRATED"):
        table(rated=True)


@pytest.mark.rule("TB-HINT-01")
def test_a_game_without_an_expert_has_no_hints():
    with refusing("NO_HINTS_HERE"):
        opened(Terms(hints=1), rated=False)


@pytest.mark.rule("TB-HINT-02")
def test_a_hint_is_marked_in_the_history_with_its_seat_and_nothing_else():
    game = running()
    who = player(game)
    assert when(game, who, TakeHint()) == (HintTaken(game.to_act[0]),)
    assert HintTaken.__struct_fields__ == HintTaken.public == ("place",)
    after = given(game, (who, TakeHint()))
    assert after.play is game.play, "the game stands as before"
    assert hinted_at(after, game.to_act[0]) == after.version, "a hint is made of the game at the version of its event"


@pytest.mark.rule("TB-HINT-02")
def test_nobody_takes_a_hint_where_there_is_none_nor_out_of_turn_nor_for_others():
    game = running()
    assert refused(begun("ann", "bob"), "ann", TakeHint()) == "NO_HINTS_HERE"
    seat = 1 - game.to_act[0]
    assert refused(game, player(game, to_act=False), TakeHint()) == Refusal(
        "NOT_YOUR_TURN", player=seat, to_act=game.to_act
    )
    assert refused(game, "eve", TakeHint()) == "NOT_A_PLAYER"
    handed = given(game, (player(game), HandSeat()))
    assert refused(handed, player(game), TakeHint()) == Refusal("SEAT_IS_HANDED", player=game.to_act[0])


@pytest.mark.rule("TB-HINT-02")
def test_a_second_one_for_the_same_question_changes_nothing_and_the_number_is_a_seats_for_the_game():
    game = running(1)
    who = player(game)
    game = given(game, (who, TakeHint()))
    assert when(game, who, TakeHint()) == ()
    game = given(game, (who, first_option(game)))
    while player(game) != who:
        game = given(game, (player(game), first_option(game)))
    assert refused(game, who, TakeHint()) == Refusal("HINTS_USED_UP", used=1, hints=1)


@pytest.mark.rule("TB-HINT-02")
def test_the_secret_choice_of_another_seat_leaves_the_question_what_it_was():
    game = running(1, variant="colony61")
    hinted, other = game.to_act
    name, others = ("ann", "bob")[hinted], ("ann", "bob")[other]
    game = given(game, (name, TakeHint()))
    taken_at = hinted_at(game, hinted)
    game = given(game, (others, game.rules.options(game.play, other)[0].nth(0)))
    assert when(game, name, TakeHint()) == ()
    assert hinted_at(game, hinted) == taken_at
    game = given(game, (name, game.rules.options(game.play, hinted)[0].nth(0)))
    assert hinted_at(game, hinted) is None, "all have chosen: the next question is another"


@pytest.mark.rule("TB-HINT-02")
def test_taking_a_move_back_gives_no_hint_back():
    game = running(1)
    who = player(game)
    game = given(game, (who, TakeHint()), (who, first_option(game)))
    game = given(game, (who, Undo()))
    assert refused(game, who, TakeHint()) == Refusal("HINTS_USED_UP", used=1, hints=1)


@pytest.mark.rule("TB-HINT-03")
@pytest.mark.parametrize("variant", [GRID, CARDS, "colony61"])
def test_a_hint_is_legal_and_made_of_what_the_seat_may_know_alone(variant):
    """Two worlds: everything that the seat cannot know is drawn again, and the hint is the same."""
    game = running(variant=variant)
    seat = game.to_act[0]
    said = hint_at(game, seat, 9)
    game.rules.judge(game.play, said.command)
    for world in range(3):
        play = game.rules.redeal(game.play, seat, Dice.from_text(f"world {world}"))
        secret = replace(game.opened, secret=f"{world:064x}", commitment="")
        other = replace(game, play=play, opened=secret)
        assert hint_at(other, seat, 9) == said


@pytest.mark.rule("TB-HINT-03")
def test_a_hint_hangs_on_the_game_the_version_and_the_seat_so_that_anybody_makes_it_again():
    game = running()
    assert hint_at(game, game.to_act[0], 9) == hint_at(fold((), game), game.to_act[0], 9)
