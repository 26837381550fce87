"""End, defeat and scoring (C61-END, C61-SCO)."""

import pytest

from domain.colony61.messages import (
    ColonyDefeated,
    Condition,
    EndConditionMet,
    GameEnded,
    IncomeResolved,
    LayCards,
    MarkersMoved,
    PlayerScored,
    SetStandingDefaults,
    StepOpened,
    SupplyDrawn,
    TurnBegan,
)
from domain.kernel.decider import Outcome, Standing
from domain.kernel.ids import Seat
from tests.domain.colony61.positions import RULES, Place, cubes, defaults, given, of, only, position, refusal, when
from tests.kit import Refusal

A, B = Seat(0), Seat(1)


def last_decision(laid: str, *, colony: str, turn: int, other: Place | None = None, **more):
    """Seat 0 is about to decide its one laid card; the others have nothing to choose."""
    place = Place(laid=laid, storage=cubes(tens=4), hand="warehouse", modules=more.pop("modules", ""))
    return position(place, other or Place(hand="warehouse"), step="DECIDE", owing=[0], colony=colony, turn=turn, **more)


def build(state) -> list:
    return when(state, RULES.default(state, A))


def scores_of(*places: Place, **more) -> list[PlayerScored]:
    """The scores if the game ends with this turn's incomes, all of them taken by default."""
    state = position(*places, step="INCOME", owing=[0], last_turn=True, **more)
    return of(when(state, RULES.default(state, A)), PlayerScored)


def end_of(*places: Place, **more) -> GameEnded:
    state = position(*places, step="INCOME", owing=[0], last_turn=True, **more)
    return only(when(state, RULES.default(state, A)), GameEnded)


# ---- the end -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("EX-C61-27", "C61-END-03", "C61-SIM-07")
def test_after_an_end_condition_income_and_supply_are_played_the_exchange_is_not():
    # Mining asteroid, two players: mining 6 from turn 7 on.
    state = last_decision("mine", colony="mining_asteroid", turn=8, mining=4)
    events = build(state)
    assert only(events, EndConditionMet).conditions == (Condition("resource", 6, "mining"),)
    assert of(events, StepOpened)[-1].step == "INCOME"
    after = given(state, RULES.default(state, A))
    rest = when(after, RULES.default(after, A))
    names = [type(event) for event in rest]
    assert names.index(IncomeResolved) < names.index(SupplyDrawn) < names.index(PlayerScored) < names.index(GameEnded)
    assert of(rest, (StepOpened, TurnBegan)) == []
    assert only(rest, GameEnded).reason == "END_CONDITION"


@pytest.mark.rule("C61-END-03")
def test_a_condition_is_ignored_before_its_turn_and_forgotten_if_it_held_earlier_only():
    early = last_decision("mine", colony="mining_asteroid", turn=6, mining=4)
    assert of(build(early), EndConditionMet) == []
    dropped = last_decision("warehouse", colony="mining_asteroid", turn=8, mining=5)
    assert of(build(dropped), EndConditionMet) == []


@pytest.mark.rule("C61-END-03", "DEC-C61-18")
@pytest.mark.parametrize(
    ("colony", "condition", "laid", "more"),
    [
        ("resettlement_planet", Condition("resource", 10, "population"), "homeostatic_dome", {"population": 8}),
        ("mining_asteroid", Condition("resource", 6, "mining"), "mine", {"mining": 4}),
        ("industrial_moon", Condition("resource", 9, "production"), "autoclave", {"production": 8}),
        ("ice_satellite", Condition("resource", 3, "water"), "molecular_sieve", {"water": 1}),
        ("transit_hub", Condition("player_modules", 13), "mine", {"modules": "mine " * 10 + "warehouse warehouse"}),
        ("frontier_station", Condition("colony_modules", 24), "mine",
         {"modules": "mine " * 11 + "warehouse warehouse warehouse",
          "other": Place(modules="homeostatic_dome " * 9, hand="warehouse")}),
    ],
)  # fmt: skip
def test_each_colony_card_ends_the_game_by_its_own_condition(colony, condition, laid, more):
    assert only(build(last_decision(laid, colony=colony, turn=7, **more)), EndConditionMet).conditions == (condition,)


@pytest.mark.rule("C61-END-03")
def test_the_states_modules_do_not_count_for_the_end():
    modules = {"modules": "mine " * 10 + "warehouse warehouse warehouse",
               "other": Place(modules="homeostatic_dome " * 9, hand="warehouse")}  # fmt: skip
    state = last_decision("mine", colony="frontier_station", turn=7, **modules)
    assert of(build(state), EndConditionMet) == []  # 23 built by players, three by the state


