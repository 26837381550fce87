"""Income, bonuses, links, portions, upkeep and storage (C61-INC, C61-STO)."""

import pytest
from msgspec.structs import astuple

from domain.colony61.cubes import Cubes
from domain.colony61.messages import (
    Bonus,
    EffectChoice,
    Exchange,
    IncomeResolved,
    Merge,
    PortionCubes,
    ResolveIncome,
    UpkeepPayment,
)
from domain.kernel.ids import Seat
from domain.kernel.privacy import redact
from tests.domain.colony61.positions import RULES, Place, cubes, given, of, only, position, refusal, when
from tests.kit import Refusal

ME = Seat(0)
OTHER = Place(hand="mine")
ORDINARY = {"mining": 3, "food": 2, "population": 2}
"""The markers of the printed income example: mining costs 2, food 3."""


def income(modules: str, storage: Cubes | None = None, other: Place = OTHER, **more):
    place = Place(
        modules=modules,
        storage=storage or cubes(),
        recycled=more.pop("recycled", ""),
        new_modules=more.pop("new_modules", ""),
    )
    return position(place, other, step="INCOME", owing=[0], **{**ORDINARY, **more})


def resolve(
    *portions: tuple[str, Cubes],
    effect: EffectChoice | None = None,
    exchange: Cubes | None = None,
    bonuses: dict[str, str] | None = None,
    merges: tuple[Merge, ...] = (),
    upkeep: tuple[UpkeepPayment, ...] = (),
    keep: Cubes | None = None,
) -> ResolveIncome:
    return ResolveIncome(
        ME, 3, effect, exchange,
        tuple(Bonus(source, target) for source, target in (bonuses or {}).items()),
        merges, upkeep, tuple(PortionCubes(name, purse) for name, purse in portions), keep,
    )  # fmt: skip


def resolved(state, command: ResolveIncome) -> IncomeResolved:
    return only(when(state, command), IncomeResolved)


def amounts(state, command: ResolveIncome | None = None) -> dict[str, int]:
    """The portions that the default (or the command) pays."""
    event = resolved(state, command or RULES.default(state, ME))
    return {portion.portion: portion.amount for portion in event.portions}


# ---- own income --------------------------------------------------------------------------------------------------


@pytest.mark.rule("EX-C61-04", "C61-INC-04", "C61-INC-07", "C61-INC-10", "C61-INC-01")
def test_a_mine_and_a_greenhouse_pay_3_and_4_and_only_in_1s():
    state = income("mine greenhouse")
    assert amounts(state) == {"mine-1": 3, "greenhouse-1": 4}
    assert refusal(state, resolve(("mine-1", cubes(ones=3)), ("greenhouse-1", cubes(ones=4)))) is None
    together = resolve(("mine-1", cubes(fives=1, ones=2)))
    assert refusal(state, together) == Refusal(
        "PORTION_UNKNOWN", portion="greenhouse-1", left_out=True
    )  # the other is left out
    assert refusal(state, resolve(("mine-1", cubes(fives=1)), ("greenhouse-1", cubes(ones=2)))) == Refusal(
        "PORTION_SUM_WRONG", portion="mine-1", amount=3, cubes=5
    )


@pytest.mark.rule("EX-C61-05", "C61-INC-07", "DEC-C61-30")
def test_two_mines_are_one_portion_of_6():
    state = income("mine mine")
    assert refusal(state, resolve(("mine-1", cubes(fives=1, ones=1)))) is None
    assert refusal(state, resolve(("mine-1", cubes(ones=6)))) is None
    assert refusal(state, resolve(("mine-1", cubes(ones=3)), ("mine-2", cubes(ones=3)))) == Refusal(
        "PORTION_UNKNOWN", portion="mine-2"
    )


@pytest.mark.rule("EX-C61-06", "C61-INC-03", "C61-INC-07", "DEC-C61-11", "DEC-C61-23")
def test_a_dome_and_plus_10_are_portions_of_5_and_10():
    state = income("homeostatic_dome", recycled="spaceport")
    both = resolve(("homeostatic_dome-1", cubes(fives=1)), ("RECYCLE", cubes(tens=1)), effect="PLUS_10")
    assert resolved(state, both).storage_after == cubes(tens=1, fives=1)
    joined = resolve(("homeostatic_dome-1", cubes(tens=1, fives=1)), effect="PLUS_10")
    assert refusal(state, joined) == Refusal("PORTION_UNKNOWN", portion="RECYCLE", left_out=True)


