"""The tools of an agent: each is a few calls of the API by the Python client, as the account and with its rights."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from functools import wraps
from itertools import groupby
from typing import Annotated, Literal, ParamSpec, TypeVar

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from services.cli.agent import answers
from services.cli.agent.agent_players import Player
from turnledger import Client, DeviceMismatch, Game, ServiceError
from turnledger.v1 import events_pb2, lobby_pb2, play_pb2, snapshot_pb2
from turnledger.v1.play_pb2 import Choice
from turnledger.v1.snapshot_pb2 import Parts

P = ParamSpec("P")
T = TypeVar("T")
PAGE = 20
"""Tables in one answer."""
EVENTS_MAX = 50
"""Events in one answer of look_back."""
OPTIONS_MAX, FIRST_COMMANDS, COMMANDS_MAX = 40, 5, 50
"""Options in one answer, commands that each of them shows, and commands in one answer of list_commands."""
NEAR = 100
"""Events before and after a version among which its command is searched."""
TRIES, PAUSE_S, PAUSE_S_MAX = 20, 0.5, 5.0
"""How often a read that came too fast is repeated, the shortest pause before the first time, which grows with each, and
the longest."""
_STATUSES = {
    "open": lobby_pb2.TABLE_STATUS_OPEN,
    "running": lobby_pb2.TABLE_STATUS_RUNNING,
    "finished": lobby_pb2.TABLE_STATUS_FINISHED,
}
_WORDS = Parts(words=True, options=True)

GameId = Annotated[str, Field(description="Id of the game, a UUID", max_length=64)]
Version = Annotated[int, Field(description="A version of the game", ge=1, lt=2**31)]
Number = Annotated[int, Field(description="A number from 0", ge=0, lt=2**31)]
Wait = Annotated[int, Field(description="Wait up to so many seconds for your turn", ge=0, le=50)]


def _reported(tool: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Report refusals of the server to the model: a sentence, the reason code, and the legal kinds of command."""

    @wraps(tool)
    async def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await tool(*args, **kwargs)
        except ServiceError as error:
            raise ToolError(_refusal(error)) from error
        except (DeviceMismatch, LookupError) as error:
            raise ToolError(str(error)) from error

    return call


