"""Set-up: colony card, state modules, markers, start hands and the secret start choice (C61-SET)."""

import pytest
from msgspec.structs import replace

from domain.colony61.messages import (
    ChooseStart,
    GameStarted,
    StartCardsDealt,
    StartChosen,
    StartHandTaken,
    StepOpened,
    TurnBegan,
)
from domain.colony61.start import Setup
from domain.kernel.decider import Table, fold
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused
from tests.domain.colony61.positions import (
    COLOURS,
    DICE,
    RULES,
    begun,
    cubes,
    decider,
    defaults,
    of,
    only,
    refusal,
    when,
)
from tests.kit import Refusal

COLONIES = (
    "resettlement_planet", "mining_asteroid", "industrial_moon", "science_outpost", "ice_satellite", "transit_hub",
    "training_colony", "frontier_station",
)  # fmt: skip


def refusal_of(call) -> Refusal:
    with pytest.raises(Refused) as caught:
        call()
    return Refusal.of(caught.value)


@pytest.mark.rule("C61-SET-01")
@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_players_play(players):
    assert refusal_of(lambda: RULES.draw_setup(Table(("red",) * players), DICE)) == Refusal(
        "PLAYER_COUNT_INVALID", players=players, least=2, most=5
    )


@pytest.mark.rule("C61-SET-01")
def test_a_seat_is_named_once_and_the_colony_card_must_exist():
    setup = RULES.draw_setup(Table(COLOURS[:2]), DICE)
    twice = Setup((Seat(0), Seat(0)), setup.colony, True, setup.draw_pile, setup.seed)
    unknown = Setup(setup.players, "gas_giant", True, setup.draw_pile, setup.seed)
    assert refusal_of(lambda: RULES.begin(twice)) == Refusal("DUPLICATE_PLAYER", players=(0, 0))
    assert refusal_of(lambda: RULES.begin(unknown)) == Refusal(
        "UNKNOWN_COLONY",
        colony="gas_giant",
        known=COLONIES,
    )
    assert refusal_of(lambda: decider("gas_giant")) == Refusal(
        "UNKNOWN_OPTION_VALUE", option="colony", value="gas_giant", known=("drawn", *COLONIES)
    )


@pytest.mark.rule("C61-SET-01")
def test_the_colony_card_is_the_agreed_one_or_drawn():
    agreed = decider("ice_satellite").draw_setup(Table(COLOURS[:2]), DICE)
    assert (agreed.colony, agreed.colony_drawn) == ("ice_satellite", False)
    drawn = {RULES.draw_setup(Table(COLOURS[:2]), Dice.from_text(str(n))).colony for n in range(60)}
    assert len(drawn) == 8


@pytest.mark.rule("C61-SET-01", "C61-GEN-04")
def test_a_given_set_up_must_be_one_of_this_table():
    rules = decider("ice_satellite", 3)
    setup = rules.draw_setup(Table(COLOURS[:3]), DICE)
    two = decider("ice_satellite", 2).draw_setup(Table(COLOURS[:2]), DICE)
    assert refusal_of(lambda: rules.begin(two)) == Refusal("PLAYER_COUNT_INVALID", players=2, expected=3)
    assert refusal_of(lambda: rules.begin(replace(setup, players=setup.players[::-1]))) == Refusal(
        "UNKNOWN_PLAYER", players=(2, 1, 0)
    )
    assert refusal_of(lambda: rules.begin(replace(setup, seed="a shuffle later"))) == Refusal(
        "MALFORMED_COMMAND", field="seed"
    )
    assert refusal_of(lambda: rules.begin(replace(setup, colony="transit_hub"))) == Refusal(
        "MALFORMED_COMMAND", field="colony"
    )
    assert isinstance(decider("drawn", 3).begin(replace(setup, colony="transit_hub"))[0], GameStarted)
    assert isinstance(rules.begin(setup)[0], GameStarted)


