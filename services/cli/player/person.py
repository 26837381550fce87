"""A person at a terminal: reads boards and sentences, types what to do."""

from collections.abc import Sequence

from rich.console import Console

from domain.kernel.messages import Command
from services.api.messages import contract
from services.cli import drawing
from services.cli.player import phrases
from services.cli.player.order import typed
from services.cli.player.phrases.lines import Line, Unclear, understood
from services.cli.reader import Reader
from services.cli.typed import Typed
from turnledger import Game, ServiceError, Turn
from turnledger.v1 import events_pb2, games_pb2, lobby_pb2, play_pb2

LINES_MAX = 60
"""The number of lines that are listed; `?` lists all."""


class PlayerLeft(Exception):
    """The player leaves; the game continues."""


class Back(Exception):
    """The player takes the last command back."""


class Hinted(Exception):
    """The player asks what `expert` would do."""


class Ordered(Exception):
    """The player leaves the seat a standing order: `words` as typed after the verb."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class Person:
    """`language`: of boards, cards and results, `en` or `ru`. `server`: where it plays, if that was asked for."""

    def __init__(self, language: str, server: str = "") -> None:
        self.language, self._server = language, server
        self._console, self._typed = Console(highlight=False), Typed()
        self._by = Reader(language, (), "")
        self._game_id = ""

    def seated(self, game: Game, by: Reader) -> None:
        self._game_id, self._by = game.game_id, by
        self._say(by.say("game {id}").format(id=game.game_id))
        self._say(
            by.say(
                "? lists what to type, undo takes back, quit leaves; the seat waits for you",
            ),
            style="dim",
        )

    def sit(self, by: Reader) -> None:
        self._by = by

    def waits(self, table: lobby_pb2.Table) -> None:
        self._console.print(drawing.seats(table, self._by))
        self._say(self._by.say("the game has not begun yet"), style="dim")

    def happened(self, events: Sequence[events_pb2.GameEvent]) -> None:
        for event in events:
            self._say(drawing.event(event))

    async def choose(self, table: lobby_pb2.Table, turn: Turn) -> games_pb2.Command:
        """Raises Left, Back, Hinted, Ordered, EOFError."""
        self._console.print(drawing.board(table, turn.snapshot, self._by))
        lines = phrases.lines(turn.options, self._by)
        self._list(lines[:LINES_MAX])
        while True:
            command = await self._command(lines)
            if command is not None:
                return contract.game(self._by.game).command_message(command)

    async def _command(self, lines: Sequence[Line]) -> Command | None:
        """None if another text was typed, or if nothing has to be paid after all."""
        words = (await self._ask(self._by.say("what now?"))).strip()
        if self._is_about_the_game(words, lines):
            return None
        try:
            line, command = understood(lines, words, self._by.say)
        except Unclear as unclear:
            self._say(str(unclear), style="yellow")
            return None
        return command if await self._agrees(line.price(command)) else None

    def _is_about_the_game(self, words: str, lines: Sequence[Line]) -> bool:
        word, by = words.casefold(), self._by
        if word in by.verbs("quit"):
            raise PlayerLeft
        if word in by.verbs("undo"):
            raise Back
        if word in by.verbs("hint"):
            raise Hinted
        verb, _, rest = words.partition(" ")
        if verb.casefold() in by.verbs("order"):
            raise Ordered(rest.strip())
        wants_help = word in ("?", *by.verbs("help"))
        if wants_help:
            self._help(lines)
        return not word or wants_help or word in by.verbs("back")

    async def _agrees(self, price: str) -> bool:
        """Nothing to pay needs no word."""
        if not price:
            return True
        question = self._by.say("{price}? Enter for yes, back for no")
        answer = (await self._ask(question.format(price=price))).strip().casefold()
        if answer in self._by.verbs("quit"):
            raise PlayerLeft
        return answer in ("", "y", *self._by.verbs("yes"))

    def _help(self, lines: Sequence[Line]) -> None:
        self._list(lines)
        self._say(
            self._by.say(
                "Type the first word of a line (its beginning will do), then names or amounts. "
                "#3 means line 3. Words of both languages do. back: ask again; undo: take back your last command; "
                "hint: what the bot Expert would do, where the table allows it; "
                "order: leave your seat a standing order; quit or Ctrl-C: leave.",
            ),
            style="dim",
        )

    def _list(self, lines: Sequence[Line]) -> None:
        for number, line in enumerate(lines, 1):
            self._say(f"{f'#{number}':>4} {line.verbs[0]:9} {line.says}")

    async def _ask(self, question: str) -> str:
        self._console.print(f"{question} > ", end="", markup=False, soft_wrap=True)
        return await self._typed.line()

    def done(self, answer: play_pb2.SubmitResponse) -> None:
        said = self._by.say("taken as event {version}")
        self._say(said.format(version=answer.first_version), style="dim")

    def hinted(self, hint: play_pb2.GetHintResponse) -> None:
        self._say(self._by.say("A hint: {says}").format(says=hint.says), style="bold")

    def ordered(self, orders: play_pb2.SeatOrders) -> None:
        """Print the state of the seat's orders: the active one, else why the last one ended."""
        if orders.HasField("standing"):
            items = "; ".join(typed(each) for each in orders.standing.items)
            self._say(self._by.say("this order is in force: {items}").format(items=items), style="dim")
        elif orders.ended:
            self._say(self._by.say("the order has ended: {why}").format(why=orders.ended[-1].says), style="dim")
        else:
            self._say(self._by.say("no order is in force"), style="dim")

    def unclear(self, why: str) -> None:
        self._say(why, style="yellow")

    def refused(self, error: ServiceError) -> None:
        self._say(drawing.refusal(error), style="red")

    def over(self, table: lobby_pb2.Table) -> None:
        self._console.print(drawing.standings(table, self._by))

    def leave(self) -> None:
        if not self._game_id:
            return
        said = self._by.say(
            "You left; your seat waits. Come back with: turnledger play --resume{server} (game {id})",
        )
        self._console.print()
        self._say(said.format(id=self._game_id, server=f" --server {self._server}" if self._server else ""))

    def _say(self, text: str, style: str = "") -> None:
        self._console.print(text, style=style, markup=False, soft_wrap=True)
