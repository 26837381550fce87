"""`python -m tests.domain.power_grid.golden` adds the golden lines and games that are missing; it changes none."""

from pathlib import Path

import msgspec
from msgspec import Struct

from domain import catalogue
from domain.kernel.decider import decide, digest, fold, topic
from domain.power_grid.messages import (
    BuildingOrdered,
    CityBarred,
    CityNamed,
    CityNamingBegan,
    NamingPaid,
    NamingPassed,
    PhaseSkipped,
    Rank,
    RegionChosen,
    RobotBuilt,
    RobotDrew,
    RobotRegionDrawn,
    Stage3CardDrawn,
    StageBegan,
)
from domain.power_grid.options import ConnectCityOption, PassBidOption, PassNominationOption
from domain.power_grid.setup import Setup
from tests.kit import decider, whole_game
from tests.stored_lines import digest_as_written

FOLDER = Path(__file__).parents[2] / "golden/power_grid"
LINES = FOLDER / "events.jsonl"
TRIES = 100
ALL_OPTIONS = {"flow_generator": "on", "renovation": "on"}
WAYS = {
    "russia-auction": ("russia", 4, "greedy", {}),
    "russia-building": ("russia", 3, "random", {}),
    "russia-bureaucracy": ("russia", 2, "random", ALL_OPTIONS),
    "russia-early": ("russia", 6, "frugal", {"deck": "swapped"}),
    "japan-auction": ("japan", 5, "greedy", ALL_OPTIONS),
    "japan-building": ("japan", 2, "frugal", {}),
    "japan-bureaucracy": ("japan", 2, "random", {"deck": "swapped"}),
    "india-auction": ("india", 4, "greedy", ALL_OPTIONS),
    "india-building": ("india", 2, "frugal", {}),
    "india-bureaucracy": ("india", 6, "random", {}),
    "australia-auction": ("australia", 4, "greedy", {}),
    "australia-building": ("australia", 2, "frugal", {}),
    "australia-bureaucracy": ("australia", 3, "random", ALL_OPTIONS),
    "germany-auction": ("germany", 5, "greedy", {}),
    "germany-building": ("germany", 2, "frugal", {}),
    "germany-bureaucracy": ("germany", 3, "random", ALL_OPTIONS),
    "usa-auction": ("usa", 4, "greedy", ALL_OPTIONS),
    "usa-building": ("usa", 2, "frugal", {}),
    "usa-bureaucracy": ("usa", 6, "random", {}),
}
"""Map, players, bot and options; the name ends in the phase that draws the Stage 3 card, or `early` for a game that
ends before stage 3."""


class Opening(Struct, frozen=True):
    """First line of a golden game."""

    map: str
    players: int
    options: dict[str, str]
    setup: Setup


class Result(Struct, frozen=True):
    """Last line: digests of all events, as games of rules version 1 are stored, and of the last state; the ranking."""

    events: str
    state: str
    reason: str
    ranking: tuple[Rank, ...]


def union_of(types):
    union = types[0]
    for one in types[1:]:
        union = union | one
    return union


def rules_of(opening: Opening):
    return decider(f"power_grid/{opening.map}", opening.players, opening.options, first_version(opening.map))


def first_version(map_name: str) -> int:
    """The rules version of this map: golden games play it for ever."""
    return catalogue.find(f"power_grid/{map_name}").rules_versions[0]


def frugal(rules):
    """Two plants, then every city that can be paid: so a game may end before stage 3."""

    def choose(board, options, seat, roll):
        passes = [option for option in options if isinstance(option, (PassNominationOption, PassBidOption))]
        cities = [option for option in options if isinstance(option, ConnectCityOption)]
        if passes and len(board.seats[seat].plants) >= 2:
            return passes[0].nth(0)
        if board.seats[seat].cities and cities:
            return min(cities, key=lambda option: (option.total, option.city)).nth(0)
        return rules.bots["greedy"](board, options, seat, roll)

    return choose


def way_of(events) -> str:
    """Return the way to stage 3 that the game took."""
    if not any(isinstance(event, StageBegan) and event.stage == 3 for event in events):
        return "early"
    return next(event.during_phase for event in events if isinstance(event, Stage3CardDrawn))


def recorded(name: str):
    map_name, players, bot, options = WAYS[name]
    rules = decider(f"power_grid/{map_name}", players, options, first_version(map_name))
    for number in range(TRIES):
        turns = list(whole_game(rules, players, frugal(rules) if bot == "frugal" else bot, f"golden/{name}/{number}"))
        events = [event for turn in turns for event in turn.events]
        if way_of(events) == name.partition("-")[2]:
            setup = setup_of(turns[0].events[0], turns[0].events)
            return Opening(map_name, players, options, setup), [turn.command for turn in turns[1:]]
    raise LookupError(name)


def setup_of(started, events) -> Setup:
    """The set-up that the first events tell."""
    order = next(event.order for event in events if type(event).__name__ == "TurnOrderDetermined")
    colours = tuple(player.colour for player in started.players)
    return Setup(colours, started.regions, order, started.deck, started.removed_blind, started.seed)


def replayed(opening: Opening, commands):
    rules = rules_of(opening)
    events = rules.begin(opening.setup)
    state = fold(rules, events)
    for command in commands:
        more = decide(rules, state, command)
        events += more
        state = fold(rules, more, state)
    outcome = rules.outcome(state)
    return events, Result(digest_as_written(events, 1), digest(state), outcome.reason, state.ranking)


def read(path: Path):
    first, *commands, last = path.read_bytes().splitlines()
    opening = msgspec.json.decode(first, type=Opening)
    union = union_of(rules_of(opening).command_types)
    return opening, [msgspec.json.decode(line, type=union) for line in commands], msgspec.json.decode(last, type=Result)


def line_of(event) -> bytes:
    body = msgspec.Raw(msgspec.json.encode(event, order="deterministic"))
    return msgspec.json.encode({"topic": topic("power_grid", type(event)), "event": body})


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    told = [
        PhaseSkipped("NO_PLANTS"),  # an empty market is rarer than any of these games
        RobotBuilt(2, "cheapest_fuel", "always_last", "one_run", "by_stage", "all_plants"),  # they have no robots
        RobotDrew(2, "pink", "perth"),
        RobotRegionDrawn(2, "pink", ("hobart", "launceston"), (0,), 1),
        CityBarred(0, 2, "hobart"),
        CityNamingBegan(2, ("hobart", "launceston"), (0, 1), bids=True),
        CityNamed(0, 2, "hobart", 0),
        NamingPassed(1, 2),
        NamingPaid(0, 2, 0, 50),
        BuildingOrdered((2, 0, 1)),
        RegionChosen(2, "pink", ("pink", "brown")),  # they draw their regions
    ]
    for name in WAYS:
        path = FOLDER / f"{name}.jsonl"
        if not path.exists():
            opening, commands = recorded(name)
            _, result = replayed(opening, commands)
            path.write_bytes(b"\n".join(map(msgspec.json.encode, (opening, *commands, result))) + b"\n")
        told += replayed(*read(path)[:2])[0]
    lines = LINES.read_bytes().splitlines() if LINES.exists() else []
    have = {msgspec.json.decode(line)["topic"] for line in lines}
    for event_type in decider("power_grid/russia", 2).event_types:
        if topic("power_grid", event_type) not in have:
            lines.append(line_of(next(event for event in told if type(event) is event_type)))
    LINES.write_bytes(b"\n".join(lines) + b"\n")


if __name__ == "__main__":
    main()
