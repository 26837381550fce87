"""Phase 3 (CG-BUR), running plants (CG-PLT-01 to -04) and the new order row (CG-ORD-03)."""

from time import process_time

import pytest
from msgspec.structs import replace

from domain.card_game.figures import LAST
from domain.card_game.messages import (
    CardColumn,
    CardUnits,
    DeckShuffled,
    IncomePaid,
    LastRoundBegan,
    LastRoundCardDrawn,
    LastRoundCardRemoved,
    Move,
    PlantDrawn,
    PlantPutUnderDeck,
    PlantRemoved,
    PlantsRun,
    ResourceCardsChanged,
    ResourceCardsDealt,
    ResourceDeckReshuffled,
    ResourceMarketShifted,
    RoundBegan,
    Run,
    RunPlants,
    TurnOrderDetermined,
)
from domain.card_game.options import Production
from domain.card_game.state import BUREAUCRACY
from tests.domain.card_game.tables import standing
from tests.kit import Refusal

MARKET = ("P14", "P15", "P16", "P17", "P19", "P20", "P21", "P22")
FULL = ((), ("R01", "R02", "R03", "R04"), ("R09", "R10", "R11", "R12"), ("R16", "R17", "R18", "R19"))
"""Columns of a table of three, full."""


def reports(players=3, **position):
    return standing(
        players, **{"phase": BUREAUCRACY, "market": MARKET, "deck": ("P25", "P27"), "columns": FULL, **position}
    )


def all_idle(game):
    """No seat runs a plant; the events are those after the last report."""
    while game.state.phase == BUREAUCRACY:
        game.when(RunPlants(game.to_act[0], ()))
    return game


def rows(*cards):
    return cards[:4], cards[4:]


@pytest.mark.rule("CG-BUR-01", "CG-GEN-01")
def test_the_steps_come_in_order_income_resources_plants_and_a_new_round_begins():
    game = all_idle(reports(columns=((), *FULL[2:], ()), resource_deck=("R05", "R06", "R07", "R08")))
    kinds = [type(event) for event in game.events]
    assert kinds[1:7] == [
        TurnOrderDetermined,
        IncomePaid,
        IncomePaid,
        IncomePaid,
        ResourceCardsDealt,
        PlantPutUnderDeck,
    ]
    assert game.events_of(RoundBegan) == [RoundBegan(3)]


@pytest.mark.rule("CG-PLT-02", "CG-GEN-02")
def test_a_plan_of_any_length_is_refused_at_once():
    """A file of a game by any author may contain one; each production was searched among all."""
    game, started = reports(plants={0: ("P18", "P12")}), process_time()
    assert game.refusal(RunPlants(0, 20_000 * (Run("P18", {"coal": 3}), Run("P12")))) == Refusal(
        "PLANT_RUN_TWICE", card="P12"
    )
    assert process_time() - started < 2


@pytest.mark.rule("CG-BUR-02", "CG-PLT-02", "CG-PLT-01")
def test_a_run_burns_exactly_the_norm_and_yields_the_profit_once():
    # P18, number 12: 3 coal, profit 9 (printed).
    game = reports(plants={0: ("P18",)}, stock={0: {"R05": 3, "R06": 3}}, cash={0: 0})
    assert game.refusal(RunPlants(0, (Run("P18", {"coal": 2}),))) == Refusal(
        "FUEL_AMOUNT_INVALID", card="P18", norm=3, fuel={"coal": 2}
    )
    assert game.refusal(RunPlants(0, (Run("P18", {"coal": 6}),))) == Refusal(
        "FUEL_AMOUNT_INVALID", card="P18", norm=3, fuel={"coal": 6}
    )
    twice = (Run("P18", {"coal": 3}), Run("P18", {"coal": 3}))
    assert game.refusal(RunPlants(0, twice)) == Refusal("PLANT_RUN_TWICE", card="P18")
    assert game.when(RunPlants(0, (Run("P18", {"coal": 3}),))) == [
        PlantsRun(0, (Run("P18", {"coal": 3}),), {"coal": 3}),
        ResourceCardsChanged(0, (), ("R05",), ()),
    ]
    game.when(RunPlants(1, ()), RunPlants(2, ()))
    assert game.state.players[0].cash == 9


