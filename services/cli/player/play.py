"""`turnledger play`: a person at a terminal, or a program over stdin, takes a seat. Everything legal is listed."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated

import typer

from services.cli import drawing
from services.cli.credentials import StoredCredentials
from services.cli.log_seen import look_at_log
from services.cli.options import DRAWS, HINTS, OPTIONS, TRIES, named, stated
from services.cli.player.order import WrongItem, item
from services.cli.player.person import Back, Hinted, Ordered, Person, PlayerLeft
from services.cli.player.players import Choice, Player, Program
from services.cli.remote import as_before, read_by
from services.settings import from_environment
from services.texts.error_texts import chosen
from turnledger import ChanceMismatch, Client, Device, DeviceMismatch, Game, ServiceError, Turn
from turnledger.v1 import common_pb2, events_pb2, games_pb2, lobby_pb2, play_pb2, views_pb2

LEFT_BY_CTRL_C = 130
"""Exit code, as shells have it for a program that SIGINT ended."""


def play(
    variant: Annotated[
        str, typer.Argument(help="Variant of a new table, e.g. power_grid/russia")
    ] = "power_grid/russia",
    game_id: Annotated[str, typer.Option("--game", help="Sit down at this table instead, or go on there")] = "",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the game that was left")] = False,
    invite: Annotated[str, typer.Option(help="Invite code of that table, if it is private")] = "",
    players: Annotated[int, typer.Option(min=2, max=6, help="Seats of a new table; bots take the others")] = 3,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=OPTIONS)] = None,
    bot: Annotated[str, typer.Option(help="Strategy of the bots")] = "greedy",
    tries: Annotated[int, typer.Option(help=TRIES)] = 0,
    hints: Annotated[int, typer.Option(help=HINTS)] = 0,
    draws: Annotated[str, typer.Option(help=DRAWS)] = "",
    name: Annotated[str, typer.Option(help="Your name; who played here last if not given, or generated")] = "",
    lang: Annotated[str, typer.Option(envvar="LANG", help="Language of events and refusals: en or ru")] = "en",
    server: Annotated[str | None, typer.Option(help="gRPC: HOST:PORT; TURNLEDGER_LISTEN if not given")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help='Print one JSON object a line, read {"option": 0, "number": 0} for each turn')
    ] = False,
) -> None:
    """Play a game at the terminal, against bots or at a table of others.

    Type what to do: `bid 21`, `city Moscow`; `?` lists it, `undo` takes back, `quit` or Ctrl-C leaves. The seat waits:
    `turnledger play --resume` continues. The sign-in is kept below $XDG_CONFIG_HOME/turnledger. Exits 0 after the game
    or `quit`, 130 after Ctrl-C, 1 where something is refused or the input ends.
    """
    language = drawing.language_tag(lang)
    player: Player = Program() if as_json else Person(chosen(language), server or "")

    async def run() -> None:
        async with as_before(server or from_environment().listen, name, language) as (me, kept):
            if resume:
                game = await _find_running_game(me, kept)
            elif game_id:
                game = await _join(me, game_id, invite)
            else:
                game = await _open(me, variant, players, bot, named(option or ()), stated(tries, hints, draws))
            kept.playing(game.game_id)
            await _play(me, game, player)

    try:
        asyncio.run(run())
    except ServiceError as error:
        player.refused(error)
        raise typer.Exit(1) from error
    except PlayerLeft:
        player.leave()
    except KeyboardInterrupt as interrupt:
        player.leave()
        raise typer.Exit(LEFT_BY_CTRL_C) from interrupt
    except DeviceMismatch as mismatch:
        typer.echo(f"NOT SIGNED, AND NOT SENT: {mismatch}", err=True)
        raise typer.Exit(1) from mismatch
    except EOFError as ended:
        typer.echo("the input has ended before the game", err=True)
        raise typer.Exit(1) from ended


async def _find_running_game(me: Client, kept: StoredCredentials) -> Game:
    """The running game that was played last, else the first that waits for this player, else any that is on."""
    games = [mine.table.game_id async for mine in me.my_games() if mine.table.status in _ON]
    if not games:
        typer.echo(f"{me.account.display_name} plays no game here; `turnledger play` begins one", err=True)
        raise typer.Exit(1)
    return me.game(kept.game if kept.game in games else games[0])


async def _join(me: Client, game_id: str, invite: str) -> Game:
    """Sits down, where this player does not sit yet."""
    game = me.game(game_id)
    sitting = (occupant.account_id for occupant in (await game.table()).occupants)
    if me.account.account_id not in sitting:
        await game.join(invite=invite)
    return game


async def _open(
    me: Client, variant: str, players: int, bot: str, options: dict[str, str], terms: common_pb2.Terms
) -> Game:
    game = await me.create_table(variant, seats=players, options=options, join=True, unrated=True, terms=terms)
    for _ in range(players - 1):
        await game.add_bot(bot)
    await game.start()
    return game


async def _play(me: Client, game: Game, player: Player) -> None:
    table = await game.table()
    player.seated(game, await read_by(me, table, player.language))
    if table.status in _BEFORE:
        player.waits(table)
    elif me.device:
        await _tell_keys(me, me.device, game, table)
    seen = 0 if table.status in _BEFORE else max(0, table.version - RECALLED)
    async with aclosing(game.watch(seen, words=True)) as messages:
        feed = _Feed(messages, seen)
        async for turn in game.my_turns():
            table = await game.table()
            player.sit(await read_by(me, table, player.language))
            player.happened(await feed.up_to(turn.version))
            try:
                player.done(await _give(turn, await player.choose(table, turn)))
            except ServiceError as refused:
                player.refused(refused)
            except Back:
                await _take_back(game, player)
            except Hinted:
                await _hint(game, player)
            except Ordered as asked:
                assert isinstance(player, Person), "nobody else types"
                await _order(game, turn, asked.words, player)
        table = await game.table()
        player.happened(await feed.up_to(table.version))
        player.over(table)
        await _check(me, game)


async def _tell_keys(me: Client, device: Device, game: Game, table: lobby_pb2.Table) -> None:
    """Print whether this device signs, and which other keys may sign for this seat: an operator could have added
    one."""
    if not await game.signs():
        typer.echo("this table does not know this device: your commands are not signed here", err=True)
        return
    own = next(each for each in table.occupants if each.account_id == me.account.account_id)
    others = [key for key in own.device_keys if key != device.public_key]
    if others:
        typer.echo(f"other devices may sign for your seat, too; they should be yours: {', '.join(others)}", err=True)


_BEFORE = (lobby_pb2.TABLE_STATUS_OPEN, lobby_pb2.TABLE_STATUS_STARTING)
_ON = (lobby_pb2.TABLE_STATUS_STARTING, lobby_pb2.TABLE_STATUS_RUNNING)


async def _check(me: Client, game: Game) -> None:
    """Says loudly where the dice were not those that the server was bound to, or its log is not the one of before."""
    try:
        await game.check_chance()
    except ChanceMismatch as mismatch:
        typer.echo(f"THE DICE OF THIS GAME ARE NOT PROVEN: {mismatch}", err=True)
        raise typer.Exit(1) from mismatch
    await look_at_log(me)


RECALLED = 10
"""The number of events that are shown again to a player who comes back."""


async def _give(turn: Turn, choice: Choice | games_pb2.Command) -> play_pb2.SubmitResponse:
    if isinstance(choice, games_pb2.Command):
        return await turn.submit(choice)
    return await turn.choose(choice.option, choice.number)


async def _take_back(game: Game, player: Player) -> None:
    try:
        await game.undo()
    except ServiceError as refused:
        player.refused(refused)


async def _hint(game: Game, player: Player) -> None:
    assert isinstance(player, Person), "nobody else types"
    try:
        player.hinted(await game.hint())
    except ServiceError as refused:
        player.refused(refused)


async def _order(game: Game, turn: Turn, words: str, player: Person) -> None:
    """`order ITEM; ITEM` leaves the seat an order, `order clear` takes it back, `order` alone tells of it."""
    case = turn.snapshot.board.WhichOneof("game") or ""
    try:
        if not words:
            return player.ordered(await game.orders())
        items = [] if words == "clear" else [item(case, each.strip()) for each in words.split(";")]
        player.ordered((await game.order(*items)).orders)
    except WrongItem as wrong:
        player.unclear(str(wrong))
    except ServiceError as refused:
        player.refused(refused)


class _Feed:
    def __init__(self, messages: AsyncGenerator[views_pb2.WatchGameResponse, None], version: int) -> None:
        self._messages, self._version = messages, version

    async def up_to(self, version: int) -> list[events_pb2.GameEvent]:
        """Return the events not shown yet, at least up to a version."""
        events: list[events_pb2.GameEvent] = []
        while self._version < version:
            message = await anext(self._messages)
            self._version = message.version
            events += message.events
        return events
