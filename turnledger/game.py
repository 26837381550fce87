"""One game of an account: its table, its moves, its views.

Methods that are missing here are in `services`: `me.history.list_branches(game_id=game.game_id)`.
"""

from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from turnledger.chance import new_nonce
from turnledger.connection import Connection
from turnledger.errors import ServiceError
from turnledger.methods import Pages
from turnledger.services import Services
from turnledger.signing import Signing
from turnledger.v1 import chat_pb2, events_pb2, history_pb2, lobby_pb2, play_pb2, views_pb2
from turnledger.v1.games_pb2 import Command, Option, Order
from turnledger.v1.play_pb2 import Choice
from turnledger.v1.snapshot_pb2 import Parts, Snapshot

Act = play_pb2.ActRequest
_TURN = Parts(board=True, options=True)
_NOT_OVER = (
    lobby_pb2.TABLE_STATUS_OPEN,
    lobby_pb2.TABLE_STATUS_STARTING,
    lobby_pb2.TABLE_STATUS_RUNNING,
)
BEHIND_MAX = 2
"""So many messages of a watch without events, one every quarter of a minute, may be of a version before an answer."""


class Game:
    """A game by its id. All methods raise ServiceError."""

    def __init__(self, services: Services, game_id: str) -> None:
        self._services, self.game_id = services, game_id
        self._signing = Signing(services, game_id)
        self._answered = 0  # the greatest version that an answer or a watch named

    def _saw(self, version: int) -> None:
        self._answered = max(self._answered, version)

    @property
    def connection(self) -> Connection:
        return self._services.connection

    # At the table: each method returns the table after it.

    async def table(self) -> lobby_pb2.Table:
        table = (await self._services.lobby.get_table(game_id=self.game_id)).table
        self._services.chances.saw(table)
        return table

    async def join(self, colour: str = "", nonce: str = "", invite: str = "") -> lobby_pb2.Table:
        """`invite`: the code of a private table. `nonce`: the player's own chance (docs/dice.md), made here if not
        given, and kept in `me.chances`."""
        lobby, nonce = self._services.lobby, nonce or new_nonce()
        table = (await lobby.join_table(game_id=self.game_id, colour=colour, nonce=nonce, invite=invite)).table
        self._services.chances.sat_down(table, nonce)
        return table

    async def leave(self) -> lobby_pb2.Table:
        return (await self._services.lobby.leave_table(game_id=self.game_id)).table

    async def add_bot(self, bot: str, colour: str = "") -> lobby_pb2.Table:
        return (await self._services.lobby.add_bot(game_id=self.game_id, bot=bot, colour=colour)).table

    async def clear_seat(self, seat: int, *, expected_version: int | None = None) -> lobby_pb2.Table:
        """The host removes a player. Places move up when a player leaves: then VERSION_CONFLICT, if the version of the
        table that the host saw is given."""
        clear = self._services.lobby.clear_seat
        return (await clear(game_id=self.game_id, seat=seat, expected_version=expected_version)).table

    async def arrange_seats(self, order: Iterable[int]) -> lobby_pb2.Table:
        """The present places in their new order."""
        return (await self._services.lobby.arrange_seats(game_id=self.game_id, order=order)).table

    async def choose_colour(self, seat: int, colour: str) -> lobby_pb2.Table:
        return (await self._services.lobby.choose_colour(game_id=self.game_id, seat=seat, colour=colour)).table

    async def set_ready(self, ready: bool = True) -> lobby_pb2.Table:
        return (await self._services.lobby.set_ready(game_id=self.game_id, ready=ready)).table

    async def start(self, *, expected_version: int | None = None) -> lobby_pb2.Table:
        """VERSION_CONFLICT where the table is no longer as the host saw it. At a table with a beacon the game begins
        some seconds later, with its round."""
        start = self._services.lobby.start_game
        table = (await start(game_id=self.game_id, expected_version=expected_version)).table
        self._saw(table.version)
        self._services.chances.saw(table)
        return table

    async def hand_in(self, number: int, signature: str) -> lobby_pb2.Table:
        """Hand in the round of the beacon that the start or a draw waits for. WRONG_ROUND and ROUND_NOT_SIGNED for any
        other; `signature`: 96 hex digits."""
        begin = self._services.lobby.begin_game
        return (await begin(game_id=self.game_id, round=number, signature=signature)).table

    async def close(self) -> lobby_pb2.Table:
        return (await self._services.lobby.close_table(game_id=self.game_id)).table

    async def invite(self) -> str:
        """The code that `join` takes at a private table."""
        return (await self._services.lobby.get_invite(game_id=self.game_id)).invite

    async def rematch(self) -> "Game":
        """The table at which the players of this finished game meet again."""
        table = (await self._services.lobby.rematch(game_id=self.game_id, nonce=new_nonce())).table
        self._services.chances.sat_down(table)  # who asked before sits there with the nonce of then
        return Game(self._services, table.game_id)

    async def check_chance(self) -> bool:
        """After the end, check that this program took a seat here and kept its nonce, that the secret matches the
        server's commitment, and that the nonce took part. Raises ChanceMismatch. The draws themselves are proven by the
        file of the game (`turnledger verify`)."""
        kept = self._services.chances.of.get(self.game_id)
        if kept is None:
            return False
        me = (await self._services.accounts.get_me()).account.account_id
        table = await self.table()
        self._services.chances.saw(table)
        seat = next(seat for seat, each in enumerate(table.occupants) if each.account_id == me)
        pages = self._services.history.list_events(game_id=self.game_id, from_version=table.version)
        async for event in pages:
            if event.table.HasField("secret_revealed"):
                kept.check(event.table.secret_revealed, seat)
                return True
        return False

    # Playing.

    async def options(self) -> play_pb2.ListOptionsResponse:
        return await self._services.play.list_options(game_id=self.game_id)

    async def submit(
        self,
        move: Command | Choice,
        *,
        expected_version: int | None = None,
        validate_only: bool = False,
        request_id: str = "",
        parts: Parts | None = None,
    ) -> play_pb2.SubmitResponse:
        """Gives a command, signed where `me.device` may sign: raises DeviceMismatch where the server wants another one
        signed. `request_id`: keep it over restarts of your program, and the command happens once. `parts`: what the
        answer tells besides the events."""
        fields: dict[str, Any] = {"game_id": self.game_id, "request_id": request_id, "parts": parts}
        if validate_only:
            return await self._give(move, validate_only=True, expected_version=expected_version, **fields)
        shown = max(self._answered, expected_version or 0)
        if isinstance(move, Choice) and await self._signing.seat() is not None:
            # A number says nothing: what is signed is the command that it stands for.
            move, expected_version = (await self.spell(move, expected_version)).command, None
        if isinstance(move, Choice):
            answer = await self._give(move, expected_version=expected_version, **fields)
        else:
            answer = await self._signing.submit(shown, move, expected_version=expected_version, **fields)
        self._saw(answer.version)
        return answer

    async def _give(self, move: Command | Choice, **fields: Any) -> play_pb2.SubmitResponse:
        """The command itself, unsigned."""
        command, choice = (move, None) if isinstance(move, Command) else (None, move)
        return await self._services.play.submit(command=command, choice=choice, **fields)

    def commands(
        self, option: int, version: int | None = None
    ) -> Pages[play_pb2.ListCommandsResponse, play_pb2.NumberedCommand]:
        """Return the commands of an option by number, each with a sentence. `version`: of the options; VERSION_CONFLICT
        if there are other options by now."""
        return self._services.play.list_commands(game_id=self.game_id, expected_version=version, option=option)

    async def spell(self, choice: Choice, version: int | None = None) -> play_pb2.NumberedCommand:
        """The one command that a choice stands for. Raises LookupError where the option has none of that number."""
        page = self._services.play.list_commands(
            game_id=self.game_id,
            expected_version=version,
            option=choice.option,
            from_number=choice.number,
            page_size=1,
        )
        for command in (await page).commands:
            return command
        raise LookupError(f"option {choice.option} has no command {choice.number}")

    async def _act(self, **action: Any) -> play_pb2.ActResponse:
        answer = await self._signing.act(self._answered, game_id=self.game_id, **action)
        self._saw(answer.version)
        return answer

    async def signs(self) -> bool:
        """Return whether this device signs this account's commands here: `me.device` is set, and its key was registered
        when the account took its seat."""
        return await self._signing.seat() is not None

    async def order(
        self,
        *items: Order,
        phase: str = "",
        ignore: Sequence[str] = (),
        expected_version: int | None = None,
        validate_only: bool = False,
        request_id: str = "",
    ) -> play_pb2.SetOrdersResponse:
        """Leaves the seat a standing order in place of the one before (docs/orders.md). Without items none is left."""
        answer = await self._services.play.set_orders(
            game_id=self.game_id,
            request_id=request_id,
            expected_version=expected_version,
            validate_only=validate_only,
            phase=phase,
            items=items,
            ignore=ignore,
        )
        if not validate_only:
            self._saw(answer.orders.version)
        return answer

    async def orders(self, seat: int | None = None) -> play_pb2.SeatOrders:
        """Return the active order, and why earlier ones ended; for another seat once the game is over."""
        return (await self._services.play.get_orders(game_id=self.game_id, seat=seat)).orders

    async def my_turns(self) -> AsyncGenerator["Turn", None]:
        """One each time the game waits for this account, with board and options, up to its end. They come with the
        watch and with the answers of `Turn.submit` and `Turn.choose`: a turn is one call."""
        seen = 0
        async with aclosing(self.boards()) as boards:
            async for snapshot in boards:
                if snapshot.version < seen:
                    continue  # `seen` itself may be another event, in the place of a lost one
                while snapshot.seat in snapshot.to_act and snapshot.options.options:
                    turn = Turn(self, snapshot)
                    yield turn
                    snapshot = turn.after or await self._after_idle_turn()
                seen = snapshot.version
                if snapshot.status not in _NOT_OVER:
                    return

    async def _after_idle_turn(self) -> Snapshot:
        """Return the game after a turn without an action, or without an automatic one. Waits for a server that is away
        as a watch does, without an end."""
        while True:
            try:
                return await self.board(options=True)
            except ServiceError as error:
                if not error.may_pass:
                    raise
                await self._check_answered()

    async def undo(self, commands: int = 1) -> play_pb2.ActResponse:
        """Takes back one's own last commands."""
        return await self._act(undo=Act.Undo(commands=commands))

    async def propose_undo(self, commands: int = 1) -> play_pb2.ActResponse:
        """Ask all players to take back the last commands, whichever player gave them."""
        return await self._act(propose_undo=Act.ProposeUndo(commands=commands))

    async def propose_abandon(self) -> play_pb2.ActResponse:
        """Ask all players to end the game without a result."""
        return await self._act(propose_abandon=Act.ProposeAbandon())

    async def propose_no_rounds(self) -> play_pb2.ActResponse:
        """Ask all players to continue without rounds of the beacon, ten minutes after the awaited one was due."""
        return await self._act(propose_no_rounds=Act.ProposeNoRounds())

    async def vote(self, agree: bool) -> play_pb2.ActResponse:
        """Answers what was proposed."""
        return await self._act(vote=Act.Vote(agree=agree))

    async def hand_seat(self, bot: str = "") -> play_pb2.ActResponse:
        """A bot plays on, until the seat is taken back."""
        return await self._act(hand_seat=Act.HandSeat(bot=bot))

    async def take_seat_back(self) -> play_pb2.ActResponse:
        return await self._act(take_seat_back=Act.TakeSeatBack())

    async def take_vacation(self, days: int) -> play_pb2.ActResponse:
        return await self._act(take_vacation=Act.TakeVacation(days=days))

    async def hint(self) -> play_pb2.GetHintResponse:
        """Take a hint for the current choice of one's own seat, where the table's terms allow it, and return it. All
        viewers see that one was taken. A repeated call before the next move costs no further hint."""
        await self._act(take_hint=Act.TakeHint())
        return await self._services.play.get_hint(game_id=self.game_id)

    async def resign(self) -> play_pb2.ActResponse:
        return await self._act(resign=Act.Resign())

    # Looking.

    async def board(
        self, *, min_version: int = 0, version: int = 0, as_spectator: bool = False, options: bool = False
    ) -> Snapshot:
        """Return the game now, or right after a version; with one's own options, if requested.

        It is never older than `min_version`, nor than what this object has seen: a server whose views are behind waits.
        """
        response = await self._services.views.get_board(
            game_id=self.game_id,
            min_version=None if version else max(min_version, self._answered) or None,
            version=version or None,
            as_spectator=as_spectator,
            parts=Parts(board=True, options=options),
        )
        return response.snapshot

    async def boards(self, *, as_spectator: bool = False) -> AsyncGenerator[Snapshot, None]:
        """Yield the game with the account's options, again after each change, up to its end. Versions grow; some are
        left out if many commands follow quickly."""
        shown = -1
        stream = self.watch(None, as_spectator=as_spectator, board=True, options=not as_spectator, heartbeats=True)
        async with aclosing(stream) as messages:
            async for message in messages:
                if not message.HasField("snapshot") or message.snapshot.version <= shown:
                    continue
                shown = message.snapshot.version
                yield message.snapshot
                if message.snapshot.status not in _NOT_OVER:
                    return

    async def watch(
        self,
        after_version: int | None = 0,
        *,
        as_spectator: bool = False,
        board: bool = False,
        options: bool = False,
        words: bool = False,
        heartbeats: bool = False,
    ) -> AsyncGenerator[views_pb2.WatchGameResponse, None]:
        """Yield all events after a version (None: from now on), in order, none twice, whatever happens to connections
        and servers. `board`, `options`: messages contain the game after them (`snapshot`). `words`: each event has a
        sentence for people (`says`), in the client's language."""
        stream = self._services.views.watch_game(
            game_id=self.game_id,
            after_version=after_version,
            as_spectator=as_spectator,
            parts=Parts(board=board, options=options, words=words),
        )
        behind = 0
        async with aclosing(stream) as messages:
            async for message in messages:
                behind = behind + 1 if message.version < self._answered and not message.events else 0
                if behind == BEHIND_MAX:
                    await self._check_answered()
                    behind = 0
                self._saw(message.version)
                if message.events or heartbeats:
                    yield message

    async def _check_answered(self) -> None:
        """Raises UNKNOWN_VERSION if the server has lost what it has answered."""
        stream = self._services.views.watch_game(game_id=self.game_id, after_version=self._answered)
        async with aclosing(stream) as messages:
            await anext(messages)

    async def events(
        self, after_version: int | None = 0, *, words: bool = False
    ) -> AsyncGenerator[events_pb2.GameEvent, None]:
        """The same, event by event, up to the end of the game."""
        async with aclosing(self.watch(after_version, words=words, heartbeats=True)) as messages:
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

    def messages(
        self, after_number: int = 0, *, newest_first: bool = False
    ) -> Pages[chat_pb2.ListMessagesResponse, chat_pb2.ChatMessage]:
        """Return chat messages with numbers above `after_number`."""
        return self._services.chat.list_messages(
            game_id=self.game_id, after_number=after_number, newest_first=newest_first
        )

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

    async def knew(self, version: int, field: str) -> history_pb2.KnowledgeResponse:
        """Return which viewers could know a field of an event, and from which version on; of a running game as far as
        this account may know."""
        return await self._services.history.knowledge(game_id=self.game_id, version=version, field=field)

    async def figures(self) -> history_pb2.GetFiguresResponse:
        """The game in figures, by round and seat, once it is over: what each had, earned and paid, and who led."""
        return await self._services.history.get_figures(game_id=self.game_id)

    async def analysis(self, behind: Callable[[int, int], None] = lambda _, __: None) -> history_pb2.Analysis:
        """Return the explanation of a finished game: every decision compared with the move of the bot `expert`. The
        first time it takes minutes; `behind` is called about every second with the version done and the total."""
        async with aclosing(self._services.history.analyze_game(game_id=self.game_id)) as messages:
            async for each in messages:
                if each.HasField("analysis"):
                    return each.analysis
                behind(each.progress.version, each.progress.last_version)
        raise AssertionError("the stream ends with the explanation")

    async def branch(self, version: int, *, private: bool = False) -> "Game":
        """Open a new, unrated table that continues from a version of this game."""
        branch = self._services.history.branch_game
        response = await branch(game_id=self.game_id, version=version, private=private)
        return Game(self._services, response.table.game_id)