@pytest.mark.rule("EX-CG-01")
def test_plant_12_burns_3_coal_for_9_elektro():
    game = reports(plants={0: ("P18",)}, stock={0: {"R05": 3}})
    (production,) = game.options(Production)
    assert [(plan.runs, plan.profit) for plan in production.plans] == [((), 0), ((Run("P18", {"coal": 3}),), 9)]


@pytest.mark.rule("CG-BUR-02")
def test_each_check_of_a_report_looks_at_all_runs_before_the_next():
    game = reports(plants={0: ("P02", "P11", "P12")}, stock={0: {"R05": 1, "R14": 3}})
    coal, gas = Run("P02", {"gas": 2}), Run("P11", {"gas": 2})
    assert game.refusal(RunPlants(1, ())) == Refusal("NOT_YOUR_TURN", to_act=0)
    assert game.refusal(RunPlants(0, (coal, coal, Run("P18")))) == Refusal("PLANT_NOT_OWNED", card="P18")
    assert game.refusal(RunPlants(0, (coal, gas, gas))) == Refusal("PLANT_RUN_TWICE", card="P11")
    assert game.refusal(RunPlants(0, (gas, coal))) == Refusal("FUEL_TYPE_INVALID", card="P02", type="gas")
    assert game.refusal(RunPlants(0, (Run("P12", {"coal": 1}),))) == Refusal(
        "FUEL_TYPE_INVALID", card="P12", type="coal"
    )
    assert game.refusal(RunPlants(0, (Run("P02", {"coal": 2}), gas))) == Refusal(
        "FUEL_AMOUNT_INVALID", card="P11", norm=3, fuel={"gas": 2}
    )
    assert game.refusal(RunPlants(0, (Run("P02", {"coal": 2}),))) == Refusal(
        "INSUFFICIENT_FUEL", type="coal", wanted=2, stock=1
    )
    assert game.refusal(RunPlants(0, (Run("P11", {"gas": 3, "oil": 0}),))) == Refusal("MALFORMED_COMMAND", count=0)
    game.when(RunPlants(0, ()))
    assert game.refusal(RunPlants(0, ())) == "ALREADY_REPORTED"


@pytest.mark.rule("CG-PLT-03", "EX-CG-02")
@pytest.mark.parametrize("fuel", [{"gas": 3}, {"gas": 2, "oil": 1}, {"gas": 1, "oil": 2}, {"oil": 3}])
def test_a_hybrid_burns_any_mix_of_gas_and_oil_that_its_owner_chooses(fuel):
    # P11, number 7: hybrid 3, profit 8 (printed).
    game = reports(plants={0: ("P11",)}, stock={0: {"R14": 3, "R21": 3}}, cash={0: 0})
    (production,) = game.options(Production)
    assert (Run("P11", fuel),) in [plan.runs for plan in production.plans]
    game.when(RunPlants(0, (Run("P11", fuel),)), RunPlants(1, ()), RunPlants(2, ()))
    assert game.state.players[0].cash == 8


@pytest.mark.rule("CG-PLT-04", "EX-CG-03")
def test_an_ecological_plant_runs_without_fuel():
    # P12, number 8: profit 6 (printed).
    game = reports(plants={0: ("P12",)}, cash={0: 0})
    assert game.when(RunPlants(0, (Run("P12"),))) == [PlantsRun(0, (Run("P12"),), {})]
    game.when(RunPlants(1, ()), RunPlants(2, ()))
    assert game.state.players[0].cash == 6


