"""Checks that the home of a set of logs knows the log of each game, and repairs it after an operator has restored the
home to an earlier moment than a log."""

from collections.abc import AsyncIterator, Mapping, Sequence

from msgspec import Struct

from services.operations.doctor import Finding, newest_games
from services.platform.cancellation import stop_if_cancelled
from services.store.archive.read_through import ReadThroughStore
from services.store.logs.log_set import ShardedEventStore
from services.store.logs.placements import HOME

PAGE = 5_000
NAMED_MAX = 5
PUT_BACK = "`turnledger rebuild --placements` tells it; then `turnledger rebuild`."
APART = "The logs are of different moments, or somebody changed rows: restore home and logs to one moment."


class PutBack(Struct, frozen=True):
    """`games`: that the home knows again. `elsewhere`: those that it takes to be in another log than the one that has
    them: they were left as they are."""

    games: int
    elsewhere: Sequence[str]


async def check_placements(store: ShardedEventStore, games_max: int) -> Finding:
    """Check that the newest games of each log (all games, with 0) are where the home says."""
    unknown, elsewhere, looked = list[str](), list[str](), 0
    for number, log in enumerate(store.logs):
        games = await newest_games(log.hot, games_max)
        looked += len(games)
        for start in range(0, len(games), PAGE):
            page = games[start : start + PAGE]
            placed = await store.placements.known(page)
            unknown += [f"{each} of log {number}" for each in page if number != HOME and each not in placed]
            elsewhere += _elsewhere(page, placed, number)
    elsewhere += [f"{each} in a log that there is not" for each in await store.placements.unnamed(NAMED_MAX)]
    if elsewhere:
        said = f"the home takes {len(elsewhere)} games to be where they are not: {_named(elsewhere)}"
        return Finding("placements", "fail", said, APART)
    if unknown:
        said = f"the home does not know {len(unknown)} games: {_named(unknown)}"
        return Finding("placements", "fail", said, PUT_BACK)
    return Finding("placements", "ok", f"{looked} games are where the home says")


async def put_back(store: ShardedEventStore) -> PutBack:
    """Tells the home of all games of the other logs that it does not know. Raises StoreUnavailable."""
    games, elsewhere = 0, list[str]()
    for number, log in enumerate(store.logs):
        async for page in _games_of(log):
            if number != HOME:
                games += await store.placements.put_back(page, number)
            elsewhere += _elsewhere(page, await store.placements.known(page), number)
    return PutBack(games, elsewhere)


async def _games_of(log: ReadThroughStore) -> AsyncIterator[Sequence[str]]:
    """Read page by page. The last event of an archived game is in the store, and is an event of its table."""
    position = 0
    while rows := await log.hot.read_tables(position, PAGE):
        stop_if_cancelled()
        position = rows[-1].position
        yield list(dict.fromkeys(each.row.stream_id for each in rows))


def _elsewhere(games: Sequence[str], placed: Mapping[str, int], log: int) -> list[str]:
    return [f"{each} of log {log} in log {placed[each]}" for each in games if placed.get(each, log) != log]


def _named(games: Sequence[str]) -> str:
    return ", ".join(games[:NAMED_MAX])
