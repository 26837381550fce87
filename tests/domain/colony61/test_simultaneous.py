"""Simultaneous secret choices (C61-SIM): who owes, replacing, late and early choices, defaults, order."""

from itertools import permutations

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from domain.colony61.cubes import Cubes
from domain.colony61.messages import (
    CardRecycled,
    CardsLaid,
    ChooseStart,
    ChooseSwap,
    DecideCards,
    IncomeResolved,
    KeepCards,
    LayCards,
    Payment,
    PortionCubes,
    ResolveIncome,
    SetStandingDefaults,
    StandingDefaultsSet,
    StepClosed,
    StepOpened,
    UpkeepPayment,
)
from domain.kernel.decider import digest, fold
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat
from domain.kernel.privacy import redact
from tests.domain.colony61.positions import (
    RULES,
    Place,
    begun,
    cubes,
    defaults,
    given,
    of,
    only,
    position,
    refusal,
    when,
)
from tests.kit import Refusal

A, B, C = Seat(0), Seat(1), Seat(2)


def three_laying(**more):
    return position(Place(hand="mine greenhouse", storage=cubes(tens=1)), Place(hand="warehouse"),
                    Place(hand="resonator"), **more)  # fmt: skip


# ---- checks ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C61-GEN-02")
def test_the_checks_come_in_order_shape_game_player_step_choice():
    state = three_laying(owing=[0, 1])
    assert refusal(state, LayCards(Seat(9), 9)) == Refusal("MALFORMED_COMMAND", field="cards")
    assert refusal(state, LayCards(Seat(9), 9, ("x",))) == Refusal("UNKNOWN_PLAYER", player=9)
    assert refusal(state, LayCards(C, 9, ("x",))) == Refusal("STEP_NOT_OPEN", turn=3, step="LAY")
    assert refusal(state, LayCards(C, 3, ("x",))) == Refusal("NO_CHOICE_DUE", turn=3, step="LAY")
    assert refusal(state, LayCards(A, 3, ("x",))) == Refusal("CARD_NOT_IN_HAND", card="x")


@pytest.mark.rule("C61-GEN-02", "C61-SIM-08")
@pytest.mark.parametrize(
    ("command", "field"),
    [
        (ChooseStart(A, ("mine-1",)), "cubes"),
        (ChooseStart(A, ("mine-1",), cubes(), accept_default=True), "keep"),
        (LayCards(A, 3), "cards"),
        (LayCards(A, 3, (), accept_default=True), "cards"),
        (DecideCards(A, 3, recycle="mine-1"), "build"),
        (DecideCards(A, 3, recycle="mine-1", accept_default=True), "recycle"),
        (ResolveIncome(A, 3), "cubes"),
        (ResolveIncome(A, 3, effect="DOUBLE", accept_default=True), "effect"),
        (ResolveIncome(A, 3, cubes=(), keep=cubes(ones=-1)), "keep"),
        (ChooseSwap(A, 3), "cards"),
        (KeepCards(A, 3), "keep"),
    ],
)
def test_a_command_without_its_choice_or_with_a_choice_beside_the_default_is_malformed(command, field):
    assert refusal(three_laying(), command) == Refusal("MALFORMED_COMMAND", field=field)


LESS_THAN_NONE = Cubes(-5, 2, 0)
"""Worth 5, from cubes that no seat has."""


@pytest.mark.rule("C61-GEN-02", "C61-GEN-03")
@pytest.mark.parametrize(
    ("command", "field"),
    [
        (ChooseStart(A, ("mine-1",), LESS_THAN_NONE), "cubes"),
        (DecideCards(A, 3, ("mine-1",), payments=(Payment(("mine-1",), LESS_THAN_NONE),)), "payments"),
        (DecideCards(A, 3, ("mine-1",), payments=(Payment((), Cubes()),)), "payments"),
        (ResolveIncome(A, 3, exchange=LESS_THAN_NONE, cubes=()), "exchange"),
        (ResolveIncome(A, 3, cubes=(PortionCubes("mine-1", LESS_THAN_NONE),)), "cubes"),
        (ResolveIncome(A, 3, cubes=(), keep=LESS_THAN_NONE), "keep"),
        (ResolveIncome(A, 3, cubes=(), upkeep=(UpkeepPayment("spaceport-2", cubes=LESS_THAN_NONE),)), "upkeep"),
        (ResolveIncome(A, 3, cubes=(), upkeep=(UpkeepPayment("spaceport-2"),)), "upkeep"),
    ],
)
def test_fewer_cubes_than_none_and_payments_of_nothing_are_malformed_wherever_they_stand(command, field):
    assert refusal(three_laying(), command) == Refusal("MALFORMED_COMMAND", field=field)


