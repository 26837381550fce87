"""Checks of an edition. All mistakes are found at once, each with its place."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from domain.colony61.cards import MergeSameType, Turns
from domain.colony61.cubes import purses
from domain.colony61.figures import LISTS, ColonyCard, FigureRow, Figures, ModuleKind, Resource, row_name
from domain.colony61.markers import Track, raised
from domain.colony61.start import PLAYERS_MAX, PLAYERS_MIN
from domain.kernel.editions import bounds_problems, oversized

LEAST = -99
"""No track goes further down."""


def problems(text: bytes) -> tuple[str, ...]:
    """Every problem as `where: what`; empty for an edition that can be played."""
    if too_large := oversized(text):
        return too_large
    try:
        raw = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return (f"$: {error}",)
    if not isinstance(raw, dict):
        return ("$: an edition is an object",)
    if shape := (*wrong_shape(raw), *bounds_problems(raw, LEAST)):
        return shape
    return tuple(wrong_sense(msgspec.convert(raw, Figures)))


def wrong_shape(raw: dict[str, Any]) -> Iterator[str]:
    """Rows one by one, so that one bad row does not hide the next."""
    for name, row_type in LISTS.items():
        rows = raw.get(name)
        if not isinstance(rows, list):
            yield f"{name}: a list is missing"
            continue
        for place, row in enumerate(rows):
            if problem := conversion_problem(row, row_type):
                yield f"{name}[{place}]: {problem}"
    rest = {key: value for key, value in raw.items() if key not in LISTS} | {name: [] for name in LISTS}
    if problem := conversion_problem(rest, Figures):
        yield f"$: {problem}"


def conversion_problem(value: object, wanted: type[object]) -> str | None:
    try:
        msgspec.convert(value, wanted)
    except msgspec.ValidationError as error:
        return str(error)
    return None


def wrong_sense(figures: Figures) -> Iterator[str]:
    for name in LISTS:
        names = Counter(row_name(row, place) for place, row in enumerate(rows(figures, name)))
        yield from (f"{name}: {row} stands {times} times" for row, times in names.items() if times > 1)
    total = sum(kind.count for kind in figures.modules)
    if total != figures.total_cards:
        yield f"modules: the counts add up to {total}, not to total_cards {figures.total_cards}"
    for kind in figures.modules:
        yield from (f"modules.{kind.id}: {problem}" for problem in wrong_module(figures, kind))
    for resource in figures.resources:
        yield from (f"resources.{resource.id}: {problem}" for problem in wrong_resource(figures, resource))
    for card in figures.colonies:
        yield from (f"colonies.{card.id}: {problem}" for problem in wrong_colony(figures, card))
    yield from wrong_boards(figures)


def rows(figures: Figures, name: str) -> tuple[FigureRow, ...]:
    found: tuple[FigureRow, ...] = getattr(figures, name)
    return found


def wrong_module(figures: Figures, kind: ModuleKind) -> Iterator[str]:
    if kind.count < 1 or kind.cost < 1 or kind.influence < 0:
        yield "count and cost are at least 1, influence at least 0"
    if kind.type not in {row.id for row in figures.types}:
        yield f"unknown type {kind.type}"
    yield from (f"supplies {amount} {resource}" for resource, amount in kind.supplies.items() if amount < 1)
    yield from unknown_resources(figures, tuple(kind.supplies))
    for effect in kind.effects:
        yield from wrong_names(figures, effect)
        if isinstance(effect, MergeSameType) and effect.cards != 2:
            yield "merge_same_type joins two cards"


def wrong_names(figures: Figures, row: msgspec.Struct) -> Iterator[str]:
    """Names of resources, modules and types in an effect, a condition or a bonus."""
    yield from unknown_resources(figures, (getattr(row, "resource", None),))
    module, type_id = getattr(row, "module", None), getattr(row, "type", None)
    if module is not None and module not in {kind.id for kind in figures.modules}:
        yield f"unknown module {module}"
    if type_id is not None and type_id not in {known.id for known in figures.types}:
        yield f"unknown type {type_id}"


def unknown_resources(figures: Figures, names: tuple[str | None, ...]) -> Iterator[str]:
    known = {resource.id for resource in figures.resources}
    yield from (f"unknown resource {name}" for name in names if name is not None and name not in known)


def wrong_resource(figures: Figures, resource: Resource) -> Iterator[str]:
    if len(resource.prices) != resource.max - resource.min + 1:
        yield f"{len(resource.prices)} prices for positions {resource.min} to {resource.max}"
    if any(after > before for before, after in zip(resource.prices, resource.prices[1:], strict=False)):
        yield "a price rises with the marker"
    for pictogram in resource.black_pictograms:
        if not resource.min < pictogram.at <= resource.max:
            yield f"a pictogram at {pictogram.at}, where no upward step arrives"
        if resource.id in pictogram.reduces or len(dict.fromkeys(pictogram.reduces)) < len(pictogram.reduces):
            yield f"the pictogram at {pictogram.at} reduces its own track, or one twice"
        yield from unknown_resources(figures, pictogram.reduces)
    supplied = any(resource.id in kind.supplies for kind in figures.modules if kind.id in figures.state_modules)
    if supplied != resource.supplied_by_state:
        yield f"supplied_by_state is {resource.supplied_by_state}, the state's modules say {supplied}"
    if supplied != (resource.monopoly_influence is None):
        yield "monopoly_influence is given just for resources that the state does not supply"


def wrong_colony(figures: Figures, card: ColonyCard) -> Iterator[str]:
    kinds = {kind.id: kind for kind in figures.modules}
    if not any(isinstance(condition, Turns) and condition.count == card.turn_track for condition in card.end):
        yield f"no end condition for the last turn of the track, {card.turn_track}"
    for condition in (*card.end, *card.defeat, *card.bonuses):
        yield from wrong_names(figures, condition)
        levels = getattr(condition, "at_least", None)
        if levels is not None and sorted(levels) != [str(n) for n in range(PLAYERS_MIN, PLAYERS_MAX + 1)]:
            yield f"levels for player counts {', '.join(sorted(levels))}"
    hand = card.start_hand
    if not 0 <= hand.pick <= hand.of:
        yield f"picks {hand.pick} of {hand.of}"
    for name, times in Counter(hand.fixed).items():
        needed = times * PLAYERS_MAX + figures.state_modules.count(name)
        if name not in kinds or kinds[name].count < needed:
            yield f"the fixed hands and the state need {needed} of {name}"
    level_0 = next((row.cells for row in figures.storage_levels if row.level == 0), 0)
    if not purses(card.start_capital, level_0):
        yield f"the start capital {card.start_capital} does not fit the {level_0} cells of level 0"


def wrong_boards(figures: Figures) -> Iterator[str]:
    if [row.value for row in figures.cubes] != [1, 5, 10]:
        yield "cubes: the values are 1, 5 and 10"
    for name, numbers in (
        ("storage_levels", [row.level for row in figures.storage_levels]),
        ("view_table", [row.view for row in figures.view_table]),
        ("resources", [row.order - 1 for row in figures.resources]),
    ):
        if not numbers or numbers != list(range(len(numbers))):
            yield f"{name}: the rows are not in order without gaps"
    if any(row.look < row.swap for row in figures.view_table):
        yield "view_table: fewer cards are looked at than given up"
    if figures.recycle.per_turn != 1:
        yield "recycle: one card a turn, as the commands have it"
    kinds = {kind.id: kind for kind in figures.modules}
    unknown = [name for name in figures.state_modules if name not in kinds]
    yield from (f"state_modules: unknown module {name}" for name in unknown)
    if not unknown and not any(unknown_in_tracks(figures)):
        yield from wrong_starts(figures)


def unknown_in_tracks(figures: Figures) -> Iterator[str]:
    for resource in figures.resources:
        for pictogram in resource.black_pictograms:
            yield from unknown_resources(figures, pictogram.reduces)
    for kind in figures.modules:
        yield from unknown_resources(figures, tuple(kind.supplies))


def wrong_starts(figures: Figures) -> Iterator[str]:
    """C61-SET-03: the starts are what the state's modules give from markers at 0."""
    supplies: Counter[str] = Counter()
    for kind in figures.modules:
        supplies.update({name: kind.supplies[name] * figures.state_modules.count(kind.id) for name in kind.supplies})
    tracks = tuple(Track.of(resource) for resource in figures.resources)
    _, markers = raised(tracks, {resource.id: 0 for resource in figures.resources}, supplies)
    for resource in figures.resources:
        given = markers[resource.id]
        if given != resource.start:
            yield f"resources.{resource.id}: starts at {resource.start}, the state's modules give {given}"