@pytest.mark.rule("CG-PLT-06")
def test_units_of_one_card_may_feed_several_plants_and_one_unit_only_one():
    game = reports(plants={0: ("P04", "P13")}, stock={0: {"R05": 1}})
    runs = (Run("P04", {"coal": 1}), Run("P13", {"coal": 1}))
    assert game.refusal(RunPlants(0, runs)) == Refusal("INSUFFICIENT_FUEL", type="coal", wanted=2, stock=1)
    game = reports(plants={0: ("P04", "P13")}, stock={0: {"R05": 2}})
    assert game.when(RunPlants(0, runs))[1] == ResourceCardsChanged(0, (), ("R05",), ())


@pytest.mark.rule("CG-BUR-03", "DEC-CG-27")
def test_who_runs_nothing_gets_1_elektro_and_all_are_paid_after_the_row_is_set():
    game = reports(plants={1: ("P12",)}, cash={0: 5, 1: 5, 2: 5})
    game.when(RunPlants(0, ()), RunPlants(1, (Run("P12"),)))
    assert [player.cash for player in game.state.players] == [5, 5, 5]
    game.when(RunPlants(2, ()))
    row, *paid = game.events[1:5]
    assert row.order == (1, 2, 0)
    assert paid == [IncomePaid(1, 6, False, 11), IncomePaid(2, 1, True, 6), IncomePaid(0, 1, True, 6)]


@pytest.mark.rule("CG-BUR-03", "CG-BUR-02")
def test_an_owner_may_earn_less_to_stand_further_back():
    game = reports(plants={0: ("P12", "P23"), 1: ("P13",)}, stock={1: {"R05": 1}})
    game.when(RunPlants(0, (Run("P12"),)), RunPlants(1, (Run("P13", {"coal": 1}),)), RunPlants(2, ()))
    # 7 E before 6 E, although 14 E were possible.
    assert game.state.row == (1, 0, 2)


@pytest.mark.rule("CG-ORD-03", "CG-BUR-04")
def test_the_row_is_sorted_by_income_then_by_the_highest_plant():
    game = reports(
        4,
        columns=(
            (),
            *((column + extra) for column, extra in zip(FULL[1:], (("R05",), ("R13",), ("R20",)), strict=True)),
        ),
        plants={0: ("P01",), 1: ("P13",), 2: ("P12",), 3: ("P02",)},
        cash={0: 90},
    )
    game.when(RunPlants(0, ()), RunPlants(1, ()), RunPlants(2, (Run("P12"),)), RunPlants(3, ()))
    # 6 E; then 1 E each: number 9; numbers 3 and 3 swap. Old cash does not count.
    assert game.state.row == (2, 1, 3, 0)
    assert [(key.income, key.best_plant) for key in game.events_of(TurnOrderDetermined)[0].keys] == [
        (6, 8),
        (1, 9),
        (1, 3),
        (1, 3),
    ]


@pytest.mark.rule("DEC-CG-08", "CG-ORD-03")
@pytest.mark.parametrize(("row", "after"), [((0, 1), (1, 0)), ((2, 0, 1), (1, 0, 2)), ((3, 0, 2, 1), (1, 2, 0, 3))])
def test_tied_players_take_the_reverse_of_their_present_order(row, after):
    players = len(row)
    if players == 2:
        row, after = (0, "TRUST", 1), (1, "TRUST", 0)
    size = {2: 4, 3: 4, 4: 5}[players]
    deck = tuple(f"R{number:02}" for number in range(1, 1 + 3 * size))
    game = all_idle(reports(players, row=row, columns=((), (), (), ()), resource_deck=deck))
    assert game.state.row == after


@pytest.mark.rule("EX-CG-09")
def test_anna_runs_three_plants_for_16_elektro():
    stock = {"R02": 2, "R03": 2, "R05": 2, "R22": 1}
    game = reports(
        2, row=(1, "TRUST", 0), plants={1: ("P07", "P02", "P04")}, stock={1: stock}, columns=((), (), (), ())
    )
    runs = (Run("P07", {"uranium": 1}), Run("P02", {"coal": 2}), Run("P04", {"coal": 1}))
    events = game.when(RunPlants(1, runs))
    assert events[1] == ResourceCardsChanged(1, (CardUnits("R03", 1),), ("R22", "R02"), ())
    assert {card.card: card.units_left for card in game.state.players[1].stock} == {"R03": 1, "R05": 2}
    assert game.rules.view(game.state, 0).players[1].income == 16


