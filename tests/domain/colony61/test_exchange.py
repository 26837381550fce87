"""Supply and exchange (C61-SUP, C61-EXC)."""

import pytest

from domain.colony61.messages import (
    CardsExchanged,
    CardsGivenUp,
    CardsOffered,
    ChooseSwap,
    DeckReshuffled,
    KeepCards,
    StepOpened,
    SupplyDrawn,
    SupplyShort,
)
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat
from tests.domain.colony61.positions import RULES, Place, given, of, only, position, refusal, when
from tests.kit import Refusal

A, B = Seat(0), Seat(1)
FULL = "mine mine mine mine mine"


def collecting(*places: Place, **more):
    """Each seat's income is one command away from the supply."""
    return position(*places, step="INCOME", owing=[0], mining=3, **more)


# ---- supply ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C61-SUP-01", "DEC-C61-17", "DEC-C61-38")
def test_each_seat_draws_up_to_the_hand_target_from_the_front_of_the_pile_in_seat_order():
    state = collecting(Place(hand="mine mine mine", modules="mine"), Place(hand="mine mine mine mine"))
    events = when(state, RULES.default(state, A))
    drawn = of(events, SupplyDrawn)
    assert [(event.player, event.cards, event.hand_count) for event in drawn] == [
        (0, state.draw[:2], 5), (1, state.draw[2:3], 5),
    ]  # fmt: skip
    assert [event.draw_left for event in drawn] == [len(state.draw) - 2, len(state.draw) - 3]


@pytest.mark.rule("C61-SUP-01")
def test_a_full_hand_draws_nothing():
    state = collecting(Place(hand=FULL, modules="mine"), Place(hand=FULL))
    assert of(when(state, RULES.default(state, A)), SupplyDrawn) == []


@pytest.mark.rule("C61-SUP-02", "C61-GEN-04")
def test_an_empty_pile_is_made_anew_from_the_discard_pile_in_the_middle_of_a_draw():
    state = collecting(
        Place(hand="mine mine", modules="mine"), Place(hand="mine mine mine mine"),
        discard="warehouse warehouse resonator resonator", everything_else_in_hands=True,
    )  # fmt: skip
    events = when(state, RULES.default(state, A))
    shuffled = only(events, DeckReshuffled)
    expected = Dice(bytes.fromhex(state.seed)).roll("shuffle/1").shuffle(sorted(state.discard))
    assert (shuffled.count, shuffled.order) == (4, expected)
    assert [event.cards for event in of(events, SupplyDrawn)] == [expected[:3], expected[3:]]
    assert given(state, RULES.default(state, A)).discard == ()


@pytest.mark.rule("C61-SUP-03", "DEC-C61-17", "C61-BLD-02")
def test_with_both_piles_empty_nobody_draws_and_the_gap_is_filled_later():
    state = collecting(
        Place(hand="mine mine", modules="mine"), Place(hand="mine mine mine mine"), discard="warehouse",
        everything_else_in_hands=True,
    )  # fmt: skip
    events = when(state, RULES.default(state, A))
    assert [(event.player, event.count) for event in of(events, SupplyDrawn)] == [(0, 1)]
    assert [(event.player, event.missing) for event in of(events, SupplyShort)] == [(0, 2), (1, 1)]
    assert given(state, RULES.default(state, A)).hand_target == 5


# ---- view --------------------------------------------------------------------------------------------------------


def board_of(modules: str, **more):
    return RULES.view(position(Place(modules=modules, hand=FULL), Place(), **more), None).corporations[0]


@pytest.mark.rule("EX-C61-11", "C61-EXC-01")
@pytest.mark.parametrize(
    ("modules", "swap", "look"),
    [("mine", 1, 1), ("homeostatic_dome", 1, 2), ("radar_station homeostatic_dome", 2, 3)],
)
def test_view_0_1_and_3_give_the_printed_swap_and_look(modules, swap, look):
    seat = board_of(modules, population=3)
    assert (seat.swap, seat.look) == (swap, look)


