"""Lists and figures of finished games, counted a second time from the log, and compared with the views.

Only the state of a table is the product's own (domain/table). Ratings are those of ratings.py.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Struct

from domain import stored
from domain.history.record import LogRow, Recorded, milliseconds
from domain.history.replay import advance
from domain.table.aggregate import CLOSED, FINISHED, OPEN, RUNNING, STARTING, Aggregate
from domain.table.clock import is_slow
from domain.table.messages import GameFinished
from projections.folds.player_records import read_record
from services.projection_runner.projector import PASSED

if TYPE_CHECKING:
    from projections.stores.interface import Generation
    from tests.simulation.world import World

IN_PLAY = (OPEN, STARTING, RUNNING)
END_OF_TIME = 10**17
ALL_TIME = OVERALL = ""
HOURS = (0, 0.5, 1, 2, 6, 24, 72, 168)
"""Classes of games by their duration begin at so many hours."""
TABLE = "table."
CONTROL = ("mark", "origin", "upto", PASSED)
"""Beginnings of what a view has to know its place in the log."""


class Command(NamedTuple):
    """A game before and after a command, and the position of its last event. `at`: the moment of the last event."""

    before: Aggregate | None
    after: Aggregate
    position: int
    at: datetime


class Game(NamedTuple):
    """A game with its commands, and the last event of it."""

    game_id: str
    opened_at: datetime
    commands: Sequence[Command]
    end: GameFinished | None

    @property
    def now(self) -> Aggregate:
        return self.commands[-1].after

    @property
    def ended_at(self) -> datetime:
        return next(each.at for each in self.commands if each.after.status == FINISHED)


def games_of(rows: Iterable[LogRow]) -> list[Game]:
    """Return all games of a log."""
    codec, streams = stored.codec(), defaultdict[str, list[tuple[int, Recorded]]](list)
    for each in rows:
        streams[each.row.stream_id].append((each.position, codec.read(each.row)))
    return [_game(game_id, records) for game_id, records in streams.items()]


def _game(game_id: str, records: Sequence[tuple[int, Recorded]]) -> Game:
    commands = list[Command]()
    before: Aggregate | None = None
    aggregate: Aggregate | None = None
    for place, (position, record) in enumerate(records):
        aggregate = advance(aggregate, record)
        is_last = place + 1 == len(records) or records[place + 1][1].envelope.command
        if is_last:
            commands.append(Command(before, aggregate, position, record.envelope.at))
            before = aggregate
    end = next((record.event for _, record in records if isinstance(record.event, GameFinished)), None)
    return Game(game_id, records[0][1].envelope.at, commands, end)


async def check(world: "World", rows: Sequence[LogRow], *, late: bool) -> None:
    """Compare lists and figures of one owner: those of the others equal them. `late`: without what depends on the
    order of games."""
    games, compared = games_of(rows), set[str]()
    if any(each.now.status == CLOSED for each in games):
        world.reach("lists were compared with a table that was closed")
    for owner, projection, view, _ in world.views():
        if projection.name not in {"lists", "leaders"} - compared:
            continue
        compared.add(projection.name)
        live = await view.live()
        found = await _content(live)
        if projection.name == "lists":
            wanted = lists(games, late=late)
            tables = {name: found.pop(name) for name in list(found) if name.startswith(TABLE)}
            _compare(world, owner, wanted, {name: _ranking(held) for name, held in found.items()}, late=late)
            _check_tables(world, owner, games, tables)
        else:
            _check_figures(world, owner, games, found)


async def _content(generation: "Generation") -> dict[str, bytes]:
    """Return what the view has in the home that all games share."""
    content = dict[str, bytes]()
    async for names in generation.names():
        shared = [name for name in dict.fromkeys(names) if name.startswith(":")]
        content.update(zip(shared, await generation.dump(shared), strict=True))
    return {name[1:]: held for name, held in content.items() if held and not name[1:].startswith(CONTROL)}


def _ranking(held: bytes) -> dict[str, int]:
    lines = (line.partition(" ") for line in held.decode().splitlines())
    return {member: int(score) for score, _, member in lines if score.lstrip("-").isdigit()}


def lists(games: Sequence[Game], *, late: bool = False) -> dict[str, dict[str, int]]:
    """Return each list with its members and their scores."""
    found = defaultdict[str, dict[str, int]](dict)
    for game in games:
        for name in _names(game.now):
            found[name][_member(game.opened_at, game.game_id)] = 0
        for account in _sitting(game.now) if game.end else ():
            found[f"played.{account}"][_member(game.ended_at, game.game_id)] = 0
        for command in () if late else game.commands:
            for name in _changed(command):
                found[name][game.game_id] = command.position
    return found


def _names(now: Aggregate) -> Iterator[str]:
    """Yield the lists that a table is in by the moment at which it was opened."""
    if not now.opened.private and now.status in (*IN_PLAY, FINISHED):
        yield from (f"tables.{now.status}.{variant}" for variant in ("", now.opened.variant))
    if now.status in IN_PLAY:
        yield from (f"mine.{account}" for account in _sitting(now))
        yield from (f"open.{account}" for account in {now.opened.host, *_sitting(now)})
    yield from (f"turns.{account}" for account in _awaited(now))
    kinds = ("challenges", "rematches") if now.terms.rematch_of else ("challenges",)
    yield from (f"{kind}.{account}" for kind in kinds for account in _invited(now))


def _changed(command: Command) -> Iterator[str]:
    """Yield the lists of changes that a command concerns."""
    before, after = command.before, command.after
    if before and before.status == after.status != OPEN:
        yield from (f"changed.mine.{each}" for each in _awaited(before) ^ _awaited(after))
        return
    if not after.opened.private:
        yield from (f"changed.tables.{each}" for each in ("", after.opened.variant))
    both = [each for each in (before, after) if each]
    rematch = {account for each in both if each.terms.rematch_of for account in _invited(each)}
    yield from (f"changed.mine.{each}" for each in rematch.union(*map(_sitting, both)))


def _member(moment: datetime, game_id: str) -> str:
    return f"{END_OF_TIME - (1000 * milliseconds(moment) + moment.microsecond % 1000):018d}.{game_id}"


def _sitting(table: Aggregate) -> set[str]:
    return {each.account for each in table.occupants} - {""}


def _awaited(table: Aggregate) -> set[str]:
    """Return the accounts whose move a running game waits for."""
    if table.status != RUNNING:
        return set()
    return {table.occupants[seat].account for seat in table.to_act if not table.occupants[seat].bot}


def _invited(table: Aggregate) -> set[str]:
    if table.status != OPEN:
        return set()
    return set(table.terms.invited) - _sitting(table) - {*table.declined, *table.removed}


def _compare(world: "World", owner: str, wanted: dict, found: dict, *, late: bool) -> None:
    found = {name: held for name, held in found.items() if held and not (late and name.startswith("changed."))}
    for name in sorted({*wanted, *found}):
        if found.get(name) != wanted.get(name):
            world.faults.append(f"{owner} lists {name} as {found.get(name)}, counted are {wanted.get(name)}")
            return


def _check_tables(world: "World", owner: str, games: Sequence[Game], tables: dict[str, bytes]) -> None:
    for game in games:
        if (held := tables.pop(f"{TABLE}{game.game_id}", None)) is None:
            world.faults.append(f"{owner} does not have the table {game.game_id}")
            continue
        table: Any = msgspec.json.decode(held)
        found = (table["version"], table["status"], [each.get("account", "") for each in table.get("sitters", ())])
        now = game.now
        if found != (wanted := (now.version, now.status, [each.account for each in now.occupants])):
            world.faults.append(f"{owner} has the table {game.game_id} as {found}, it is {wanted}")
    world.faults += [f"{owner} has {name}, which the log has not" for name in tables]


class Figures(Struct):
    """Games by players, wins by seat, the sums of scores and of leads; games and wins by strategy; games by class of
    duration and by month."""

    tables: dict[int, list[Any]]
    strategies: dict[str, list[int]]
    durations: list[int]
    months: dict[str, int]


def figures(games: Sequence[Game]) -> dict[str, Figures]:
    """Count the games of a variant, among people and with bots."""
    found = dict[str, Figures]()
    for game in games:
        now, opened, end = game.now, game.now.opened, game.end
        given = opened.seed or opened.setup is not None or opened.position
        if end is None or not end.standings or opened.private or given:
            continue
        kind = "bots" if _has_bots(now) else "people"
        for variant in (OVERALL, opened.variant):
            of = found.setdefault(f"games.{kind}.{variant}", Figures({}, {}, [0] * len(HOURS), {}))
            _count(of, game, end)
    return found


def _count(of: Figures, game: Game, end: GameFinished) -> None:
    scores = sorted(each.score for each in end.standings)
    best = max(scores)
    row = of.tables.setdefault(len(scores), [0, [0] * len(scores), 0, 0])
    row[0], row[2], row[3] = row[0] + 1, row[2] + best, row[3] + (best - scores[-2] if len(scores) > 1 else 0)
    for each in end.standings:
        bot = game.now.occupants[each.player].bot
        played = of.strategies.setdefault(bot, [0, 0])
        played[0], played[1] = played[0] + 1, played[1] + each.won
        row[1][each.player] += each.won
    hours = (game.ended_at - game.opened_at).total_seconds() / 3600
    of.durations[sum(hours >= least for least in HOURS) - 1] += 1
    month = _month(game.ended_at)
    of.months[month] = of.months.get(month, 0) + 1


def _month(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m}"


def _has_bots(table: Aggregate) -> bool:
    return any(not each.account or each.program for each in table.occupants)


def rated_games(games: Sequence[Game]) -> dict[str, int]:
    """Return how many games each record counts, by board and player."""
    found = defaultdict[str, int](int)
    for game in games:
        now, end = game.now, game.end
        if end is None or not end.standings or not now.opened.rated or any(each.guest for each in now.occupants):
            continue
        stayed = [seat for seat in range(len(now.occupants)) if seat not in now.resigned or seat in now.moved]
        players = {now.occupants[seat].account or f"bot:{now.occupants[seat].bot}" for seat in stayed}
        if len(players) < 2:
            continue
        of = f"{'bots' if _has_bots(now) else 'people'}.{'slow' if is_slow(now.terms.clock) else 'live'}"
        for variant in (OVERALL, now.opened.variant):
            for season in (ALL_TIME, _month(game.ended_at)):
                for player in players:
                    found[f"{of}.{variant}.{season}.{player}"] += 1
    return found


def _check_figures(world: "World", owner: str, games: Sequence[Game], found: dict[str, bytes]) -> None:
    wanted, counted = rated_games(games), figures(games)
    read = {name: held for name, held in found.items() if name.startswith("games.")}
    if read.keys() != counted.keys() or any(_figures(held) != counted[name] for name, held in read.items()):
        world.faults.append(f"{owner} has the figures {read}, counted are {counted}")
    records = {name.removeprefix("record."): held for name, held in found.items() if name.startswith("record.")}
    if (games_of_all := {name: read_record(held).games for name, held in records.items()}) != wanted:
        world.faults.append(f"{owner} counts the rated games {games_of_all}, they are {dict(wanted)}")
    settled = [name for name, held in records.items() if not read_record(held).rating.provisional]
    ranked = [f"{name.removeprefix('top.games.')}.{member}" for name, held in found.items() for member in _ranking(held)
              if name.startswith("top.games.")]  # fmt: skip
    if sorted(settled) != sorted(ranked):
        world.faults.append(f"{owner} ranks {ranked}, whose ratings are settled are {settled}")
    people = [each.account for game in games for each in game.now.occupants if not each.program]
    programs = [name for name, held in found.items() if ".programs." in name and set(people) & _ranking(held).keys()]
    world.faults += [f"{owner} has people in the ranking {name}, which is of programs" for name in programs]
    if ranked:
        world.reach("a ranking was compared")
    histories = sorted(name.removeprefix("history.") for name in found if name.startswith("history."))
    if histories != sorted(each for each in wanted if each.split(".")[3] == ALL_TIME):
        world.faults.append(f"{owner} has the histories {histories}")
    if clubs := [name for name in found if name.startswith("club.")]:
        world.faults.append(f"{owner} has figures of clubs, of which no run has games: {clubs}")


def _figures(held: bytes) -> Figures:
    read: Any = msgspec.json.decode(held)
    tables = {len(wins): [games, wins, scores, leads] for games, wins, scores, leads in map(_row, read["tables"])}
    strategies = {name: [each["games"], each["wins"]] for name, each in read["strategies"].items()}
    return Figures(tables, strategies, read["durations"], read["months"])


def _row(held: Any) -> tuple[int, list[int], int, int]:
    return held["games"], held["wins"], held["scores"], held["leads"]
