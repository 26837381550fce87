"""`regions=drafted`: seats choose the play area in turn (PG-SET-12). Rules: docs/rules/power_grid.md §3."""

import pytest
from msgspec.structs import replace

from domain import catalogue
from domain.kernel.decider import Table
from domain.kernel.dice import Dice
from domain.power_grid.messages import (
    AUCTION,
    TURN_ORDER,
    ChooseRegion,
    GameStarted,
    NominatePlant,
    PhaseBegan,
    RegionChosen,
)  # fmt: skip
from domain.power_grid.options import ChooseRegionOption
from tests.domain.power_grid.positions import MAPS
from tests.domain.power_grid.referee import follow
from tests.kit import COLOURS, Refusal, begun, final_state, of_type, refusing, whole_game

pytestmark = pytest.mark.rule("PG-SET-12")


def drafting(map_name="germany", players=3):
    return begun(f"power_grid/{map_name}", players, {"regions": "drafted"})


def chosen(game, *regions):
    for region in regions:
        game = game.given(ChooseRegion(game.decider.to_act(game.state)[0], region))
    return game


def test_no_region_is_in_play_until_seats_have_chosen():
    game = drafting()
    assert (game.state.phase, game.state.regions) == (TURN_ORDER, ())
    assert game.decider.to_act(game.state) == (game.state.order[0],)


def test_seats_choose_in_the_first_turn_order_and_begin_again():
    game = drafting(players=2)
    one, other = game.state.order
    assert game.decider.to_act(chosen(game, "red").state) == (other,)
    assert game.decider.to_act(chosen(game, "red", "green").state) == (one,)


def test_any_region_may_come_first_and_only_neighbours_follow():
    game = drafting()
    first = game.decider.options(game.state, game.state.order[0])
    assert [option.region for option in first] == ["purple", "green", "red", "yellow", "cyan", "brown"]
    game = chosen(game, "brown")
    second = game.decider.options(game.state, game.state.order[1])
    assert second == tuple(ChooseRegionOption(game.state.order[1], region) for region in ("green", "yellow"))


def test_the_auction_begins_with_the_last_region():
    game = chosen(drafting(), "brown", "green")
    seat = game.state.order[2]
    events = game.when(ChooseRegion(seat, "red"))
    assert events == [RegionChosen(seat, "red", ("green", "red", "brown")), PhaseBegan(AUCTION)]
    game = game.given(*events)
    assert game.decider.to_act(game.state) == (game.state.order[0],)


def test_the_default_is_the_first_region_of_the_map_that_fits():
    game = chosen(drafting(), "brown")
    seat = game.state.order[1]
    assert game.decider.default(game.state, seat) == ChooseRegion(seat, "green")


def test_regions_far_apart_may_be_chosen_on_australia():
    game = chosen(drafting("australia"), "red")
    offered = game.decider.options(game.state, game.state.order[1])
    assert [option.region for option in offered] == ["pink", "brown", "green", "yellow"]


def test_wrong_choices_are_refused():
    game = chosen(drafting(), "brown")
    first, second = game.state.order[:2]
    assert game.refusal(ChooseRegion(first, "green")) == Refusal("NOT_YOUR_TURN", to_act=second)
    assert game.refusal(ChooseRegion(second, "brown")) == Refusal("REGION_ALREADY_CHOSEN", region="brown")
    far = Refusal("REGIONS_NOT_ADJACENT", regions=("brown", "cyan"))
    assert game.refusal(ChooseRegion(second, "cyan")) == far
    known = ("purple", "green", "red", "yellow", "cyan", "brown")
    assert game.refusal(ChooseRegion(second, "mars")) == Refusal("UNKNOWN_REGION", unknown=("mars",), known=known)
    assert game.refusal(NominatePlant(second, 3, 3)) == Refusal("WRONG_PHASE", phase=TURN_ORDER, needed=AUCTION)
    game = chosen(game, "green", "red")
    late = game.refusal(ChooseRegion(first, "cyan"))
    assert late == Refusal("WRONG_PHASE", phase=AUCTION, needed=TURN_ORDER)


def test_nothing_is_drafted_where_regions_are_drawn_or_named():
    for regions in ("drawn", "brown,green,red"):
        game = begun("power_grid/germany", 3, {"regions": regions})
        assert game.state.phase == AUCTION
        assert len(game.state.regions) == 3


def test_a_set_up_that_names_regions_is_refused_where_they_are_drafted():
    rules = catalogue.find("power_grid/germany").decider({"regions": "drafted"}, 3)
    setup = rules.draw_setup(Table(COLOURS[:3]), Dice.from_text("named"))
    with refusing("MALFORMED_COMMAND", regions=("red",)):
        rules.begin(replace(setup, regions=("red",)))


def test_robots_choose_no_region():
    rules = catalogue.find("power_grid/australia").decider({"regions": "drafted"}, 3)
    setup = rules.draw_setup(Table(COLOURS[:3], bots=("", "robot", "")), Dice.from_text("robots"))
    state = None
    for event in rules.begin(setup):
        state = rules.evolve(state, event)
    people = [seat for seat in state.order if seat != 1]
    for place in (0, 1, 0):
        assert rules.to_act(state) == (people[place],)
        _, state = rules.judge(state, ChooseRegion(people[place], rules.options(state, people[place])[0].region))
    assert len(state.regions) == 3


@pytest.mark.parametrize("bot", ["random", "greedy", "planner"])
@pytest.mark.parametrize("map_name", MAPS)
def test_whole_games_with_drafted_regions_satisfy_the_referee(map_name, bot):
    rules = drafting(map_name, 2).decider
    events = [event for turn in whole_game(rules, 2, bot, f"draft/{map_name}") for event in turn.events]
    follow(events)
    assert of_type(events, GameStarted)[0].regions == ()
    assert len(of_type(events, RegionChosen)) == 3


@pytest.mark.slow
@pytest.mark.parametrize("map_name", MAPS)
def test_experts_draft_regions_and_play_on(map_name):
    rules = drafting(map_name, 2).decider
    events = []
    for turn in whole_game(rules, 2, expert_at_first(rules), f"draft/expert/{map_name}"):
        events += turn.events
    follow(events)
    assert len(of_type(events, RegionChosen)) == 3


def expert_at_first(rules):
    """Return a bot that plays as `expert` until the first auction is over, then as `greedy`, so that games end soon."""

    def plays(board, options, seat, roll):
        bot = rules.bots["expert" if board.round == 1 else "greedy"]
        return bot(board, options, seat, roll)

    return plays


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_whole_drafted_game_is_played_by_experts():
    rules = drafting("germany", 2).decider
    state = final_state(rules, 2, "expert", "draft/experts")
    assert rules.outcome(state)
    assert len(state.regions) == 3


@pytest.mark.slow
def test_six_players_draft_five_regions():
    state = final_state(drafting("russia", 6).decider, 6, "greedy", "draft/six")
    assert len(state.regions) == 5