@pytest.mark.rule("EX-C61-07", "C61-INC-03", "C61-INC-06", "C61-INC-12")
def test_a_hydroponic_farm_pays_9_doubled_18_or_with_plus_10_19_and_that_is_the_default():
    state = income("hydroponic_farm", recycled="mine")
    doubled = resolve(("hydroponic_farm-1", cubes(tens=1, fives=1, ones=3)), effect="DOUBLE")
    assert amounts(state, doubled) == {"hydroponic_farm-1": 18}
    default = resolved(state, RULES.default(state, ME))
    assert default.effect == "PLUS_10"
    assert default.storage_after.value == 19


@pytest.mark.rule("EX-C61-08", "C61-INC-07", "C61-INC-10")
def test_3_and_7_of_different_kinds_cannot_be_one_10():
    # A mine pays 3 $ at mining price 2, a farm 2 x 2 + 3 = 7 $ at food price 2 (marker 5).
    state = income("mine hydroponic_farm", food=5)
    assert amounts(state) == {"mine-1": 3, "hydroponic_farm-1": 7}
    farm = "hydroponic_farm-1"
    assert refusal(state, resolve(("mine-1", cubes(tens=1)), (farm, cubes()))) == Refusal(
        "PORTION_SUM_WRONG", portion="mine-1", amount=3, cubes=10
    )
    assert refusal(state, resolve(("mine-1", cubes(ones=3)), (farm, cubes(fives=1, ones=2)))) is None
    assert refusal(state, resolve(("mine-1", cubes(ones=3)), (farm, cubes(ones=7)))) is None


@pytest.mark.rule("EX-C61-18", "C61-INC-04", "C61-INC-01", "C61-GEN-06", "DEC-C61-24")
def test_a_factory_pays_10_once_the_whole_colony_has_three_mines():
    three = position(Place(modules="mine factory"), Place(modules="mine"), Place(modules="mine"),
                     step="INCOME", owing=[0], **ORDINARY)  # fmt: skip
    assert amounts(three)["factory-1"] == 10
    two = position(Place(modules="mine factory"), Place(modules="mine"), step="INCOME", owing=[0], **ORDINARY)
    assert "factory-1" not in amounts(two)


@pytest.mark.rule("EX-C61-19", "C61-INC-04")
@pytest.mark.parametrize(("mining", "pays"), [(-3, 0), (4, 0), (5, 7), (9, 7), (10, 14), (14, 14)])
def test_a_seismogenerator_pays_7_for_every_full_5_of_mining(mining, pays):
    assert amounts(income("seismogenerator", mining=mining)).get("seismogenerator-1", 0) == pays


@pytest.mark.rule("EX-C61-20", "C61-INC-04", "DEC-C61-21")
@pytest.mark.parametrize(("water", "pays"), [(0, 0), (1, 5)])
def test_a_cooling_tower_pays_5_while_there_is_water(water, pays):
    assert amounts(income("cooling_tower", water=water)).get("cooling_tower-1", 0) == pays


@pytest.mark.rule("C61-INC-01", "DEC-C61-24", "C61-GEN-06")
def test_a_module_pays_its_owner_alone_and_the_state_is_paid_nothing():
    state = income("greenhouse")
    event = resolved(state, RULES.default(state, ME))
    assert {portion.portion for portion in event.portions} == {"greenhouse-1"}  # not the state's reactor
    assert event.upkeep == ()  # nor does any seat pay for the state's spaceport


# ---- bonuses and doubling ----------------------------------------------------------------------------------------

HELPED = "cyber_minecart vibrating_screen resonator mine"
ON_THE_MINE = {"cyber_minecart-1": "mine-1", "vibrating_screen-1": "mine-1", "resonator-1": "mine-1"}


@pytest.mark.rule("EX-C61-21", "C61-INC-05", "C61-INC-06", "DEC-C61-12", "DEC-C61-13")
def test_all_bonuses_on_one_mine_make_10_and_doubled_20():
    state = income(HELPED)
    assert resolved(state, resolve(("mine-1", cubes(tens=1)), bonuses=ON_THE_MINE)).storage_after == cubes(tens=1)
    state = income(HELPED, recycled="warehouse")
    doubled = resolve(("mine-1", cubes(tens=2)), bonuses=ON_THE_MINE, effect="DOUBLE")
    assert resolved(state, doubled).storage_after == cubes(tens=2)


@pytest.mark.rule("C61-INC-05", "DEC-C61-13")
def test_a_bonus_goes_to_one_own_fitting_module_also_to_the_one_that_gives_it():
    state = income(HELPED)
    on_itself = resolve(
        ("mine-1", cubes(ones=3)), ("resonator-1", cubes(ones=1)), bonuses={"resonator-1": "resonator-1"}
    )
    assert refusal(state, on_itself) is None
    screen = resolve(("mine-1", cubes(ones=3)), ("vibrating_screen-1", cubes(ones=3)),
                     bonuses={"vibrating_screen-1": "vibrating_screen-1"})  # fmt: skip
    assert refusal(state, screen) is None
    unused = resolve(("mine-1", cubes(ones=3)))
    assert refusal(state, unused) is None


