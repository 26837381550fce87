"""Fuel plans and cities that the rulebooks do not allow are refused with their reason, rule and figures."""

import json

import grpc

from domain.kernel.dice import Dice
from domain.table.decide import decide, open_table
from domain.table.messages import OpenTable, StartGame, TakeSeat
from services.api.messages import contract
from tests.api.api_kit import RUSSIA, refused
from turnledger.v1 import games_pb2, power_grid_pb2

Code = grpc.StatusCode
Asked = power_grid_pb2.PowerGridCommand
SEED, MOVES = "plan 20", 20
"""Two people who choose at random come to a production at which one has 4 coal on plant 4 and 4 oil on plant 5."""


def commands():
    """Their seats and commands."""
    opened = open_table(OpenTable(RUSSIA, 2, rated=False, seed=SEED), "ann", "game", bytes(32))
    at, people = opened.aggregate, ("ann", "bob")
    for actor, command in (("ann", TakeSeat()), ("bob", TakeSeat()), ("ann", StartGame())):
        at = decide(at, command, actor, 0).aggregate
    roll = Dice.from_text(SEED).roll("people")
    spoken = contract.game("power_grid")
    for _ in range(MOVES):
        seat = at.to_act[0]
        command = at.rules.bots["random"](None, at.rules.options(at.play, seat), seat, roll)
        yield seat, spoken.command_message(command)
        at = decide(at, command, people[seat], 0).aggregate


def plan(**runs):
    """Runs of plants, such as `p5={"coal": 2}`."""
    fuels = [power_grid_pb2.PowerGridRun(plant=plant[1:], fuel=fuel) for plant, fuel in runs.items()]
    return games_pb2.Command(power_grid=Asked(run_plants=Asked.RunPlants(runs=fuels)))


async def test_a_plan_on_fuel_that_is_stored_on_another_plant_is_refused(player):
    ann, bob = await player("Ann"), await player("Bob")
    hosted = await ann.create_table(RUSSIA, seats=2, join=True, unrated=True, seed=SEED)
    games = (hosted, bob.game(hosted.game_id))
    await games[1].join()
    await hosted.start()
    for seat, command in commands():
        await games[seat].submit(command)
    (seat,) = (await hosted.table()).to_act
    own = (await games[seat].board(min_version=(await hosted.table()).version)).board.power_grid.seats[seat]
    assert (list(own.plants), dict(own.fuel)["coal"], dict(own.fuel)["oil"]) == (["4", "5"], 4, 4)
    async with refused(Code.FAILED_PRECONDITION, "FUEL_ON_OTHER_PLANT") as found:
        await games[seat].submit(plan(p5={"coal": 2}))
    facts = found[0].facts
    assert (facts["rule"], facts["without_room"], json.loads(facts["burns"])) == ("PG-FUEL-11", "2", {"coal": 2})
    assert json.loads(facts["kept"]) == {"coal": 2, "oil": 4, "garbage": 0, "uranium": 0}
    assert found[0].legal.commands
    await games[seat].submit(plan(p5={"oil": 2}))


async def test_a_city_that_is_not_free_or_not_of_the_map_is_not_barred(player):
    ann = await player("Ann")
    game = await ann.create_table("power_grid/germany", seats=2, join=True, unrated=True, seed="a test")
    await game.add_bot("robot")
    await game.start()
    while not (asked := (await game.options()).options)[0].power_grid.HasField("bar_city_option"):
        await game.submit(asked[-1].first)
    free = [each.power_grid.bar_city_option.city for each in asked]
    assert len(free) == 7
    for city in ("berlin" if "berlin" not in free else "konstanz", "atlantis"):
        async with refused(Code.FAILED_PRECONDITION, "CITY_NOT_FOR_ROBOT") as found:
            await game.submit(games_pb2.Command(power_grid=Asked(bar_city=Asked.BarCity(city=city))))
        facts = found[0].facts
        assert (facts["rule"], facts["city"], json.loads(facts["free"])) == ("RB-10", city, free)
    await game.submit(asked[0].first)
