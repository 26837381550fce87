"""Explains a finished game: for every decision the expert's move, and its value compared with the move that was made.

Decisions whose loss looks large are weighed a second time, with more tries and other worlds than those that made them
look dear.

Each decision is weighed from its seat's view, with draws that follow from the game's id alone. The same game analysed
with the same number of tries gives the same result on every machine. Only finished games are analysed, because the
analysis reads all seats.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import fsum, sqrt
from typing import Any, Union

import msgspec
from msgspec import UNSET, Struct, ValidationError
from msgspec.structs import replace

from domain.history.adjudicate import command_of
from domain.history.record import Recorded
from domain.history.replay import advance
from domain.kernel.decider import AnyDecider, Moment
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Event
from domain.kernel.search import (
    Expert,
    Searched,
    Tried,
    chosen,
    dice_of,
    mean_of,
    played_on,
    standard_error,
    weighed,
)
from domain.table.aggregate import FINISHED, RUNNING, Aggregate
from domain.table.tries import EXPERT

NUMBER = 2
"""Grows when the same game, explained with the same expert, tries and deals, would be explained otherwise."""
TRIES, TRIES_MAX = 12, 400
"""Continuations that are looked at for a decision."""
DEAREST, MORE = 5, 4
"""So many decisions of each seat that look dearest are weighed again, with so many times the tries."""
DEALS = 20
"""The number of new deals by which luck of the draw is measured."""
POINT_DEALS = 4
"""Deals that a point of the line is the mean of."""
MATTERED = 3
SURE = 2.0
"""Standard errors by which another move must be better for the decision to have mattered."""
LEAST = 0.01
"""Nor did one matter that cost less than this of a win, however sure that is."""


class Decided(Struct, frozen=True):
    """A decision. `version`: of its first event. Chances to win, 0 to 1, by as many tries; `error`: the standard error
    of the difference. `tries`: of what was done."""

    version: int
    seat: Seat
    moment: Moment
    done: Command
    chance: float
    best: Command
    best_chance: float
    error: float
    tries: int

    @property
    def lost(self) -> float:
        return self.best_chance - self.chance


class Point(Struct, frozen=True):
    """The first decision of a round, and how likely each seat was to win before it; together 1."""

    version: int
    moment: Moment
    chances: tuple[float, ...]


class Luck(Struct, frozen=True):
    """Chances of a seat at the start: with the real cards, and the mean over new deals with its standard error."""

    seat: Seat
    as_dealt: float
    anew: float
    error: float
    deals: int


class Analysis(Struct, frozen=True):
    """`tries`: of a decision, at most, before the dearest get more. `mattered`: versions of the decisions that cost
    most for sure, the worst first."""

    game_id: str
    tries: int
    decisions: tuple[Decided, ...]
    line: tuple[Point, ...]
    mattered: tuple[int, ...]
    luck: tuple[Luck, ...]


class NotToBeAnalysed(ValueError):
    """The game is not over, was never played, or has no expert."""


def analyse(
    records: Sequence[Recorded], tries: int, deals: int, advanced: Callable[[int], None] = lambda _: None
) -> Analysis:
    """Analyse a game from all its records. `deals`: the number of new deals for the luck of the draw. `advanced` is
    called with the number of records done. Raises NotToBeAnalysed."""
    decisions, line, luck = list[Decided](), list[Point](), tuple[Luck, ...]()
    aggregate: Aggregate | None = None
    positions = dict[int, tuple[Aggregate, Recorded]]()
    chance = Dice.from_text(f"analysis/{records[0].stream_id}")
    for record in records:
        if aggregate and aggregate.status == RUNNING and record.envelope.command:
            rules, expert = expert_of(aggregate)
            moment = rules.moment(aggregate.play)
            if not line and aggregate.terms.draws is UNSET:  # else the start decided no card
                luck = luck_of(rules, expert.game(), aggregate.play, chance, deals)
            if not line or line[-1].moment.round != moment.round:
                found, _ = dealt_anew(rules, expert.game(), aggregate.play, chance, f"{record.version}", POINT_DEALS)
                line.append(Point(record.version, moment, found))
            decisions += decided(aggregate, record, chance, tries)
            positions[record.version] = aggregate, record
        aggregate = advance(aggregate, record)
        advanced(record.version)
    if aggregate is None or aggregate.status != FINISHED or not line:
        raise NotToBeAnalysed("the game is not over")
    decisions = weighed_again(decisions, positions, tries)
    return Analysis(records[0].stream_id, tries, tuple(decisions), tuple(line), mattered(decisions), luck)


def weighed_again(
    decisions: Sequence[Decided], positions: Mapping[int, tuple[Aggregate, Recorded]], tries: int
) -> list[Decided]:
    """Return the decisions, those that look dearest with more tries. `positions`: the aggregate before each version,
    and the record of its command. All of this takes no more tries than the decisions had."""
    more = min(MORE * tries, TRIES_MAX)
    if more <= tries:
        return list(decisions)
    found = dict[int, Decided]()
    for version in dearest(decisions, len(decisions) * tries // more):
        aggregate, record = positions[version]
        chance = Dice.from_text(f"analysis/{record.stream_id}/again")
        found |= {each.version: each for each in decided(aggregate, record, chance, more)}
    return [found.get(each.version, each) for each in decisions]


def dearest(decisions: Sequence[Decided], most: int) -> list[int]:
    """Return the versions of each seat's decisions that seem to have cost most, the worst first."""
    by_seat = Counter[Seat]()
    found = list[int]()
    for each in sorted(decisions, key=lambda each: (-each.lost, each.version)):
        by_seat[each.seat] += 1
        if each.lost >= LEAST and by_seat[each.seat] <= DEAREST:
            found.append(each.version)
    return found[:most]


