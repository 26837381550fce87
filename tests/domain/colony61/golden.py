"""`python -m tests.domain.colony61.golden` adds the golden lines and games that are missing; it changes none."""

from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.colony61.cubes import Cubes
from domain.colony61.messages import (
    ChooseSwap,
    ColonyEvent,
    EndConditionMet,
    GameEnded,
    Rank,
    ResolveIncome,
    SupplyShort,
)
from domain.colony61.options import AcceptDefault, DecideOption, KeepOption, LayOption, StartOption, SwapOption
from domain.colony61.start import Setup
from domain.kernel.decider import Table, decide, digest, fold, topic
from domain.kernel.dice import Dice, Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option
from domain.kernel.simulation import play
from tests.domain.colony61.positions import COLOURS, RULES, decider
from tests.stored_lines import digest_as_written

FOLDER = Path(__file__).parents[2] / "golden/colony61"
LINES = FOLDER / "events.jsonl"
CONDITION, TRACK, DEFEAT, BALANCE = "condition", "track", "defeat", "balance"
SEARCHED_MAX = 400
"""Games played in search of one that ends as wanted; a defeat is rare."""


class Recorded(Struct, frozen=True):
    """A whole game: what was given, and what must come of it."""

    colony: str
    setup: Setup
    commands: tuple[msgspec.Raw, ...]
    events: str
    """Digest of all events."""
    state: str
    """Digest of the last state."""
    reason: str
    ranking: tuple[Rank, ...]
    winners: tuple[Seat, ...]


def ways() -> list[str]:
    """Every colony card with every end it has, and one balance of power."""
    found = [f"training_colony-{BALANCE}"]
    for colony, rules in RULES.rules.items():
        found.append(f"{colony}-{TRACK}")
        if len(rules.colony.end) > 1:
            found.append(f"{colony}-{CONDITION}")
        if rules.colony.defeat:
            found.append(f"{colony}-{DEFEAT}")
    return found


def way_of(events: list[ColonyEvent]) -> str:
    """The end of the game."""
    ended = events[-1]
    assert isinstance(ended, GameEnded)
    if ended.reason == "DEFEAT":
        return DEFEAT
    if not ended.winners:
        return BALANCE
    met = next(event for event in events if isinstance(event, EndConditionMet))
    return TRACK if [condition.kind for condition in met.conditions] == ["turns"] else CONDITION


def replayed(game: Recorded) -> tuple[list[ColonyEvent], Any]:
    """All events and the last state of a recorded game."""
    rules = decider(game.colony, len(game.setup.players), rules_version=1)
    commands = msgspec.json.Decoder(reduce(or_, rules.command_types))
    events = rules.begin(game.setup)
    state = fold(rules, events)
    for raw in game.commands:
        more = decide(rules, state, commands.decode(raw))
        events += more
        state = fold(rules, more, state)
    return events, state


def idle(_board: Any, options: tuple[Option, ...], _seat: Seat, _roll: Roll) -> Command:
    """Recycles everything and throws all cubes away: two of its kind end in a balance of power."""
    recycling = [option for option in options if isinstance(option, DecideOption) and option.recycle]
    if recycling:
        return recycling[0].nth(0)
    default = next(option for option in options if isinstance(option, AcceptDefault)).command
    if isinstance(default, ResolveIncome):
        return replace(default, keep=Cubes())
    return default


WRECKING = {
    "resettlement_planet": ("homeostatic_dome",),
    "mining_asteroid": ("superdeep_borehole", "mine", "cyber_minecart", "molecular_sieve", "homeostatic_dome"),
    "industrial_moon": ("plasma_furnace", "factory", "autoclave", "vibrating_screen", "spaceport"),
    "ice_satellite": ("hydroponic_farm", "greenhouse", "biomass", "microbiology_lab", "homeostatic_dome"),
    "frontier_station": ("superdeep_borehole", "mine", "cyber_minecart", "molecular_sieve", "homeostatic_dome"),
}
"""Removes a colony card's defeat resource."""


def wrecker(colony: str) -> Callable[..., Command]:
    """Builds nothing but what brings the colony nearer to its defeat, recycles the rest."""

    def helps(card: str) -> bool:
        return card.rsplit("-", 1)[0] in WRECKING[colony]

    def most_help(choices: int, cards_of: Callable[[Any], tuple[str, ...]], option: Option) -> Command:
        commands = [option.nth(index) for index in range(choices)]
        return max(commands, key=lambda command: sum(helps(card) for card in cards_of(command)))

    def bot(_board: Any, options: tuple[Option, ...], _seat: Seat, _roll: Roll) -> Command:
        default = next(option for option in options if isinstance(option, AcceptDefault))
        for option in options:
            match option:
                case StartOption() | KeepOption():
                    return most_help(option.count(), lambda command: command.keep, option)
                case LayOption():
                    return most_help(option.count(), lambda command: command.cards, option)
                case DecideOption(recycle=str(card)) if not helps(card):
                    return option.nth(0)
                case SwapOption(cards=cards, most=most):
                    return ChooseSwap(
                        option.player, option.turn, tuple(card for card in cards if not helps(card))[:most]
                    )
        return default.nth(0)

    return bot


def games(colony: str, way: str) -> Iterator[tuple[list[ColonyEvent], Recorded]]:
    for number in range(SEARCHED_MAX):
        players = 2 + number % 4
        rules, dice = decider(colony, players), Dice.from_text(f"golden/{colony}/{way}/{number}")
        setup = rules.draw_setup(Table(COLOURS[:players]), dice)
        bots: list[Callable[..., Command]] = [rules.bots["greedy" if seat % 2 else "random"] for seat in range(players)]
        if way in (BALANCE, DEFEAT):
            bots = [idle if way == BALANCE else wrecker(colony)] * players
        turns = list(play(rules, setup, bots, dice.roll("bots")))
        events = [event for turn in turns for event in turn.events]
        result = turns[-1].state.result
        yield (
            events,
            Recorded(
                colony,
                setup,
                tuple(msgspec.Raw(msgspec.json.encode(turn.command)) for turn in turns[1:]),
                digest_as_written(events, 1),
                digest(turns[-1].state),
                result.reason,
                result.ranking,
                result.winners,
            ),
        )


def recorded(name: str) -> tuple[list[ColonyEvent], Recorded]:
    colony, way = name.rsplit("-", 1)
    return next(found for found in games(colony, way) if way_of(found[0]) == way)


def line_of(event: ColonyEvent) -> bytes:
    body = msgspec.Raw(msgspec.json.encode(event, order="deterministic"))
    return msgspec.json.encode({"topic": topic(RULES.name, type(event)), "event": body})


def main() -> None:
    told: list[ColonyEvent] = [SupplyShort(Seat(1), 2, turn=9)]  # bots seldom see both piles empty
    for name in ways():
        path = FOLDER / f"{name}.json"
        if path.exists():
            game = msgspec.json.decode(path.read_bytes(), type=Recorded)
            told += replayed(game)[0]
        else:
            events, game = recorded(name)
            told += events
            path.write_bytes(msgspec.json.encode(game) + b"\n")
    lines = LINES.read_bytes().splitlines() if LINES.exists() else []
    have = {msgspec.json.decode(line)["topic"] for line in lines}
    for event_type in RULES.event_types:
        if topic(RULES.name, event_type) not in have:
            lines.append(max((line_of(event) for event in told if type(event) is event_type), key=len))
    LINES.write_bytes(b"".join(line + b"\n" for line in lines))


if __name__ == "__main__":
    main()