@pytest.mark.rule("CG-BUR-05", "CG-BUR-06", "EX-CG-11", "EX-CG-12")
def test_cards_left_move_into_cheaper_columns_and_the_free_places_are_dealt():
    # Column 2 has three places, column 3 holds one coal and one gas, column 4 is full: one gas, three oil or uranium.
    columns = (("S1",), ("R23",), ("R01", "R09"), ("R11", "R16", "R17", "R22"))
    game = all_idle(reports(columns=columns, resource_deck=("R24", "R03", "R18", "R05", "R06")))
    assert game.events_of(ResourceMarketShifted) == [
        ResourceMarketShifted(
            (
                Move("R01", 3, 2),
                Move("R09", 3, 2),
                Move("R11", 4, 2),
                Move("R16", 4, 3),
                Move("R17", 4, 3),
                Move("R22", 4, 3),
            )
        )
    ]
    # Then one place is free in column 3 and four in column 4. Leftover cards stay in column 1.
    dealt = game.events_of(ResourceCardsDealt)[0].cards
    assert [(card.card, card.column) for card in dealt] == [("R24", 3), ("R03", 4), ("R18", 4), ("R05", 4), ("R06", 4)]
    board = game.rules.view(game.state, None)
    assert [[card.card for card in column.cards] for column in board.columns] == [
        ["S1"],
        ["R01", "R09", "R11", "R23"],
        ["R16", "R17", "R22", "R24"],
        ["R03", "R05", "R06", "R18"],
    ]


@pytest.mark.rule("CG-BUR-05")
def test_cards_move_by_type_and_then_fewer_units_first_until_the_target_is_full():
    columns = ((), ("R22", "R23"), ("R21", "R09", "R05", "R02"), ("R16", "R17"))
    game = all_idle(reports(columns=columns, resource_deck=("R01", "R03", "R04", "R06", "R07")))
    moves = game.events_of(ResourceMarketShifted)[0].moves
    assert [(move.card, move.from_, move.to) for move in moves] == [
        ("R02", 3, 2),
        ("R05", 3, 2),
        ("R16", 4, 3),
        ("R17", 4, 3),
    ]


@pytest.mark.rule("CG-BUR-06")
def test_free_places_are_dealt_by_column():
    columns = ((), FULL[1], ("R09", "R10", "R11"), ())
    game = all_idle(reports(columns=columns, resource_deck=("R24", "R23", "R05", "R06", "R08")))
    assert game.events_of(ResourceCardsDealt) == [
        ResourceCardsDealt(
            (
                CardColumn("R24", 3),
                CardColumn("R23", 4),
                CardColumn("R05", 4),
                CardColumn("R06", 4),
                CardColumn("R08", 4),
            ),
            0,
        )
    ]
    board = game.rules.view(game.state, None)
    assert [card.card for card in board.columns[3].cards] == ["R05", "R06", "R08", "R23"]


@pytest.mark.rule("CG-BUR-07")
def test_an_exactly_emptied_deck_is_not_reshuffled_yet():
    game = all_idle(reports(columns=((), FULL[1], FULL[2], ("R16", "R17", "R18")), resource_deck=("R05",)))
    assert game.events_of(ResourceDeckReshuffled) == []
    assert game.state.fuel.deck == ()


