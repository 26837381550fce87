"""`options` and `decide` hold together: nothing offered is refused, and what the families count is what is legal."""

from collections import defaultdict
from itertools import chain, combinations, permutations, product

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.colony61.cubes import (
    Cubes,
    lean_sets,
    payable,
    purses,
    selections,
    split,
    splits,
    thriftiest,
    way_to_pay,
    ways_to_pay,
)
from domain.colony61.messages import (
    Bonus,
    ChooseStart,
    ChooseSwap,
    DecideCards,
    IncomeResolved,
    KeepCards,
    LayCards,
    Merge,
    Payment,
    PortionCubes,
    ResolveIncome,
)
from domain.colony61.options import AcceptDefault, IncomeOption, StandingOption, nth_order
from domain.kernel.decider import decide, fold
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat
from tests.domain.colony61.positions import RULES, Place, begun, cubes, decider, only, position, refusal, when
from tests.kit import commands

A = Seat(0)


def offered(state) -> list:
    """Every command of the seat's own families: not the short default, not the settings."""
    families = [option for option in RULES.options(state, A) if not isinstance(option, AcceptDefault | StandingOption)]
    return [command for option in families for command in commands(option)]


def all_sets(held: Cubes) -> list[Cubes]:
    counts = (range(held.ones + 1), range(held.fives + 1), range(held.tens + 1))
    return [Cubes(*each) for each in product(*counts)]


def subsets(items, most: int):
    return chain.from_iterable(combinations(sorted(items), size) for size in range(most + 1))


def same(ours: list, every: list) -> None:
    assert len(ours) == len(set(map(repr, ours))), "no command is counted twice"
    assert sorted(map(repr, ours)) == sorted(map(repr, every))


# ---- every legal command is offered, every offered one is legal --------------------------------------------------


def test_start_choices_are_exactly_the_legal_ones():
    state = begun(colony="resettlement_planet")
    every = [
        ChooseStart(A, keep, purse)
        for keep in subsets(state.corporations[0].offer, 4)
        for purse in all_sets(Cubes(20, 4, 2))
    ]
    same(offered(state), [command for command in every if refusal(state, command) is None])


@pytest.mark.parametrize("slots", [1, 2, 3])
def test_laying_choices_are_exactly_the_legal_ones(slots):
    place = Place(hand="mine greenhouse warehouse factory", modules="building_module", storage=cubes(tens=1, ones=2))
    state = position(place, Place(hand="mine"), slots=slots)
    every = [LayCards(A, 3, cards) for cards in subsets(state.corporations[0].hand, 4)]
    same(offered(state), [command for command in every if refusal(state, command) is None])


@pytest.mark.parametrize(
    ("modules", "fives"),
    [
        ("", 2),
        ("building_module", 1),
        ("building_module building_module", 1),
        pytest.param("building_module", 2, marks=pytest.mark.slow),
        pytest.param("building_module building_module", 2, marks=pytest.mark.slow),
    ],
)
def test_decisions_are_exactly_the_legal_ones_up_to_the_order_of_payments(modules, fives):
    place = Place(laid="mine warehouse greenhouse", modules=modules, storage=cubes(tens=1, fives=fives, ones=2))
    state = position(place, Place(), step="DECIDE", owing=[0], slots=3)
    laid, sets = state.corporations[0].laid, all_sets(state.corporations[0].storage)
    owned = [None, *(module.card for module in state.corporations[0].modules)]
    every = []
    for recycle in (None, *laid):
        build = [card for card in laid if card != recycle]
        for groups in partitions(sorted(build)):
            for by in product(owned, repeat=len(groups)):
                for paid in product(sets, repeat=len(groups)):
                    if sum(each.ones for each in paid) > 2 or sum(each.tens for each in paid) > 1:
                        continue
                    payments = tuple(Payment(*each) for each in zip(groups, paid, by, strict=True))
                    if refusal(state, DecideCards(A, 3, tuple(build), recycle, payments)) is None:
                        every += [DecideCards(A, 3, order, recycle, payments) for order in permutations(build)]
    same(offered(state), every)


