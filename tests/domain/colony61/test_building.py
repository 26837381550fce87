"""Laying, deciding and paying (C61-BLD, C61-PAY)."""

import pytest

from domain.colony61.cubes import Cubes
from domain.colony61.messages import (
    BuildPaid,
    CardRecycled,
    CardsDecided,
    CardsLaid,
    CardsRevealed,
    DecideCards,
    LayCards,
    ModuleBuilt,
    Payment,
    StepOpened,
    TurnBegan,
)
from domain.kernel.ids import Seat
from tests.domain.colony61.positions import RULES, Place, cubes, given, of, only, position, refusal, to_step, when
from tests.kit import Refusal

ONE, TWO = Seat(0), Seat(1)
IDLE = Place(hand="warehouse")


def lay(*cards: str, seat: Seat = ONE, turn: int = 3) -> LayCards:
    return LayCards(seat, turn, cards)


def decide(*build: str, recycle: str | None = None, pay: tuple[Payment, ...] = (), seat: Seat = ONE) -> DecideCards:
    return DecideCards(seat, 3, build, recycle, pay)


def paid(card: str, purse: Cubes) -> Payment:
    return Payment((card,), purse)


def deciding(laid: str, storage: Cubes, modules: str = "", new_modules: str = "", **more):
    return position(
        Place(laid=laid, storage=storage, modules=modules, new_modules=new_modules), IDLE,
        step="DECIDE", owing=[0], slots=5, **more,
    )  # fmt: skip


# ---- laying ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C61-BLD-01")
def test_slots_are_the_building_marker_at_the_start_of_the_turn_but_at_least_1():
    for marker, slots in ((0, 1), (1, 1), (3, 3)):
        state = position(Place(offer="mine mine", keep=1), Place(hand="mine"), step="KEEP", owing=[0], building=marker)
        assert only(when(state, RULES.default(state, ONE)), TurnBegan).slots == slots


@pytest.mark.rule("C61-BLD-01", "DEC-C61-06")
def test_a_building_module_helps_from_the_next_turn_on():
    state = position(Place(laid="building_module", storage=cubes(tens=2), hand="mine"), IDLE, step="DECIDE", owing=[0])
    built = given(state, decide("building_module-2", pay=(paid("building_module-2", cubes(tens=2)),)))
    assert (built.markers["building"], built.slots) == (2, 1)
    assert to_step(built, "LAY").slots == 2


@pytest.mark.rule("EX-C61-16", "C61-BLD-02", "C61-BLD-06", "C61-BLD-08")
def test_with_two_slots_one_or_two_cards_are_laid_also_of_one_kind_but_never_none():
    state = position(Place(hand="mine mine greenhouse", storage=cubes(tens=1)), IDLE, slots=2)
    assert refusal(state, lay()) == "NO_CARD_LAID"
    assert refusal(state, lay("mine-1")) is None
    assert refusal(state, lay("mine-1", "greenhouse-1")) is None
    assert refusal(state, lay("mine-1", "mine-2")) is None


@pytest.mark.rule("EX-C61-16", "C61-BLD-06", "C61-BLD-08")
def test_of_two_laid_with_two_slots_one_is_built_and_the_other_recycled_whichever_it_is():
    state = position(Place(hand="mine mine greenhouse", storage=cubes(tens=1)), Place(hand="warehouse"), slots=2)
    asked = given(state, lay("mine-1", "greenhouse-1"), lay("warehouse-1", seat=TWO))
    for built, recycled in (("mine-1", "greenhouse-1"), ("greenhouse-1", "mine-1")):
        order = decide(built, recycle=recycled, pay=(paid(built, cubes(tens=1)),))
        assert refusal(asked, order) is None
        after = given(asked, order)
        assert [module.card for module in after.corporations[0].modules] == [built]
        assert recycled in after.discard


@pytest.mark.rule("C61-BLD-02")
def test_only_different_own_hand_cards_are_laid_and_no_more_than_the_slots():
    state = position(Place(hand="mine mine mine", storage=cubes(tens=2)), IDLE, slots=2)
    assert refusal(state, lay("warehouse-1")) == Refusal("CARD_NOT_IN_HAND", card="warehouse-1")
    assert refusal(state, lay("mine-1", "mine-1")) == "DUPLICATE_CARD"
    assert refusal(state, lay("mine-1", "mine-2", "mine-3")) == Refusal("TOO_MANY_CARDS", cards=3, slots=2)


