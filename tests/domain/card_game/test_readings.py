"""Readings that the printed text leaves open, as options of the host. Each decision: docs/rules/card_game.md §12."""

from random import Random

import pytest
from msgspec.structs import replace

from domain import catalogue
from domain.card_game.messages import (
    CardUnits,
    NominatePlant,
    PassBid,
    PlantBought,
    PlantDrawn,
    ResourceCardsChanged,
    Run,
    RunPlants,
    ScrapPlant,
    TrustPlantTaken,
)
from domain.card_game.options import Demolition, Production
from domain.card_game.readings import READINGS
from domain.card_game.state import BUREAUCRACY
from domain.kernel.decider import decide
from domain.kernel.refused import Refused
from tests import kit
from tests.domain.card_game.referee import Referee
from tests.domain.card_game.tables import standing
from tests.kit import Refusal, whole_game

MARKET = ("P14", "P15", "P16", "P17", "P19", "P20", "P21", "P22")
CHOSEN = {"burnt_cards": "chosen"}


def reading(players=2, **options):
    return kit.decider("card_game", players, options)


def under(game, **options):
    """The same position under other readings."""
    return replace_rules(game, reading(len(game.state.players), **options))


def replace_rules(game, rules):
    game.rules = rules
    return game


# ---- the trust company's plant (DEC-CG-16) -----------------------------------------------------------------------


def sold(**options):
    game = under(standing(2, market=MARKET, deck=("P25", "P27"), trust=("P12",), discount=False), **options)
    return game.when(NominatePlant(0, "P15", 10), PassBid(1))


@pytest.mark.rule("DEC-CG-16", "CG2-04")
def test_the_trust_takes_its_plant_before_the_replacement_where_the_host_says_so():
    usual, other = sold(), sold(trust_takes="before_replacement")
    assert [type(event) for event in usual if not isinstance(event, PassBid)][-4:] == [
        PlantBought, PlantDrawn, TrustPlantTaken, PlantDrawn]  # fmt: skip
    assert [type(event) for event in other][-4:] == [PlantBought, TrustPlantTaken, PlantDrawn, PlantDrawn]
    taken = next(event for event in other if isinstance(event, TrustPlantTaken))
    # P14 P16 P17 P19 are the four cheapest of the seven that lie there.
    assert (taken.card, taken.offer) == ("P19", ("P14", "P16", "P17", "P20"))
    assert [event.reason for event in other if isinstance(event, PlantDrawn)] == ["SALE", "TRUST"]


@pytest.mark.rule("DEC-CG-16", "CG2-04")
def test_a_cheap_replacement_changes_what_the_trust_takes():
    def taken_card(**options):
        game = under(standing(2, market=MARKET, deck=("P02", "P27"), trust=("P12",), discount=False), **options)
        events = game.when(NominatePlant(0, "P15", 10), PassBid(1))
        return next(event.card for event in events if isinstance(event, TrustPlantTaken))

    assert (taken_card(), taken_card(trust_takes="before_replacement")) == ("P17", "P19")


# ---- the cards that are burnt (DEC-CG-20) ------------------------------------------------------------------------


def burning(stock, plants=("P04",), **options):
    game = standing(3, phase=BUREAUCRACY, market=MARKET, deck=("P25",), plants={0: (*plants, "P08")}, stock={0: stock})
    return under(game, **options)


def one_coal(**cards):
    return RunPlants(0, (Run("P04", {"coal": 1}),), **cards)


def stock_of(game):
    return {card.card: card.units_left for card in game.state.players[0].stock}


@pytest.mark.rule("DEC-CG-20", "CG-PLT-06")
def test_the_owner_chooses_the_cards_that_are_burnt_where_the_host_says_so():
    game = burning({"S1": 1, "R02": 2, "R03": 2}, **CHOSEN)
    game.when(one_coal(cards={"R03": 1}))
    assert stock_of(game) == {"S1": 1, "R02": 2, "R03": 1}
    game = burning({"S1": 1, "R02": 2}, **CHOSEN)
    game.when(one_coal())
    assert stock_of(game) == {"R02": 2}  # nothing said: the fixed order


@pytest.mark.rule("DEC-CG-20", "CG-PLT-06")
@pytest.mark.parametrize(
    ("options", "cards", "said"),
    [
        ({}, {"R03": 1}, Refusal("BURNT_CARDS_FIXED", cards={"R03": 1})),
        (CHOSEN, {"R05": 1}, Refusal("CARD_UNITS_NOT_HELD", card="R05", units=1, held=0)),
        (CHOSEN, {"R03": 3}, Refusal("CARD_UNITS_NOT_HELD", card="R03", units=3, held=2)),
        (CHOSEN, {"R03": 2}, Refusal("CARD_UNITS_WRONG", type="coal", units=2, burnt=1)),
        (CHOSEN, {}, Refusal("CARD_UNITS_WRONG", type="coal", units=0, burnt=1)),
        (CHOSEN, {"R03": 0, "R02": 1}, Refusal("MALFORMED_COMMAND", count=0)),
        (CHOSEN, {"R03": 1, "R99": 1}, Refusal("CARD_UNITS_NOT_HELD", card="R99", units=1, held=0)),
    ],
)
def test_cards_that_are_not_held_or_not_what_is_burnt_are_refused(options, cards, said):
    assert burning({"R02": 2, "R03": 2}, **options).refusal(one_coal(cards=cards)) == said


