"""Set-up (PG-SET, PG-CNT, RU-01 and RU-02). Figures: docs/rules/power_grid.md §2, §3 and §13."""

import pytest
from msgspec.structs import replace

from domain import catalogue
from domain.kernel.decider import Table
from domain.kernel.dice import Dice
from domain.kernel.refused import Refused
from domain.power_grid.editions import EDITIONS
from domain.power_grid.messages import STAGE_3
from tests.domain.power_grid.positions import MAPS, power_grid, priced, russia
from tests.kit import COLOURS, Refusal, decider, refusing


def drawn(map_name, players, seed="a", **options):
    rules = decider(f"power_grid/{map_name}", players, options)
    return rules, rules.draw_setup(Table(COLOURS[:players]), Dice.from_text(seed))


def refusal(map_name, players, **options):
    with pytest.raises(Refused) as found:
        catalogue.find(f"power_grid/{map_name}").decider(options, players)
    return Refusal.of(found.value)


@pytest.mark.rule("PG-CNT-01", "PG-CNT-02", "DEC-PG-08")
@pytest.mark.parametrize(
    ("players", "regions", "blind", "plants", "stage_2", "end"),
    [(2, 3, 8, 4, 10, 21), (3, 3, 8, 3, 7, 17), (4, 4, 4, 3, 7, 17), (5, 5, 0, 3, 7, 15), (6, 5, 0, 3, 6, 14)],
)
@pytest.mark.parametrize("map_name", MAPS)
def test_regions_blind_cards_and_limits_follow_the_number_of_players(
    map_name, players, regions, blind, plants, stage_2, end
):
    rules, setup = drawn(map_name, players)
    limits = rules.rules.limits
    assert (len(setup.regions), len(setup.removed_blind)) == (regions, blind)
    assert (limits.plants, limits.stage_2_at, limits.ends_at) == (plants, stage_2, end)


@pytest.mark.rule("EX-PG-19", "PG-CNT-01")
def test_with_two_players_eight_cards_leave_blindly_and_four_plants_are_allowed():
    rules, setup = drawn("russia", 2)
    assert len(setup.removed_blind) == 8
    assert rules.rules.limits.plants == 4


@pytest.mark.rule("PG-CNT-01", "PG-SET-01")
@pytest.mark.parametrize("players", [1, 7])
def test_fewer_than_two_or_more_than_six_players_are_refused(players):
    assert refusal("russia", players) == Refusal("PLAYER_COUNT_INVALID", players=players)


@pytest.mark.rule("PG-SET-01")
def test_every_colour_may_be_taken_once_and_there_are_six():
    rules = decider("power_grid/russia", 3)
    for colours in (("red", "red", "blue"), ("red", "blue", "white")):
        with refusing("DUPLICATE_PLAYER", colours=colours, known=COLOURS):
            rules.draw_setup(Table(colours), Dice.from_text("a"))


@pytest.mark.rule("PG-SET-01", "DEC-PG-01")
def test_options_that_do_not_exist_are_refused():
    known = ("regions", "flow_generator", "renovation")
    on_russia = (*known, "deck", "first_pass", "first_city")
    assert refusal("russia", 3, robots="on") == Refusal("UNKNOWN_OPTION", option="robots", known=on_russia)
    assert refusal("russia", 3, flow_generator="maybe") == Refusal(
        "UNKNOWN_OPTION_VALUE", option="flow_generator", value="maybe", known=("off", "on")
    )
    assert refusal("india", 3, deck="swapped") == Refusal(
        "UNKNOWN_OPTION", option="deck", known=(*known, "first_city", "final_blackout")
    )
    assert refusal("australia", 3, deck="as_printed") == Refusal(
        "UNKNOWN_OPTION", option="deck", known=(*known, "first_city")
    )
    with refusing("UNKNOWN_VARIANT", variant="power_grid/atlantis", known=tuple(catalogue.VARIANTS)):
        catalogue.find("power_grid/atlantis")


@pytest.mark.rule("PG-SET-02", "DEC-PG-24")
def test_the_host_chooses_regions_that_form_one_group():
    setup = drawn("russia", 3, regions="green,pink,brown")[1]
    assert setup.regions == ("green", "pink", "brown")
    assert refusal("russia", 3, regions="green,pink") == Refusal("REGION_COUNT_INVALID", regions=2, needed=3)
    assert refusal("russia", 3, regions="green,pink,blue") == Refusal(
        "UNKNOWN_REGION", unknown=("blue",), known=("green", "pink", "red", "yellow", "purple", "brown")
    )
    assert refusal("russia", 3, regions="green,pink,red") == Refusal(
        "REGIONS_NOT_ADJACENT", regions=("green", "pink", "red")
    )
    assert refusal("russia", 3, regions="green,pink,pink") == Refusal(
        "MALFORMED_COMMAND", regions=("green", "pink", "pink")
    )


