"""A tiny game for tests of everything that is not a rule: two rounds of secret numbers, the higher total wins.

Both seats choose at the same time and in secret, a choice can be replaced until all are in, and a hidden bonus card is
turned up at the end: so it has all that a store, a view or a verifier must cope with.
"""

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from domain import catalogue
from domain.kernel.counting import Counting
from domain.kernel.decider import Board, Moment, Outcome, Standing
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Event, Option
from domain.kernel.orders import Give, Item, Orders, Reason, Stop
from domain.kernel.refused import Refused
from domain.kernel.simulation import random_bot
from domain.kernel.title import Title
from domain.kernel.variant import Edition
from domain.kernel.versions import known_version

ROUNDS, HIGHEST = 2, 3


class Setup(Struct, frozen=True):
    seats: int
    bonus: tuple[int, ...]


class Choose(Command, frozen=True):
    number: int


class DemoStarted(Event, frozen=True):
    public, hidden = ("seats",), ("bonus",)
    seats: int
    bonus: tuple[int, ...]


class NumberChosen(Event, frozen=True):
    public, own = ("player",), ("number",)
    player: Seat
    number: int | None


class NumbersRevealed(Event, frozen=True):
    reveals = True
    public = ("numbers", "totals")
    numbers: tuple[int, ...]
    totals: tuple[int, ...]


class BonusTurned(Event, frozen=True):
    reveals = True
    public = ("totals",)
    totals: tuple[int, ...]


class State(Struct, frozen=True):
    bonus: tuple[int, ...]
    round: int
    chosen: tuple[int | None, ...]
    totals: tuple[int, ...]
    over: bool = False


class DemoBoard(Board, frozen=True):
    round: int
    chose: tuple[bool, ...]
    own: int | None
    totals: tuple[int, ...]


class ChooseOption(Option, frozen=True):
    player: Seat
    highest: int

    def count(self):
        return self.highest

    def nth(self, index):
        return Choose(self.player, index + 1)


class ChooseNext(Item, frozen=True):
    """Chooses so many times, each time the number."""

    phases = ("choose",)
    stops_for = ("BONUS_TURNED",)
    number: int
    times: int = 1

    def problem(self):
        return "" if self.times > 0 else "at least once"

    def is_done(self, given):
        return given >= self.times

    def answer(self, asked):
        if asked.board.totals[asked.seat] > HIGHEST:
            return Stop("TOTAL_ABOVE", {"total": asked.board.totals[asked.seat]})
        return Give(Choose(asked.seat, self.number)) if asked.options else Stop("ASKED_SOMETHING_ELSE")


class ChooseHighest(Item, frozen=True):
    phases = ("choose",)
    ends_turn = True

    def answer(self, asked):
        return Give(asked.options[0].nth(asked.options[0].count() - 1))


def highest_bot(_board, options, _seat, _roll):
    return options[0].nth(options[0].count() - 1)