@pytest.mark.rule("EX-C61-17", "C61-BLD-03", "C61-SIM-01", "C61-PAY-04", "DEC-C61-04", "DEC-C61-31")
def test_two_cards_of_which_none_can_be_paid_are_not_laid_and_one_is_recycled_without_a_decision():
    state = position(Place(hand="mine greenhouse", storage=cubes(ones=1)), Place(), slots=2, owing=[0])
    assert refusal(state, lay("mine-1", "greenhouse-1")) == Refusal(
        "LAID_CARDS_NOT_PAYABLE", cards=("greenhouse-1", "mine-1")
    )
    events = when(state, lay("mine-1"))
    assert [(event.step, event.seats) for event in of(events, StepOpened)] == [("DECIDE", ()), ("INCOME", (0,))]
    recycled = only(events, CardRecycled)
    assert (recycled.card, recycled.kind, recycled.forced) == ("mine-1", "mine", True)
    after = given(state, lay("mine-1"))
    assert after.corporations[0].storage == cubes(ones=1)  # its money comes in stage 2


@pytest.mark.rule("C61-BLD-03")
def test_all_but_one_of_the_laid_cards_must_be_payable_at_once_with_separate_sets():
    hand = "mine mine greenhouse"
    assert refusal(position(Place(hand=hand, storage=cubes(fives=2)), IDLE, slots=3),
                   lay("mine-1", "mine-2", "greenhouse-1")) is None  # fmt: skip
    # One 10 pays one build of 5 only, however much it is worth.
    assert refusal(position(Place(hand=hand, storage=cubes(tens=1)), IDLE, slots=3),
                   lay("mine-1", "mine-2", "greenhouse-1")) == Refusal(
        "LAID_CARDS_NOT_PAYABLE", cards=("greenhouse-1", "mine-1", "mine-2")
    )  # fmt: skip


@pytest.mark.rule("C61-BLD-04", "C61-SIM-07", "DEC-C61-26")
def test_all_cards_are_turned_up_together_when_the_last_seat_has_laid():
    state = position(Place(hand="mine greenhouse", storage=cubes(fives=1)), Place(hand="warehouse"))
    first = when(state, lay("mine-1"))
    assert [type(event) for event in first] == [CardsLaid]
    revealed = only(when(state, lay("mine-1"), lay("warehouse-1", seat=TWO)), CardsRevealed)
    assert [(laid.player, [face.card for face in laid.cards], laid.by_default) for laid in revealed.laid] == [
        (0, ["mine-1"], False), (1, ["warehouse-1"], False),
    ]  # fmt: skip


@pytest.mark.rule("C61-BLD-09")
def test_the_default_lays_the_dearest_payable_card_equal_cost_by_id():
    def default(hand: str, storage: Cubes) -> tuple[str, ...]:
        state = position(Place(hand=hand, storage=storage), IDLE)
        return RULES.options(state, ONE)[0].command.cards

    assert default("mine greenhouse spaceport", cubes(fives=1)) == ("greenhouse-1",)  # 5 and 5: text order
    assert default("mine warehouse spaceport", cubes(tens=1)) == ("warehouse-1",)  # 6 before 5, 32 is too dear
    assert default("warehouse spaceport mine", cubes(ones=1)) == ("mine-1",)  # none payable: the cheapest


# ---- deciding ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("C61-BLD-05", "C61-PAY-02", "C61-BLD-08", "C61-SIM-07", "DEC-C61-05")
def test_a_card_is_built_and_paid_and_stands_open_in_the_order_of_build():
    state = deciding("mine warehouse", cubes(tens=1, fives=1))
    events = when(
        state,
        decide("warehouse-1", "mine-1", pay=(paid("mine-1", cubes(fives=1)), paid("warehouse-1", cubes(tens=1)))),
    )
    assert [(event.cards, event.cost, event.overpaid, event.storage_after) for event in of(events, BuildPaid)] == [
        (("mine-1",), 5, 0, cubes(tens=1)), (("warehouse-1",), 6, 4, cubes()),
    ]  # fmt: skip
    assert [event.card for event in of(events, ModuleBuilt)] == ["warehouse-1", "mine-1"]
    after = given(
        state, decide("warehouse-1", "mine-1", pay=(paid("mine-1", cubes(fives=1)), paid("warehouse-1", cubes(tens=1))))
    )
    assert [module.card for module in after.corporations[0].modules] == ["warehouse-1", "mine-1"]