@pytest.mark.rule("C61-INC-05")
def test_a_bonus_that_is_not_owned_used_twice_or_does_not_fit_is_refused():
    state = income(HELPED, other=Place(modules="resonator mine"))
    mine = ("mine-1", cubes(ones=4))
    for bonuses in (
        {"resonator-2": "mine-1"},  # another seat's
        {"mine-1": "mine-1"},  # no bonus module
        {"resonator-1": "mine-2"},  # another seat's mine
        {"cyber_minecart-1": "cyber_minecart-1"},  # helps mines only
        {"vibrating_screen-1": "resonator-1"},  # helps type M only
    ):
        ((bonus, target),) = bonuses.items()
        assert refusal(state, resolve(mine, bonuses=bonuses)) == Refusal("BONUS_INVALID", bonus=bonus, target=target)
    twice = ResolveIncome(
        ME, 3, bonuses=(Bonus("resonator-1", "mine-1"),) * 2, cubes=(PortionCubes("mine-1", Cubes(5)),)
    )
    assert refusal(state, twice) == Refusal("BONUS_INVALID", bonus="resonator-1", target="mine-1")


@pytest.mark.rule("C61-INC-06", "DEC-C61-12")
def test_doubling_touches_neither_upkeep_nor_the_subsidy():
    state = income("homeostatic_dome spaceport", recycled="mine", colony="transit_hub")
    event = resolved(
        state,
        resolve(("homeostatic_dome-1", cubes(fives=1)), ("SUBSIDY", cubes(ones=3)), effect="DOUBLE",
                upkeep=(UpkeepPayment("spaceport-2", portion="homeostatic_dome-1"),)),
    )  # fmt: skip
    assert {portion.portion: portion.amount for portion in event.portions} == {"homeostatic_dome-1": 10, "SUBSIDY": 3}
    assert [(paid.amount, paid.short) for paid in event.upkeep] == [(5, 0)]


# ---- the recycle -------------------------------------------------------------------------------------------------


@pytest.mark.rule("C61-INC-03", "C61-INC-02")
def test_effect_and_exchange_belong_to_those_who_recycled_and_to_them_the_effect_is_owed():
    recycled, not_recycled = income("mine", recycled="warehouse"), income("mine")
    mine = ("mine-1", cubes(ones=3))
    assert refusal(recycled, resolve(mine)) == "EFFECT_REQUIRED"
    assert refusal(not_recycled, resolve(mine, effect="DOUBLE")) == "NO_RECYCLE_THIS_TURN"
    assert refusal(not_recycled, resolve(mine, exchange=cubes())) == "NO_RECYCLE_THIS_TURN"


@pytest.mark.rule("C61-INC-02", "DEC-C61-33")
def test_an_exchange_keeps_the_value_and_fits_the_cells():
    state = income("mine", storage=cubes(fives=2, ones=2), recycled="warehouse")
    mine, ten = ("mine-1", cubes(ones=3)), ("RECYCLE", cubes(tens=1))
    merged = resolve(mine, ten, effect="PLUS_10", exchange=cubes(tens=1, ones=2))
    assert resolved(state, merged).exchange == Exchange(cubes(fives=2, ones=2), cubes(tens=1, ones=2))
    assert resolved(state, merged).storage_after == cubes(tens=2, ones=5)
    assert refusal(state, resolve(mine, ten, effect="PLUS_10", exchange=cubes(tens=1, ones=3))) == Refusal(
        "EXCHANGE_NOT_EQUAL", before=12, after=13
    )
    twelve_1s = resolve(mine, ten, effect="PLUS_10", exchange=cubes(ones=12))
    assert refusal(state, twelve_1s) == Refusal("STORAGE_EXCEEDED", cubes=12, cells=7)


# ---- portions and links ------------------------------------------------------------------------------------------


@pytest.mark.rule("EX-C61-22", "C61-INC-07", "C61-INC-08", "DEC-C61-14")
def test_a_link_of_a_mine_and_a_greenhouse_carries_the_other_mine_along():
    link = (Merge("biomass-1", "mine-1", "greenhouse-1"),)
    state = income("biomass mine greenhouse")
    assert amounts(state, resolve(("mine-1", cubes(fives=1, ones=2)), ("biomass-1", cubes(ones=3)), merges=link)) == {
        "biomass-1": 3, "mine-1": 7,
    }  # fmt: skip
    state = income("biomass mine greenhouse mine")
    event = resolved(state, resolve(("mine-1", cubes(tens=1)), ("biomass-1", cubes(ones=3)), merges=link))
    assert [(portion.portion, portion.modules, portion.amount) for portion in event.portions] == [
        ("biomass-1", ("biomass-1",), 3), ("mine-1", ("mine-1", "greenhouse-1", "mine-2"), 10),
    ]  # fmt: skip


