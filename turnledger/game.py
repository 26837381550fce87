"""One game of an account: its table, its moves, what is to be seen of it.

What a method has no words for here, `services` has: `me.history.list_branches(game_id=game.game_id)`.
"""

from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from turnledger.connection import Connection
from turnledger.methods import Pages
from turnledger.services import Services
from turnledger.v1 import chat_pb2, events_pb2, history_pb2, lobby_pb2, play_pb2, views_pb2

Act = play_pb2.ActRequest
_NOT_OVER = (lobby_pb2.TABLE_STATUS_OPEN, lobby_pb2.TABLE_STATUS_RUNNING)


class Game:
    """By its id. All methods raise ServiceError."""

    def __init__(self, services: Services, game_id: str) -> None:
        self._services, self.game_id = services, game_id

    @property
    def connection(self) -> Connection:
        return self._services.connection

    # At the table: each gives the table as it stands afterwards.

    async def table(self) -> lobby_pb2.Table:
        return (await self._services.lobby.get_table(game_id=self.game_id)).table

    async def join(self, colour: str = "", nonce: str = "", invite: str = "") -> lobby_pb2.Table:
        """`invite`: the code of a private table. `nonce`: the player's own chance (docs/dice.md)."""
        lobby = self._services.lobby
        return (await lobby.join_table(game_id=self.game_id, colour=colour, nonce=nonce, invite=invite)).table

    async def leave(self) -> lobby_pb2.Table:
        return (await self._services.lobby.leave_table(game_id=self.game_id)).table

    async def add_bot(self, bot: str, colour: str = "") -> lobby_pb2.Table:
        return (await self._services.lobby.add_bot(game_id=self.game_id, bot=bot, colour=colour)).table

    async def clear_seat(self, seat: int, *, expected_version: int | None = None) -> lobby_pb2.Table:
        """The host asks who sits there to go. Places move up when somebody leaves: then VERSION_CONFLICT, where the
        version of the table that the host saw is named."""
        clear = self._services.lobby.clear_seat
        return (await clear(game_id=self.game_id, seat=seat, expected_version=expected_version)).table

    async def arrange_seats(self, order: Iterable[int]) -> lobby_pb2.Table:
        """The present places in their new order."""
        return (await self._services.lobby.arrange_seats(game_id=self.game_id, order=order)).table

    async def choose_colour(self, seat: int, colour: str) -> lobby_pb2.Table:
        return (await self._services.lobby.choose_colour(game_id=self.game_id, seat=seat, colour=colour)).table

    async def set_ready(self, ready: bool = True) -> lobby_pb2.Table:
        return (await self._services.lobby.set_ready(game_id=self.game_id, ready=ready)).table

    async def start(self) -> lobby_pb2.Table:
        return (await self._services.lobby.start_game(game_id=self.game_id)).table

    async def close(self) -> lobby_pb2.Table:
        return (await self._services.lobby.close_table(game_id=self.game_id)).table

    async def invite(self) -> str:
        """The code that `join` takes at a private table."""
        return (await self._services.lobby.get_invite(game_id=self.game_id)).invite

    async def rematch(self) -> "Game":
        """The table at which the players of this finished game meet again."""
        return Game(self._services, (await self._services.lobby.rematch(game_id=self.game_id)).table.game_id)

    # Playing.

    async def options(self) -> play_pb2.ListOptionsResponse:
        return await self._services.play.list_options(game_id=self.game_id)

    async def submit(
        self,
        move: play_pb2.Command | play_pb2.Choice,
        *,
        expected_version: int | None = None,
        validate_only: bool = False,
        request_id: str = "",
    ) -> play_pb2.SubmitResponse:
        """Gives a command. `request_id`: keep it over restarts of your program, and the command happens once."""
        return await self._services.play.submit(
            game_id=self.game_id,
            request_id=request_id,
            expected_version=expected_version,
            validate_only=validate_only,
            **_move(move),
        )

    async def my_turns(self) -> AsyncGenerator["Turn", None]:
        """One each time the game waits for this account, up to its end."""
        seen = -1
        async with aclosing(self.watch(from_version=0, heartbeats=True)) as messages:
            async for message in messages:
                if message.version <= seen:
                    continue
                found = await self.options()
                while found.seat in found.to_act and found.options:
                    yield Turn(self, found.version, found.seat, list(found.options))
                    found = await self.options()
                seen = found.version
                if not found.to_act and (await self.table()).status not in _NOT_OVER:
                    return

    async def undo(self, commands: int = 1) -> play_pb2.ActResponse:
        """Takes back the own last commands."""
        return await self._services.play.act(game_id=self.game_id, undo=Act.Undo(commands=commands))

    async def propose_undo(self, commands: int = 1) -> play_pb2.ActResponse:
        """Asks everybody to take back the last commands, whoever gave them."""
        return await self._services.play.act(game_id=self.game_id, propose_undo=Act.ProposeUndo(commands=commands))

    async def propose_abandon(self) -> play_pb2.ActResponse:
        """Asks everybody to end the game without a result."""
        return await self._services.play.act(game_id=self.game_id, propose_abandon=Act.ProposeAbandon())

    async def vote(self, agree: bool) -> play_pb2.ActResponse:
        """Answers what was proposed."""
        return await self._services.play.act(game_id=self.game_id, vote=Act.Vote(agree=agree))

    async def hand_seat(self, bot: str = "") -> play_pb2.ActResponse:
        """A bot plays on, until the seat is taken back."""
        return await self._services.play.act(game_id=self.game_id, hand_seat=Act.HandSeat(bot=bot))

    async def take_seat_back(self) -> play_pb2.ActResponse:
        return await self._services.play.act(game_id=self.game_id, take_seat_back=Act.TakeSeatBack())

    async def take_vacation(self, days: int) -> play_pb2.ActResponse:
        return await self._services.play.act(game_id=self.game_id, take_vacation=Act.TakeVacation(days=days))

    async def resign(self) -> play_pb2.ActResponse:
        return await self._services.play.act(game_id=self.game_id, resign=Act.Resign())

    # Looking.

    async def board(
        self, *, min_version: int = 0, version: int = 0, as_spectator: bool = False, with_options: bool = False
    ) -> views_pb2.GetBoardResponse:
        """The board now, from a version on, or as it stood right after a version; with the own options, if wanted."""
        return await self._services.views.get_board(
            game_id=self.game_id,
            min_version=min_version,
            version=version,
            as_spectator=as_spectator,
            with_options=with_options,
        )

    async def watch(
        self,
        from_version: int = 1,
        *,
        as_spectator: bool = False,
        in_words: bool = False,
        heartbeats: bool = False,
    ) -> AsyncGenerator[views_pb2.WatchGameResponse, None]:
        """All events from a version on, in order, none twice, whatever happens to connections and servers. `in_words`:
        each with a sentence for people (`says`), in the language of the client."""
        watch = self._services.views.watch_game
        stream = watch(game_id=self.game_id, from_version=from_version, as_spectator=as_spectator, in_words=in_words)
        async with aclosing(stream) as messages:
            async for message in messages:
                if message.events or heartbeats:
                    yield message

    async def events(
        self, from_version: int = 1, *, in_words: bool = False
    ) -> AsyncGenerator[events_pb2.GameEvent, None]:
        """The same, event by event, up to the end of the game."""
        async with aclosing(self.watch(from_version, in_words=in_words, heartbeats=True)) as messages:
            async for message in messages:
                if not message.events and await self._ended_by(message.version):
                    return
                for event in message.events:
                    yield event
                    if event.table.HasField("secret_revealed") or event.table.HasField("table_closed"):
                        return

    async def _ended_by(self, version: int) -> bool:
        table = await self.table()
        return table.status not in _NOT_OVER and table.version <= version

    # Talking.

    async def say(self, text: str) -> chat_pb2.ChatMessage:
        return (await self._services.chat.send_message(game_id=self.game_id, text=text)).message

    def messages(self, after: int = 0) -> Pages[chat_pb2.ListMessagesResponse, chat_pb2.ChatMessage]:
        """What was said, from the message after number `after` on."""
        return self._services.chat.list_messages(game_id=self.game_id, after=after)

    # Its history.

    async def export(self, *, as_spectator: bool = False) -> AsyncGenerator[bytes, None]:
        """The game as one signed file (docs/history-format.md), in parts."""
        stream = self._services.history.export_game(game_id=self.game_id, as_spectator=as_spectator)
        async with aclosing(stream) as parts:
            async for part in parts:
                yield part.content

    async def verify(self) -> history_pb2.VerifyGameResponse:
        """The server adjudicates every command again."""
        return await self._services.history.verify_game(game_id=self.game_id)

    async def branch(self, version: int, *, private: bool = False) -> "Game":
        """A new, unrated table that goes on from a version of this game."""
        branch = self._services.history.branch_game
        response = await branch(game_id=self.game_id, version=version, private=private)
        return Game(self._services, response.table.game_id)


@dataclass(frozen=True)
class Turn:
    """What the account may do at a version of the game."""

    game: Game
    version: int
    seat: int
    options: list[play_pb2.Option]

    async def submit(self, move: play_pb2.Command) -> play_pb2.SubmitResponse:
        """A whole command, judged by the game as it stands by then."""
        return await self.game.submit(move)

    async def choose(self, option: int, number: int = 0) -> play_pb2.SubmitResponse:
        """Command `number` of an option, for clients that know no game's rules. What others do meanwhile does not
        matter as long as the options stay the same; then ServiceError with VERSION_CONFLICT."""
        choice = play_pb2.Choice(player=self.seat, option=option, number=number)
        return await self.game.submit(choice, expected_version=self.version)


def _move(move: play_pb2.Command | play_pb2.Choice) -> dict[str, Any]:
    if isinstance(move, play_pb2.Choice):
        return {"choice": move}
    game = move.WhichOneof("game")
    return {game: getattr(move, game)} if game else {}
