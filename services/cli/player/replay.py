"""`turnledger replay GAME`: a game once more, step by step: what happened, and the board after it."""

import asyncio
import sys
from collections.abc import Iterable, Mapping
from itertools import chain, groupby
from typing import Annotated

import typer
from google.protobuf import json_format
from rich.console import Console

from services.cli import drawing
from services.cli.failure import fail
from services.cli.reader import Reader
from services.cli.remote import as_before, read_by
from services.cli.request import Server
from services.cli.typed import Typed
from services.settings import from_environment
from services.texts.error_texts import chosen
from turnledger import Client, Game, ServiceError
from turnledger.v1 import events_pb2, lobby_pb2, snapshot_pb2

Step = list[events_pb2.GameEvent]
"""The events of one command."""


def replay(
    game_id: Annotated[str, typer.Argument(help="The game: `turnledger games` lists yours")],
    from_version: Annotated[int, typer.Option(min=1, help="Begin at this event")] = 1,
    boards: Annotated[bool, typer.Option("--boards/--no-boards", help="Draw the board after each step")] = True,
    name: Annotated[str, typer.Option(help="Your name; who played here last if not given")] = "",
    lang: Annotated[str, typer.Option(envvar="LANG", help="Language: en or ru")] = "en",
    server: Server = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the events, one JSON object a line")] = False,
) -> None:
    """Step through a game: the sentences of each command, and the board as you could see it then.

    Enter shows the next command, `back` goes back, a number goes to that event, `quit` ends. Without a terminal all
    sentences are printed, and no boards.
    """
    language = drawing.language_tag(lang)
    try:
        address = server or from_environment().listen
        if as_json:
            asyncio.run(_print_events(address, game_id, from_version, name, language))
        else:
            asyncio.run(_replay(address, game_id, from_version, name, language, boards))
    except ServiceError as error:
        fail(drawing.refusal(error), 1)
    except KeyboardInterrupt as interrupt:
        raise typer.Exit(130) from interrupt


async def _print_events(server: str, game_id: str, from_version: int, name: str, language: str) -> None:
    async with as_before(server, name, language) as (me, _):
        async for event in me.history.list_events(game_id=game_id, page_size=100, words=True):
            if event.version >= from_version:
                typer.echo(json_format.MessageToJson(event, indent=None))


async def _replay(server: str, game_id: str, from_version: int, name: str, language: str, boards: bool) -> None:
    async with as_before(server, name, language) as (me, _):
        game = me.game(game_id)
        table = await game.table()
        events = [event async for event in me.history.list_events(game_id=game_id, page_size=100, words=True)]
        steps = [list(step) for _, step in groupby(events, key=lambda event: event.event_time.ToNanoseconds())]
        shown = _ReplayScreen(game, table, await read_by(me, table, chosen(language)), await _names(me, table, events))
        if sys.stdin.isatty():
            await shown.step_by_step(steps, from_version, boards=boards)
        else:
            for step in steps:
                shown.tell(step)


async def _names(me: Client, table: lobby_pb2.Table, events: Iterable[events_pb2.GameEvent]) -> dict[str, str]:
    """Return the names of all accounts that ever had a seat, also of those that left before the start."""
    names = {each.account_id: each.display_name for each in table.occupants if each.account_id}
    for account in {event.table.player_seated.account_id for event in events} - {"", *names}:
        names[account] = (await me.views.get_player(account_id=account)).player.display_name
    return names


def sitting(events: Iterable[events_pb2.GameEvent], names: Mapping[str, str]) -> list[lobby_pb2.Occupant]:
    """Return the players of the seats after these events, from the first one on. `names`: by account."""
    seats = list[lobby_pb2.Occupant]()
    for event in events:
        told = event.table
        match told.WhichOneof("event"):
            case "player_seated":
                name, colour = names.get(told.player_seated.account_id, ""), told.player_seated.colour
                seats.append(lobby_pb2.Occupant(display_name=name, colour=colour))
            case "bot_seated":
                seats.append(lobby_pb2.Occupant(display_name=told.bot_seated.bot, colour=told.bot_seated.colour))
            case "seat_cleared":
                del seats[told.seat_cleared.seat]
            case "seats_arranged":
                seats = [seats[seat] for seat in told.seats_arranged.order]
            case "colour_chosen":
                seats[told.colour_chosen.seat].colour = told.colour_chosen.colour
    return seats


class _ReplayScreen:
    def __init__(self, game: Game, table: lobby_pb2.Table, by: Reader, names: Mapping[str, str]) -> None:
        self._game, self._table, self._by, self._names = game, table, by, names
        self._console, self._typed = Console(highlight=False), Typed()

    def tell(self, step: Step) -> None:
        for event in step:
            self._console.print(drawing.event(event), markup=False, soft_wrap=True)

    async def step_by_step(self, steps: list[Step], from_version: int, *, boards: bool) -> None:
        number = _step_of(steps, from_version)
        while number < len(steps):
            self.tell(steps[number])
            if boards:
                shown = await self._game.board(version=steps[number][-1].version)
                self._console.print(drawing.board(self._then(steps[: number + 1], shown), shown, self._by))
            try:
                following = await self._following(number, steps)
            except EOFError:
                return
            if following is None:
                return
            number = following

    async def _following(self, number: int, steps: list[Step]) -> int | None:
        """Return the next step; None for the end. Asks again after unknown input."""
        asked = self._by.say("Enter: on, back, a number, quit")
        while True:
            self._console.print(f"{asked} > ", end="", markup=False, soft_wrap=True)
            typed = (await self._typed.line()).strip().casefold()
            if typed in self._by.verbs("quit"):
                return None
            if typed in self._by.verbs("back"):
                return max(0, number - 1)
            if typed.isdigit():
                return _step_of(steps, int(typed))
            if not typed:
                return number + 1

    def _then(self, steps: Iterable[Step], shown: snapshot_pb2.Snapshot) -> lobby_pb2.Table:
        """The table as it was after these steps."""
        seated = sitting(chain.from_iterable(steps), self._names)
        return lobby_pb2.Table(
            variant=self._table.variant, seats=self._table.seats, status=shown.status, occupants=seated
        )


def _step_of(steps: list[Step], version: int) -> int:
    """Return the step of an event; the last step for a number beyond the end."""
    found = (number for number, step in enumerate(steps) if step[-1].version >= version)
    return next(found, len(steps) - 1)
