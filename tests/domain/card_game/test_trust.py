"""Two players and the trust company (CG2)."""

import msgspec
import pytest

from domain.card_game.figures import LAST
from domain.card_game.messages import (
    BuyResourceCard,
    CardTaken,
    CompensationPaid,
    DiscountRemoved,
    FinishBuying,
    IncomePaid,
    LeftoverCardsPlaced,
    NominatePlant,
    PassBid,
    PassNomination,
    PlaceBid,
    PlantBought,
    PlantDrawn,
    PlantRemoved,
    PlantScrapped,
    PlantsRun,
    ResourceBuyingFinished,
    Run,
    RunPlants,
    ScrapPlant,
    TrustPlantRemoved,
    TrustPlantTaken,
    TrustResourcesDiscarded,
    TrustResourcesTaken,
    TurnOrderDetermined,
)
from domain.card_game.state import BUREAUCRACY, RESOURCES
from tests.domain.card_game.tables import standing
from tests.kit import Refusal

MARKET = ("P14", "P15", "P16", "P17", "P19", "P20", "P21", "P22")


def auctions(**position):
    return standing(2, **{"market": MARKET, "deck": ("P25", "P27", "P29"), **position})


def buys(game, seat, card, bid):
    game.when(NominatePlant(seat, card, bid))
    while game.state.auction.lot:
        game.when(PassBid(game.to_act[0]))
    return game


@pytest.mark.rule("CG2-01", "CG-GEN-02")
@pytest.mark.parametrize("player", [2, -1])
def test_nobody_may_give_commands_in_the_name_of_the_trust(player):
    # Seats are the numbers 0 and 1; the trust company has none.
    game = auctions()
    assert game.refusal(PassNomination(player)) == Refusal("UNKNOWN_PLAYER", player=player)
    assert game.refusal(NominatePlant(player, "P15", 10)) == Refusal("UNKNOWN_PLAYER", player=player)


@pytest.mark.rule("DEC-CG-29")
def test_no_seat_can_be_named_like_the_trust():
    # Seats are numbers, so the reserved name is not a seat, before any rule is applied.
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"type":"PassNomination","player":"TRUST"}', type=PassNomination)


@pytest.mark.rule("CG2-02", "CG2-08")
def test_the_trust_company_pays_and_earns_nothing():
    game = auctions(trust=("P12",), phase=BUREAUCRACY)
    game.when(RunPlants(0, ()), RunPlants(1, ()))
    assert [event.player for event in game.events_of(IncomePaid)] == [1, 0]


@pytest.mark.rule("CG2-03")
def test_only_the_two_players_nominate_and_bid():
    game = auctions()
    game.when(NominatePlant(0, "P15", 10))
    assert game.state.auction.lot.bidders == (1, 0)
    game.when(PassBid(1))
    assert game.to_act == (1,)


@pytest.mark.rule("CG2-04", "DEC-CG-16")
def test_after_the_first_purchase_and_its_replacement_the_trust_takes_the_fourth_plant():
    game = buys(auctions(), 0, "P15", 10)
    assert [type(event) for event in game.events[1:]] == [PlantBought, PlantDrawn, TrustPlantTaken, PlantDrawn]
    # The offer was P14 P16 P17 P19 after the replacement.
    assert game.events[3:] == [
        TrustPlantTaken("P19", 13, ("P14", "P16", "P17", "P20"), ("P21", "P22", "P25")),
        PlantDrawn("P27", 18, "TRUST", True, ("P14", "P16", "P17", "P20"), ("P21", "P22", "P25", "P27"), 2, "LARGE"),
    ]
    assert game.state.trust.plants == ("P19",)


@pytest.mark.rule("CG2-04", "DEC-CG-24")
def test_the_trust_takes_its_plant_when_the_first_player_passes_and_once_a_round():
    game = auctions()
    events = game.when(PassNomination(0))
    assert [type(event) for event in events[1:]] == [TrustPlantTaken, PlantDrawn]
    assert events[1].card == "P17"
    buys(game, 1, "P15", 10)
    assert game.events_of(TrustPlantTaken) == []
    assert game.state.trust.plants == ("P17",)