def read_analysis(content: bytes, rules: AnyDecider) -> Analysis:
    """Read an analysis from its JSON. `rules`: of the game, whose commands it contains."""
    found = msgspec.json.decode(content)
    one_of: Any = Union[rules.command_types]  # noqa: UP007
    decisions = [
        Decided(**each | {name: msgspec.convert(each[name], kind) for name, kind in _parts(one_of)})
        for each in found["decisions"]
    ]
    return replace(msgspec.convert(found | {"decisions": ()}, Analysis), decisions=tuple(decisions))


def _parts(command: Any) -> tuple[tuple[str, Any], ...]:
    return ("moment", Moment), ("done", command), ("best", command)


def expert_of(aggregate: Aggregate) -> tuple[AnyDecider, Expert]:
    rules = aggregate.rules
    assert rules, "the game has begun"
    expert = rules.bots.get(EXPERT)
    if not isinstance(expert, Expert):
        raise NotToBeAnalysed(f"{rules.name} has no expert")
    return rules, expert


def decided(aggregate: Aggregate, record: Recorded, chance: Dice, tries: int) -> Iterator[Decided]:
    """The decision of that record, if it is one of a seat that had something to weigh."""
    rules, expert = expert_of(aggregate)
    command = command_of_turn(aggregate, record, rules)
    if command is None:
        return
    seat, play = command.player, aggregate.play
    view, options = rules.view(play, seat), rules.options(play, seat)
    roll = chance.roll(f"{record.version}/{seat}")
    tried = weighed(expert.game(), view, options, seat, roll, tries, command)
    was = next(each for each in tried if each.command == command)
    if not was.tries:
        return
    best = better(tried, was)
    yield Decided(
        record.version, seat, rules.moment(play), command,
        was.chance, best.command, best.chance, sqrt(best.error**2 + was.error**2), was.tries,
    )  # fmt: skip


def better(tried: Sequence[Tried], was: Tried) -> Tried:
    """Return the expert's move, or the move that was made where it looks no worse."""
    best = chosen(tried)
    return best if best.chance > was.chance else was


def command_of_turn(aggregate: Aggregate, record: Recorded, rules: AnyDecider) -> Command | None:
    """A command of the game by a seat that was to act; None for one that is given to the table, or that games no longer
    have."""
    try:
        found: Command = command_of(record.envelope.command, rules.command_types)
    except ValidationError:
        return None
    return found if found.player in rules.to_act(aggregate.play) else None


def alternatives(records: Sequence[Recorded], decisions: Sequence[Decided]) -> dict[int, Event]:
    """Return, by version, the first event of the expert's move where it differs from the move that was made."""
    best = {each.version: each.best for each in decisions if each.best != each.done}
    found = dict[int, Event]()
    aggregate: Aggregate | None = None
    for record in records:
        if record.version in best:
            assert aggregate, "a decision is not the first event"
            assert aggregate.rules, "the game has begun"
            found[record.version] = aggregate.rules.judge(aggregate.play, best[record.version])[0][0]
        aggregate = advance(aggregate, record)
    return found


def mattered(decisions: Sequence[Decided]) -> tuple[int, ...]:
    sure = [each for each in decisions if each.lost >= LEAST and each.lost > SURE * each.error]
    return tuple([each.version for each in sorted(sure, key=lambda each: -each.lost)[:MATTERED]])


def dealt_anew(
    rules: AnyDecider, game: Searched, play: object, chance: Dice, label: str, deals: int
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The mean of what so many deals come to, each seat's share, and the standard error of each."""
    found = []
    for number in range(deals):
        world = rules.redeal(play, None, dice_of(chance.roll(f"deal/{label}/{number}")))
        found.append(shares(played_on(game, world)))
    by_seat = list(zip(*found, strict=True))
    return tuple(map(mean_of, by_seat)), tuple(map(standard_error, by_seat))


def luck_of(rules: AnyDecider, game: Searched, play: object, chance: Dice, deals: int) -> tuple[Luck, ...]:
    """Return the luck of the draw at the first decision: the chances with the real cards compared with the usual
    chances."""
    as_dealt = shares(played_on(game, play))
    means, errors = dealt_anew(rules, game, play, chance, "luck", deals)
    return tuple([Luck(Seat(seat), as_dealt[seat], means[seat], errors[seat], deals) for seat in range(len(means))])


def shares(chances: Sequence[float]) -> tuple[float, ...]:
    """Return each seat's share of one win; zero for all where all lost."""
    whole = fsum(chances)
    return tuple([each / whole if whole else 0.0 for each in chances])