@pytest.mark.rule("C61-INC-08", "DEC-C61-22")
def test_the_merging_module_itself_may_be_one_end_but_no_module_both():
    state = income("biomass mine")
    with_itself = resolve(("biomass-1", cubes(fives=1, ones=1)), merges=(Merge("biomass-1", "mine-1", "biomass-1"),))
    assert refusal(state, with_itself) is None
    both_ends = resolve(
        ("biomass-1", cubes(ones=3)), ("mine-1", cubes(ones=3)), merges=(Merge("biomass-1", "mine-1", "mine-1"),)
    )
    assert refusal(state, both_ends) == Refusal("MERGE_INVALID", by="biomass-1", a="mine-1", b="mine-1")


@pytest.mark.rule("C61-INC-08")
def test_links_that_are_not_owned_used_twice_or_do_not_fit_are_refused():
    state = income("biomass radar_station mine greenhouse resonator", other=Place(modules="biomass"))
    rest = (("biomass-1", cubes(ones=3)), ("mine-1", cubes(ones=3)), ("greenhouse-1", cubes(ones=4)))
    fitting = Merge("biomass-1", "mine-1", "greenhouse-1")
    for merges in (
        (Merge("biomass-2", "mine-1", "greenhouse-1"),),  # another seat's
        (Merge("mine-1", "mine-1", "greenhouse-1"),),  # no merging module
        (fitting, fitting),
        (Merge("biomass-1", "greenhouse-1", "biomass-1"),),  # a greenhouse supplies no mining
        (Merge("biomass-1", "mine-1", "resonator-1"),),  # a resonator is not of type L
        (Merge("radar_station-1", "mine-1", "greenhouse-1"),),  # not of one type
    ):
        by, a, b = astuple(merges[-1])
        assert refusal(state, resolve(*rest, merges=merges)) == Refusal("MERGE_INVALID", by=by, a=a, b=b)
    same_type = Merge("radar_station-1", "biomass-1", "greenhouse-1")
    assert (
        refusal(state, resolve(("biomass-1", cubes(fives=1, ones=2)), ("mine-1", cubes(ones=3)), merges=(same_type,)))
        is None
    )


@pytest.mark.rule("C61-INC-07", "C61-INC-10")
def test_each_portion_with_money_is_named_once():
    state = income("mine warehouse")
    mine, store = ("mine-1", cubes(ones=3)), ("warehouse-1", cubes(ones=4))
    assert refusal(state, resolve(mine, store)) is None
    assert refusal(state, resolve(mine)) == Refusal("PORTION_UNKNOWN", portion="warehouse-1", left_out=True)
    assert refusal(state, resolve(mine, store, store)) == Refusal("PORTION_UNKNOWN", portion="warehouse-1")
    assert refusal(state, resolve(mine, store, ("RECYCLE", cubes(tens=1)))) == Refusal(
        "PORTION_UNKNOWN", portion="RECYCLE"
    )
    assert refusal(state, resolve(mine, ("warehouse-1", cubes(ones=5)))) == Refusal(
        "PORTION_SUM_WRONG", portion="warehouse-1", amount=4, cubes=5
    )


@pytest.mark.rule("C61-INC-07")
def test_a_portion_without_money_needs_no_entry():
    state = income("mine resonator")
    assert refusal(state, resolve(("mine-1", cubes(ones=3)))) is None
    assert refusal(state, resolve(("mine-1", cubes(ones=3)), ("resonator-1", cubes()))) is None


# ---- upkeep ------------------------------------------------------------------------------------------------------


def by_cubes(module: str, purse: Cubes) -> UpkeepPayment:
    return UpkeepPayment(module, cubes=purse)


@pytest.mark.rule("EX-C61-23", "C61-INC-09", "DEC-C61-15")
def test_who_is_too_poor_pays_everything_and_keeps_the_modules():
    state = income("spaceport spaceport", storage=cubes(tens=1))
    all_for_one = resolve(upkeep=(by_cubes("spaceport-2", cubes(tens=1)), by_cubes("spaceport-3", cubes())))
    event = resolved(state, all_for_one)
    assert [(paid.module, paid.cubes, paid.short) for paid in event.upkeep] == [
        ("spaceport-2", cubes(tens=1), 0), ("spaceport-3", cubes(), 5),
    ]  # fmt: skip
    after = given(state, all_for_one)
    assert after.corporations[0].storage == cubes()
    assert [module.kind for module in after.corporations[0].modules] == ["spaceport", "spaceport"]