@pytest.mark.rule("CG2-04", "DEC-CG-24")
def test_when_the_nominator_is_outbid_the_trust_acts_before_the_next_choice():
    game = auctions()
    game.when(NominatePlant(0, "P15", 10), PlaceBid(1, 11), PassBid(0))
    assert len(game.events_of(TrustPlantTaken)) == 1
    assert game.to_act == (0,)
    game.when(PassNomination(0))
    assert game.events_of(TrustPlantTaken) == []


@pytest.mark.rule("CG2-04")
def test_a_demolition_comes_before_the_trust_takes():
    game = buys(auctions(plants={0: ("P01", "P02", "P03")}), 0, "P15", 10)
    assert game.events_of(TrustPlantTaken) == []
    game.when(ScrapPlant(0, "P01"))
    assert [type(event) for event in game.events] == [PlantScrapped, PlantDrawn, TrustPlantTaken, PlantDrawn]


@pytest.mark.rule("CG2-04", "DEC-CG-01")
def test_in_the_first_round_only_a_purchase_makes_the_trust_act():
    game = auctions(in_round=1, cash={0: 0, 1: 12})
    assert game.when(PassNomination(0))[1:] == []
    game.when(NominatePlant(1, "P14", 1))
    assert len(game.events_of(TrustPlantTaken)) == 1


@pytest.mark.rule("CG2-04", "CG2-10")
def test_in_the_last_round_the_trust_takes_the_dearest_plant_of_the_market():
    game = standing(2, market=MARKET[:6], last="OUT", deck=("P25",), last_round=True)
    assert game.when(PassNomination(0))[1] == TrustPlantTaken("P20", 14, MARKET[:5], ())
    assert game.events_of(PlantDrawn)[0].offer == (*MARKET[:5], "P25")


@pytest.mark.rule("CG2-04", "CG-AUC-12", "CG-AUC-17")
def test_the_trust_may_take_the_last_plant_and_its_token():
    game = standing(2, market=("P14",), last="OUT", deck=(), last_round=True)
    events = game.when(PassNomination(0))
    assert events[1:3] == [TrustPlantTaken("P14", 9, (), ()), DiscountRemoved("P14", "SOLD")]
    assert game.state.phase == RESOURCES


@pytest.mark.rule("CG2-04")
def test_the_trust_takes_nothing_when_nothing_is_left_and_never_the_last_round_card():
    game = standing(2, market=("P14",), last="OUT", deck=(), last_round=True)
    buys(game, 0, "P14", 1)
    assert game.events_of(TrustPlantTaken) == []
    game = auctions(market=("P14", "P15"), last="MARKET", deck=())
    buys(game, 0, "P15", 10)
    assert game.events_of(TrustPlantTaken)[0].card == "P14"
    assert game.events_of(TrustPlantTaken)[0].outlook == (LAST,)


@pytest.mark.rule("CG2-04", "DEC-CG-05", "CG-AUC-13")
def test_a_card_drawn_for_the_trust_is_checked_against_the_token_plant():
    game = auctions(deck=("P01", "P25"))
    game.when(PassNomination(0))
    assert [event.reason for event in game.events_of(PlantDrawn)] == ["TRUST", "LOWER_CARD"]
    assert [event.placed for event in game.events_of(PlantDrawn)] == [False, True]
    assert game.events_of(PlantRemoved)[0].cause == "BELOW_DISCOUNT"
    assert game.state.plants.discount is None


@pytest.mark.rule("CG2-05")
def test_with_a_fourth_plant_the_oldest_leaves_the_game():
    game = auctions(trust=("P30", "P01", "P31"))
    events = game.when(PassNomination(0))
    assert events[2] == TrustPlantRemoved("P30")
    assert game.state.trust.plants == ("P01", "P31", "P17")
    assert "P30" in game.state.plants.out