@dataclass
class Turn:
    """The account's options at a version of the game, and the game at that version."""

    game: Game
    snapshot: Snapshot
    after: Snapshot | None = field(default=None, repr=False)
    """The game when the last call of this turn was answered."""

    @property
    def version(self) -> int:
        return self.snapshot.version

    @property
    def seat(self) -> int:
        return self.snapshot.seat

    @property
    def options(self) -> list[Option]:
        return list(self.snapshot.options.options)

    async def submit(self, move: Command) -> play_pb2.SubmitResponse:
        """Submit a whole command, which is decided on the game at that moment."""
        return await self._give(move, None)

    async def choose(self, option: int, number: int = 0) -> play_pb2.SubmitResponse:
        """Submit command `number` of an option, for clients that know no game's rules. Commands of other seats do not
        matter as long as the options stay the same; otherwise ServiceError with VERSION_CONFLICT."""
        return await self._give(Choice(option=option, number=number), self.version)

    async def spell(self, option: int, number: int = 0) -> play_pb2.NumberedCommand:
        """The command that `choose` would give, with a sentence."""
        return await self.game.spell(Choice(option=option, number=number), self.version)

    async def _give(self, move: Command | Choice, expected_version: int | None) -> play_pb2.SubmitResponse:
        answer = await self.game.submit(move, expected_version=expected_version, parts=_TURN)
        self.after = answer.snapshot
        return answer
