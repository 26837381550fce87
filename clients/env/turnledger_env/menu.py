"""The way from a fixed list of actions to a command: one action after another, until the command is complete.

A game has millions of commands (bids, sets of cards, ways to pay) and a network needs a fixed, short list. So a command
is chosen in steps. A `Menu` is one step: it names the legal actions and returns, for each, the next menu or the
command. A step with one legal action is taken at once, except the first of a command.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol, TypeAlias

from domain.kernel.messages import Command

AMOUNTS = 16
"""`plus:0` to `plus:15`. `plus_more` adds 16 and asks again."""
DIGITS = 16
"""`digit:0` to `digit:15`, most significant first."""
PLUS_MORE = "plus_more"
DONE = "done"
NUMBERS = (*(f"plus:{n}" for n in range(AMOUNTS)), PLUS_MORE, *(f"digit:{n}" for n in range(DIGITS)), DONE)
"""The actions that every game has, first in its list."""
_MORE = AMOUNTS
_FIRST_DIGIT = NUMBERS.index("digit:0")
_DONE = NUMBERS.index(DONE)


class Menu(Protocol):
    """One step on the way to a command."""

    def legal(self) -> Sequence[int]:
        """Return the legal actions, at least one, ascending."""
        ...

    def take(self, action: int) -> "Step":
        """Return the step after a legal action."""
        ...


Step: TypeAlias = Menu | Command
"""Another menu, or the command that was chosen."""


class Choice:
    """A menu that lists each action with the step that follows."""

    __slots__ = ("steps",)

    def __init__(self, steps: Mapping[int, Callable[[], Step]]) -> None:
        self.steps = steps

    def legal(self) -> Sequence[int]:
        return sorted(self.steps)

    def take(self, action: int) -> Step:
        return self.steps[action]()


class Amount:
    """A number from 0 to `count` - 1, small numbers in one step: bids above the lowest."""

    __slots__ = ("base", "count", "make")

    def __init__(self, count: int, make: Callable[[int], Step], base: int = 0) -> None:
        self.count, self.make, self.base = count, make, base

    def legal(self) -> Sequence[int]:
        return range(min(self.count - self.base, AMOUNTS + 1))  # the action after the last amount is `plus_more`

    def take(self, action: int) -> Step:
        if action == _MORE:
            return Amount(self.count, self.make, self.base + AMOUNTS)
        return self.make(self.base + action)


class Number:
    """A number from 0 to `count` - 1 by its digits to base 16: the numbering of an option."""

    __slots__ = ("count", "known", "make", "place")

    def __init__(self, count: int, make: Callable[[int], Step]) -> None:
        self.count, self.make, self.known, self.place = count, make, 0, 1
        while self.place * DIGITS < count:
            self.place *= DIGITS

    def legal(self) -> Sequence[int]:
        left = self.count - self.known
        return range(_FIRST_DIGIT, _FIRST_DIGIT + min(DIGITS, -(-left // self.place)))

    def take(self, action: int) -> Step:
        known = self.known + (action - _FIRST_DIGIT) * self.place
        if self.place == 1:
            return self.make(known)
        after = Number(self.count, self.make)
        after.known, after.place = known, self.place // DIGITS
        return after


class Words:
    """Commands spelt as sequences of actions. A sequence that another one continues ends with `done`."""

    __slots__ = ("depth", "spelt")

    def __init__(self, spelt: Iterable[tuple[Sequence[int], Callable[[], Step]]], depth: int = 0) -> None:
        self.spelt, self.depth = tuple(spelt), depth

    def legal(self) -> Sequence[int]:
        return sorted({self._action(word) for word, _ in self.spelt})

    def take(self, action: int) -> Step:
        left = [entry for entry in self.spelt if self._action(entry[0]) == action]
        if action == _DONE:
            return left[0][1]()
        if len(left) == 1 and len(left[0][0]) == self.depth + 1:
            return left[0][1]()
        return Words(left, self.depth + 1)

    def _action(self, word: Sequence[int]) -> int:
        return word[self.depth] if self.depth < len(word) else _DONE


class Subset:
    """`least` to `most` of the cards, in their order; `done` ends a set that has not `most`."""

    __slots__ = ("actions", "chosen", "least", "make", "most")

    def __init__(
        self,
        actions: Sequence[int],
        least: int,
        most: int,
        make: Callable[[tuple[int, ...]], Step],
        chosen: tuple[int, ...] = (),
    ) -> None:
        """`actions`: of each card. `make` gets the places of the chosen cards."""
        self.actions, self.least, self.most, self.make, self.chosen = actions, least, most, make, chosen

    def legal(self) -> Sequence[int]:
        first = self.chosen[-1] + 1 if self.chosen else 0
        needed = max(self.least - len(self.chosen), 1)
        listed = list(self.actions[first : len(self.actions) - needed + 1])
        return sorted([_DONE, *listed] if len(self.chosen) >= self.least else listed)

    def take(self, action: int) -> Step:
        if action == _DONE:
            return self.make(self.chosen)
        chosen = (*self.chosen, self.actions.index(action))
        if len(chosen) == self.most or (len(chosen) >= self.least and chosen[-1] == len(self.actions) - 1):
            return self.make(chosen)
        return Subset(self.actions, self.least, self.most, self.make, chosen)


def without_forced(step: Step) -> Step:
    """Return the first step with a choice, or the command."""
    while not isinstance(step, Command):
        legal = step.legal()
        if len(legal) != 1:
            return step
        step = step.take(legal[0])
    return step


class Vocabulary:
    """The fixed actions of a variant: their names by number, and their numbers by name."""

    def __init__(self, *names: str) -> None:
        self.names = (*NUMBERS, *names)
        self.number = {name: number for number, name in enumerate(self.names)}
        assert len(self.number) == len(self.names), "every action has a name of its own"

    def __len__(self) -> int:
        return len(self.names)
