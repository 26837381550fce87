"""`turnledger play`: a person at a terminal, or a program over stdin, takes a seat. Everything legal is listed."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated

import typer

from services.api.texts import chosen
from services.cli import drawing
from services.cli.players import Person, Player, Program
from services.cli.remote import signed_in
from services.settings import from_environment
from turnledger import Client, Game, ServiceError
from turnledger.v1 import events_pb2, views_pb2


def play(
    variant: Annotated[
        str, typer.Argument(help="Variant of a new table, e.g. power_grid/russia")
    ] = "power_grid/russia",
    game_id: Annotated[str, typer.Option("--game", help="Sit down at this table instead")] = "",
    invite: Annotated[str, typer.Option(help="Invite code of that table, if it is private")] = "",
    players: Annotated[int, typer.Option(min=2, max=6, help="Seats of a new table; bots take the others")] = 3,
    bot: Annotated[str, typer.Option(help="Strategy of the bots")] = "greedy",
    name: Annotated[str, typer.Option(help="Your name; generated if not given")] = "",
    lang: Annotated[str, typer.Option(envvar="LANG", help="Language of events and refusals: en or ru")] = "en",
    server: Annotated[str | None, typer.Option(help="gRPC: HOST:PORT; TURNLEDGER_LISTEN if not given")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help='Print one JSON object a line, read {"option": 0, "number": 0} for each turn')
    ] = False,
) -> None:
    """Play a game at the terminal, against bots or at a table of others."""
    language = drawing.language_tag(lang)
    player: Player = Program() if as_json else Person(chosen(language))

    async def run() -> None:
        async with signed_in(server or from_environment().listen, name, language) as me:
            game = await _join(me, game_id, invite) if game_id else await _open(me, variant, players, bot)
            await _play(game, player)

    try:
        asyncio.run(run())
    except ServiceError as error:
        player.refused(error)
        raise typer.Exit(1) from error
    except EOFError as ended:
        typer.echo("the input has ended before the game", err=True)
        raise typer.Exit(1) from ended


async def _join(me: Client, game_id: str, invite: str) -> Game:
    game = me.game(game_id)
    await game.join(invite=invite)
    return game


async def _open(me: Client, variant: str, players: int, bot: str) -> Game:
    game = await me.create_table(variant, seats=players, join=True, unrated=True)
    for _ in range(players - 1):
        await game.add_bot(bot)
    await game.start()
    return game


async def _play(game: Game, player: Player) -> None:
    player.seated(game)
    async with aclosing(game.watch(in_words=True)) as messages:
        feed = _Feed(messages)
        async for turn in game.my_turns():
            table = await game.table()
            player.happened(await feed.up_to(turn.version))
            choice = await player.choose(table, await game.board(min_version=turn.version), turn)
            try:
                player.done(await turn.choose(choice.option, choice.number))
            except ServiceError as refused:
                player.refused(refused)
        table = await game.table()
        player.happened(await feed.up_to(table.version))
        player.over(table)


class _Feed:
    def __init__(self, messages: AsyncGenerator[views_pb2.WatchGameResponse, None]) -> None:
        self._messages, self._version = messages, 0

    async def up_to(self, version: int) -> list[events_pb2.GameEvent]:
        """What has not been given yet, at least up to a version."""
        events: list[events_pb2.GameEvent] = []
        while self._version < version:
            message = await anext(self._messages)
            self._version = message.version
            events += message.events
        return events