@pytest.mark.rule("C61-INC-09")
def test_upkeep_is_subtracted_from_a_portion_that_holds_it_or_paid_in_cubes():
    state = income("homeostatic_dome spaceport mine", storage=cubes(fives=1))
    dome, mine = ("homeostatic_dome-1", cubes(fives=1)), ("mine-1", cubes(ones=3))
    from_dome = resolve(mine, upkeep=(UpkeepPayment("spaceport-2", portion="homeostatic_dome-1"),))
    assert resolved(state, from_dome).storage_after == cubes(fives=1, ones=3)
    stored = resolve(dome, mine, upkeep=(by_cubes("spaceport-2", cubes(fives=1)),))
    assert resolved(state, stored).storage_after == cubes(fives=1, ones=3)
    too_small = resolve(dome, mine, upkeep=(UpkeepPayment("spaceport-2", portion="mine-1"),))
    assert refusal(state, too_small) == Refusal("UPKEEP_INVALID", module="spaceport-2", portion="mine-1", amount=5)


@pytest.mark.rule("C61-INC-09")
def test_cubes_just_received_may_pay_and_no_cube_pays_twice():
    state = income("homeostatic_dome spaceport")
    received = resolve(("homeostatic_dome-1", cubes(fives=1)), upkeep=(by_cubes("spaceport-2", cubes(fives=1)),))
    assert resolved(state, received).storage_after == cubes()
    two = income("spaceport spaceport", storage=cubes(fives=1, ones=1))
    twice = resolve(upkeep=(by_cubes("spaceport-2", cubes(fives=1)), by_cubes("spaceport-3", cubes(fives=1))))
    assert refusal(two, twice) == Refusal("CUBES_NOT_HELD", module="spaceport-3")


@pytest.mark.rule("C61-INC-09")
def test_each_wrong_way_to_pay_upkeep_has_its_own_code():
    state = income("spaceport mine", storage=cubes(fives=1, ones=4))
    mine = ("mine-1", cubes(ones=3))
    five = cubes(fives=1)
    assert refusal(state, resolve(mine)) == Refusal("UPKEEP_MISSING", module="spaceport-2")
    assert refusal(state, resolve(mine, upkeep=(by_cubes("spaceport-2", five), by_cubes("mine-1", five)))) == (
        Refusal("UPKEEP_INVALID", module="mine-1")
    )
    assert refusal(state, resolve(mine, upkeep=(by_cubes("spaceport-2", five),) * 2)) == Refusal(
        "UPKEEP_INVALID", module="spaceport-2"
    )
    assert refusal(state, resolve(mine, upkeep=(UpkeepPayment("spaceport-2", portion="warehouse-1"),))) == Refusal(
        "UPKEEP_INVALID", module="spaceport-2", portion="warehouse-1", amount=5
    )
    assert refusal(state, resolve(mine, upkeep=(by_cubes("spaceport-2", cubes(tens=1)),))) == Refusal(
        "CUBES_NOT_HELD", module="spaceport-2"
    )
    assert refusal(state, resolve(mine, upkeep=(by_cubes("spaceport-2", cubes(ones=4)),))) == Refusal(
        "UPKEEP_TOO_SMALL", module="spaceport-2", paid=4, amount=5
    )
    both = UpkeepPayment("spaceport-2", portion="mine-1", cubes=five)
    assert refusal(state, resolve(mine, upkeep=(both,))) == Refusal("MALFORMED_COMMAND", field="upkeep")


@pytest.mark.rule("C61-INC-13")
def test_the_checks_come_in_their_order():
    """Each line repairs the first fault of the one before, and the next fault answers."""
    state = income("spaceport biomass mine", storage=cubes(fives=1), recycled="warehouse")
    bad_bonus, bad_merge = {"mine-1": "mine-1"}, (Merge("biomass-1", "mine-1", "mine-1"),)
    too_much = cubes(tens=9)
    spaceport = by_cubes("spaceport-2", too_much)
    ten, three, mine = ("RECYCLE", cubes(tens=1)), ("biomass-1", cubes(ones=3)), ("mine-1", cubes(ones=3))
    faults = [
        (resolve(exchange=too_much, bonuses=bad_bonus, merges=bad_merge, keep=too_much), "EFFECT_REQUIRED"),
        (resolve(effect="PLUS_10", exchange=too_much, bonuses=bad_bonus, merges=bad_merge),
         Refusal("EXCHANGE_NOT_EQUAL", before=5, after=90)),
        (resolve(effect="PLUS_10", bonuses=bad_bonus, merges=bad_merge),
         Refusal("BONUS_INVALID", bonus="mine-1", target="mine-1")),
        (resolve(effect="PLUS_10", merges=bad_merge), Refusal("MERGE_INVALID", by="biomass-1", a="mine-1", b="mine-1")),
        (resolve(effect="PLUS_10"), Refusal("UPKEEP_MISSING", module="spaceport-2")),
        (resolve(effect="PLUS_10", upkeep=(spaceport,)),
         Refusal("PORTION_UNKNOWN", portion="biomass-1", left_out=True)),
        (resolve(ten, three, mine, effect="PLUS_10", upkeep=(spaceport,), keep=too_much),
         Refusal("CUBES_NOT_HELD", module="spaceport-2")),
        (resolve(ten, three, mine, effect="PLUS_10", upkeep=(by_cubes("spaceport-2", cubes(fives=1)),),
                 keep=cubes(tens=1, ones=7)), "CUBES_NOT_HELD"),
    ]  # fmt: skip
    for command, fault in faults:
        assert refusal(state, command) == fault
    assert (
        refusal(state, resolve(ten, three, mine, effect="PLUS_10", upkeep=(by_cubes("spaceport-2", cubes(fives=1)),)))
        is None
    )