@pytest.mark.rule("C61-GEN-05")
def test_a_pile_that_is_not_the_rest_of_the_deck_is_refused():
    setup = RULES.draw_setup(Table(COLOURS[:2]), DICE)
    short = Setup(setup.players, setup.colony, True, setup.draw_pile[1:], setup.seed)
    assert refusal_of(lambda: RULES.begin(short)) == Refusal("MALFORMED_COMMAND", field="draw_pile")


@pytest.mark.rule("C61-SET-02", "C61-SET-03", "C61-GEN-06", "DEC-C61-46")
def test_the_state_builds_three_modules_with_the_lowest_numbers_and_the_markers_stand_on_their_starts():
    started = decider("training_colony").begin(decider("training_colony").draw_setup(Table(COLOURS[:2]), DICE))[0]
    assert isinstance(started, GameStarted)
    assert [face.card for face in started.state_modules] == [
        "thermonuclear_reactor-1", "building_module-1", "spaceport-1",
    ]  # fmt: skip
    assert started.markers == {
        "mining": -3, "production": 1, "food": 0, "population": 0, "water": 0, "building": 1, "electricity": 3,
    }  # fmt: skip


@pytest.mark.rule("DEC-C61-46")
def test_fixed_cards_go_by_seat_in_the_order_of_their_numbers():
    dealt = of(
        decider("training_colony", 3).begin(decider("training_colony", 3).draw_setup(Table(COLOURS[:3]), DICE)),
        StartCardsDealt,
    )
    assert [event.fixed for event in dealt] == [
        ("mine-1", "homeostatic_dome-1"), ("mine-2", "homeostatic_dome-2"), ("mine-3", "homeostatic_dome-3"),
    ]  # fmt: skip


@pytest.mark.rule("C61-SET-04")
def test_each_seat_is_dealt_its_offer_from_the_front_of_the_pile_in_seat_order():
    rules = decider("frontier_station")
    setup = rules.draw_setup(Table(COLOURS[:2]), DICE)
    dealt = of(rules.begin(setup), StartCardsDealt)
    assert [event.offered for event in dealt] == [setup.draw_pile[:9], setup.draw_pile[9:18]]
    assert [event.draw_left for event in dealt] == [125 - 3 - 9, 125 - 3 - 18]


@pytest.mark.rule("EX-C61-13", "C61-SET-04", "C61-SET-06", "C61-GEN-05", "DEC-C61-02")
def test_five_players_hold_a_mine_a_dome_and_three_of_six_and_the_rest_goes_to_the_discard_pile():
    state = defaults(begun(5))
    for corporation in state.corporations:
        assert len(corporation.hand) == 5
        assert corporation.hand[0].startswith("mine-")
        assert corporation.hand[1].startswith("homeostatic_dome-")
    assert len(state.discard) == 15
    assert len(state.draw) == 82
    assert not RULES.broken_invariants(state)


@pytest.mark.rule("C61-SET-05")
def test_a_seat_keeps_as_many_of_its_own_offer_as_the_card_says():
    state = begun()
    mine, theirs = state.corporations[0].offer, state.corporations[1].offer
    capital = cubes(tens=3)
    assert refusal(state, ChooseStart(Seat(0), mine[:3], capital)) is None
    for keep in (mine[:2], mine[:4], (mine[0], mine[1], theirs[0]), (mine[0], mine[0], mine[1])):
        assert refusal(state, ChooseStart(Seat(0), keep, capital)) == Refusal("HAND_CHOICE_INVALID", pick=3)


@pytest.mark.rule("C61-SET-05", "DEC-C61-01")
def test_the_start_capital_is_any_cubes_of_exactly_its_value_that_fit_level_0():
    state = begun()  # 30 $ and 7 cells
    keep = state.corporations[0].offer[:3]
    assert refusal(state, ChooseStart(Seat(0), keep, cubes(tens=1, fives=4))) is None
    assert refusal(state, ChooseStart(Seat(0), keep, cubes(tens=2, fives=1, ones=4))) == Refusal(
        "START_CAPITAL_WRONG", capital=30, cubes=29
    )
    assert refusal(state, ChooseStart(Seat(0), keep, cubes(tens=1, fives=3, ones=5))) == Refusal(
        "STORAGE_EXCEEDED", cubes=9, cells=7
    )
    assert refusal(state, ChooseStart(Seat(0), keep[:2], cubes())) == Refusal("HAND_CHOICE_INVALID", pick=3)