def partitions(cards: list[str]):
    """Every way to put the cards into groups; groups in the order of their first cards."""
    if not cards:
        yield ()
        return
    for size in range(len(cards)):
        for partners in combinations(cards[1:], size):
            rest = [card for card in cards[1:] if card not in partners]
            for others in partitions(rest):
                yield ((cards[0], *partners), *others)


def test_cards_given_up_and_kept_are_exactly_the_legal_ones():
    swap = position(Place(hand="mine greenhouse warehouse", modules="radar_station resonator"), Place(), step="SWAP",
                    owing=[0], population=3)  # fmt: skip
    every = [ChooseSwap(A, 3, cards) for cards in subsets(swap.corporations[0].hand, 3)]
    same(offered(swap), [command for command in every if refusal(swap, command) is None])
    keep = position(Place(offer="mine greenhouse warehouse", keep=2), Place(), step="KEEP", owing=[0])
    every = [KeepCards(A, 3, cards) for cards in subsets(keep.corporations[0].offer, 3)]
    same(offered(keep), [command for command in every if refusal(keep, command) is None])


# ---- incomes: what the four families cover (docs/decisions) ------------------------------------------------------


def family(state, vary: str, effect: str | None = None) -> list:
    options = [option for option in RULES.options(state, A) if isinstance(option, IncomeOption)]
    return [
        command for option in options if (option.vary, option.effect) == (vary, effect) for command in commands(option)
    ]


def storage_after(state, command) -> Cubes:
    return only(when(state, command), IncomeResolved).storage_after


@pytest.mark.parametrize("recycled", ["", "cooling_tower"])
def test_varying_the_cubes_reaches_every_storage_that_the_defaults_portions_allow(recycled):
    place = Place(modules="mine warehouse homeostatic_dome", storage=cubes(fives=1, ones=2), recycled=recycled)
    state = position(place, Place(), step="INCOME", owing=[0], mining=1, population=1)  # 4, 4 and 5 $, 11 cells
    effect = "PLUS_10" if recycled else None
    amounts = [(entry.portion, entry.cubes.value) for entry in family(state, "cubes", effect)[0].cubes]
    every = set()
    exchanges = purses(7, 11) if recycled else (None,)
    for exchange in exchanges:
        for chosen in product(*(purses(amount, 99) for _, amount in amounts)):
            entries = tuple(PortionCubes(name, paid) for (name, _), paid in zip(amounts, chosen, strict=True))
            held = sum(chosen, exchange or cubes(fives=1, ones=2))
            command = ResolveIncome(A, 3, effect, exchange, cubes=entries)
            if held.count <= 11:
                every.add(storage_after(state, command))
    reached = [storage_after(state, command) for command in family(state, "cubes", effect)]
    assert every <= set(reached)
    assert all(refusal(state, command) is None for command in family(state, "cubes", effect))


def test_varying_bonuses_and_links_is_every_use_of_every_right():
    state = position(Place(modules="cyber_minecart resonator biomass mine greenhouse"), Place(), step="INCOME",
                     owing=[0], mining=3, food=2)  # fmt: skip
    own = [module.card for module in state.corporations[0].modules]
    found = [(command.bonuses, command.merges) for command in family(state, "bonuses")]
    assert all(refusal(state, command) is None for command in family(state, "bonuses"))
    every = set()
    for cart, resonator in product((None, *own), repeat=2):
        for a, b in [(None, None), *permutations(own, 2)]:
            bonuses = tuple(
                Bonus(source, target)
                for source, target in (("cyber_minecart-1", cart), ("resonator-1", resonator))
                if target
            )
            merges = (Merge("biomass-1", a, b),) if a and b else ()
            trial = ResolveIncome(A, 3, bonuses=bonuses, merges=merges, cubes=())
            if str(refusal(state, trial)) not in ("BONUS_INVALID", "MERGE_INVALID"):
                every.add((bonuses, merges))
    assert len(found) == len(set(found))
    assert set(found) == every


