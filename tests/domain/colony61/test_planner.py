"""The factors of Colony-61's planner: the colony's life, the remaining turns, the only place to build at."""

from domain.kernel.dice import Roll
from domain.kernel.ids import Seat
from tests.domain.colony61.positions import RULES, Place, cubes, position

A = Seat(0)


def choice(state):
    return RULES.bots["planner"](RULES.view(state, A), RULES.options(state, A), A, Roll(b"chance", "bot"))


def laid(hand, **where):
    state = position(Place(hand=hand, storage=cubes(tens=3)), Place(hand="mine"), **where)
    return choice(state).cards


def test_it_lays_what_saves_a_colony_that_is_about_to_collapse():
    hand, colony = "cooling_tower vibrating_screen", "mining_asteroid"
    assert laid(hand, turn=8, colony=colony, electricity=-7) == ("cooling_tower-1",)
    assert laid(hand, turn=8, colony=colony, electricity=5) == ("vibrating_screen-1",)
    hand, colony = "microbiology_lab radar_station", "resettlement_planet"
    assert laid(hand, turn=8, colony=colony, food=-5) == ("microbiology_lab-1",)
    assert laid(hand, turn=8, colony=colony, food=5) == ("radar_station-1",)


def test_early_it_lays_what_earns_and_in_the_last_turns_what_counts():
    hand = "superdeep_borehole radar_station"
    assert laid(hand, turn=1, mining=-4) == ("superdeep_borehole-1",)
    assert laid(hand, turn=8, mining=-4) == ("radar_station-1",)


def test_it_builds_what_it_has_laid_and_pays_what_it_costs():
    state = position(
        Place(laid="mine greenhouse", storage=cubes(tens=1, fives=2)),
        Place(hand="mine"),
        step="DECIDE",
        slots=2,
        turn=2,
    )
    command = choice(state)
    assert (command.build, command.recycle) == (("greenhouse-1", "mine-1"), None)
    assert [paid.cubes for paid in command.payments] == [cubes(fives=1), cubes(fives=1)]


def test_it_gives_up_the_worst_card_and_keeps_the_best():
    swap = position(Place(hand="mine greenhouse spaceport", modules="homeostatic_dome", storage=cubes(tens=5)),
                    Place(hand="mine"), step="SWAP", turn=7, population=3)  # fmt: skip
    assert "spaceport-1" not in choice(swap).cards
    keep = position(Place(offer="mine radar_station", keep=1, storage=cubes(tens=5)), Place(hand="mine"),
                    step="KEEP", turn=7)  # fmt: skip
    assert choice(keep).keep == ("radar_station-1",)