@pytest.mark.rule("C61-END-04", "DEC-C61-18")
@pytest.mark.parametrize(
    ("colony", "turns"),
    [
        ("resettlement_planet", 14), ("mining_asteroid", 13), ("industrial_moon", 13), ("science_outpost", 10),
        ("ice_satellite", 12), ("transit_hub", 12), ("training_colony", 8), ("frontier_station", 13),
    ],
)  # fmt: skip
def test_the_last_turn_of_the_track_is_always_an_end(colony, turns):
    assert of(build(last_decision("warehouse", colony=colony, turn=turns - 1)), EndConditionMet) == []
    met = only(build(last_decision("warehouse", colony=colony, turn=turns)), EndConditionMet)
    assert met.conditions == (Condition("turns", turns),)


@pytest.mark.rule("C61-END-02", "C61-END-01", "C61-SIM-07")
@pytest.mark.parametrize(
    ("colony", "condition", "laid", "markers"),
    [
        ("resettlement_planet", Condition("resource", -6, "food"), "homeostatic_dome", {"population": 0, "food": -5}),
        ("mining_asteroid", Condition("resource", -8, "electricity"), "mine", {"mining": 2, "electricity": -7}),
        ("industrial_moon", Condition("resource", -7, "mining"), "autoclave", {"production": 2, "mining": -6}),
        ("ice_satellite", Condition("resource", -6, "water"), "greenhouse", {"food": 2, "water": -5}),
        ("frontier_station", Condition("resource", -8, "electricity"), "mine", {"mining": 2, "electricity": -7}),
    ],
)
def test_a_defeat_ends_the_game_at_once_without_income_and_without_winner(colony, condition, laid, markers):
    state = last_decision(laid, colony=colony, turn=2, **markers)
    events = build(state)
    assert only(events, ColonyDefeated).conditions == (condition,)
    assert events[-1] == GameEnded("DEFEAT", (), (), turn=2)
    assert of(events, (IncomeResolved, StepOpened)) == []


@pytest.mark.rule("EX-C61-28", "C61-END-01", "C61-END-02")
def test_defeat_comes_before_the_end():
    state = last_decision("superdeep_borehole", colony="mining_asteroid", turn=8, mining=3, electricity=-7)
    events = build(state)  # mining 3 -> 6 ends the game, passing 4 takes electricity to -8
    assert only(events, MarkersMoved).markers["mining"] == 6
    assert of(events, EndConditionMet) == []
    assert only(events, GameEnded).reason == "DEFEAT"


@pytest.mark.rule("C61-END-02", "C61-END-05", "DEC-C61-47")
def test_after_a_defeat_all_have_lost():
    state = last_decision("mine", colony="mining_asteroid", turn=2, mining=2, electricity=-7)
    over = given(state, RULES.default(state, A))
    assert RULES.outcome(over) == Outcome("DEFEAT", (Standing(A, 1, False, 0), Standing(B, 1, False, 0)))
    assert RULES.to_act(over) == ()


@pytest.mark.rule("C61-END-05", "C61-GEN-02")
def test_after_the_end_every_command_is_refused():
    state = position(Place(modules="mine"), Place(), step="INCOME", owing=[0], last_turn=True, mining=3)
    over = given(state, RULES.default(state, A))
    assert RULES.to_act(over) == ()
    assert RULES.options(over, A) == ()
    for command in (LayCards(A, 3, ("mine-1",)), SetStandingDefaults(A, True, True), LayCards(Seat(9), 3, ("x",))):
        assert refusal(over, command) == Refusal("GAME_OVER", reason="END_CONDITION")


# ---- scoring -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("C61-SCO-01", "C61-SCO-03")
def test_influence_is_the_sum_of_the_own_built_modules():
    first, second = scores_of(Place(modules="mine spaceport", hand="warehouse"), Place(modules="factory"))
    assert (first.modules, second.modules) == (1 + 12, 5)
    assert (first.colony, second.colony) == (0, 0)


@pytest.mark.rule("C61-SCO-01", "C61-SCO-03", "C61-SCO-04")
def test_the_board_tells_the_influence_of_each_as_if_it_were_counted_now():
    """Modules, resources that no other seat supplies (water 5, mining 6), and 2 per sieve by the colony card."""
    first, second = Place(modules="molecular_sieve molecular_sieve"), Place(modules="mine spaceport")
    state = position(first, second, step="INCOME", owing=[0], colony="ice_satellite")
    board = RULES.view(state, None)
    assert [each.influence for each in board.corporations] == [2 * 2 + 4 + 5, 1 + 12 + 6]
    assert board.scores == ()


@pytest.mark.rule("EX-C61-24", "C61-SCO-02")
@pytest.mark.parametrize(("population", "influence"), [(3, 3), (4, 5), (12, 9)])
def test_a_hypno_tower_counts_the_highest_step_that_the_population_reaches(population, influence):
    place = Place(modules="hypno_tower", storage=cubes(fives=1))
    assert scores_of(place, Place(), population=population)[0].by_resource == influence