@pytest.mark.rule("PG-SET-02")
def test_every_drawn_set_of_regions_is_one_of_the_legal_ones():
    legal = catalogue.find("power_grid/russia").legal_regions(3)
    assert {drawn("russia", 3, str(seed))[1].regions for seed in range(60)} <= set(legal)
    assert ("green", "pink", "red") not in legal
    assert len(set(legal)) == len(legal)


@pytest.mark.rule("PG-SET-03", "PG-SET-11")
def test_everybody_begins_with_50_elektro_and_no_city():
    for holding in russia(4).state.holdings:
        assert (holding.cash, holding.cities, holding.plants) == (50, (), ())


@pytest.mark.rule("PG-SET-05", "DEC-PG-05")
def test_the_market_has_three_tokens_a_space_from_1_to_8_and_twelve_uranium_spaces():
    rules = decider("power_grid/russia", 3).rules
    for fuel in ("coal", "oil", "garbage"):
        assert [space.price for space in rules.market[fuel]] == [1, 2, 3, 4, 5, 6, 7, 8]
        assert set(rules.capacities[fuel]) == {3}
    assert [space.price for space in rules.market["uranium"]] == [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16]
    assert set(rules.capacities["uranium"]) == {1}


@pytest.mark.rule("EX-PG-01", "RU-01", "PG-SET-06", "PG-SET-07")
def test_the_resource_market_of_russia_is_filled_as_printed_at_the_start():
    state = russia().state
    assert priced(state.market["oil"]) == dict.fromkeys(range(1, 9), 3)
    assert priced(state.market["coal"]) == dict.fromkeys(range(3, 9), 3)
    assert priced(state.market["uranium"]) == dict.fromkeys((6, 7, 8, 10, 12, 14, 16), 1)
    assert priced(state.market["garbage"]) == {}
    assert state.reserve == {"coal": 6, "oil": 0, "garbage": 24, "uranium": 5}


@pytest.mark.rule("EX-PG-03", "RU-02", "PG-SET-08")
def test_the_plant_market_of_russia_at_the_start():
    game = russia(6)
    state = game.state
    assert (state.current, state.future) == ((3, 4, 5), (7, 8, 9))
    assert not {6, 14} & {*state.current, *state.future, *state.deck, *state.removed_blind}


@pytest.mark.rule("PG-SET-09", "PG-SET-10", "RU-06", "DEC-PG-06")
def test_plant_13_lies_on_top_the_stage_3_card_below_and_neither_is_ever_removed_blindly():
    for seed in range(50):
        setup = drawn("russia", 3, str(seed))[1]
        assert (setup.deck[0], setup.deck[-1]) == (13, STAGE_3)
        assert not {13, STAGE_3} & set(setup.removed_blind)
    tops = {drawn("russia", 3, str(seed))[1].deck[1] for seed in range(50)}
    assert len(tops) > 10


@pytest.mark.rule("PG-SET-10", "PG-FLOW-01", "DEC-PG-25")
@pytest.mark.parametrize(("map_name", "sizes"), [
    ("russia", (26, 26, 30, 34, 34)), ("japan", (26, 26, 30, 34, 34)),
    ("india", (25, 25, 29, 33, 33)), ("australia", (25, 25, 29, 33, 33)),
])  # fmt: skip
def test_the_deck_without_the_stage_3_card_has_its_size(map_name, sizes):
    for players, size in enumerate(sizes, 2):
        assert len(drawn(map_name, players)[1].deck) - 1 == size
        setup = drawn(map_name, players, flow_generator="on")[1]
        assert len(setup.deck) - 1 == size + 1
        assert "flow_generator" in (*setup.deck, *setup.removed_blind)


@pytest.mark.rule("DEC-PG-25", "PG-FLOW-01")
def test_the_flow_generator_may_be_removed_blindly():
    removed = [drawn("russia", 3, str(seed), flow_generator="on")[1].removed_blind for seed in range(60)]
    assert any("flow_generator" in cards for cards in removed)


