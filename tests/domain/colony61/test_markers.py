"""The colony board (C61-TRK): supplies, order of movement, black pictograms, ends, prices."""

import pytest

from domain.colony61.markers import raised
from domain.colony61.messages import BuildPaid, DecideCards, MarkersMoved, Payment
from domain.colony61.view import ColonyBoard
from domain.kernel.ids import Seat
from tests.domain.colony61.positions import RULES, Place, cubes, given, of, only, position, when

TRACKS = RULES.rules["training_colony"].tracks
ZERO = dict.fromkeys((track.resource for track in TRACKS), 0)


def moved(markers, **supplies) -> dict[str, int]:
    return raised(TRACKS, markers, supplies)[1]


def build(state, seat: int, *paid: tuple[str, object]) -> DecideCards:
    return DecideCards(
        Seat(seat), state.turn, tuple(card for card, _ in paid), None,
        tuple(Payment((card,), cubes) for card, cubes in paid),
    )  # fmt: skip


def recycle(state, seat: int, card: str) -> DecideCards:
    return DecideCards(Seat(seat), state.turn, (), card, ())


@pytest.mark.rule("EX-C61-01", "C61-SET-03", "C61-TRK-02", "C61-TRK-03", "DEC-C61-07")
def test_the_three_state_modules_built_from_nothing_leave_mining_at_minus_3():
    moves, markers = raised(TRACKS, ZERO, {"production": 1, "building": 1, "electricity": 3})
    assert markers == {
        "mining": -3, "production": 1, "food": 0, "population": 0, "water": 0, "building": 1, "electricity": 3,
    }  # fmt: skip
    assert [(move.resource, move.start, move.end, move.by) for move in moves] == [
        ("production", 0, 1, "supply"),
        ("mining", 0, -1, "production"),
        ("building", 0, 1, "supply"),
        ("electricity", 0, 1, "supply"),
        ("mining", -1, -2, "electricity"),
        ("electricity", 1, 3, "supply"),
        ("mining", -2, -3, "electricity"),
    ]


def first_turn():
    rich = cubes(tens=2)
    return position(
        Place(laid="mine", storage=rich), Place(laid="mine", storage=rich),
        Place(laid="homeostatic_dome", storage=rich), Place(laid="hydroponic_farm", storage=rich),
        step="DECIDE", turn=1,
    )  # fmt: skip


@pytest.mark.rule("EX-C61-02", "C61-TRK-01", "C61-TRK-02", "C61-TRK-03")
def test_two_mines_a_dome_and_a_farm_move_the_markers_as_printed():
    state = first_turn()
    ten, twenty = cubes(tens=1), cubes(tens=2)
    events = when(
        state,
        build(state, 0, ("mine-1", ten)),
        build(state, 1, ("mine-2", ten)),
        build(state, 2, ("homeostatic_dome-1", ten)),
        build(state, 3, ("hydroponic_farm-1", twenty)),
    )
    event = only(events, MarkersMoved)
    assert event.supplies == {"mining": 4, "food": 2, "population": 2}
    assert (event.markers["mining"], event.markers["food"], event.markers["population"]) == (1, 1, 2)
    assert [(move.resource, move.start, move.end, move.by) for move in event.moves] == [
        ("mining", -3, 1, "supply"), ("food", 0, 2, "supply"), ("population", 0, 2, "supply"),
        ("food", 2, 1, "population"),
    ]  # fmt: skip