@pytest.mark.rule("C61-BLD-05", "C61-BLD-06")
def test_each_laid_card_is_decided_once():
    state = deciding("mine greenhouse", cubes(fives=2))
    assert refusal(state, decide("mine-1", "warehouse-1")) == Refusal("CARD_NOT_LAID", card="warehouse-1")
    assert refusal(state, decide("mine-1", recycle="mine-1")) == "DUPLICATE_CARD"
    assert refusal(state, decide("mine-1", pay=(paid("mine-1", cubes(fives=1)),))) == Refusal(
        "CARD_UNDECIDED", cards=("greenhouse-1",)
    )
    assert refusal(state, decide()) == Refusal(
        "CARD_UNDECIDED", cards=("mine-1", "greenhouse-1")
    )  # two would have to be recycled
    assert refusal(state, decide("mine-1", recycle="greenhouse-1", pay=(paid("mine-1", cubes(fives=1)),))) is None


@pytest.mark.rule("C61-BLD-05", "C61-BLD-07", "C61-TRK-01")
def test_a_payable_card_may_be_recycled_and_goes_to_the_discard_pile_without_supplying_anything():
    state = deciding("mine", cubes(fives=1))
    after = given(state, decide(recycle="mine-1"))
    assert after.discard == ("mine-1",)
    assert after.markers == state.markers
    assert after.corporations[0].storage == cubes(fives=1)
    assert only(when(state, decide(recycle="mine-1")), CardRecycled).forced is False


@pytest.mark.rule("EX-C61-14", "C61-PAY-02")
def test_no_change_is_given_and_a_set_worth_less_is_refused():
    state = position(Place(laid="homeostatic_dome", storage=cubes(tens=1, fives=1)), IDLE, step="DECIDE", owing=[0])
    with_10 = decide("homeostatic_dome-1", pay=(paid("homeostatic_dome-1", cubes(tens=1)),))
    assert only(when(state, with_10), BuildPaid).overpaid == 2
    assert given(state, with_10).corporations[0].storage == cubes(fives=1)
    with_5 = decide("homeostatic_dome-1", pay=(paid("homeostatic_dome-1", cubes(fives=1)),))
    assert refusal(state, with_5) == Refusal("PAYMENT_TOO_SMALL", cards=("homeostatic_dome-1",), cost=8, paid=5)


@pytest.mark.rule("C61-PAY-02", "DEC-C61-32")
def test_needless_cubes_are_taken_and_lost():
    state = deciding("mine", cubes(tens=1, fives=1, ones=1))
    everything = decide("mine-1", pay=(paid("mine-1", cubes(tens=1, fives=1, ones=1)),))
    assert only(when(state, everything), BuildPaid).overpaid == 11


@pytest.mark.rule("C61-PAY-02")
def test_the_payment_codes_come_in_their_order():
    state = deciding("mine greenhouse", cubes(fives=2))
    five, much = cubes(fives=1), cubes(tens=9)
    assert refusal(state, decide("mine-1", "greenhouse-1", pay=(paid("mine-1", much),))) == Refusal(
        "PAYMENT_MISSING", build=("mine-1", "greenhouse-1")
    )
    assert refusal(state, decide("mine-1", "greenhouse-1", pay=(paid("mine-1", five), paid("mine-1", five)))) == (
        Refusal("PAYMENT_MISSING", build=("mine-1", "greenhouse-1"))
    )
    assert refusal(
        state, decide("mine-1", recycle="greenhouse-1", pay=(paid("mine-1", five), paid("greenhouse-1", five)))
    ) == Refusal("PAYMENT_MISSING", build=("mine-1",))
    together = (Payment(("mine-1", "greenhouse-1"), much),)
    assert refusal(state, decide("mine-1", "greenhouse-1", pay=together)) == Refusal(
        "PAYMENT_GROUP_INVALID", cards=("greenhouse-1", "mine-1")
    )
    assert (
        refusal(
            state, decide("mine-1", "greenhouse-1", pay=(paid("mine-1", cubes(fives=2)), paid("greenhouse-1", five)))
        )
        == "CUBES_NOT_HELD"
    )