@pytest.mark.rule("DEC-PG-01")
def test_the_swapped_deck_puts_10_and_11_near_the_top_on_russia():
    for seed in range(30):
        swapped = drawn("russia", 4, str(seed), deck="swapped")[1].deck
        assert swapped[0] == 13
        assert {10, 11} <= set(swapped[1:6])
        assert len(swapped) - 1 == 30


@pytest.mark.rule("PG-SET-04", "PG-ORD-03", "PG-GEN-01", "PG-GEN-04")
def test_a_game_begins_with_its_whole_setup_and_the_order_by_lot():
    rules, setup = drawn("russia", 3)
    events = rules.begin(setup)
    assert [type(event).__name__ for event in events] == [
        "GameStarted", "RoundBegan", "PhaseBegan", "TurnOrderDetermined", "PhaseBegan"]  # fmt: skip
    started, _, _, lot, auction = events
    assert (started.deck, started.removed_blind, started.seed) == (setup.deck, setup.removed_blind, setup.seed)
    assert started.deck_size == len(setup.deck)
    assert [player.colour for player in started.players] == ["red", "blue", "green"]
    assert (lot.reason, lot.order) == ("LOT", setup.order)
    assert auction.name == "auction"
    orders = {drawn("russia", 3, str(seed))[1].order for seed in range(60)}
    assert len(orders) == 6


@pytest.mark.rule("PG-SET-01", "PG-SET-09")
def test_a_setup_can_be_written_by_hand_and_one_that_cannot_be_is_refused():
    rules, setup = drawn("russia", 2)
    assert rules.begin(replace(setup, order=(1, 0)))
    whole = {"deck_size": 27, "removed_blind": 8}
    wrong = [
        (replace(setup, order=(0, 0)), {"order": (0, 0)}),
        (replace(setup, deck=setup.deck[1:]), {"deck_size": 26, "removed_blind": 8}),
        (replace(setup, deck=(setup.deck[1], *setup.deck[1:])), whole),
        (replace(setup, seed="00"), {"seed_digits": 2}),
        (replace(setup, removed_blind=setup.removed_blind[1:]), {"deck_size": 27, "removed_blind": 7}),
        (replace(setup, deck=tuple(map(str, setup.deck))), whole),  # "13" is not a card: plants are numbers
    ]
    for one, figures in wrong:
        with refusing("MALFORMED_COMMAND", **figures):
            rules.begin(one)
    with refusing("REGION_COUNT_INVALID", regions=1, needed=3):
        rules.begin(replace(setup, regions=("green",)))
    with refusing("PLAYER_COUNT_INVALID", players=3, needed=2):
        rules.begin(replace(setup, colours=COLOURS[:3]))


@pytest.mark.rule("PG-SET-01", "PG-SET-02")
def test_a_setup_by_hand_is_played_in_the_regions_that_the_table_names():
    rules, setup = drawn("russia", 2, regions="red,yellow,purple")
    assert rules.begin(setup)
    with refusing("MALFORMED_COMMAND", regions=("green", "pink", "brown"), chosen=("red", "yellow", "purple")):
        rules.begin(replace(setup, regions=("green", "pink", "brown")))


@pytest.mark.rule("PG-SET-01")
def test_the_same_arguments_give_the_same_decider():
    assert decider("power_grid/russia", 3) is decider("power_grid/russia", 3, {"flow_generator": "off"})
    assert decider("power_grid/russia", 3) is not decider("power_grid/russia", 4)


def test_a_pinned_edition_must_be_one_that_is_published():
    variant = catalogue.find("power_grid/russia")
    editions = variant.editions()
    assert variant.decider({}, 3, editions) is variant.decider({}, 3)
    both = ("power_grid/base/2", "power_grid/russia/1")
    with refusing("UNKNOWN_EDITION", editions=both, altered=both[1:]):
        variant.decider({}, 3, (editions[0], replace(editions[1], sha256="0" * 64)))
    with refusing("UNKNOWN_EDITION", edition="power_grid/atlantis/1", known=EDITIONS.ids):
        EDITIONS.content("power_grid/atlantis/1")
    with refusing("UNKNOWN_EDITION", editions=("power_grid/base/2",)):
        variant.decider({}, 3, (editions[0],))
    assert "connections" in editions[1].reconstructed
    assert "renovation" in editions[0].reconstructed


def test_of_all_cards_none_is_lost():
    game = power_grid("japan", 3)
    assert game.decider.broken_invariants(game.state) == ()