@pytest.mark.rule("C61-SIM-01", "C61-SIM-03", "C61-SIM-09")
def test_a_board_tells_who_owes_a_choice_and_who_has_chosen_and_nobody_else_has_options():
    state = given(three_laying(owing=[0, 1]), LayCards(A, 3, ("mine-1",)))
    for viewer in (A, B, C, None):
        boards = RULES.view(state, viewer).corporations
        assert [(board.owes, board.has_chosen) for board in boards] == [(False, True), (True, False), (False, False)]
    offered = [[type(option).__name__ for option in RULES.options(state, seat)] for seat in (A, B, C)]
    assert offered == [
        ["AcceptDefault", "LayOption", "StandingOption"],
        ["AcceptDefault", "LayOption", "StandingOption"],
        ["StandingOption"],
    ]


@pytest.mark.rule("C61-GEN-02", "C61-SIM-02")
def test_a_refusal_changes_nothing():
    state = three_laying()
    before = digest(state)
    assert refusal(state, LayCards(A, 3, ("warehouse-1",))) == Refusal("CARD_NOT_IN_HAND", card="warehouse-1")
    assert digest(state) == before


# ---- steps -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C61-GEN-01", "DEC-C61-03")
def test_a_turn_has_four_stages_and_ends_for_all_before_the_next():
    state, steps = defaults(begun()), []
    while state.turn == 1:
        steps.append((RULES.moment(state).stage, state.step))
        state = given(state, RULES.default(state, state.waiting[0]))
    assert list(dict.fromkeys(steps)) == [(1, "LAY"), (1, "DECIDE"), (2, "INCOME"), (4, "SWAP")]
    swap = position(Place(hand="mine", modules="homeostatic_dome"), Place(hand="mine"), step="SWAP", population=5)
    swap = given(swap, ChooseSwap(A, 3, ("mine-1",)), ChooseSwap(B, 3, ()))
    assert (RULES.moment(swap).stage, swap.step) == (4, "KEEP")


@pytest.mark.rule("C61-SIM-01")
def test_a_step_lists_the_seats_that_have_something_to_choose():
    laying = position(Place(offer="mine mine", keep=1), Place(), Place(hand="mine"), step="KEEP", owing=[0])
    assert only(when(laying, RULES.default(laying, A)), StepOpened).seats == (A, C)  # B has no cards
    revealed = position(Place(hand="mine", storage=cubes(fives=1)), Place(hand="spaceport"), Place(), owing=[0, 1])
    events = when(revealed, LayCards(A, 3, ("mine-1",)), LayCards(B, 3, ("spaceport-2",)))
    assert only(events, StepOpened).seats == (A,)  # B's single card cannot be paid, C laid none


@pytest.mark.rule("C61-SIM-01", "C61-SIM-07")
def test_a_step_owed_by_nobody_closes_at_once():
    state = position(Place(hand="spaceport"), Place(), owing=[0])
    events = when(state, LayCards(A, 3, ("spaceport-2",)))
    opened_or_closed = [(type(event).__name__, event.step) for event in of(events, (StepOpened, StepClosed))]
    assert opened_or_closed == [
        ("StepClosed", "LAY"), ("StepOpened", "DECIDE"), ("StepClosed", "DECIDE"), ("StepOpened", "INCOME"),
    ]  # fmt: skip
    assert only(events, CardRecycled).forced


@pytest.mark.rule("C61-SIM-02", "C61-SIM-03")
def test_a_choice_is_one_event_and_kept_with_the_seat_until_the_step_closes():
    state = three_laying()
    (event,) = when(state, LayCards(A, 3, ("mine-1",)))
    assert (event.player, event.cards, event.by_default) == (0, ("mine-1",), False)
    after = given(state, LayCards(A, 3, ("mine-1",)))
    assert after.corporations[0].choice.cards == ("mine-1",)
    assert RULES.view(after, A).own.choice.cards == ("mine-1",)
    assert (after.owing, after.waiting) == ((0, 1, 2), (1, 2))


@pytest.mark.rule("C61-SIM-04", "DEC-C61-34")
def test_a_choice_is_replaced_whole_until_the_step_closes_and_the_same_again_records_nothing():
    state = given(three_laying(), LayCards(A, 3, ("mine-1",)))
    assert when(state, LayCards(A, 3, ("mine-1",))) == []
    (event,) = when(state, LayCards(A, 3, ("greenhouse-1",)))
    assert event.cards == ("greenhouse-1",)
    after = given(state, LayCards(A, 3, ("greenhouse-1",)))
    assert after.corporations[0].choice.cards == ("greenhouse-1",)
    assert RULES.to_act(after) == (1, 2)