@pytest.mark.rule("DEC-CG-20", "CG-PLT-08")
def test_the_owner_chooses_the_cards_that_are_thrown_away_with_a_plant():
    stock = {"R05": 3, "R02": 2, "R03": 2}
    game = under(
        standing(3, market=MARKET, deck=("P25",), plants={0: ("P02", "P04", "P08")}, stock={0: stock}), **CHOSEN
    )
    game.when(NominatePlant(0, "P15", 10), PassBid(1), PassBid(2))
    (demolition,) = [option for option in game.options(Demolition) if option.card == "P08"]
    assert demolition.discards == ({"coal": 1},)
    command = ScrapPlant(0, "P08", {"coal": 1}, {"R05": 1})
    assert command in kit.commands(demolition)
    assert demolition.count() == 3
    with pytest.raises(IndexError):
        demolition.nth(3)
    assert game.refusal(ScrapPlant(0, "P08", {"coal": 1}, {"R05": 2})) == Refusal(
        "CARD_UNITS_WRONG", type="coal", units=2, burnt=1
    )
    game.when(command)
    assert [event.cards for event in game.events_of(ResourceCardsChanged)] == [(CardUnits("R05", 2),)]


def ways_to_take(held, fuel_of, burnt):
    """Every choice of units by card, tried unit by unit."""
    ways = {frozenset()}
    for fuel, units in burnt.items():
        for _ in range(units):
            ways = {
                frozenset({**dict(way), card: dict(way).get(card, 0) + 1}.items())
                for way in ways
                for card, left in held.items()
                if fuel_of(card) == fuel and dict(way).get(card, 0) < left
            }
    return ways


@pytest.mark.rule("DEC-CG-20", "CG-PLT-06")
def test_options_list_every_choice_of_cards_once_and_each_is_legal():
    for number in range(40):
        random = Random(f"burnt/{number}")
        stock = {card: random.randint(1, most) for card, most in (("R02", 2), ("R03", 2), ("R05", 3), ("S1", 1))}
        game = burning(stock, plants=random.choice([("P04",), ("P02",), ("P02", "P04")]), **CHOSEN)
        (production,) = game.options(Production)
        listed = kit.commands(production)
        fuel_of = game.rules.rules.cards.fuel.__getitem__
        expected = sum(len(ways_to_take(stock, fuel_of, plan.burnt)) for plan in production.plans)
        assert production.count() == len(listed) == expected
        assert (
            len({(command.runs, frozenset((command.cards or {}).items())) for command in map(hashable, listed)})
            == expected
        )
        for command in listed:
            decide(game.rules, game.state, command)


def hashable(command):
    runs = tuple((run.card, tuple(sorted(run.fuel.items()))) for run in command.runs)
    return replace(command, runs=runs)


# ---- every reading -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("option", "value"), [(each.name, each.values[1]) for each in READINGS])
@pytest.mark.parametrize("players", [2, 3])
def test_a_second_referee_follows_games_under_each_reading(option, value, players):
    for number, bots in enumerate(("random", "greedy", "planner", "random")):
        rules = reading(players, **{option: value})
        referee = None
        for turn in whole_game(rules, players, bots, f"readings/{number}"):
            if referee is None:
                assert turn.events[0].options == {"renovation": "off", option: value}
                referee = Referee.taking_over(turn.state)
            else:
                referee.options = {option: value}
                referee.carry_out(turn.command, turn.events)
                assert Referee.taking_over(turn.state).players == referee.players
                assert Referee.taking_over(turn.state).market == referee.market
                assert Referee.taking_over(turn.state).discard == referee.discard


@pytest.mark.rule("CG-SET-01")
@pytest.mark.parametrize("option", READINGS, ids=lambda option: option.name)
def test_readings_are_listed_and_recorded_only_where_they_are_not_the_default(option):
    variant = catalogue.find("card_game")
    assert option in variant.options
    plain = reading(3, **{option.name: option.values[0]})
    assert next(whole_game(plain, 3, "greedy", "readings")).events[0].options == {"renovation": "off"}
    with pytest.raises(Refused, match=f"UNKNOWN_OPTION_VALUE .*option='{option.name}'"):
        variant.decider({option.name: "something else"}, 3)