def test_a_bonus_that_would_make_too_many_uses_keeps_its_default_target_and_those_after_it_are_still_free():
    modules = ["biomass"] * 3 + ["resonator"] * 6 + ["vibrating_screen"] * 5 + ["homeostatic_dome"] * 6
    modules += ["superdeep_borehole"] * 4 + ["mine"] + ["cyber_minecart"] * 3 + ["microbiology_lab"]
    state = position(Place(modules=" ".join(modules)), Place(), step="INCOME", owing=[0])
    (option,) = (each for each in RULES.options(state, A) if isinstance(each, IncomeOption) and each.vary == "bonuses")
    roll = Dice.from_text("uses").roll("numbers")
    drawn = [option.nth(roll.below(option.count())) for _ in range(50)]
    assert option.count() <= 1 << 62
    assert [refusal(state, command) for command in drawn] == [None] * 50
    targets = defaultdict(set)
    for command in drawn:
        for bonus in command.bonuses:
            targets[bonus.source].add(bonus.target)
    assert {len(each) > 1 for each in targets.values()} == {False, True}


def test_varying_what_stays_is_every_choice_of_as_many_cubes_as_fit():
    state = position(Place(modules="mine greenhouse", storage=cubes(tens=1, fives=1, ones=1)), Place(), step="INCOME",
                     owing=[0], mining=3, food=2)  # fmt: skip
    kept = {storage_after(state, command) for command in family(state, "keep")}
    assert kept == {each for each in all_sets(Cubes(8, 1, 1)) if each.count == 7}
    roomy = position(Place(modules="mine"), Place(), step="INCOME", owing=[0], mining=3)
    assert family(roomy, "keep") == []


def test_varying_the_upkeep_is_every_portion_that_holds_it_or_cubes():
    state = position(Place(modules="spaceport spaceport homeostatic_dome hydroponic_farm", storage=cubes(tens=1)),
                     Place(), step="INCOME", owing=[0], food=2)  # fmt: skip
    ways = {tuple(entry.portion for entry in command.upkeep) for command in family(state, "upkeep")}
    dome, farm = "homeostatic_dome-1", "hydroponic_farm-1"
    assert ways == {(None, None), (dome, None), (None, dome), (farm, None), (None, farm), (dome, farm), (farm, dome)}
    assert all(refusal(state, command) is None for command in family(state, "upkeep"))


# ---- whole games -------------------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=20, deadline=None, derandomize=True)
@for_all(st.integers(0, 10**6), st.integers(2, 5))
def test_nothing_that_is_offered_is_refused_in_random_games(number, players):
    rules = decider(players=players)
    roll = Dice.from_text(f"offers/{number}").roll("commands")
    state = begun(players, "drawn", f"offers/{number}")
    while waiting := rules.to_act(state):
        seat = roll.choice(state.owing)
        assert seat in waiting or state.corporations[seat].choice is not None
        for option in rules.options(state, seat):
            count = option.count()
            assert count >= 1
            for index in (0, count - 1, roll.below(count)):
                assert refusal(state, option.nth(index)) is None
        seat = roll.choice(waiting)
        option = roll.choice(rules.options(state, seat))
        command = option.nth(roll.below(option.count()))
        state = fold(rules, decide(rules, state, command), state)
    assert all(rules.options(state, seat) == () for seat in state.seats)


def test_every_option_type_is_declared_and_every_family_fits_a_draw():
    seen = set()
    for number in range(6):
        rules, roll = decider(players=3), Dice.from_text(f"kinds/{number}").roll("commands")
        state = begun(3, "drawn", f"kinds/{number}")
        while waiting := rules.to_act(state):
            options = rules.options(state, waiting[0])
            seen |= {type(option) for option in options}
            assert all(option.count() <= 1 << 64 for option in options)
            option = roll.choice(options[:-1])
            state = fold(rules, decide(rules, state, option.nth(roll.below(option.count()))), state)
    assert seen == set(rules.option_types)


# ---- cube arithmetic against trying everything out ---------------------------------------------------------------