@pytest.mark.rule("C61-SET-06", "C61-SIM-07", "C61-VIS-02")
def test_the_last_start_choice_deals_out_hands_and_cubes_by_seat_and_opens_turn_1():
    state = begun()
    first, second = (state.corporations[seat].offer for seat in (0, 1))
    events = when(
        state,
        ChooseStart(Seat(1), second[3:], cubes(tens=3)),
        ChooseStart(Seat(0), first[:3], cubes(tens=2, fives=2)),
    )
    assert isinstance(events[0], StartChosen)
    taken = of(events, StartHandTaken)
    assert [(event.player, event.kept) for event in taken] == [
        (0, tuple(sorted(first[:3]))), (1, tuple(sorted(second[3:]))),
    ]  # fmt: skip
    assert [event.discarded for event in taken] == [first[3:], second[:3]]
    assert [event.storage for event in taken] == [cubes(tens=2, fives=2), cubes(tens=3)]
    assert only(events, TurnBegan).number == 1
    assert only(events, StepOpened).step == "LAY"


@pytest.mark.rule("C61-SET-07")
@pytest.mark.parametrize(
    ("colony", "expected"),
    [
        ("resettlement_planet", cubes(tens=1, fives=1, ones=5)),  # 20 $ in 7 cells: the catalogue's own example
        ("training_colony", cubes(fives=6)),  # 30 $: seven cubes are not worth 30 in any way, six 5s are six
        ("transit_hub", cubes(tens=2, ones=5)),  # 25 $
        ("mining_asteroid", cubes(fives=4, ones=2)),  # 22 $
    ],
)
def test_the_default_takes_the_cheapest_cards_and_as_many_cubes_as_fit_among_these_more_1s(colony, expected):
    state = begun(colony=colony)
    default = RULES.options(state, Seat(0))[0].command
    assert default.cubes == expected
    cost = RULES.rules[colony].cost
    offer = sorted(state.corporations[0].offer, key=lambda card: (cost[card], card))
    assert sorted(default.keep) == sorted(offer[:3])


@pytest.mark.rule("DEC-C61-48", "C61-GEN-01")
def test_events_before_turn_1_carry_turn_0_and_later_ones_their_turn_and_step():
    state = begun()
    events = RULES.begin(decider("training_colony").draw_setup(Table(COLOURS[:2]), DICE))
    assert {event.turn for event in events} == {0}
    assert [event.step for event in events] == [None, None, None, "START"]
    closing = when(state, *(RULES.default(state, seat) for seat in state.seats))
    assert [(type(event).__name__, event.turn, event.step) for event in closing] == [
        ("StartChosen", 0, "START"),
        ("StepClosed", 0, "START"),
        ("StartHandTaken", 0, None),
        ("StartHandTaken", 0, None),
        ("TurnBegan", 1, None),
        ("StepOpened", 1, "LAY"),
    ]


@pytest.mark.rule("C61-GEN-04")
def test_the_deck_is_shuffled_from_card_id_order_and_the_same_seed_gives_the_same_game():
    rules = decider("training_colony")
    setups = [rules.draw_setup(Table(COLOURS[:2]), Dice.from_text(text)) for text in ("a", "a", "b")]
    assert setups[0] == setups[1]
    assert setups[0].draw_pile != setups[2].draw_pile
    in_order = sorted(setups[0].draw_pile)
    assert setups[0].draw_pile == Dice.from_text("a").roll("shuffle/0").shuffle(in_order)


def test_the_first_event_holds_the_whole_set_up():
    rules = decider("training_colony", 4)
    setup = rules.draw_setup(Table(COLOURS[:4]), DICE)
    events = rules.begin(setup)
    started = events[0]
    again = Setup(started.players, started.colony, started.colony_drawn, started.draw_pile, started.seed)
    assert fold(rules, rules.begin(again)) == fold(rules, events)
