"""Valid positions to test rules on: a table may be opened from any of them, and so may a test.

Cards are named by kind and get the lowest free numbers, as in DEC-C61-46; cards that no seat holds are in the draw
pile.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.colony61.cubes import Cubes
from domain.colony61.game import Colony61
from domain.colony61.messages import ColonyCommand, ColonyEvent
from domain.colony61.state import Corporation, Module, State
from domain.kernel.decider import Table, decide, fold
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused
from tests import kit
from tests.kit import Refusal

COLOURS = ("red", "blue", "green", "yellow", "black")
DICE = Dice.from_text("a game of Colony-61")


def decider(colony: str = "drawn", players: int = 2, rules_version: int | None = None) -> Colony61:
    found = kit.decider("colony61", players, {"colony": colony}, rules_version)
    assert isinstance(found, Colony61)
    return found


RULES = decider()


def begun(players: int = 2, colony: str = "training_colony", text: str = "") -> State:
    """A game in the step START."""
    rules = decider(colony, players)
    dice = Dice.from_text(text) if text else DICE
    return fold(rules, rules.begin(rules.draw_setup(Table(COLOURS[:players]), dice)))


def cubes(tens: int = 0, fives: int = 0, ones: int = 0) -> Cubes:
    return Cubes(ones, fives, tens)


class Place(Struct, frozen=True):
    """One seat of a position. Words are kinds: `mine mine greenhouse`. `modules` were built in turn 1, `new_modules`
    in the position's own turn."""

    hand: str = ""
    modules: str = ""
    new_modules: str = ""
    laid: str = ""
    recycled: str = ""
    offer: str = ""
    keep: int = 0
    storage: Cubes = Cubes()
    income_default: bool = False
    exchange_default: bool = False


def position(
    *places: Place,
    step: str = "LAY",
    turn: int = 3,
    colony: str = "training_colony",
    slots: int = 1,
    discard: str | None = None,
    everything_else_in_hands: bool = False,
    owing: Sequence[int] | None = None,
    last_turn: bool = False,
    **markers: int,
) -> State:
    """A game in an open step. `discard` None: cards that no seat holds are the draw pile; else the draw pile has only
    the cards that the discard pile does not name, and with `everything_else_in_hands` the last seat holds those as
    modules."""
    state = begun(len(places), colony)
    rules = RULES.rules[colony]
    free = {
        kind: [f"{kind}-{n}" for n in range(1, row.count + 1)]
        for kind, row in zip(rules.kinds, rules.figures.modules, strict=True)
    }
    for module in state.state_modules:
        free[module.kind].remove(module.card)

    def take(words: str) -> tuple[str, ...]:
        return tuple(free[kind].pop(0) for kind in words.split())

    corporations = []
    discarded: tuple[str, ...] = ()
    for place in places:
        built = [(card, 1) for card in take(place.modules)] + [(card, turn) for card in take(place.new_modules)]
        recycled = take(place.recycled)
        discarded += recycled
        corporations.append(
            Corporation(
                storage=place.storage,
                hand=take(place.hand),
                offer=take(place.offer),
                keep_count=place.keep,
                laid=take(place.laid),
                recycled=recycled[0] if recycled else None,
                modules=tuple(Module(card, rules.kind_of[card].id, built_in) for card, built_in in built),
                income_default=place.income_default,
                exchange_default=place.exchange_default,
            )
        )
    discarded += take(discard or "")
    rest = tuple(card for cards in free.values() for card in cards)
    if everything_else_in_hands:
        last = corporations[-1]
        corporations[-1] = replace(
            last, modules=last.modules + tuple(Module(card, rules.kind_of[card].id, 1) for card in rest)
        )
        rest = ()
    given_out = Cubes()
    for corporation in corporations:
        given_out += corporation.storage
    listed = tuple(Seat(seat) for seat in (range(len(places)) if owing is None else owing))
    state = replace(
        state,
        turn=turn,
        step=step,
        slots=slots,
        owing=listed,
        waiting=listed,
        draw=rest,
        discard=discarded,
        corporations=tuple(corporations),
        given_out=given_out,
        markers=state.markers | markers,
        last_turn=last_turn,
    )
    assert not RULES.broken_invariants(state), RULES.broken_invariants(state)
    return state


def given(state: State, *commands: ColonyCommand) -> State:
    """The state after the commands."""
    for command in commands:
        state = fold(RULES, decide(RULES, state, command), state)
        assert not RULES.broken_invariants(state), RULES.broken_invariants(state)
    return state


def when(state: State, *commands: ColonyCommand) -> list[ColonyEvent]:
    """The events of the last command after the others."""
    return decide(RULES, given(state, *commands[:-1]), commands[-1])


def refusal(state: State, command: ColonyCommand) -> Refusal | None:
    """None if the command is legal."""
    try:
        decide(RULES, state, command)
    except Refused as refused:
        return Refusal.of(refused)
    return None


def only(events: Sequence[Any], kind: type) -> Any:
    """The one event of the kind."""
    (found,) = of(events, kind)
    return found


def of(events: Sequence[Any], kind: type) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def defaults(state: State, *seats: int) -> State:
    """The state after these seats (all that are waited for, if none is named) have accepted their default."""
    for seat in seats or state.waiting:
        state = given(state, RULES.default(state, Seat(seat)))
    return state


def to_step(state: State, step: str) -> State:
    """Carries on by defaults until the step is open again or for the first time."""
    state = defaults(state)
    while state.step != step:
        state = defaults(state)
    return state
