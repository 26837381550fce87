"""Plays whole games in process, table and all, and checks every step: no server, no store, no clock.

Each game is the stream it would be in a store, so the digest over the final chain links says whether two machines
played the same games byte for byte.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from time import perf_counter

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from domain.history.chain import first_link
from domain.history.codec import Codec, canonical_command
from domain.history.record import EventRow, milliseconds
from domain.kernel.decider import AnyDecider, digest
from domain.kernel.dice import Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Command
from domain.kernel.refused import Refused
from domain.kernel.simulation import COMMANDS_MAX
from domain.table.aggregate import FINISHED, Aggregate
from domain.table.decide import Ruling, decide, open_table
from domain.table.lobby import Pinned
from domain.table.messages import BOT_ACTOR, AddBot, OpenTable, StartGame, TableCommand, Terms
from domain.table.tries import bot_named

HOST = "simulation"
ENUMERATED_MAX = 2_000
"""Families of commands up to this size are listed to see whether `decide` accepts nothing else."""
_AT = datetime(2000, 1, 1, tzinfo=UTC)


class SimulationPlan(Struct, frozen=True):
    """The games to play. `bots`: names of strategies, dealt to the seats in turn. `tries`: tries of `expert` per move;
    its default if absent."""

    variant: str
    players: int
    games: int
    seed: str
    bots: tuple[str, ...]
    options: dict[str, str] = {}
    rules_version: int | None = None
    """None for the newest version."""
    tries: int | UnsetType = UNSET


class Played(Struct, frozen=True):
    """One game: its stream as it would be stored, and what was wrong with it (nothing, normally)."""

    game_id: str
    rows: tuple[EventRow, ...]
    chain: str
    aggregate: Aggregate
    commands: int
    problems: tuple[str, ...]


class SimulationReport(Struct, frozen=True):
    """The JSON object that `turnledger simulate --json` prints."""

    variant: str
    players: int
    games: int
    finished: int
    commands: int
    events: int
    commands_per_s: int
    mean_rounds: float
    end_reasons: dict[str, int]
    wins_by_seat: list[int]
    digest: str
    problems: list[str]

    @property
    def sound(self) -> bool:
        return self.finished == self.games and not self.problems


def simulate(plan: SimulationPlan, codec: Codec, keep: Callable[[Played], None] = lambda _: None) -> SimulationReport:
    """Plays the plan. `keep` gets each finished game (to export it, say)."""
    started = perf_counter()
    reasons: Counter[str] = Counter()
    wins = [0] * plan.players
    finished = commands = events = rounds = 0
    problems: list[str] = []
    chains = sha256()
    for number in range(plan.games):
        played = play_one(plan, number, codec)
        keep(played)
        chains.update(bytes.fromhex(played.chain))
        commands, events = commands + played.commands, events + len(played.rows)
        problems += [f"{played.game_id}: {problem}" for problem in played.problems]
        aggregate = played.aggregate
        if aggregate.rules and aggregate.outcome:
            finished += 1
            rounds += aggregate.rules.moment(aggregate.play).round
            reasons[aggregate.outcome.reason] += 1
            for standing in aggregate.outcome.standings:
                wins[standing.player] += standing.won
    seconds = perf_counter() - started
    return SimulationReport(
        variant=plan.variant,
        players=plan.players,
        games=plan.games,
        finished=finished,
        commands=commands,
        events=events,
        commands_per_s=round(commands / seconds),
        mean_rounds=round(rounds / finished, 2) if finished else 0.0,
        end_reasons=dict(sorted(reasons.items())),
        wins_by_seat=wins,
        digest=chains.hexdigest(),
        problems=problems,
    )


def play_one(plan: SimulationPlan, number: int, codec: Codec, *, checked: bool = True) -> Played:
    """Game `number` of the plan, from the opening of the table to the reveal of its secret. `checked`: look for
    problems before every command."""
    name = f"{plan.seed}/{number}"
    secret = sha256(f"secret/{name}".encode()).digest()
    recorder = _Recorder(codec, f"sim-{_mark(plan)}-{number}", secret, Pinned(rules_version=plan.rules_version))
    terms = Terms(tries=plan.tries) if plan.tries else UNSET
    opening = OpenTable(plan.variant, plan.players, plan.options, rated=False, seed=name, terms=terms)
    recorder.take(opening, HOST, open_table(opening, HOST, recorder.game_id, secret))
    for seat in range(plan.players):
        recorder.execute(AddBot(plan.bots[seat % len(plan.bots)]), HOST)
    recorder.execute(StartGame(), HOST)
    roll = Roll(secret, "bots")
    problems: list[str] = []
    before: Command | None = None
    for _ in range(COMMANDS_MAX):
        aggregate = recorder.aggregate
        if not aggregate.to_act:
            break
        if checked:
            problems += check(aggregate, before, roll)
        before = recorder.bot_command(roll)
    problems += final_problems(recorder.aggregate)
    return Played(
        recorder.game_id,
        tuple(recorder.rows),
        recorder.chain,
        recorder.aggregate,
        recorder.commands,
        tuple(problems),
    )


def _mark(plan: SimulationPlan) -> str:
    """Tells games of different plans apart, in one folder or store."""
    return digest(replace(plan, games=0))[:12]


def check(aggregate: Aggregate, before: Command | None, roll: Roll) -> Iterator[str]:
    """Return the fault of a state: a broken invariant, a seat without an option, a listed option that is refused, or
    the last command accepted again although it is not listed."""
    rules, play = aggregate.rules, aggregate.play
    assert rules, "the game has begun"
    yield from rules.broken_invariants(play)
    for seat in aggregate.to_act:
        options = rules.options(play, seat)
        if not options:
            yield f"seat {seat} must act and has no option"
            continue
        option = roll.choice(options)
        offered = option.nth(roll.below(option.count()))
        refused = _refusal(rules, play, offered)
        if refused:
            yield f"offered but refused: {offered} {refused}"
    if before and _refusal(rules, play, before) is None and not _offers(rules, play, before):
        yield f"accepted but not offered: {before}"


def final_problems(aggregate: Aggregate) -> Iterator[str]:
    if aggregate.status != FINISHED:
        yield "the game did not finish"
    assert aggregate.rules, "the game has begun"
    yield from aggregate.rules.broken_invariants(aggregate.play)


def _refusal(rules: AnyDecider, play: object, command: Command) -> Refused | None:
    try:
        rules.judge(play, command)
    except Refused as refused:
        return refused
    return None


def _offers(rules: AnyDecider, play: object, command: Command) -> bool:
    options = rules.options(play, command.player)
    if any(option.count() > ENUMERATED_MAX for option in options):
        return True
    return any(option.nth(index) == command for option in options for index in range(option.count()))


class _Recorder:
    """The stream of one game as it grows."""

    def __init__(self, codec: Codec, game_id: str, secret: bytes, pinned: Pinned) -> None:
        self.codec, self.game_id, self.secret, self.pinned = codec, game_id, secret, pinned
        self.rows: list[EventRow] = []
        self.chain = ""
        self.aggregate: Aggregate = None  # type: ignore[assignment]  # set by the first command
        self.commands = 0

    def execute(self, command: TableCommand | Command, actor: str) -> None:
        self.take(command, actor, decide(self.aggregate, command, actor, milliseconds(_AT), self.pinned))

    def bot_command(self, roll: Roll) -> Command:
        aggregate = self.aggregate
        assert aggregate.rules, "the game has begun"
        seat: Seat = roll.choice(aggregate.to_act) if len(aggregate.to_act) > 1 else aggregate.to_act[0]
        bot = aggregate.occupants[seat].bot
        view, options = aggregate.rules.view(aggregate.play, seat), aggregate.rules.options(aggregate.play, seat)
        command = bot_named(aggregate, bot)(view, options, seat, roll)
        self.execute(command, BOT_ACTOR + bot)
        self.commands += 1
        return command

    def take(self, command: TableCommand | Command, actor: str, decision: Ruling) -> None:
        self.aggregate = decision.aggregate
        rows, self.chain = self.codec.seal(
            self.game_id,
            len(self.rows) + 1,
            decision.events,
            at=_AT,
            actor=actor,
            request_id=f"{len(self.rows) + 1}",
            command=canonical_command(command),
            secret=self.secret,
            chain=self.chain or first_link(self.game_id, decision.aggregate.opened.commitment),
            rules_version=decision.aggregate.rules_version,
        )
        self.rows += rows