@pytest.mark.rule("EX-C61-12", "C61-EXC-01")
def test_the_population_limits_the_view():
    seat = board_of("radar_station homeostatic_dome", population=1)
    assert (seat.view, seat.swap, seat.look) == (1, 1, 2)
    assert board_of("radar_station", population=0).view == 0


@pytest.mark.rule("C61-EXC-01")
def test_above_the_table_its_last_row_holds():
    seat = board_of("radar_station radar_station radar_station radar_station", population=9)
    assert (seat.view, seat.swap, seat.look) == (8, 3, 5)


@pytest.mark.rule("C61-EXC-01", "DEC-C61-37")
def test_the_population_limits_the_start_view_of_the_colony_card_too():
    assert board_of("mine", colony="science_outpost", population=3).view == 1
    assert board_of("mine", colony="science_outpost", population=0).view == 0


# ---- exchange ----------------------------------------------------------------------------------------------------


def swapping(*places: Place, **more):
    return position(*places, step="SWAP", population=3, **more)


@pytest.mark.rule("C61-EXC-02")
def test_a_seat_gives_up_none_to_swap_of_its_own_hand_cards():
    state = swapping(Place(hand="mine greenhouse", modules="radar_station resonator"), Place(hand="warehouse"))
    assert refusal(state, ChooseSwap(A, 3, ())) is None
    assert refusal(state, ChooseSwap(A, 3, ("mine-1", "greenhouse-1"))) is None
    assert refusal(state, ChooseSwap(A, 3, ("warehouse-1",))) == Refusal("CARD_NOT_IN_HAND", card="warehouse-1")
    assert refusal(state, ChooseSwap(A, 3, ("mine-1", "mine-1"))) == "DUPLICATE_CARD"
    narrow = swapping(Place(hand="mine greenhouse"), Place(hand="warehouse"))
    assert refusal(narrow, ChooseSwap(A, 3, ("mine-1", "greenhouse-1"))) == Refusal("TOO_MANY_CARDS", cards=2, swap=1)


@pytest.mark.rule("C61-EXC-03", "C61-EXC-04", "DEC-C61-28", "C61-SIM-07", "C61-VIS-02")
def test_when_all_have_chosen_cards_go_away_and_new_ones_are_dealt_in_two_rounds():
    state = swapping(
        Place(hand="mine greenhouse", modules="radar_station resonator"),
        Place(hand="warehouse", modules="homeostatic_dome"),
    )
    events = when(state, ChooseSwap(A, 3, ("mine-1", "greenhouse-1")), ChooseSwap(B, 3, ("warehouse-1",)))
    assert [(event.player, event.cards, event.hand_count) for event in of(events, CardsGivenUp)] == [
        (0, ("greenhouse-1", "mine-1"), 0), (1, ("warehouse-1",), 0),
    ]  # fmt: skip
    deck = state.draw
    assert [(event.player, event.cards, event.keep_count) for event in of(events, CardsOffered)] == [
        (0, deck[:2], 2), (1, deck[2:3], 1),  # first as many as given up
        (0, deck[3:4], 2), (1, deck[4:5], 1),  # then up to look: 3 and 2
    ]  # fmt: skip
    assert only(events, StepOpened).seats == (0, 1)


@pytest.mark.rule("C61-EXC-04", "C61-SIM-01")
def test_who_gives_up_nothing_looks_at_nothing():
    state = swapping(Place(hand="mine"), Place(hand="warehouse"))
    events = when(state, ChooseSwap(A, 3, ()), ChooseSwap(B, 3, ()))
    assert of(events, (CardsGivenUp, CardsOffered, CardsExchanged)) == []
    assert [(event.step, event.seats) for event in of(events, StepOpened)] == [("KEEP", ()), ("LAY", (0, 1))]