@pytest.mark.rule("EX-C61-03", "C61-TRK-05", "DEC-C61-20", "C61-BLD-07")
def test_a_greenhouse_and_a_mine_bring_mining_to_3_and_food_to_2_while_two_recycle():
    state = position(
        Place(laid="greenhouse", modules="mine", storage=cubes(fives=1)),
        Place(laid="mine", modules="mine", storage=cubes(fives=1)),
        Place(laid="spaceport", modules="homeostatic_dome", storage=cubes(tens=4)),
        Place(laid="spaceport", modules="hydroponic_farm", storage=cubes(tens=4)),
        step="DECIDE", turn=2, mining=1, food=1, population=2,
    )  # fmt: skip
    state = given(
        state,
        build(state, 0, ("greenhouse-1", cubes(fives=1))),
        build(state, 1, ("mine-3", cubes(fives=1))),
        recycle(state, 2, "spaceport-2"),
        recycle(state, 3, "spaceport-3"),
    )
    assert (state.markers["mining"], state.markers["food"]) == (3, 2)
    board = RULES.view(state, None)
    assert isinstance(board, ColonyBoard)
    assert (board.prices["mining"], board.prices["food"]) == (2, 3)


@pytest.mark.rule("C61-TRK-01", "C61-BLD-07")
def test_nothing_built_moves_no_marker():
    state = position(
        Place(laid="mine", storage=cubes(fives=1)), Place(laid="mine", storage=cubes(fives=1)), step="DECIDE"
    )
    events = when(state, recycle(state, 0, "mine-1"), recycle(state, 1, "mine-2"))
    assert of(events, MarkersMoved) == []
    assert of(events, BuildPaid) == []


@pytest.mark.rule("C61-TRK-02", "DEC-C61-07")
def test_markers_move_in_board_order_with_food_above_population():
    assert [track.resource for track in TRACKS] == [
        "mining", "production", "food", "population", "water", "building", "electricity",
    ]  # fmt: skip
    # Food first: 1 up to 3 fires water, then population at 2 takes one food. The other way round food would stop at 2.
    after = moved(ZERO | {"food": 1}, population=2, food=2)
    assert (after["food"], after["water"]) == (2, -1)


@pytest.mark.rule("C61-TRK-03", "DEC-C61-08")
def test_a_pictogram_fires_at_every_upward_arrival_and_gives_nothing_back_downwards():
    up = moved(ZERO | {"population": 1}, population=1)
    assert (up["population"], up["food"]) == (2, -1)
    # Mining at 4 takes electricity; production at 3 takes mining back to 3; mining passes 4 again next turn.
    once = moved(ZERO | {"mining": 3, "production": 2, "electricity": 5}, mining=1, production=1)
    assert (once["mining"], once["electricity"]) == (3, 4)
    twice = moved(once, mining=1)
    assert (twice["mining"], twice["electricity"]) == (4, 3)


@pytest.mark.rule("C61-TRK-04", "DEC-C61-09")
def test_a_marker_stops_at_the_ends_and_further_steps_are_lost():
    top = moved(ZERO | {"mining": 19, "electricity": 5}, mining=3)
    assert (top["mining"], top["electricity"]) == (20, 4)  # 20 fires once, the two lost steps fire nothing
    bottom = moved(ZERO | {"population": 1, "food": -8}, population=1)
    assert bottom["food"] == -8


@pytest.mark.rule("DEC-C61-10", "C61-END-01")
def test_a_marker_that_dips_to_the_defeat_level_during_the_movement_does_not_end_the_game():
    # Mining asteroid: defeat at electricity -8. Mining 3 -> 5 passes 4 and takes electricity from -7 to -8; the
    # cooling tower, moved last, brings it back to -7.
    state = position(
        Place(laid="mine", storage=cubes(fives=1)), Place(laid="cooling_tower", storage=cubes(tens=1)),
        step="DECIDE", colony="mining_asteroid", turn=2, mining=3, electricity=-7,
    )  # fmt: skip
    mine, tower = build(state, 0, ("mine-1", cubes(fives=1))), build(state, 1, ("cooling_tower-1", cubes(tens=1)))
    moves = [(move.resource, move.end) for move in only(when(state, mine, tower), MarkersMoved).moves]
    assert ("electricity", -8) in moves
    assert given(state, mine, tower).result is None
    assert given(state, mine, recycle(state, 1, "cooling_tower-1")).result is not None