# ---- storage -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("EX-C61-09", "C61-STO-01", "C61-STO-03", "DEC-C61-16", "DEC-C61-01")
def test_of_nine_1s_seven_stay_and_two_are_lost_for_nothing():
    state = income("mine greenhouse", storage=cubes(ones=2))
    ones = (("mine-1", cubes(ones=3)), ("greenhouse-1", cubes(ones=4)))
    assert refusal(state, resolve(*ones, keep=cubes(ones=8))) == Refusal("STORAGE_EXCEEDED", cubes=8, cells=7)
    event = resolved(state, resolve(*ones, keep=cubes(ones=7)))
    assert (event.lost, event.storage_after) == (cubes(ones=2), cubes(ones=7))


@pytest.mark.rule("EX-C61-10", "C61-STO-02")
def test_a_warehouse_built_this_turn_opens_four_more_cells():
    state = income("mine greenhouse", storage=cubes(ones=2), new_modules="warehouse")
    ones = (("mine-1", cubes(ones=3)), ("greenhouse-1", cubes(ones=4)), ("warehouse-1", cubes(ones=4)))
    event = resolved(state, resolve(*ones, keep=cubes(ones=11)))
    assert (event.lost, event.storage_after) == (cubes(ones=2), cubes(ones=11))
    assert refusal(state, resolve(*ones, keep=cubes(ones=12))) == Refusal("STORAGE_EXCEEDED", cubes=12, cells=11)


@pytest.mark.rule("C61-STO-02")
def test_each_warehouse_opens_a_level_up_to_the_last():
    cells = [
        RULES.view(income(" ".join(["warehouse"] * count) or "mine"), None).corporations[0].cells for count in range(6)
    ]
    assert cells == [7, 11, 15, 19, 19, 19]


@pytest.mark.rule("C61-STO-03")
def test_the_player_chooses_what_stays_old_or_new_and_left_out_the_most_valuable_stay():
    state = income("mine greenhouse", storage=cubes(tens=1, fives=1, ones=1))
    ones = (("mine-1", cubes(ones=3)), ("greenhouse-1", cubes(ones=4)))
    assert resolved(state, resolve(*ones)).storage_after == cubes(tens=1, fives=1, ones=5)
    assert resolved(state, resolve(*ones, keep=cubes(ones=7))).lost == cubes(tens=1, fives=1, ones=1)
    assert resolved(state, resolve(*ones, keep=cubes())).storage_after == cubes()
    assert refusal(state, resolve(*ones, keep=cubes(tens=2))) == "CUBES_NOT_HELD"


@pytest.mark.rule("C61-GEN-03")
def test_the_bank_never_runs_out_and_what_it_gave_and_took_is_counted():
    state = income("mine greenhouse", storage=cubes(tens=1))
    after = given(state, RULES.default(state, ME))
    assert state.given_out == Cubes(0, 0, 1)
    assert after.given_out == after.corporations[0].storage


# ---- in effect at once -------------------------------------------------------------------------------------------


@pytest.mark.rule("C61-INC-11", "C61-SIM-04", "C61-SIM-05", "DEC-C61-29")
def test_an_income_is_public_and_in_effect_at_once_and_cannot_be_changed():
    state = position(Place(modules="mine"), Place(modules="mine"), step="INCOME", **ORDINARY)
    command = resolve(("mine-1", cubes(ones=3)))
    (event,) = when(state, command)
    assert redact(event, None) == event
    after = given(state, command)
    assert RULES.view(after, None).corporations[0].storage == cubes(ones=3)
    assert refusal(after, command) == Refusal("ALREADY_RESOLVED", turn=3, step="INCOME")
    assert after.waiting == (1,)