@pytest.mark.rule("CG-BUR-07", "CG-BUR-08", "CG-BUR-09", "CG-BUR-10")
def test_a_deck_that_runs_out_is_made_of_the_discard_pile_and_costs_a_plant():
    game = reports(columns=((), FULL[1], FULL[2], ("R16",)), resource_deck=("R05",))
    pile = game.state.fuel.discard
    assert {"A1", "A2", "A3", "A4"} <= {*pile}  # the "+" cards
    all_idle(game)
    reshuffled = game.events_of(ResourceDeckReshuffled)[0]
    # The four "++" cards begin the next discard pile.
    assert (reshuffled.count, reshuffled.discard_pile) == (1, ("B1", "B2", "B3", "B4"))
    assert sorted(reshuffled.order) == sorted(pile)
    assert game.state.fuel.discard == ("B1", "B2", "B3", "B4")
    before, after = game.events_of(ResourceCardsDealt)
    assert before == ResourceCardsDealt((CardColumn("R05", 4),), 0)
    assert [dealt.card for dealt in after.cards] == list(reshuffled.order[:2])
    first = game.events.index(reshuffled)
    assert game.events[first + 1] == PlantRemoved(
        "P14", "RESOURCE_RESHUFFLE", *rows("P15", "P16", "P17", "P19", "P20", "P21", "P22")
    )
    assert game.events[first + 2] == PlantDrawn(
        "P25", 17, "RESOURCE_RESHUFFLE", True, *rows("P15", "P16", "P17", "P19", "P20", "P21", "P22", "P25"), 2, "LARGE"
    )


@pytest.mark.rule("CG-BUR-10")
def test_after_the_second_reshuffle_nothing_is_added():
    game = all_idle(reports(columns=((), FULL[1], FULL[2], ()), reshuffles=1))
    reshuffled = game.events_of(ResourceDeckReshuffled)[0]
    assert (reshuffled.count, reshuffled.discard_pile) == (2, ())
    assert {"B1", "B2", "B3", "B4"} <= {*reshuffled.order}


@pytest.mark.rule("DEC-CG-07", "CG-BUR-08")
def test_two_reshuffles_in_one_refill_cost_two_plants():
    # Two cards on the discard pile, then the four "++" cards; four places are free, players hold the rest.
    game = reports(
        plants={0: ("P08", "P31", "P28"), 1: ("P36", "P35", "P32"), 2: ("P39",)},
        stock={
            0: {"R01": 1, "R02": 2, "R03": 2, "R04": 2, "R22": 1, "R23": 1, "R24": 2},
            1: {"R09": 1, "R10": 1, "R11": 2, "R12": 2, "R16": 1, "R17": 1, "R18": 2, "R19": 2, "A4": 1},
            2: {"R20": 2, "A3": 2},
        },
        columns=((), ("R05", "R06", "R07", "R08"), ("R13", "R14", "R15", "R21"), ()),
        deck=("P25", "P27", "P29"),
    )
    assert sorted(game.state.fuel.discard) == ["A1", "A2"]
    all_idle(game)
    assert [
        (event.count, len(event.order), len(event.discard_pile)) for event in game.events_of(ResourceDeckReshuffled)
    ] == [
        (1, 2, 4),
        (2, 4, 0),
    ]
    assert [(event.cause, event.card) for event in game.events_of(PlantRemoved)] == [
        ("RESOURCE_RESHUFFLE", "P14"),
        ("RESOURCE_RESHUFFLE", "P15"),
    ]
    assert [len(event.cards) for event in game.events_of(ResourceCardsDealt)] == [2, 2]


@pytest.mark.rule("DEC-CG-03", "CG-BUR-07")
def test_places_stay_free_when_deck_and_discard_pile_are_empty():
    game = reports(columns=((), FULL[1], FULL[2], ()), resource_deck=("R05",), discard=(), reshuffles=2)
    held = game.state.fuel.deck
    assert held[0] == "R05"
    rest = tuple(card for card in held if card != "R05")
    fuel = replace(game.state.fuel, deck=("R05",), columns=((*rest,), *game.state.fuel.columns[1:]))
    game.state = replace(game.state, fuel=fuel)
    all_idle(game)
    assert game.events_of(ResourceDeckReshuffled) == []
    assert game.events_of(PlantRemoved) == []
    assert game.state.fuel.columns[3] == ("R05",)


