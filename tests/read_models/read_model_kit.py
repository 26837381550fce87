"""People who play whole games over a real store, as the service would let them."""

from collections.abc import AsyncIterator
from uuid import uuid4

from domain.kernel.dice import Roll
from domain.stored import codec
from domain.table.aggregate import FINISHED, Aggregate
from domain.table.messages import OpenTable, StartGame, TakeSeat
from services.application.game_service import GameService
from services.store import open_store


def games_of(url: str) -> GameService:
    return GameService(open_store(url), codec())


async def begun(games: GameService, *people: str, variant: str = "card_game") -> str:
    """The id of a game that they have begun."""
    opened = await games.open_table(OpenTable(variant, seats=len(people)), actor=people[0], request_id=str(uuid4()))
    for person in people:
        await _give(games, opened.game_id, TakeSeat(), person)
    await _give(games, opened.game_id, StartGame(), people[0])
    return opened.game_id


async def moves(games: GameService, game_id: str, seed: int = 1) -> AsyncIterator[Aggregate]:
    """Plays on, each seat with what the greedy bot would do there, and yields after each command."""
    roll = Roll(b"read models", str(seed))
    while (aggregate := (await games.load(game_id)).aggregate) and aggregate.status != FINISHED:
        seat, rules = aggregate.to_act[0], aggregate.rules
        options = rules.options(aggregate.play, seat)
        command = rules.bots["greedy"](rules.view(aggregate.play, seat), options, seat, roll)
        await _give(games, game_id, command, aggregate.occupants[seat].account)
        yield aggregate


async def played(games: GameService, *people: str, seed: int = 1) -> str:
    """The id of a game that they have played to its end."""
    game_id = await begun(games, *people)
    async for _ in moves(games, game_id, seed):
        pass
    return game_id


async def _give(games: GameService, game_id: str, command: object, actor: str) -> None:
    await games.execute(game_id, command, actor=actor, request_id=str(uuid4()))  # type: ignore[arg-type]
