"""One game in play, for every interface: whose choice it is, which actions are legal, and what a seat may know."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Optional

import numpy as np
from numpy.typing import NDArray

from domain import catalogue
from domain.kernel.decider import AnyDecider, Outcome, Table, fold
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Event, Option
from domain.kernel.privacy import redact
from domain.table.lobby import COLOURS
from turnledger_env.chance_nodes import are_drawn, undrawn_again
from turnledger_env.games import Coded
from turnledger_env.menu import Menu, without_forced

SEEDS = "turnledger-env/1/"
"""A game is dealt from this text and its seed, as an unrated table is dealt from the seed of its host."""


class Variant:
    """A variant of the catalogue under its options, for a number of players."""

    def __init__(self, name: str, players: int, options: Mapping[str, str]) -> None:
        """Raises `Refused` for a variant, an option or a number of players that does not exist."""
        self.name, self.players, self.options = name, players, dict(options)
        self.rules: AnyDecider = catalogue.find(name).decider(self.options, players)
        self.coded = Coded(self.rules.name, self.rules, players)
        self.vocabulary = self.coded.arena.vocabulary

    def __deepcopy__(self, _memo: Any) -> "Variant":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return variant, (self.name, self.players, self.options)


@lru_cache(maxsize=64)
def _variant(name: str, players: int, options: tuple[tuple[str, str], ...]) -> Variant:
    return Variant(name, players, dict(options))


def variant(name: str, players: int, options: Mapping[str, str] | None = None) -> Variant:
    """Return the variant; the same arguments give the same object."""
    return _variant(name, players, tuple(sorted((options or {}).items())))


class Turn(NamedTuple):
    """A command with its events, and the turn before it; the first turn is the deal. Copies of a game share turns."""

    number: int
    command: Command | None
    events: tuple[Event, ...]
    before: Optional["Turn"]


class Game:
    """A game from its deal to its end. States are values, so a copy costs nothing.

    `seat` chooses next; it has no value once the game is over. If several seats owe a secret choice, they are asked in
    seat order, and none sees what the others chose. If draws wait, a command that takes something from chance happens
    only with `draw`; until then it is `waiting`, and no seat chooses.
    """

    __slots__ = (
        *("draws_wait", "is_redealt", "last", "menu", "options", "pending", "seat", "seed", "state", "variant"),
        *("waiting", "written"),
    )

    def __init__(self, of: Variant, seed: str, *, draws_wait: bool = False) -> None:
        self.variant, self.seed, self.draws_wait = of, seed, draws_wait
        self.waiting: Command | None = None
        table = Table(COLOURS[: of.players], of.options)
        setup = of.rules.draw_setup(table, Dice.from_text(SEEDS + seed))
        self.is_redealt = False
        """Whether hidden parts were dealt again, so that the commands so far do not lead to this state."""
        events = of.rules.begin(setup)
        self.last = Turn(0, None, tuple(events), None)
        self._asks(fold(of.rules, events))

    def copy(self) -> "Game":
        other = object.__new__(Game)
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        other.pending = list(self.pending)
        return other

    def __deepcopy__(self, _memo: Any) -> "Game":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        turns = [(turn.command, turn.events) for turn in self.turns()]
        given = (self.variant, self.seed, self.state, self.pending, turns, self.is_redealt)
        return _restored, (*given, self.draws_wait, self.waiting)

    def _asks(self, state: Any) -> None:
        self.state, self.pending = state, list[int]()
        self.written: dict[Seat, NDArray[np.int16]] = {}
        """Observations of this state by seat: the steps of one command have the same board."""
        waiting = self.variant.rules.to_act(state)
        self.seat: Seat | None = waiting[0] if waiting else None
        self.options: tuple[Option, ...] = ()
        self.menu: Menu | None = None
        if self.seat is not None:
            self.options = self.variant.rules.options(state, self.seat)
            self.menu = self.variant.coded.arena.menu(self.options)

    def legal(self) -> Sequence[int]:
        """Return the legal actions of `seat`, ascending; none when the game is over."""
        return self.menu.legal() if self.menu else ()

    def act(self, action: int) -> None:
        """Take a legal action of `seat`. Raises ValueError for another one."""
        if self.menu is None or action not in self.menu.legal():
            raise ValueError(f"action {action} is not legal now: take one of the mask")
        step = without_forced(self.menu.take(action))
        if isinstance(step, Command):
            self.give(step)
        else:
            self.menu = step
            self.pending.append(action)

    def give(self, command: Command) -> None:
        """Give a whole command, as bots do. Raises `Refused` if the rules refuse it."""
        events, state = self.variant.rules.judge(self.state, command)
        if self.draws_wait and are_drawn(self.variant.rules, self.state, state, events):
            self._waits(command)
        else:
            self._happens(command, events, state)

    def draw(self, seed: str) -> None:
        """Let the command happen that waits for its draw. All that was not drawn yet is dealt again from the seed."""
        command, self.waiting, self.is_redealt = self.waiting, None, True
        assert command, "a command waits for a draw"
        dealt = undrawn_again(self.variant.rules, self.state, Dice.from_text(f"{SEEDS}draw/{seed}"))
        self._happens(command, *self.variant.rules.judge(dealt, command))

    def _happens(self, command: Command, events: Sequence[Event], state: Any) -> None:
        self.last = Turn(self.last.number + 1, command, tuple(events), self.last)
        self._asks(state)

    def _waits(self, command: Command) -> None:
        self.waiting, self.seat, self.options, self.menu, self.pending = command, None, (), None, []

    def history(self) -> list[Command]:
        """Return the commands so far, oldest first."""
        return [turn.command for turn in self.turns() if turn.command]

    def turns(self) -> list[Turn]:
        """Return the deal and every command with its events, oldest first."""
        found, turn = list[Turn](), self.last
        while turn.before:
            found.append(turn)
            turn = turn.before
        return [turn, *found[::-1]]

    def outcome(self) -> Outcome | None:
        return self.variant.rules.outcome(self.state)

    def shares(self) -> list[float]:
        """Return each seat's share of the win: 1 for a winner alone, and 0 for all before the end."""
        outcome, shares = self.outcome(), [0.0] * self.variant.players
        winners = [each.player for each in outcome.standings if each.won] if outcome else []
        for seat in winners:
            shares[seat] = 1 / len(winners)
        return shares

    def redealt(self, viewer: Seat | None, seed: str) -> "Game":
        """Return a game that the viewer cannot tell from this one: what it cannot know is dealt again.

        The rules take back what other seats chose in secret, so these seats choose again, at random. An unfinished
        command of another seat begins again.
        """
        other, dice = self.copy(), Dice.from_text(SEEDS + seed)
        other.is_redealt, other.draws_wait = True, False
        still_owed = self.variant.rules.to_act(self.state)
        other._asks(self.variant.rules.redeal(self.state, viewer, dice))
        roll = dice.roll("secret choices")
        while other.seat is not None and other.seat not in still_owed:
            other.act(roll.choice(other.legal()))
        if self.seat == viewer:
            other.menu, other.pending = self.menu, list(self.pending)
        return other

    # ---- what a seat sees ----------------------------------------------------------------------------------------

    def board(self, seat: Seat) -> Any:
        """Return the seat's own board: the redacted view that the server would show it."""
        return self.variant.rules.view(self.state, seat)

    def flat(self, seat: Seat) -> NDArray[np.int16]:
        """Return the observation of a seat as one array. `variant.coded.layout` names its parts."""
        coded = self.variant.coded
        if seat not in self.written:
            self.written[seat] = coded.flat(self.board(seat), seat)
        return coded.with_pending(self.written[seat], self.pending if seat == self.seat else [])

    def mask(self, seat: Seat) -> NDArray[np.int8]:
        """Return 1 for each legal action; all 0 for a seat whose choice it is not."""
        found = np.zeros(len(self.variant.vocabulary), np.int8)
        if seat == self.seat:
            found[list(self.legal())] = 1
        return found

    def text(self, seat: Seat) -> str:
        """Return the observation as text: the names and values of all arrays that are not 0."""
        layout = self.variant.coded.layout
        arrays = layout.named(self.flat(seat)).items()
        return "\n".join(f"{name} {array.tolist()}" for name, array in arrays if array.any())

    def known(self, seat: Seat) -> list[Event]:
        """Return every event so far as the seat may know it."""
        return [redact(event, seat) for turn in self.turns() for event in turn.events]


def _restored(
    of: Variant,
    seed: str,
    state: Any,
    pending: list[int],
    turns: list[tuple[Command | None, tuple[Event, ...]]],
    is_redealt: bool,
    draws_wait: bool,
    waiting: Command | None,
) -> Game:
    """Return the game that was pickled."""
    game: Game = object.__new__(Game)
    game.variant, game.seed, game.is_redealt, game.draws_wait, game.waiting = of, seed, is_redealt, draws_wait, None
    last = Turn(0, *turns[0], None)
    for command, events in turns[1:]:
        last = Turn(last.number + 1, command, events, last)
    game.last = last
    game._asks(state)
    for action in pending:
        game.act(action)
    if waiting:
        game._waits(waiting)
    return game