@pytest.mark.rule("C61-SCO-03")
@pytest.mark.parametrize(
    ("colony", "modules", "influence"),
    [
        ("resettlement_planet", "homeostatic_dome homeostatic_dome mine", 2),
        ("ice_satellite", "molecular_sieve molecular_sieve mine", 4),
        ("science_outpost", "resonator hypno_tower mine", 2),
    ],
)
def test_a_colony_card_adds_its_influence_per_supplier_or_per_type(colony, modules, influence):
    assert scores_of(Place(modules=modules), Place(), colony=colony)[0].colony == influence


@pytest.mark.rule("EX-C61-25", "C61-SCO-04", "DEC-C61-24")
def test_a_monopoly_counts_for_water_but_not_for_what_the_state_supplies():
    first, second = scores_of(
        Place(modules="molecular_sieve molecular_sieve"), Place(modules="autoclave seismogenerator building_module")
    )
    assert (first.monopolies, second.monopolies) == ({"water": 5}, {})


@pytest.mark.rule("C61-SCO-04")
def test_a_resource_that_two_players_supply_is_nobodys_monopoly_whatever_the_marker():
    first, second = scores_of(Place(modules="mine greenhouse"), Place(modules="mine homeostatic_dome"), food=-3)
    assert (first.monopolies, second.monopolies) == ({"food": 5}, {"population": 8})
    assert first.influence == 1 + 1 + 5


@pytest.mark.rule("EX-C61-26", "C61-SCO-05", "DEC-C61-19", "DEC-C61-25", "DEC-C61-47")
def test_a_tie_goes_by_value_in_storage_then_by_printed_costs_and_then_nobody_wins():
    poor, rich = Place(modules="hypno_tower"), Place(modules="hypno_tower", storage=cubes(fives=1))
    state = position(poor, rich, Place(modules="mine"), step="INCOME", owing=[2], last_turn=True, mining=3)
    ended = only(when(state, RULES.default(state, Seat(2))), GameEnded)
    assert [(row.player, row.rank) for row in ended.ranking] == [(2, 1), (1, 2), (0, 3)]  # the mine is a monopoly: 7
    by_credits = position(poor, rich, step="INCOME", owing=[0], last_turn=True)
    ended = only(when(by_credits, RULES.default(by_credits, A)), GameEnded)
    assert (ended.ranking[0].player, ended.winners) == (1, (1,))
    # Influence 3 each: a hypno-tower (20 $) and a superdeep borehole (14 $) paying nothing at mining 20.
    by_costs = position(
        Place(modules="hypno_tower"), Place(modules="superdeep_borehole"), Place(modules="superdeep_borehole"),
        step="INCOME", owing=[0], last_turn=True, mining=20,
    )  # fmt: skip
    ended = only(when(by_costs, RULES.default(by_costs, A)), GameEnded)
    assert [(row.player, row.rank, row.module_costs) for row in ended.ranking] == [(0, 1, 20), (1, 2, 14), (2, 2, 14)]
    assert ended.winners == (0,)
    balance = position(Place(modules="hypno_tower"), Place(modules="hypno_tower"), Place(), step="INCOME", owing=[0],
                       last_turn=True)  # fmt: skip
    over = given(balance, RULES.default(balance, A))
    outcome = RULES.outcome(over)
    assert [(row.player, row.rank, row.won) for row in outcome.standings] == [
        (0, 1, False), (1, 1, False), (2, 3, False),
    ]  # fmt: skip


@pytest.mark.rule("DEC-C61-25")
def test_the_money_of_the_tie_break_is_what_is_stored_after_the_last_income():
    ended = end_of(Place(modules="mine"), Place(modules="mine", storage=cubes(ones=1), income_default=True), mining=3)
    assert [(row.player, row.credits) for row in ended.ranking] == [(0, 3), (1, 1)]


@pytest.mark.rule("DEC-C61-19", "DEC-C61-40")
def test_costs_break_ties_by_the_printed_cost_also_where_a_discount_was_paid():
    scored = scores_of(Place(modules="warehouse autoclave"), Place(), colony="industrial_moon", production=16)[0]
    assert scored.module_costs == 6 + 9


def test_a_whole_game_by_defaults_ends_on_the_last_turn_of_the_track():
    state = position(Place(hand="mine", storage=cubes(fives=1)), Place(hand="mine", storage=cubes(fives=1)), turn=8)
    while RULES.to_act(state):
        state = defaults(state)
    assert (state.turn, RULES.outcome(state).reason) == (8, "END_CONDITION")
