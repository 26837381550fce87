"""Checks of an edition file: each mistake with its place."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import get_args, get_origin

import msgspec
from msgspec import Struct

from domain.kernel.editions import out_of_bounds, oversized
from domain.power_grid.atlas import are_connected, ways_from
from domain.power_grid.cards import BURNABLE
from domain.power_grid.figures import (
    PLAYERS,
    BaseEdition,
    ByPlayers,
    DeckFigures,
    FuelFigures,
    MapEdition,
    Players,
    RobotFigures,
    RobotTile,
)
from domain.power_grid.lines import Path as Place
from domain.power_grid.lines import line_of, lines, path_text
from domain.power_grid.messages import FUELS, RenovationCard

SLOTS_MOST = 3
Found = Iterator[tuple[Place, str]]


class Problem(Struct, frozen=True, order=True):
    """`line` counts from 1; `where` is a path such as `cities[3].region`."""

    line: int
    where: str
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.where}: {self.message}"


def problems(data: bytes) -> tuple[Problem, ...]:
    """Everything that is wrong with an edition file, in the order of its lines; empty for a sound one."""
    if too_large := oversized(data):
        return (Problem(1, "", *too_large),)
    try:
        text = data.decode()
        raw = json.loads(text)
        msgspec.json.decode(data)  # refuses half characters and NaN, too
    except UnicodeDecodeError as error:
        return (Problem(1, "", f"is not UTF-8: {error.reason}"),)
    except json.JSONDecodeError as error:
        return (Problem(error.lineno, "", f"is not JSON: {error.msg}"),)
    except (msgspec.DecodeError, RecursionError) as error:
        return (Problem(1, "", f"is not JSON: {error}"),)
    if not isinstance(raw, dict) or raw.get("kind") not in ("base", "map"):
        return (Problem(1, "kind", "must be `base` or `map`"),)
    kind: type[BaseEdition] | type[MapEdition] = BaseEdition if raw["kind"] == "base" else MapEdition
    found = [*misshapen(raw, kind), *out_of_bounds(raw, 0)]
    if not found and kind is BaseEdition:
        found = list(base_figures(msgspec.convert(raw, BaseEdition)))
    elif not found:
        found = list(map_figures(msgspec.convert(raw, MapEdition)))
    known = lines(text)
    return tuple(sorted(Problem(line_of(known, place), path_text(place), message) for place, message in found))


# ---- shape: one part, or one entry of a list or table, at a time, so that one mistake does not hide the next ----


def misshapen(raw: dict[str, object], kind: type[BaseEdition] | type[MapEdition]) -> Found:
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    for name in raw:
        if name not in fields:
            yield (name,), "is not a part of this kind of file"
    for name, field in fields.items():
        if name in raw:
            yield from unfit(raw[name], field.type, (name,))
        elif field.required:
            yield (), f"`{name}` is missing"


def unfit(value: object, wanted: object, place: Place) -> Found:
    message = misfit(value, wanted)
    if message is None:
        return
    parts: list[tuple[str | int, object]] = []
    inside: object = None
    if get_origin(wanted) is tuple and Ellipsis in get_args(wanted) and isinstance(value, list):
        parts, inside = list(enumerate(value)), get_args(wanted)[0]
    elif get_origin(wanted) is dict and isinstance(value, dict):
        parts, inside = list(value.items()), get_args(wanted)[1]
    inner = [((*place, key), text) for key, item in parts if (text := misfit(item, inside))]
    yield from inner or [(place, message)]


def misfit(value: object, wanted: object) -> str | None:
    try:
        msgspec.convert(value, wanted)
    except msgspec.ValidationError as error:
        return str(error)
    return None


# ---- the base game ----


def base_figures(base: BaseEdition) -> Found:
    yield from marked(base)
    for index, plant in enumerate(base.plants):
        if plant.number < 1 or plant.powers < 1 or plant.burns < 0:
            yield ("plants", index), "number and powers must be positive, burns not negative"
        if bool(plant.burns) != bool(BURNABLE[plant.kind]):
            yield ("plants", index), f"a plant of kind {plant.kind} burns {plant.burns}"
    yield from repeated([plant.number for plant in base.plants], "plants", "number")
    yield from not_rising(base.payments, ("payments",))
    if base.payment_above_20 < base.payments[-1]:
        yield ("payment_above_20",), "is below the last payment"
    yield from for_all_players(base.by_players)
    yield from renovation(base.renovation)
    yield from slots(base.city_slots, base.open_slots_by_stage, ("city_slots",))
    if base.robots:
        yield from robots(base.robots)


def for_all_players(tables: ByPlayers) -> Found:
    for name in tables.__struct_fields__:
        for players in PLAYERS:
            if getattr(tables, name).get(players, -1) < 0:
                yield ("by_players", name), f"has no figure for {players} players"


def renovation(cards: Sequence[RenovationCard]) -> Found:
    if [card.card for card in cards] != list(range(1, len(cards) + 1)):
        yield ("renovation",), "cards must be numbered from 1"
    for index, card in enumerate(cards):
        if not 0 <= card.others <= card.first:
            yield ("renovation", index), "the later sum must be from 0 to the first"


# ---- a map ----


def map_figures(board: MapEdition) -> Found:
    yield from marked(board)
    regions = [region.id for region in board.regions]
    yield from repeated(regions, "regions", "id")
    yield from adjacency(board, regions)
    yield from cities(board, regions)
    yield from connections(board)
    yield from fuels(board)
    for fuel, table in board.resupply.items():
        yield from by_players_and_stage(table, ("resupply", fuel))
    if board.uranium_export:
        yield from by_players_and_stage(board.uranium_export, ("uranium_export",))
    yield from deck(board.deck, board.offer_size, "deck")
    if board.deck_swapped:
        yield from deck(board.deck_swapped, board.offer_size, "deck_swapped")
    if board.robots:
        yield from robots(board.robots)
    names = [city.id for city in board.cities]
    for index, name in enumerate(board.start_cities):
        if name not in names:
            yield ("start_cities", index), f"there is no city {name}"


def robots(figures: RobotFigures) -> Found:
    others = ("first_city", "ability") if figures.each_once else ("order", "power")
    for part in ("plant", "fuel", "building", *others):
        if part not in figures.kinds:
            yield ("robots", part), "has no tile"
    for part in figures.kinds:
        tiles: tuple[RobotTile, ...] = getattr(figures, part)
        for index, tile in enumerate(tiles):
            if tile.id in [other.id for other in tiles[:index]]:
                yield ("robots", part, index), f"id {tile.id} is there twice"
    for index, fuel in enumerate(figures.fuel):
        if fuel.runs not in (1, 2):
            yield ("robots", "fuel", index), "must be for one run or two"


def adjacency(board: MapEdition, regions: list[str]) -> Found:
    touching = board.region_adjacency
    for region in regions:
        if region not in touching:
            yield ("region_adjacency",), f"{region} is missing"
    for region, others in touching.items():
        for other in others:
            if other not in regions or region not in touching.get(other, ()):
                yield ("region_adjacency", region), f"{other} does not touch {region} in return"
    if board.regions_must_touch and set(touching) == set(regions) and not are_connected(board, regions):
        yield ("region_adjacency",), "the regions are not one group"


def cities(board: MapEdition, regions: list[str]) -> Found:
    yield from repeated([city.id for city in board.cities], "cities", "id")
    yield from repeated([city.en for city in board.cities], "cities", "en")
    for index, city in enumerate(board.cities):
        if city.region not in regions:
            yield ("cities", index, "region"), f"there is no region {city.region}"
        if city.slots or any(city.open_slots):
            yield from slots(city.slots, city.open_slots, ("cities", index))
        if not (0 <= city.x <= board.layout.width and 0 <= city.y <= board.layout.height):
            yield ("cities", index), "lies outside the layout"


def connections(board: MapEdition) -> Found:
    names = [city.id for city in board.cities]
    neighbours: dict[str, list[tuple[str, int]]] = {name: [] for name in names}
    for index, link in enumerate(board.connections):
        missing = [end for end in (link.a, link.b) if end not in names]
        if missing:
            yield ("connections", index), f"there is no city {missing[0]}"
        elif link.a == link.b or link.cost < 0:
            yield ("connections", index), "must join two cities at no negative cost"
        else:
            neighbours[link.a].append((link.b, link.cost))
            neighbours[link.b].append((link.a, link.cost))
    yield from repeated([tuple(sorted((link.a, link.b))) for link in board.connections], "connections", "pair")
    if names and board.flat_connection_cost is None:
        for name in names:
            if name not in ways_from(names[0], neighbours):
                yield ("cities", names.index(name)), "cannot be reached"


def fuels(board: MapEdition) -> Found:
    for fuel, figures in board.fuels.items():
        if fuel not in FUELS:
            yield ("fuels", fuel), "is not a fuel"
        yield from fuel_figures(figures, ("fuels", fuel))
    if set(board.resupply) != set(board.fuels):
        yield ("resupply",), "must name the fuels of the market"


def fuel_figures(figures: FuelFigures, place: Place) -> Found:
    yield from not_rising([price for price, _ in figures.spaces], (*place, "spaces"))
    room = sum(most for _, most in figures.spaces)
    if not 0 <= figures.start <= min(figures.tokens, room):
        yield (*place, "start"), f"must be from 0 to {min(figures.tokens, room)}"


def by_players_and_stage(table: dict[Players, tuple[int, int, int]], place: Place) -> Found:
    for players in PLAYERS:
        if players not in table:
            yield place, f"has no row for {players} players"
        elif min(table[players]) < 0:
            yield (*place, players), "must not be negative"


def deck(figures: DeckFigures, offer_size: int, name: str) -> Found:
    cards = [*figures.current, *figures.future, *figures.removed, *figures.near_top, figures.top]
    if len(set(cards)) != len(cards):
        yield (name,), "names a plant twice"
    if len(figures.current) != offer_size or len(figures.future) != offer_size:
        yield (name,), f"must lay out {offer_size} plants in each offer"
    if list(figures.current + figures.future) != sorted(figures.current + figures.future):
        yield (name,), "the market must rise from left to right"
    if bool(figures.near_top) != bool(figures.near_top_among):
        yield (name, "near_top"), "needs both the plants and the number of cards"


def missing_plants(base: BaseEdition, board: MapEdition) -> tuple[str, ...]:
    """Return the problems of a map whose deck names plants that the base edition does not have."""
    known = {plant.number for plant in base.plants}
    decks = {"deck": board.deck, "deck_swapped": board.deck_swapped}
    return tuple(
        f"{name}: {base.id} has no plant {number}"
        for name, deck in decks.items()
        if deck
        for number in (*deck.current, *deck.future, *deck.removed, *deck.near_top, deck.top)
        if number not in known
    )


# ---- both ----


def marked(figures: BaseEdition | MapEdition) -> Found:
    """Every part with figures says where they are from."""
    plain = ("id", "kind", "map", "name", "provenance", "layout", "regions_must_touch", "networks_max")
    given = [field.name for field in msgspec.structs.fields(figures) if field.name not in plain]
    for name in given:
        default = next(field.default for field in msgspec.structs.fields(figures) if field.name == name)
        if getattr(figures, name) != default and name not in figures.provenance:
            yield (name,), "has no provenance mark"
    for name in figures.provenance:
        if name not in given:
            yield ("provenance", name), "marks a part that does not exist"
    parts = figures.id.split("/")
    if len(parts) != 3 or parts[0] != "power_grid" or not parts[2].isdigit():
        yield ("id",), "must be power_grid/NAME/NUMBER"


def slots(prices: tuple[int, ...], open_by_stage: tuple[int, int, int], place: Place) -> Found:
    if not 0 < len(prices) <= SLOTS_MOST or list(prices) != sorted(prices) or prices[0] < 0:
        yield place, "slots must be one to three rising prices"
    elif list(open_by_stage) != sorted(open_by_stage) or not 0 <= open_by_stage[0] <= open_by_stage[2] <= len(prices):
        yield place, "open slots must not fall from stage to stage nor exceed the slots"


def not_rising(numbers: Iterable[int], place: Place) -> Found:
    listed = list(numbers)
    for index in range(1, len(listed)):
        if listed[index] < listed[index - 1]:
            yield (*place, index), f"{listed[index]} comes after {listed[index - 1]}"


def repeated(values: list[object] | list[str] | list[int] | list[tuple[str, ...]], part: str, what: str) -> Found:
    for value, times in Counter(values).items():
        if times > 1:
            last = max(index for index, other in enumerate(values) if other == value)
            yield (part, last), f"{what} {value} is there {times} times"