@pytest.mark.rule("C61-SIM-01", "DEC-C61-45", "C61-SIM-07")
def test_a_seat_with_one_possible_outcome_is_resolved_by_the_server_but_not_one_that_could_use_a_bonus():
    state = position(
        Place(laid="mine", storage=cubes(fives=1)), Place(hand="mine", modules="hypno_tower", storage=cubes(tens=1)),
        Place(hand="mine", modules="resonator"), step="DECIDE", owing=[0],
    )  # fmt: skip
    events = when(state, RULES.default(state, ME))
    assert events[-2].seats == (0, 2)
    server = only(events, IncomeResolved)
    assert (server.player, server.portions, server.storage_after, server.by_default) == (1, (), cubes(tens=1), True)
    after = given(state, RULES.default(state, ME))
    assert refusal(after, ResolveIncome(Seat(1), 3, cubes=())) == Refusal("ALREADY_RESOLVED", turn=3, step="INCOME")
    unused = ResolveIncome(Seat(2), 3, cubes=())
    assert of(when(after, unused), IncomeResolved)[0].portions == ()


# ---- the default -------------------------------------------------------------------------------------------------


def default(state) -> ResolveIncome:
    return RULES.options(state, ME)[0].command


@pytest.mark.rule("C61-INC-12")
def test_default_1_the_effect_that_leaves_more_in_storage_and_plus_10_if_equal():
    assert default(income("hydroponic_farm mine", recycled="warehouse")).effect == "DOUBLE"  # 24 against 22
    assert default(income("homeostatic_dome homeostatic_dome", recycled="warehouse")).effect == "PLUS_10"  # 20 and 20


@pytest.mark.rule("C61-INC-12")
def test_default_2_after_a_recycle_the_stored_value_in_10s_then_5s_then_1s():
    state = income("", storage=cubes(fives=3, ones=2), recycled="warehouse")
    # 17: one 10, one 5, two 1s. Point 8 then has fewer than four 1s and three free cells: no 5 is changed.
    assert default(state).exchange == cubes(tens=1, fives=1, ones=2)


@pytest.mark.rule("C61-INC-12")
def test_default_3_each_bonus_goes_to_the_fitting_module_with_the_highest_own_income_first_built_among_equals():
    choice = default(income("mine mine cyber_minecart resonator greenhouse"))
    assert choice.bonuses == (Bonus("cyber_minecart-1", "mine-1"), Bonus("resonator-1", "greenhouse-1"))


@pytest.mark.rule("C61-INC-12", "DEC-C61-43")
def test_default_4_links_join_the_two_portions_with_the_highest_sum_then_the_earliest_built():
    # Portions: biomass 3, mines 6, greenhouse 4. Mining supplier with type L: mines + greenhouse 10 beats + biomass 9.
    choice = default(income("biomass mine greenhouse mine"))
    assert choice.merges == (Merge("biomass-1", "mine-1", "greenhouse-1"),)
    # Two of one type: mines 6 and borehole 4 (M) 10, biomass 3 and greenhouse 4 (L) 7; `a` is the earlier built.
    choice = default(income("superdeep_borehole mine greenhouse mine biomass radar_station"))
    assert choice.merges == (
        Merge("biomass-1", "mine-1", "greenhouse-1"),
        Merge("radar_station-1", "superdeep_borehole-1", "mine-1"),
    )
    # Nothing to link: unused.
    assert default(income("biomass greenhouse")).merges == ()


@pytest.mark.rule("C61-INC-12", "DEC-C61-43")
def test_default_4_of_links_of_two_types_with_equal_sums_the_earliest_built_wins():
    # Autoclave 4 and building module 5 (type P) hold 9, as do molecular sieve 4 and dome 5 (type L, listed first); the
    # autoclave was built before the sieve.
    modules = "radar_station biomass factory autoclave greenhouse molecular_sieve homeostatic_dome building_module"
    levels = {"mining": 4, "production": 6, "food": 7, "population": 0, "water": 4, "building": 2, "electricity": 7}
    assert default(income(modules, **levels)).merges == (Merge("radar_station-1", "autoclave-1", "building_module-2"),)


@pytest.mark.rule("C61-INC-12", "DEC-C61-44")
def test_default_5_upkeep_from_the_smallest_portion_that_still_holds_it_modules_before_recycle_before_subsidy():
    state = income("homeostatic_dome spaceport spaceport hydroponic_farm", recycled="mine")
    choice = default(state)  # DOUBLE: dome 10, farm 18
    assert (choice.effect, choice.upkeep) == ("DOUBLE", (
        UpkeepPayment("spaceport-2", portion="homeostatic_dome-1"),
        UpkeepPayment("spaceport-3", portion="homeostatic_dome-1"),
    ))  # fmt: skip
    recycle = default(income("mine spaceport", recycled="warehouse"))
    assert recycle.upkeep == (UpkeepPayment("spaceport-2", portion="RECYCLE"),)