@pytest.mark.rule("EX-C61-15", "C61-PAY-02", "C61-PAY-03", "DEC-C61-06")
def test_one_10_pays_two_builds_of_5_only_by_a_module_of_an_earlier_turn():
    def both(by: str | None) -> DecideCards:
        return decide("mine-1", "greenhouse-1", pay=(Payment(("mine-1", "greenhouse-1"), cubes(tens=1), by),))

    without = deciding("mine greenhouse", cubes(tens=1))
    assert refusal(without, both(None)) == Refusal("PAYMENT_GROUP_INVALID", cards=("greenhouse-1", "mine-1"))
    assert refusal(without, both("building_module-2")) == Refusal(
        "PAYMENT_GROUP_INVALID", cards=("greenhouse-1", "mine-1"), by="building_module-2"
    )
    owned = deciding("mine greenhouse", cubes(tens=1), modules="building_module")
    assert refusal(owned, both(None)) == Refusal("PAYMENT_GROUP_INVALID", cards=("greenhouse-1", "mine-1"))
    assert refusal(owned, both("building_module-2")) is None
    too_new = deciding("mine greenhouse", cubes(tens=1), new_modules="building_module")
    assert refusal(too_new, both("building_module-2")) == Refusal(
        "PAYMENT_GROUP_INVALID", cards=("greenhouse-1", "mine-1"), by="building_module-2"
    )


@pytest.mark.rule("C61-PAY-03")
def test_a_module_lets_two_builds_be_paid_together_once_and_two_modules_make_two_groups():
    mines = ("mine-1", "mine-2", "mine-3", "mine-4")
    state = deciding("mine mine mine mine", cubes(tens=4), modules="building_module building_module")
    ten = cubes(tens=1)
    pairs = (Payment(mines[:2], ten, "building_module-2"), Payment(mines[2:], ten, "building_module-3"))
    assert refusal(state, decide(*mines, pay=pairs)) is None
    twice = (Payment(mines[:2], ten, "building_module-2"), Payment(mines[2:], ten, "building_module-2"))
    assert refusal(state, decide(*mines, pay=twice)) == Refusal(
        "PAYMENT_GROUP_INVALID", cards=("mine-3", "mine-4"), by="building_module-2"
    )
    three = (Payment(mines[:3], cubes(tens=2), "building_module-2"), paid("mine-4", ten))
    assert refusal(state, decide(*mines, pay=three)) == Refusal(
        "PAYMENT_GROUP_INVALID", cards=("mine-1", "mine-2", "mine-3"), by="building_module-2"
    )
    alone = (Payment(mines[:1], ten, "building_module-2"), *(paid(card, ten) for card in mines[1:]))
    assert refusal(state, decide(*mines, pay=alone)) == Refusal("PAYMENT_GROUP_INVALID", cards=("mine-1",))


@pytest.mark.rule("C61-PAY-04", "C61-SIM-07")
def test_the_money_of_the_recycle_comes_after_the_builds_are_paid():
    state = deciding("mine greenhouse", cubes(fives=1))
    both = decide("mine-1", recycle="greenhouse-1", pay=(paid("mine-1", cubes(tens=1)),))
    assert refusal(state, both) == "CUBES_NOT_HELD"


@pytest.mark.rule("C61-PAY-01", "DEC-C61-40")
def test_a_type_discount_lowers_the_cost_that_must_be_paid_never_below_1():
    state = position(
        Place(laid="superdeep_borehole", storage=cubes(tens=1, ones=3)), IDLE, step="DECIDE", owing=[0],
        colony="mining_asteroid",
    )  # fmt: skip
    build = decide("superdeep_borehole-1", pay=(paid("superdeep_borehole-1", cubes(tens=1, ones=3)),))
    assert only(when(state, build), BuildPaid).cost == 13  # printed 14, type M costs 1 less
    kinds = RULES.rules["industrial_moon"].kinds
    assert (kinds["warehouse"].cost, kinds["warehouse"].printed_cost) == (4, 6)
    assert min(kind.cost for rules in RULES.rules.values() for kind in rules.kinds.values()) >= 1