@pytest.mark.rule("EX-C61-34", "C61-EXC-04", "C61-SIM-01", "C61-GEN-05")
def test_with_both_piles_empty_three_seats_look_at_the_three_cards_given_up_and_keep_them_without_a_command():
    state = swapping(
        Place(hand="mine", modules="homeostatic_dome"), Place(hand="mine", modules="homeostatic_dome"),
        Place(hand="mine", modules="homeostatic_dome"), discard="", everything_else_in_hands=True,
    )  # fmt: skip
    state = given(state, ChooseSwap(A, 3, ("mine-1",)), ChooseSwap(B, 3, ("mine-2",)))
    events = when(state, ChooseSwap(Seat(2), 3, ("mine-3",)))
    assert only(events, DeckReshuffled).count == 3
    assert [(event.player, event.count, event.keep_count) for event in of(events, CardsOffered)] == [
        (0, 1, 1), (1, 1, 1), (2, 1, 1),
    ]  # fmt: skip
    assert of(events, StepOpened)[0].seats == ()
    exchanged = of(events, CardsExchanged)
    assert [(len(event.kept), event.discarded, event.by_default) for event in exchanged] == [(1, (), True)] * 3
    assert sorted(card for event in exchanged for card in event.kept) == ["mine-1", "mine-2", "mine-3"]


@pytest.mark.rule("C61-EXC-05", "C61-SIM-07", "C61-VIS-02")
def test_exactly_as_many_as_given_up_are_kept_and_the_others_are_discarded_when_all_have_chosen():
    state = position(
        Place(hand="mine", offer="greenhouse warehouse resonator", keep=2), Place(offer="mine mine", keep=1),
        step="KEEP",
    )  # fmt: skip
    assert refusal(state, KeepCards(A, 3, ("greenhouse-1",))) == Refusal("KEEP_COUNT_WRONG", cards=1, keep=2)
    assert refusal(state, KeepCards(A, 3, ("greenhouse-1", "mine-1"))) == Refusal("CARD_NOT_OFFERED", card="mine-1")
    assert refusal(state, KeepCards(A, 3, ("greenhouse-1", "greenhouse-1"))) == "DUPLICATE_CARD"
    choice = KeepCards(A, 3, ("resonator-1", "greenhouse-1"))
    assert of(when(state, choice), CardsExchanged) == []
    exchanged = of(when(state, choice, KeepCards(B, 3, ("mine-3",))), CardsExchanged)
    assert [(event.kept, event.discarded, event.hand_count) for event in exchanged] == [
        (("greenhouse-1", "resonator-1"), ("warehouse-1",), 3), (("mine-3",), ("mine-2",), 1),
    ]  # fmt: skip


@pytest.mark.rule("C61-EXC-06", "C61-SIM-08")
def test_the_defaults_give_up_nothing_and_keep_the_cheapest_equal_cost_by_id():
    swap = swapping(Place(hand="mine"), Place(hand="mine"))
    assert RULES.options(swap, A)[0].command == ChooseSwap(A, 3, ())
    keep = position(Place(offer="warehouse mine greenhouse", keep=2), Place(), step="KEEP", owing=[0])
    assert RULES.options(keep, A)[0].command == KeepCards(A, 3, ("greenhouse-1", "mine-1"))
    one = position(Place(offer="warehouse mine greenhouse", keep=1), Place(), step="KEEP", owing=[0])
    assert RULES.options(one, A)[0].command == KeepCards(A, 3, ("greenhouse-1",))


@pytest.mark.rule("C61-SIM-01")
def test_a_seat_that_must_keep_all_it_looks_at_is_not_asked():
    state = swapping(Place(hand="mine"), Place(hand="warehouse", modules="homeostatic_dome"))
    events = when(state, ChooseSwap(A, 3, ("mine-1",)), ChooseSwap(B, 3, ("warehouse-1",)))
    assert of(events, StepOpened)[0].seats == (1,)  # view 0 looks at 1 of 1