@pytest.mark.rule("C61-INC-12")
def test_default_5_upkeep_that_no_portion_holds_takes_the_least_sufficient_cubes_after_the_cubes_are_paid():
    state = income("mine spaceport", storage=cubes(tens=1, ones=2))
    choice = default(state)  # held: one 10 and five 1s: the 1s are worth exactly 5
    assert choice.upkeep == (by_cubes("spaceport-2", cubes(ones=5)),)
    assert resolved(state, choice).storage_after == cubes(tens=1)
    poor = income("mine spaceport")
    assert default(poor).upkeep == (by_cubes("spaceport-2", cubes(ones=3)),)
    assert resolved(poor, default(poor)).upkeep[0].short == 2


@pytest.mark.rule("C61-INC-12")
def test_default_6_and_8_cubes_are_large_but_some_change_is_made_where_cells_are_free():
    # Farm 9: one 5 and four 1s. Four 1s and a 5 are held: nothing to change.
    assert resolved(income("hydroponic_farm"), default(income("hydroponic_farm"))).storage_after == cubes(
        fives=1, ones=4
    )
    # Dome 5, warehouse 4, eleven cells: four 1s are enough, although six cells are free.
    roomy = income("homeostatic_dome warehouse")
    assert resolved(roomy, default(roomy)).storage_after == cubes(fives=1, ones=4)
    # Dome alone: one 5, no 1s, six cells free: the 5 becomes five 1s; then no 5 is held, but no 10 either.
    state = income("homeostatic_dome")
    assert resolved(state, default(state)).storage_after == cubes(ones=5)
    # Factory 10 $ with three mines 9 $: 10, 5, 1x4.
    state = income("factory", other=Place(modules="mine mine mine"))
    # One 10: fewer than four 1s, but no 5 to change; no 5 held: the 10 becomes two 5s; then a 5 becomes five 1s.
    assert resolved(state, default(state)).storage_after == cubes(fives=1, ones=5)


@pytest.mark.rule("C61-INC-12")
def test_default_8_takes_the_cube_from_the_smallest_portion_that_has_one_and_the_exchanged_storage_last():
    # PLUS_10: dome 5, mine 3, recycle 10, storage 20: held three 10s, a 5 and three 1s, no cell is free for change.
    full = income("homeostatic_dome mine", storage=cubes(tens=2), recycled="warehouse")
    assert resolved(full, default(full)).storage_after == cubes(tens=3, fives=1, ones=3)
    # PLUS_10: resonator 1, recycle 10, storage 10: no 5 is held, so the 10 of RECYCLE, not that of the storage, becomes
    # two 5s. Then fewer than four 1s are held, but only three cells are free.
    state = income("resonator", storage=cubes(tens=1), recycled="warehouse")
    choice = default(state)
    assert choice.exchange == cubes(tens=1)
    assert {entry.portion: entry.cubes for entry in choice.cubes} == {
        "resonator-1": cubes(ones=1), "RECYCLE": cubes(fives=2),
    }  # fmt: skip
    # DOUBLE: two domes 20 against 10 + 10, equal, so PLUS_10; the domes' 10 is as small as RECYCLE and comes first.
    domes = default(income("homeostatic_dome homeostatic_dome", recycled="warehouse"))
    assert {entry.portion: entry.cubes for entry in domes.cubes} == {
        "homeostatic_dome-1": cubes(fives=1, ones=5), "RECYCLE": cubes(tens=1),
    }  # fmt: skip
    # The only 5 is stored: it becomes five 1s. Then no 5 is held and one cell is free: the 10 becomes two 5s.
    stored = default(income("", storage=cubes(fives=1), recycled="warehouse"))
    assert stored.exchange == cubes(ones=5)
    assert {entry.portion: entry.cubes for entry in stored.cubes} == {"RECYCLE": cubes(fives=2)}


@pytest.mark.rule("C61-INC-12", "C61-STO-03")
def test_default_7_keeps_the_most_valuable_cubes():
    state = income("mine greenhouse", storage=cubes(tens=2, ones=3))
    assert resolved(state, default(state)).storage_after == cubes(tens=2, ones=5)


@pytest.mark.rule("EX-C61-32", "C61-SIM-08", "DEC-C61-35")
def test_accepting_the_default_and_spelling_it_out_come_to_the_same_but_for_by_default():
    for state in (
        income(HELPED, recycled="warehouse"),
        income("biomass mine greenhouse mine spaceport", storage=cubes(fives=2)),
        income("homeostatic_dome", storage=cubes(tens=1), colony="transit_hub"),
    ):
        short, spelt_out = RULES.default(state, ME), default(state)
        assert short == ResolveIncome(ME, 3, accept_default=True)
        by_server, by_hand = resolved(state, short), resolved(state, spelt_out)
        assert (by_server.by_default, by_hand.by_default) == (True, False)
        fields = [name for name in by_server.__struct_fields__ if name != "by_default"]
        assert [getattr(by_server, name) for name in fields] == [getattr(by_hand, name) for name in fields]