@pytest.mark.rule("CG-BUR-11")
def test_the_dearest_plant_goes_under_the_deck_and_a_card_is_drawn():
    game = all_idle(reports())
    start = game.events.index(game.events_of(PlantPutUnderDeck)[0])
    assert game.events[start : start + 2] == [
        PlantPutUnderDeck("P22", *rows("P14", "P15", "P16", "P17", "P19", "P20", "P21"), 4, "LARGE"),
        PlantDrawn(
            "P25", 17, "UPDATE", True, *rows("P14", "P15", "P16", "P17", "P19", "P20", "P21", "P25"), 3, "LARGE"
        ),
    ]
    assert game.state.plants.deck == ("P27", LAST, "P22")


@pytest.mark.rule("CG-BUR-11", "CG-SET-05")
def test_among_equal_numbers_the_rightmost_is_the_dearest():
    # P22, P23 and P24 have number 16.
    game = all_idle(reports(market=("P14", "P15", "P16", "P17", "P19", "P22", "P24", "P23")))
    assert game.events_of(PlantPutUnderDeck)[0].card == "P23"


@pytest.mark.rule("CG-BUR-12")
def test_after_a_cut_in_phase_1_the_cheapest_plant_leaves_instead():
    game = all_idle(reports(market=MARKET[:6], last="OUT", deck=("P25",)))
    assert game.events_of(PlantPutUnderDeck) == []
    assert game.events_of(PlantRemoved) == [PlantRemoved("P14", "LAST_ROUND_UPDATE", MARKET[1:6], ())]
    assert game.events_of(PlantDrawn)[0].offer == (*MARKET[1:6], "P25")
    assert game.events[-3] == LastRoundBegan(3)


@pytest.mark.rule("CG-BUR-12", "CG-AUC-18")
def test_without_a_deck_the_update_only_removes():
    game = all_idle(reports(market=MARKET[:6], last="OUT", deck=()))
    assert game.state.plants.offer == MARKET[1:6]


@pytest.mark.rule("CG-BUR-13", "EX-CG-13", "CG-END-01")
def test_a_last_round_card_drawn_by_the_update_leaves_at_once_with_the_cheapest_plant():
    game = all_idle(reports(deck=(), under=("P25", "P27")))
    start = game.events.index(game.events_of(LastRoundCardDrawn)[0])
    seven = ("P14", "P15", "P16", "P17", "P19", "P20", "P21")
    drawn, removed, plant, shuffled = game.events[start : start + 4]
    assert drawn == LastRoundCardDrawn("BUREAUCRACY", seven[:4], (*seven[4:], LAST), 3)
    assert removed == LastRoundCardRemoved(seven, ())
    assert plant == PlantRemoved("P14", "LAST_ROUND", seven[1:], ())
    assert isinstance(shuffled, DeckShuffled)
    assert (shuffled.deck_left, sorted(shuffled.order)) == (3, ["P22", "P25", "P27"])
    assert game.state.last_round
    assert len(game.state.plants.offer) == 6


@pytest.mark.rule("DEC-CG-06", "CG-BUR-13", "CG-BUR-12")
def test_a_last_round_card_drawn_for_a_reshuffle_is_followed_by_one_removal_and_one_draw():
    game = all_idle(reports(deck=(), under=("P25", "P27"), columns=((), FULL[1], FULL[2], ())))
    assert [(event.cause, event.card) for event in game.events_of(PlantRemoved)] == [
        ("RESOURCE_RESHUFFLE", "P14"),
        ("LAST_ROUND", "P15"),
        ("LAST_ROUND_UPDATE", "P16"),
    ]
    assert [event.reason for event in game.events_of(PlantDrawn)] == ["UPDATE"]
    assert len(game.state.plants.offer) == 6


@pytest.mark.rule("CG-END-01")
def test_a_round_is_the_last_when_the_last_round_card_has_left():
    assert all_idle(reports()).events_of(LastRoundBegan) == []
    game = all_idle(reports(deck=()))
    assert game.events_of(RoundBegan) == [RoundBegan(3)]
    assert game.events_of(LastRoundBegan) == [LastRoundBegan(3)]