PURSE = st.builds(Cubes, st.integers(0, 4), st.integers(0, 3), st.integers(0, 3))
COSTS = st.lists(st.integers(1, 16), min_size=1, max_size=3).map(tuple)


def payments(costs, held: Cubes):
    """Every way, by trying out."""
    for sets in product(all_sets(held), repeat=len(costs)):
        if held.holds(sum(sets, Cubes())) and all(paid.value >= cost for paid, cost in zip(sets, costs, strict=True)):
            yield sets


@settings(max_examples=40, deadline=None, derandomize=True)
@for_all(COSTS, st.builds(Cubes, st.integers(0, 3), st.integers(0, 2), st.integers(0, 2)))
def test_payments_are_counted_numbered_and_judged_as_by_trying_everything_out(costs, held):
    every = list(payments(costs, held))
    assert payable(costs, held) == bool(every)
    assert ways_to_pay(costs, held) == len(every)
    assert sorted(way_to_pay(costs, held, index) for index in range(len(every))) == sorted(every)
    assert ways_to_pay(costs[::-1], held) == len(every)
    best = thriftiest(costs, held)
    assert (best is None) == (not every)
    if best:
        assert best[1] == min(
            every,
            key=lambda sets: (
                sum(paid.value for paid in sets),
                sum(paid.count for paid in sets),
                -sum(paid.tens for paid in sets),
                tuple(paid.value for paid in sets),
                tuple((-paid.tens, -paid.fives) for paid in sets),
            ),
        )


@settings(max_examples=60, deadline=None, derandomize=True)
@for_all(st.integers(1, 40), PURSE)
def test_lean_sets_are_those_from_which_no_cube_can_be_taken(cost, held):
    enough = [each for each in all_sets(held) if each.value >= cost]
    lean = [
        each
        for each in enough
        if not any(
            replace(each, **{name: getattr(each, name) - 1}).value >= cost
            for name in ("ones", "fives", "tens")
            if getattr(each, name)
        )
    ]
    assert sorted(lean_sets(cost, held)) == sorted(lean)


@pytest.mark.rule("C61-PAY-02")
def test_a_cost_of_11_takes_both_of_two_10s():
    assert lean_sets(11, Cubes(tens=3)) == (Cubes(tens=2),)
    assert payable((11,), Cubes(tens=2))
    assert not payable((11, 1), Cubes(tens=2))


@settings(max_examples=60, deadline=None, derandomize=True)
@for_all(st.integers(0, 60), st.integers(0, 60))
def test_splits_are_numbered_without_gap(fives, tens):
    tens = min(tens, fives // 2)
    pairs = [split(fives, index) for index in range(splits(fives, tens))]
    assert pairs == [(t, f) for t in range(tens + 1) for f in range(fives - 2 * t + 1)]


def test_orders_are_numbered_without_gap():
    assert [nth_order("abcd", index) for index in range(24)] == list(permutations("abcd"))


@pytest.mark.rule("C61-STO-03")
def test_every_choice_of_the_cubes_that_stay_is_counted_once():
    two_of_four = selections(Cubes(2, 1, 1), 2)
    assert sorted(two_of_four) == [Cubes(0, 1, 1), Cubes(1, 0, 1), Cubes(1, 1, 0), Cubes(2, 0, 0)]
    assert selections(Cubes(1, 1, 0), 2) == (Cubes(1, 1, 0),)
    assert selections(Cubes(1, 1, 0), 3) == ()


@pytest.mark.rule("C61-INC-08")
def test_links_are_offered_also_where_no_module_gives_a_bonus():
    """Biomass links the mine, which supplies mining, with itself or with the greenhouse, or links nothing."""
    state = position(Place(modules="biomass mine greenhouse"), Place(), step="INCOME")
    families = {option.vary: option for option in RULES.options(state, A) if isinstance(option, IncomeOption)}
    links = [command.merges for command in commands(families["bonuses"])]
    assert [[(merge.a, merge.b) for merge in each] for each in links] == [
        [], [("mine-1", "biomass-1")], [("mine-1", "greenhouse-1")],
    ]  # fmt: skip