@pytest.mark.rule("RN-CG-06", "DEC-CG-18")
def test_demolitions_of_the_trust_pay_nothing_and_use_up_nothing():
    game = auctions(renovation="on", trust=("P30", "P01", "P31"), plants={1: ("P02", "P03", "P04")})
    game.when(PassNomination(0))
    assert game.events_of(TrustPlantRemoved) == [TrustPlantRemoved("P30")]
    assert game.events_of(CompensationPaid) == []
    buys(game, 1, "P15", 10)
    game.when(ScrapPlant(1, "P02"))
    assert game.events_of(CompensationPaid) == [CompensationPaid(1, 1, "FIRST", 1, 41)]


def fuel_turn(trust, columns, **position):
    """The trust company's turn in phase 2: the last player is done."""
    game = standing(2, phase=RESOURCES, market=MARKET, deck=("P25",), trust=trust, columns=columns, **position)
    game.when(FinishBuying(1))
    return game


def cards_taken(game):
    return [(card.card, card.units_kept) for card in game.events_of(TrustResourcesTaken)[0].cards]


@pytest.mark.rule("CG2-06", "CG2-10")
@pytest.mark.parametrize("last_round", [False, True])
def test_the_trust_takes_fuel_for_one_production_without_paying(last_round):
    # P02 burns coal 2: the 3-card is turned to 2.
    game = fuel_turn(("P02",), ((), ("R05",), (), ()), last="OUT" if last_round else "DECK", last_round=last_round)
    assert game.events == [
        ResourceBuyingFinished(1),
        TrustResourcesTaken((CardTaken("R05", "coal", 2, 2),)),
        LeftoverCardsPlaced("coal", ("S1",), 0, "TRUST"),
    ]
    assert game.to_act == (0,)


@pytest.mark.rule("CG2-06", "DEC-CG-22")
def test_where_the_market_has_too_little_the_trust_takes_what_there_is():
    assert cards_taken(fuel_turn(("P08",), ((), ("R02",), (), ()))) == [("R02", 2)]
    assert cards_taken(fuel_turn(("P12",), ((), ("R02",), (), ()))) == []


@pytest.mark.rule("CG2-07", "DEC-CG-17")
def test_the_trust_takes_the_cheapest_column_first_and_there_fewer_units_first():
    # Coal 3 needed: the leftover card, then the 1 and the 2 of the column of 2 E, not the 3.
    game = fuel_turn(("P02", "P13"), (("S1",), ("R05", "R02", "R01"), ("R03",), ()))
    assert cards_taken(game) == [("S1", 1), ("R01", 1), ("R02", 1)]
    assert game.events_of(LeftoverCardsPlaced) == [LeftoverCardsPlaced("coal", ("S2",), 0, "TRUST")]


@pytest.mark.rule("CG2-07")
def test_pure_plants_come_before_hybrids_and_types_in_the_order_of_the_market():
    # P01 gas 2, P03 oil 1, P11 hybrid 3. Gas for P01, oil for P03, then the cheapest: gas before oil at equal price.
    game = fuel_turn(("P01", "P03", "P11"), ((), ("R09", "R10", "R16", "R17"), ("R11", "R18"), ()))
    assert cards_taken(game) == [("R09", 1), ("R10", 1), ("R16", 1), ("R17", 1), ("R11", 2)]


@pytest.mark.rule("CG2-07", "DEC-CG-17")
def test_units_beyond_the_pure_need_count_for_the_hybrid_first():
    # P09 gas 1, P11 hybrid 3: the 3-card of 3 E gives 1 and 2; the cheaper oil then gives the last unit.
    game = fuel_turn(("P09", "P11"), ((), ("R18",), ("R14",), ()))
    assert cards_taken(game) == [("R14", 3), ("R18", 1)]