@pytest.mark.rule("C61-PAY-01", "DEC-C61-40", "C61-BLD-09")
def test_dearest_means_the_cost_that_must_be_paid():
    # Industrial moon: warehouse 6 - 2 = 4 is cheaper than a mine for 5, though its printed cost is higher.
    state = position(Place(hand="warehouse mine", storage=cubes(tens=1)), IDLE, colony="industrial_moon")
    assert RULES.options(state, ONE)[0].command.cards == ("mine-1",)


# ---- the default payment -----------------------------------------------------------------------------------------


def default_decision(state) -> DecideCards:
    return RULES.options(state, ONE)[0].command


@pytest.mark.rule("C61-BLD-10", "DEC-C61-42")
def test_the_default_builds_all_in_card_id_order_if_all_can_be_paid():
    choice = default_decision(deciding("warehouse mine", cubes(tens=1, fives=1)))
    assert (choice.build, choice.recycle) == (("mine-1", "warehouse-1"), None)
    assert choice.payments == (paid("mine-1", cubes(fives=1)), paid("warehouse-1", cubes(tens=1)))


@pytest.mark.rule("C61-BLD-10")
def test_the_default_recycles_the_dearest_card_without_which_the_others_can_be_paid():
    choice = default_decision(deciding("mine warehouse greenhouse", cubes(fives=1, tens=1)))
    assert (choice.build, choice.recycle) == (("greenhouse-1", "mine-1"), "warehouse-1")
    equal = default_decision(deciding("mine greenhouse", cubes(fives=1)))
    assert equal.recycle == "greenhouse-1"  # equal cost by id


@pytest.mark.rule("C61-BLD-10")
@pytest.mark.parametrize(
    ("laid", "storage", "expected"),
    [
        # Least total value: 5 + three 1s instead of a 10.
        ("homeostatic_dome", cubes(tens=1, fives=1, ones=3), [cubes(fives=1, ones=3)]),
        # Equal value 5: one cube before five.
        ("mine", cubes(fives=1, ones=5), [cubes(fives=1)]),
        # 10 in one cube before two 5s.
        ("cooling_tower", cubes(tens=1, fives=2), [cubes(tens=1)]),
        # Two builds of 5 from a 5 and a 10: the first card by id is in the set of least value.
        ("mine mine", cubes(tens=1, fives=1), [cubes(fives=1), cubes(tens=1)]),
        # 5 + 3 would fit the dome exactly, but the mine would cost the 10: 18 in all. 10 and 5 are 15.
        ("homeostatic_dome mine", cubes(tens=1, fives=1, ones=3), [cubes(tens=1), cubes(fives=1)]),
    ],
)  # fmt: skip
def test_the_default_payment_wastes_least_then_takes_fewest_cubes_then_more_10s(laid, storage, expected):
    choice = default_decision(deciding(laid, storage))
    assert [payment.cubes for payment in choice.payments] == expected


@pytest.mark.rule("C61-BLD-10", "DEC-C61-41", "C61-PAY-03")
def test_the_default_pays_together_only_where_it_must():
    apart = default_decision(deciding("mine greenhouse", cubes(fives=2), modules="building_module"))
    assert [payment.by for payment in apart.payments] == [None, None]
    together = default_decision(deciding("mine greenhouse", cubes(tens=1), modules="building_module building_module"))
    assert together.payments == (Payment(("greenhouse-1", "mine-1"), cubes(tens=1), "building_module-2"),)


@pytest.mark.rule("C61-BLD-05", "C61-SIM-04")
def test_the_same_payments_in_another_order_are_the_same_choice():
    state = position(
        Place(laid="mine warehouse", storage=cubes(tens=1, fives=1)), Place(laid="mine", storage=cubes(fives=1)),
        step="DECIDE", slots=2,
    )  # fmt: skip
    pay = (paid("mine-1", cubes(fives=1)), paid("warehouse-1", cubes(tens=1)))
    chosen = given(state, decide("mine-1", "warehouse-1", pay=pay))
    assert when(chosen, decide("mine-1", "warehouse-1", pay=pay[::-1])) == []
    again = when(chosen, decide("warehouse-1", "mine-1", pay=pay))  # another built order is another choice
    assert [type(event) for event in again] == [CardsDecided]