@pytest.mark.rule("EX-C61-30", "C61-SIM-04", "C61-SIM-05")
def test_a_seat_lays_again_while_others_owe_and_is_too_late_or_too_early_afterwards():
    state = given(three_laying(), LayCards(A, 3, ("mine-1",)))
    state = given(state, LayCards(A, 3, ("greenhouse-1",)), LayCards(B, 3, ("warehouse-1",)))
    closed = given(state, LayCards(C, 3, ("resonator-1",)))
    assert closed.corporations[0].laid == ("greenhouse-1",)
    assert refusal(closed, LayCards(A, 3, ("mine-1",))) == Refusal("STEP_CLOSED", turn=3, step="DECIDE")
    assert refusal(closed, LayCards(A, 4, ("mine-1",))) == Refusal("STEP_NOT_OPEN", turn=3, step="DECIDE")
    assert refusal(closed, LayCards(A, 3, ("no such card",))) == Refusal(
        "STEP_CLOSED", turn=3, step="DECIDE"
    )  # whatever the content


@pytest.mark.rule("C61-SIM-05")
def test_turn_and_command_tell_the_step_meant():
    state = three_laying()
    assert refusal(state, ChooseStart(A, (), cubes())) == Refusal("STEP_CLOSED", turn=3, step="LAY")
    assert refusal(state, LayCards(A, 2, ("mine-1",))) == Refusal("STEP_CLOSED", turn=3, step="LAY")
    assert refusal(state, ChooseSwap(A, 2, ())) == Refusal("STEP_CLOSED", turn=3, step="LAY")
    assert refusal(state, DecideCards(A, 3, ("mine-1",))) == Refusal("STEP_NOT_OPEN", turn=3, step="LAY")
    assert refusal(state, ChooseSwap(A, 3, ())) == Refusal("STEP_NOT_OPEN", turn=3, step="LAY")
    assert refusal(begun(), LayCards(A, 1, ("mine-1",))) == Refusal("STEP_NOT_OPEN", turn=0, step="START")


@pytest.mark.rule("C61-SIM-05", "C61-SIM-09")
def test_a_seat_that_owes_nothing_in_the_open_step_is_told_so():
    state = position(Place(hand="mine"), Place(hand="mine", exchange_default=True), step="SWAP", owing=[0])
    assert refusal(state, ChooseSwap(B, 3, ())) == Refusal("NO_CHOICE_DUE", turn=3, step="SWAP")


@pytest.mark.rule("C61-SIM-06")
def test_of_two_last_choices_the_second_is_decided_again_and_closes_the_step():
    state = given(three_laying(), LayCards(A, 3, ("mine-1",)))
    last_of_b, last_of_c = LayCards(B, 3, ("warehouse-1",)), LayCards(C, 3, ("resonator-1",))
    assert [type(event) for event in when(state, last_of_b)] == [CardsLaid]  # both decided on the same state
    assert [type(event) for event in when(state, last_of_c)] == [CardsLaid]
    assert StepClosed in map(type, when(state, last_of_b, last_of_c))


@pytest.mark.rule("C61-SIM-07", "C61-SIM-11")
def test_the_choice_that_completes_a_step_carries_on_until_somebody_owes_a_choice():
    state = begun(3)
    for _ in range(60):
        events = when(state, RULES.default(state, RULES.to_act(state)[-1]))
        state = fold(RULES, events, state)
        if state.result:
            break
        assert RULES.to_act(state)
    opened = [event for event in of(events, StepOpened) if event.seats]
    assert len(opened) <= 1


# ---- defaults ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("C61-SIM-08", "DEC-C61-35")
def test_the_default_of_a_seat_stays_the_same_whatever_others_choose_while_the_step_is_open():
    state = three_laying()
    before = RULES.options(state, C)[0]
    assert RULES.options(given(state, LayCards(A, 3, ("mine-1",)), LayCards(B, 3, accept_default=True)), C)[0] == before


@pytest.mark.rule("C61-SIM-08", "C61-SIM-10", "DEC-C61-36")
def test_accepting_the_default_is_stored_spelt_out_and_marked():
    (event,) = when(three_laying(), LayCards(A, 3, accept_default=True))
    assert (event.cards, event.by_default) == (("greenhouse-1",), True)