class Demo:
    name = "demo"
    rules_version = 1
    setup_type, state_type = Setup, State
    command_types = (Choose,)
    retired_types = ()
    event_types = (DemoStarted, NumberChosen, NumbersRevealed, BonusTurned)
    option_types = (ChooseOption,)
    board_type = DemoBoard
    bots = {"random": random_bot, "greedy": highest_bot}
    bot_numbers = {"random": 1, "greedy": 1}
    counting = Counting({"TOTAL": lambda _, state, seat: state.totals[seat]}, {}, ("TOTAL",))
    public_draws = False
    orders = Orders((ChooseNext, ChooseHighest), ("choose",), (Reason("BONUS_TURNED", (BonusTurned,)),))

    def draw_setup(self, table, dice):
        return Setup(len(table.seats), dice.roll("bonus").shuffle(tuple(range(len(table.seats)))))

    def begin(self, setup):
        return [DemoStarted(setup.seats, setup.bonus)]

    def _decided(self, state, command):
        if not 1 <= command.number <= HIGHEST:
            raise Refused("NUMBER_OUT_OF_RANGE", "DEMO-01", lowest=1, highest=HIGHEST)
        chosen = NumberChosen(command.player, command.number)
        after = self.evolve(state, chosen)
        if None in after.chosen:
            return [chosen]
        totals = tuple(total + number for total, number in zip(after.totals, after.chosen, strict=True))
        events = [chosen, NumbersRevealed(after.chosen, totals)]
        if state.round == ROUNDS:
            totals = tuple(10 * total + bonus for total, bonus in zip(totals, state.bonus, strict=True))
            events.append(BonusTurned(totals))
        return events

    def judge(self, state, command):
        events = self._decided(state, command)
        for event in events:
            state = self.evolve(state, event)
        return events, state

    def evolve(self, state, event):
        match event:
            case DemoStarted(seats, bonus):
                return State(bonus, 1, (None,) * seats, (0,) * seats)
            case NumberChosen(player, number):
                chosen = (*state.chosen[:player], number, *state.chosen[player + 1 :])
                return replace(state, chosen=chosen)
            case NumbersRevealed(_, totals):
                return replace(state, round=state.round + 1, chosen=(None,) * len(totals), totals=totals)
            case BonusTurned(totals):
                return replace(state, totals=totals, over=True)

    def to_act(self, state):
        return () if state.over else tuple(Seat(s) for s, number in enumerate(state.chosen) if number is None)

    def options(self, state, seat):
        return () if state.over else (ChooseOption(seat, HIGHEST),)

    def default(self, state, seat):
        return Choose(seat, 1)

    def view(self, state, viewer):
        own = state.chosen[viewer] if viewer is not None else None
        return DemoBoard(state.round, tuple(number is not None for number in state.chosen), own, state.totals)

    def redeal(self, state, viewer, dice):
        bonus = dice.roll("branch").shuffle(sorted(state.bonus))
        chosen = tuple(number if seat == viewer else None for seat, number in enumerate(state.chosen))
        return replace(state, bonus=bonus, chosen=chosen)

    def moment(self, state):
        return Moment(state.round, "choose")

    def outcome(self, state):
        if not state.over:
            return None
        order = sorted(enumerate(state.totals), key=lambda place: -place[1])
        return Outcome(
            "ROUNDS_PLAYED", tuple(Standing(Seat(s), n + 1, n == 0, total) for n, (s, total) in enumerate(order))
        )

    def broken_invariants(self, state):
        return () if sorted(state.bonus) == list(range(len(state.bonus))) else ("bonus cards lost",)


class DemoVariant:
    name = "demo"
    players_min, players_max = 2, 3
    options = ()
    rules_versions = (1,)

    def editions(self):
        return (Edition("demo-1", "0" * 64),)

    @cache  # noqa: B019
    def _decider(self):
        return Demo()

    def decider(self, options, players, editions=None, rules_version=None):
        if options:
            raise Refused("UNKNOWN_OPTION", "DEMO-02", options=tuple(options))
        if not self.players_min <= players <= self.players_max:
            raise Refused("PLAYER_COUNT_INVALID", "DEMO-02", players=players)
        if editions not in (None, self.editions()):
            raise Refused("UNKNOWN_EDITION", "DEMO-02", known=[edition.id for edition in self.editions()])
        known_version(self.rules_versions, rules_version, "demo")
        return self._decider()


VARIANT = DemoVariant()


class DemoEditions:
    """A game of one edition without figures."""

    ids = ("demo-1",)

    def edition(self, edition_id):
        return Edition("demo-1", "0" * 64)

    def content(self, edition_id):
        return b"{}"

    def problems(self, data):
        return ()

    def reconstructed(self, data):
        return ()

    def takes(self, head):
        return False


def register():
    """Puts the game into the catalogue of this process (tests only)."""
    catalogue.register(Title("demo", (VARIANT,), DemoEditions()))