def _patient(read: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Repeat a read that came too fast after a pause. It is for one call, so that no other call is repeated with it."""

    @wraps(read)
    async def call(*args: P.args, **kwargs: P.kwargs) -> T:
        for tried in range(1, TRIES + 1):
            try:
                return await read(*args, **kwargs)
            except ServiceError as error:
                if error.reason != "TOO_FAST":
                    raise
                await asyncio.sleep(min(max(error.retry_after_s or 0, tried * PAUSE_S), PAUSE_S_MAX))
        return await read(*args, **kwargs)

    return call


def _refusal(error: ServiceError) -> str:
    says = f"{error.says or error.message} ({error.reason or error.code.name})"
    if error.reason == "VERSION_CONFLICT":
        return f"{says} Call my_options."
    kinds = sorted(each.kind for each in error.legal.commands) if error.legal else []
    return f"{says} Legal now: {', '.join(kinds)}." if kinds else says


class Tools:
    """`player`: whose account calls. Tools return what its API calls return, so they never show more than it may
    know."""

    def __init__(self, player: Callable[[], Player]) -> None:
        self._player = player

    @_reported
    @_patient
    async def list_tables(
        self,
        status: Annotated[Literal["mine", "open", "running", "finished"], Field(description="Which tables")] = "mine",
        variant: Annotated[str, Field(description="Only this variant; empty for all", max_length=100)] = "",
        page: Annotated[str, Field(description="next_page of the answer before", max_length=2_000)] = "",
    ) -> answers.Tables:
        """List your own unfinished games (those that wait for you first), or public tables, newest first."""
        if status == "mine":
            mine = await self._me.views.list_my_games(page_size=PAGE, page_token=page)
            tables, after = [each.table for each in mine.games], mine.next_page_token
        else:
            public = await self._me.lobby.list_tables(
                status=_STATUSES[status], variant=variant, page_size=PAGE, page_token=page
            )
            tables, after = list(public.tables), public.next_page_token
        chosen = [each for each in tables if not variant or each.variant == variant]
        return answers.Tables([self._table(each) for each in chosen], after)

    @_reported
    async def join_table(
        self,
        game_id: GameId,
        invite: Annotated[str, Field(description="Invite code of a private table", max_length=200)] = "",
    ) -> answers.Table:
        """Sit down at an open table. Its game begins when its host starts it, or when it is full."""
        return self._table(await self._game(game_id).join(invite=invite))

    @_reported
    async def open_table(
        self,
        variant: Annotated[
            str, Field(description="For example card_game, colony61, power_grid/russia", max_length=100)
        ],
        bots: Annotated[list[str], Field(description="Bots to seat: greedy, planner, expert", max_length=5)],
        seats: Annotated[int, Field(description="Seats of the table; 0 for you and the bots", ge=0, le=6)] = 0,
    ) -> answers.Table:
        """Open an unrated table, sit down and seat bots. The game begins when no seat is free."""
        count = max(seats, 1 + len(bots))
        full = count == 1 + len(bots)
        game = await self._me.create_table(
            variant,
            seats=count,
            join=True,
            unrated=True,
            bots=bots,
            start=full,
            terms=None if full else {"starts_when_full": True},
        )
        return self._table(await _patient(game.table)())

    @_reported
    async def my_options(
        self,
        game_id: GameId,
        wait_s: Wait = 0,
        board: Annotated[bool, Field(description="Return the board, too")] = True,
    ) -> answers.Situation:
        """Show the game as you may know it: the board, and each legal option with its prices, its number of commands
        and sentences for the first ones. Give a command with the version, an option and a number."""
        shown = await self._turn(game_id, wait_s)
        options = list(shown.options.options)
        described = [
            answers.option(place, each, await self._first(game_id, shown.version, place))
            for place, each in enumerate(options[:OPTIONS_MAX])
        ]
        left_out = max(0, len(options) - OPTIONS_MAX)
        return answers.situation(game_id, shown, described, left_out, board=board)

    @_reported
    @_patient
    async def list_commands(
        self, game_id: GameId, version: Version, option: Number, from_number: Number = 0
    ) -> answers.Commands:
        """List the commands of one of your options by number, each with a sentence that names its effect."""
        page = await self._me.play.list_commands(
            game_id=game_id,
            expected_version=version,
            option=option,
            from_number=from_number,
            page_size=COMMANDS_MAX,
        )
        commands = answers.numbered(page.commands)
        following = commands[-1].number + 1 if page.next_page_token and commands else -1
        return answers.Commands(version, commands, following)

    @_reported
    async def give_command(
        self, game_id: GameId, version: Version, option: Number, number: Number
    ) -> answers.CommandResult:
        """Give one command for your seat: a number of an option that my_options showed at that version."""
        choice = Choice(option=option, number=number)
        done = await self._game(game_id).submit(choice, expected_version=version, parts=_WORDS)
        shown = done.snapshot
        return answers.CommandResult(
            done.version, answers.events(done.events), answers.status(shown.status), answers.is_turn(shown)
        )

    @_reported
    async def explain(self, game_id: GameId, version: Version) -> answers.Explained:
        """Explain an event: all events of its command in sentences, and the figures of the board that it changed."""
        command = await self._command(game_id, version)
        game, first = self._game(game_id), command[0].version
        board = _patient(game.board)
        before = await board(version=first - 1) if first > 1 else None
        return answers.explained(command, before, await board(version=command[-1].version))

    @_reported
    async def look_back(
        self,
        game_id: GameId,
        from_version: Version = 1,
        newest: Annotated[bool, Field(description="The newest events instead")] = False,
    ) -> answers.Past:
        """Tell what happened in a game, event by event, from a version on."""
        last = (await _patient(self._game(game_id).table)()).version
        first = max(1, last - EVENTS_MAX + 1) if newest else from_version
        found = await self._events(game_id, first, min(last, first + EVENTS_MAX - 1))
        after = found[-1].version + 1 if found else last + 1
        return answers.Past(answers.events(found), after if after <= last else -1)

    @_reported
    async def board_at(self, game_id: GameId, version: Version) -> answers.Situation:
        """Show the board right after a version, as you may know it."""
        shown = await _patient(self._game(game_id).board)(version=version)
        return answers.situation(game_id, shown, [], 0, board=True)

    @property
    def _me(self) -> Client:
        return self._player().me

    def _game(self, game_id: str) -> Game:
        return self._player().game(game_id)

    def _table(self, table: lobby_pb2.Table) -> answers.Table:
        return answers.table(table, self._me.account.account_id)

    @_patient
    async def _turn(self, game_id: str, wait_s: int) -> snapshot_pb2.Snapshot:
        """Return the game with the account's options: at its turn, at its end, or after `wait_s` seconds."""
        game = self._game(game_id)
        newest = await game.board(options=True)
        if wait_s and _is_waiting(newest):
            with suppress(TimeoutError):
                async with asyncio.timeout(wait_s), aclosing(game.boards()) as boards:
                    async for shown in boards:
                        newest = max(newest, shown, key=lambda each: each.version)
                        if not _is_waiting(newest):
                            break
        return newest

    @_patient
    async def _first(self, game_id: str, version: int, place: int) -> list[play_pb2.NumberedCommand]:
        page = await self._me.play.list_commands(
            game_id=game_id, expected_version=version, option=place, page_size=FIRST_COMMANDS
        )
        return list(page.commands)

    async def _command(self, game_id: str, version: int) -> list[events_pb2.GameEvent]:
        """Return the events of the command to which an event belongs: those with its time."""
        near = await self._events(game_id, max(1, version - NEAR), version + NEAR)
        for _, together in groupby(near, key=lambda event: event.event_time.ToNanoseconds()):
            command = list(together)
            if any(each.version == version for each in command):
                return command
        raise LookupError(f"game {game_id} has no event {version}")

    @_patient
    async def _events(self, game_id: str, first: int, last: int) -> list[events_pb2.GameEvent]:
        listed = self._me.history.list_events(
            game_id=game_id, from_version=first, to_version=last, page_size=100, words=True
        )
        return [event async for event in listed]


def _is_waiting(shown: snapshot_pb2.Snapshot) -> bool:
    return not answers.is_turn(shown) and answers.status(shown.status) in ("open", "starting", "running")
