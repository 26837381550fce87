"""Given, when, then for every game, and whole games by seeded players. Part of the product: reviewed as such."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest

from domain import catalogue
from domain.kernel.decider import AnyDecider, Bot, Table, decide, fold
from domain.kernel.dice import Dice
from domain.kernel.messages import Command, Event, Option
from domain.kernel.refused import Fact, Refused
from domain.kernel.simulation import PlayedCommand, play
from domain.kernel.variant import Edition

COLOURS = ("red", "blue", "green", "yellow", "purple", "black")


class Refusal(str):
    """Why a command was refused: `game.refusal(PlaceBid(0, 5)) == Refusal("BID_NOT_HIGHER", bid=5, standing=6)`.
    One without figures is equal to its code, one with figures is not."""

    __slots__ = ("facts",)
    facts: dict[str, Fact]

    def __new__(cls, code: str, **facts: Fact) -> "Refusal":
        refusal = super().__new__(cls, code)
        refusal.facts = facts
        return refusal

    @classmethod
    def of(cls, refused: Refused) -> "Refusal":
        return cls(refused.code, **refused.facts)

    def __eq__(self, other: object) -> bool:
        return str.__eq__(self, other) is True and self.facts == getattr(other, "facts", {})

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__

    def __repr__(self) -> str:
        return (
            f"Refusal({', '.join((str.__repr__(self), *(f'{name}={value!r}' for name, value in self.facts.items())))})"
        )


@dataclass(frozen=True)
class Game:
    """A decider and a state: `given` events or commands, `when` a command, compare the events with what should be."""

    decider: AnyDecider
    state: Any

    def given(self, *facts: Event | Command) -> "Game":
        """The game after these events, or after commands that must be legal."""
        game = self
        for fact in facts:
            events = [fact] if isinstance(fact, Event) else game.when(fact)
            game = replace(game, state=fold(game.decider, events, game.state))
        return game

    def when(self, command: Command) -> list[Event]:
        return decide(self.decider, self.state, command)

    def refusal(self, command: Command) -> Refusal:
        """The command must be refused."""
        try:
            events = self.when(command)
        except Refused as refused:
            return Refusal.of(refused)
        raise AssertionError(f"{command} was accepted: {events}")

    def legal(self, command: Command) -> bool:
        try:
            self.when(command)
        except Refused:
            return False
        return True


@contextmanager
def refusing(code: str, **facts: Fact) -> Iterator[None]:
    """Expect a refusal of a call that is not a command: `with refusing("UNKNOWN_EDITION", missing="9"): ...`"""
    with pytest.raises(Refused) as found:
        yield
    assert Refusal.of(found.value) == Refusal(code, **facts)


def decider(
    variant: str, players: int, options: Mapping[str, str] | None = None, rules_version: int | None = None
) -> AnyDecider:
    return catalogue.find(variant).decider(options or {}, players, first_editions(variant), rules_version)


def variants_with(bot: str) -> list[str]:
    """Return the variants of this repository that have the bot. Other tests add games of their own."""
    ours = [each for each in catalogue.VARIANTS.values() if type(each).__module__.startswith("domain.")]
    return [each.name for each in ours if bot in each.decider({}, each.players_min).bots]


def first_editions(variant: str) -> tuple[Edition, ...]:
    """The source of the figures in tests and golden games: published for ever, whatever is corrected later."""
    published = catalogue.TITLES[variant.partition("/")[0]].editions
    series = [edition.id.rstrip("0123456789") for edition in catalogue.find(variant).editions()]
    first = [next(each for each in published.ids if each.rstrip("0123456789") == name) for name in series]
    return tuple(published.edition(each) for each in first)


def begun(
    variant: str,
    players: int,
    options: Mapping[str, str] | None = None,
    seed: str = "kit",
    rules_version: int | None = None,
) -> Game:
    """A game just begun, its set-up drawn from the text."""
    rules = decider(variant, players, options, rules_version)
    setup = rules.draw_setup(Table(COLOURS[:players], dict(options or {})), Dice.from_text(seed))
    return Game(rules, fold(rules, rules.begin(setup)))


def whole_game(rules: AnyDecider, players: int, bots: str | Bot | Sequence[str], seed: str) -> Iterator[PlayedCommand]:
    """A seeded game from the set-up to the end; one bot or its name for all seats, or a name a seat."""
    dice = Dice.from_text(seed)
    setup = rules.draw_setup(Table(COLOURS[:players]), dice)
    chosen = [bots] * players if isinstance(bots, str) or callable(bots) else bots
    return play(rules, setup, [rules.bots[bot] if isinstance(bot, str) else bot for bot in chosen], dice.roll("bots"))


def final_state(rules: AnyDecider, players: int, bots: str | Bot | Sequence[str], seed: str) -> Any:
    *_, last = whole_game(rules, players, bots, seed)
    return last.state


def commands(option: Option) -> list[Command]:
    return [option.nth(index) for index in range(option.count())]


def sequences(rules: AnyDecider, state: Any, depth: int) -> int:
    """Return the number of different sequences of so many commands that the options allow (perft in chess)."""
    if depth == 0:
        return 1
    total = 0
    for seat in rules.to_act(state):
        for option in rules.options(state, seat):
            if depth == 1:
                total += option.count()
                continue
            for command in commands(option):
                total += sequences(rules, fold(rules, decide(rules, state, command), state), depth - 1)
    return total


def of_type(events: Sequence[Event], *kinds: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kinds)]


def names(events: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in events]