@pytest.mark.rule("C61-SIM-10", "DEC-C61-36")
def test_every_seat_that_is_waited_for_has_a_legal_default_at_any_time():
    state = begun(2, text="defaults all the way")
    while RULES.to_act(state):
        for seat in RULES.to_act(state):
            assert refusal(state, RULES.default(state, seat)) is None
        state = given(state, RULES.default(state, RULES.to_act(state)[0]))
    assert RULES.outcome(state) is not None


@pytest.mark.rule("C61-SIM-09", "DEC-C61-39")
def test_standing_defaults_are_public_and_hold_for_steps_opened_after_them():
    state = position(Place(modules="mine"), Place(modules="mine"), step="INCOME", mining=3)
    event = only(when(state, SetStandingDefaults(A, income=True, exchange=True)), StandingDefaultsSet)
    assert redact(event, B) == event
    after = given(state, SetStandingDefaults(A, income=True, exchange=True))
    assert after.waiting == (0, 1)  # a step already open still waits
    assert RULES.view(after, None).corporations[0].income_default
    assert when(after, SetStandingDefaults(A, income=True, exchange=True)) == []
    assert only(when(after, SetStandingDefaults(A, income=False, exchange=True)), StandingDefaultsSet).income is False


@pytest.mark.rule("EX-C61-33", "C61-SIM-09", "C61-SIM-07")
def test_with_standing_defaults_a_turn_asks_two_commands_of_a_seat():
    state = defaults(begun(3))
    for seat in state.seats:
        state = given(state, SetStandingDefaults(seat, income=True, exchange=True))
    asked = []
    while state.turn == 1:
        asked.append(state.waiting[0])
        state = given(state, RULES.default(state, state.waiting[0]))
    assert {seat: asked.count(seat) for seat in state.seats} == {0: 2, 1: 2, 2: 2}


@pytest.mark.rule("C61-SIM-09")
def test_a_standing_default_resolves_the_income_when_the_step_opens():
    state = position(
        Place(laid="mine", storage=cubes(fives=1), income_default=True), Place(laid="mine", storage=cubes(fives=1)),
        step="DECIDE",
    )  # fmt: skip
    events = when(state, RULES.default(state, A), RULES.default(state, B))
    assert of(events, StepOpened)[-1].seats == (1,)
    assert [(event.player, event.by_default) for event in of(events, IncomeResolved)] == [(0, True)]


# ---- order -------------------------------------------------------------------------------------------------------


def random_choices(state, roll) -> dict[int, object]:
    """One legal command for each seat that owes a choice, drawn from its options."""
    choices = {}
    for seat in RULES.to_act(state):
        option = roll.choice(RULES.options(state, seat)[:-1])
        choices[seat] = option.nth(roll.below(option.count()))
    return choices


@pytest.mark.rule("EX-C61-31", "C61-SIM-02", "C61-SIM-11", "C61-GEN-04", "DEC-C61-38")
@settings(max_examples=12, deadline=None, derandomize=True)
@for_all(st.integers(0, 10**6), st.integers(2, 4))
def test_the_same_choices_in_every_order_some_after_changes_end_in_the_same_state(number, players):
    roll = Dice.from_text(f"order/{number}").roll("choices")
    state = begun(players, "drawn", text=f"order/{number}")
    for _ in range(14):
        if not RULES.to_act(state):
            break
        choices, first_thoughts = random_choices(state, roll), random_choices(state, roll)
        changeable = state.step != "INCOME"
        ends, public = {}, set()
        for order in permutations(choices):
            now = state
            if changeable:
                for seat in order[:-1]:
                    if seat in now.waiting and roll.below(2):
                        now = given(now, first_thoughts[seat])
                        now = given(now, choices[seat]) if roll.below(2) else now
            for seat in order:
                events = when(now, choices[seat])
                now = fold(RULES, events, now)
            ends[digest(now)] = now
            public.add(digest([redact(event, None) for event in events[1:]]))  # after the choice itself
        assert len(ends) == 1
        assert len(public) == 1
        state = now


@pytest.mark.rule("C61-SIM-11", "C61-GEN-04")
def test_dice_depend_on_the_number_of_shuffles_not_on_how_choices_came_in():
    state = position(
        Place(hand="mine"), Place(hand="mine"), step="SWAP", discard="warehouse warehouse resonator",
        everything_else_in_hands=True,
    )  # fmt: skip
    there, back = ChooseSwap(A, 3, ("mine-1",)), ChooseSwap(B, 3, ("mine-2",))
    straight = given(state, there, back)
    roundabout = given(state, ChooseSwap(B, 3, ()), back, there)
    assert digest(straight) == digest(roundabout)
    assert straight.shuffles == 2