@pytest.mark.rule("CG2-07")
def test_hybrids_take_the_cheapest_of_gas_and_oil():
    game = fuel_turn(("P11",), ((), ("R16",), ("R14",), ("R18",)))
    assert cards_taken(game) == [("R16", 1), ("R14", 2)]
    assert game.events_of(LeftoverCardsPlaced) == [LeftoverCardsPlaced("gas", ("S3",), 0, "TRUST")]


@pytest.mark.rule("EX-CG-08", "CG2-06", "CG2-07")
@pytest.mark.parametrize("coal_plant", ["P04", "P13"])
def test_the_trust_takes_a_leftover_card_and_four_gas(coal_plant):
    # Anna's leftover coal goes to column 1; gas 2 and gas 3 to the cheapest column that holds gas or oil.
    game = fuel_turn((coal_plant, "P09", "P11"), (("S1",), ("R11", "R14"), ("R16",), ()))
    assert cards_taken(game) == [("S1", 1), ("R11", 2), ("R14", 2)]
    assert game.events_of(LeftoverCardsPlaced) == [LeftoverCardsPlaced("gas", ("S3",), 0, "TRUST")]
    assert game.state.fuel.columns[0] == ("S3",)


@pytest.mark.rule("CG2-08")
def test_the_trust_discards_all_its_fuel_on_its_place_and_returns_leftover_cards():
    game = standing(
        2,
        phase=BUREAUCRACY,
        market=MARKET,
        deck=("P25",),
        trust=("P02",),
        trust_stock={"R02": 1, "S1": 1},
        resource_deck=tuple(f"R{number:02}" for number in range(3, 15)),
    )
    events = game.when(RunPlants(0, ()))
    assert events == [PlantsRun(0, (), {}), TrustResourcesDiscarded(("R02",), ("S1",))]
    assert game.state.trust.stock == ()
    assert "S1" in game.state.fuel.leftovers
    assert game.to_act == (1,)


@pytest.mark.rule("CG2-09", "EX-CG-10", "CG-ORD-03")
def test_the_trust_stays_second_while_the_players_swap_by_income():
    # Oksana (0) is first and earns 14 E, Anna (1) third and earns 16 E.
    game = standing(
        2,
        phase=BUREAUCRACY,
        market=MARKET,
        deck=("P30",),
        plants={0: ("P12", "P23"), 1: ("P07", "P02", "P04")},
        stock={1: {"R22": 1, "R05": 3}},
        resource_deck=("R01", "R02", "R03", "R04", *(f"R{number:02}" for number in range(9, 17))),
    )
    game.when(RunPlants(0, (Run("P12"), Run("P23"))))
    game.when(RunPlants(1, (Run("P07", {"uranium": 1}), Run("P02", {"coal": 2}), Run("P04", {"coal": 1}))))
    assert [(key.player, key.income) for key in game.events_of(TurnOrderDetermined)[0].keys] == [(1, 16), (0, 14)]
    assert game.state.row == (1, "TRUST", 0)


@pytest.mark.rule("CG2-09", "CG-ORD-02")
def test_the_redo_of_the_first_round_leaves_the_trust_second():
    game = auctions(in_round=1, cash={0: 12, 1: 12})
    buys(game, 0, "P14", 1)
    game.when(NominatePlant(1, "P15", 10))
    assert game.events_of(TurnOrderDetermined)[0].order == (1, "TRUST", 0)


@pytest.mark.rule("CG2-10", "CG-END-04")
def test_the_trust_scores_nothing_and_is_not_ranked():
    game = standing(2, phase=RESOURCES, market=MARKET[:6], last="OUT", trust=("P42",), last_round=True)
    game.when(FinishBuying(1), FinishBuying(0))
    assert {place.player for place in game.state.ranking} == {0, 1}


def test_a_player_buys_a_leftover_card_that_the_trust_put_out():
    game = fuel_turn(("P02",), ((), ("R05",), (), ()), plants={0: ("P04",)})
    game.when(BuyResourceCard(0, "S1"))
    assert game.state.players[0].cash == 49
