"""Playing over the wire. A bid passes here: decode, give, encode; whether it is legal is decided elsewhere."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from functools import partial
from itertools import takewhile

from google.protobuf.message import Message
from msgspec import Struct

from domain.history.codec import canonical_command
from domain.kernel import privacy
from domain.kernel.decider import decide
from domain.kernel.device_keys import DeviceSignature
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Event, Option
from domain.kernel.refused import Refused
from domain.table.aggregate import FINISHED, RUNNING, Aggregate
from domain.table.decide import offered
from domain.table.messages import TableCommand
from services.api.gate.api_errors import RefusedMove
from services.api.gate.gate import Call
from services.api.gate.page_tokens import PageTokens
from services.api.gate.request_checks import check_ids, page_size
from services.api.gate.status import status_of
from services.api.hints import Hints
from services.api.messages import contract
from services.api.messages.contract import SentEvent
from services.api.messages.convert import MalformedMessage, snake
from services.api.messages.encode import Piece, StructEncoder, message_piece
from services.api.messages.snapshots import Parts, SentSnapshot, ShownGames, wants_snapshot
from services.api.messages.words import Words
from services.api.order_messages import OrdersOfSeats, orders_message
from services.application.command_errors import ExpectedVersionMismatch
from services.application.game_service import CommandResult, GameService
from services.application.loaded_game import LoadedGame
from services.application.requests import ConflictResolver, Device, fail_on_conflict
from services.platform.history_quota import HistoryQuota
from services.roles.expert_process import ExpertProcess
from services.texts.error_texts import chosen
from turnledger.v1 import play_pb2

IN_FLIGHT_MAX = 64
"""Commands of one session that may be under way."""
Request = play_pb2.SubmitRequest | play_pb2.ActRequest


class SentToSign(Struct, frozen=True):
    """The form of a ToSign that is written. The following classes are the forms of other answers."""

    version: int
    chain: str
    command: str


class SentMove(Struct, frozen=True):
    """A SubmitResponse, and an ActResponse."""

    game_id: str
    first_version: int
    version: int
    events: tuple[SentEvent, ...]
    snapshot: Piece[SentSnapshot] | None
    to_sign: SentToSign | None


class SentOrders(Struct, frozen=True):
    orders: Piece[Message]
    events: tuple[SentEvent, ...]
    snapshot: Piece[SentSnapshot] | None


class SentOutcome(Struct, frozen=True):
    """A SessionResponse."""

    request_id: str
    submit: Piece[SentMove] | None = None
    act: Piece[SentMove] | None = None
    error: Piece[Message] | None = None


_SUBMITTED = StructEncoder(SentMove, play_pb2.SubmitResponse)
_ACTED = StructEncoder(SentMove, play_pb2.ActResponse)
_ORDERS_SET = StructEncoder(SentOrders, play_pb2.SetOrdersResponse)
_OUTCOMES = StructEncoder(SentOutcome, play_pb2.SessionResponse)


class Play:
    """`past`: looks into the past."""

    def __init__(
        self,
        games: GameService,
        past: HistoryQuota,
        words: Words,
        orders: OrdersOfSeats,
        experts: ExpertProcess,
        shown_games: ShownGames,
    ) -> None:
        self._games, self._past, self._words, self._orders = games, past, words, orders
        self._shown = shown_games
        self.get_hint = Hints(games, words, experts).get_hint

    async def submit(self, request: play_pb2.SubmitRequest, call: Call) -> Piece[SentMove]:
        live, game_name = await self._running(request.game_id, call)
        seat = _seat(live.loaded, call.account)
        try:
            command, still = await self._command(request, live, game_name, seat, call)
            answer = await self._games.execute(
                request.game_id,
                command,
                actor=call.account,
                request_id=request.request_id,
                expected_version=request.expected_version if request.HasField("expected_version") else None,
                still=still,
                validate_only=request.validate_only,
                device=_device(request),
                timeout_s=call.timeout_s,
            )
        except Refused as refused:
            seat = _seat(live.loaded, call.account)  # perhaps another one, if the game was read again
            raise RefusedMove(refused, legal_instead(self._shown, live, game_name, seat), game_name) from refused
        return Piece(_SUBMITTED, await self._sent_move(answer, command, request, live, game_name, call))

    async def act(self, request: play_pb2.ActRequest, call: Call) -> Piece[SentMove]:
        live, game_name = await self._running(request.game_id, call)
        command = contract.seat_command(request)
        answer = await self._games.execute(
            request.game_id,
            command,
            actor=call.account,
            request_id=request.request_id,
            expected_version=request.expected_version if request.HasField("expected_version") else None,
            validate_only=request.validate_only,
            device=_device(request),
            timeout_s=call.timeout_s,
        )
        return Piece(_ACTED, await self._sent_move(answer, command, request, live, game_name, call))

    async def set_orders(self, request: play_pb2.SetOrdersRequest, call: Call) -> Piece[SentOrders]:
        live, game_name = await self._running(request.game_id, call)
        told = await self._orders.set(request, live.loaded, call)
        events = [
            seen
            for answer in told.done
            for seen in await self._seen(answer, answer.events, live, game_name, request.parts, call)
        ]
        orders = message_piece(orders_message(told, live.loaded, call.languages))
        snapshot = None if request.validate_only else _snapshot(self._shown, live, request.parts, call.account)
        return Piece(_ORDERS_SET, SentOrders(orders, tuple(events), snapshot))

    async def get_orders(self, request: play_pb2.GetOrdersRequest, call: Call) -> play_pb2.GetOrdersResponse:
        live = await self._games.load(request.game_id, timeout_s=call.timeout_s)
        if live.loaded.rules is None:
            raise Refused("GAME_NOT_STARTED", "TB-START-01")
        told = await self._orders.of(request, live.loaded, call)
        return play_pb2.GetOrdersResponse(orders=orders_message(told, live.loaded, call.languages))

    async def session(
        self, requests: AsyncIterator[play_pb2.SessionRequest], call: Call
    ) -> AsyncGenerator[Piece[SentOutcome], None]:
        """Ends when the client has sent everything and has all answers."""
        answers: asyncio.Queue[Piece[SentOutcome] | None] = asyncio.Queue()
        reading = asyncio.create_task(self._take(requests, call, answers))
        try:
            while (answer := await answers.get()) is not None:
                yield answer
            await reading
        finally:
            reading.cancel()

    async def _take(
        self,
        requests: AsyncIterator[play_pb2.SessionRequest],
        call: Call,
        answers: asyncio.Queue[Piece[SentOutcome] | None],
    ) -> None:
        """Starts a command for each request, IN_FLIGHT_MAX at a time; the client waits where there are more."""
        places = asyncio.Semaphore(IN_FLIGHT_MAX)

        async def carry_out(request: Request, before: asyncio.Task[None] | None) -> None:
            try:
                if before and not before.done():
                    await asyncio.wait({before})
                answers.put_nowait(await self._outcome(request, call))
            finally:
                places.release()

        newest: dict[str, asyncio.Task[None]] = {}
        try:
            async for message in requests:
                await places.acquire()
                request: Request = message.act if message.HasField("act") else message.submit
                before = newest.get(request.game_id)
                newest[request.game_id] = asyncio.create_task(carry_out(request, before))
            await asyncio.gather(*newest.values())
        finally:
            for task in newest.values():
                task.cancel()
            answers.put_nowait(None)

    async def _outcome(self, request: Request, call: Call) -> Piece[SentOutcome]:
        try:
            check_ids(request)
            assert call.again, "a session has an account"
            again = await call.again()
            if isinstance(request, play_pb2.ActRequest):
                outcome = SentOutcome(request.request_id, act=await self.act(request, again))
            else:
                outcome = SentOutcome(request.request_id, submit=await self.submit(request, again))
        except Exception as error:
            outcome = SentOutcome(request.request_id, error=message_piece(status_of(error, call.languages)))
        return Piece(_OUTCOMES, outcome)

    async def list_options(self, request: play_pb2.ListOptionsRequest, call: Call) -> play_pb2.ListOptionsResponse:
        live = await self._games.load(request.game_id, timeout_s=call.timeout_s)
        aggregate = live.loaded
        seat, rules = _seat(aggregate, call.account), aggregate.rules
        return play_pb2.ListOptionsResponse(
            version=live.version,
            seat=seat,
            options=contract.game(rules.name).option_messages(self._shown.at(aggregate).options(seat)) if rules else (),
            to_act=aggregate.to_act,
            chain=live.chain,
        )

    async def _sent_move(
        self,
        answer: CommandResult,
        command: TableCommand | Command,
        request: Request,
        live: LoadedGame,
        game_name: str,
        call: Call,
    ) -> SentMove:
        """The answer, whichever kind of command it is to."""
        events = tuple(takewhile(_tells_nothing, answer.events)) if request.validate_only else answer.events
        return SentMove(
            game_id=answer.game_id,
            first_version=answer.first_version,
            version=answer.first_version + len(events) - 1,
            events=tuple(await self._seen(answer, events, live, game_name, request.parts, call)),
            snapshot=None if request.validate_only else _snapshot(self._shown, live, request.parts, call.account),
            to_sign=_to_sign(answer, command),
        )

    async def _seen(
        self, answer: CommandResult, events: Sequence[Event], live: LoadedGame, game_name: str, parts: Parts, call: Call
    ) -> list[SentEvent]:
        """The events as the account could know them right after them: a repeated request is answered with the same ones
        when the game is over and everything is known."""
        aggregate = live.loaded
        viewer, whole = aggregate.seat_of(call.account), answer.is_end and events is answer.events
        known = [event if whole else privacy.redact(event, viewer) for event in events]
        language = chosen(call.languages) if parts.words else ""
        says = await self._words.sentences(known, aggregate.occupants, language)
        shown = self._shown.at(aggregate)
        return [
            contract.sent_event(version, event, game_name, says=said, piece=shown.event(event, game_name))
            for version, (event, said) in enumerate(zip(known, says, strict=True), answer.first_version)
        ]

    async def list_commands(self, request: play_pb2.ListCommandsRequest, call: Call) -> play_pb2.ListCommandsResponse:
        """Counts as a look into the past: each command is tried."""
        live, game_name = await self._running(request.game_id, call)
        seat = _seat(live.loaded, call.account)
        if request.from_number and request.page_token:
            raise MalformedMessage("from_number", "not together with page_token")
        self._past.take(call.account, call.caller, live.game_id)
        aggregate, option = await self._option(request, request, "", live, seat, call)
        tokens = PageTokens("ListCommands", request.game_id, request.expected_version, request.option)
        first = tokens.position(request.page_token) or request.from_number
        after = min(first + page_size(request.page_size), option.count())
        commands = [option.nth(number) for number in range(first, after)]
        spoken, language = contract.game(game_name), chosen(call.languages)
        says = [await self._foreseen(aggregate, command, seat, language) for command in commands]
        return play_pb2.ListCommandsResponse(
            commands=[
                play_pb2.NumberedCommand(number=number, command=spoken.command_message(command), says=said)
                for number, (command, said) in enumerate(zip(commands, says, strict=True), first)
            ],
            next_page_token=tokens.issue(str(after)) if after < option.count() else "",
        )

    async def _foreseen(self, aggregate: Aggregate, command: Command, seat: Seat, language: str) -> str:
        """Return the events that the command would make, in sentences, as far as they reveal nothing."""
        assert aggregate.rules, "the game is on"
        events = takewhile(_tells_nothing, decide(aggregate.rules, aggregate.play, command))
        seen = [privacy.redact(event, seat) for event in events]
        return " ".join(filter(None, await self._words.sentences(seen, aggregate.occupants, language)))

    async def _running(self, game_id: str, call: Call) -> tuple[LoadedGame, str]:
        """The game and the name of its decider. Raises Refused before the start."""
        live = await self._games.load_cached(game_id, timeout_s=call.timeout_s)
        if live.loaded.rules is None:
            live = await self._games.load(game_id, timeout_s=call.timeout_s)
        rules = live.loaded.rules
        if rules is None:
            raise Refused("GAME_NOT_STARTED", "TB-START-01")
        return live, rules.name

    async def _command(
        self, request: play_pb2.SubmitRequest, live: LoadedGame, game_name: str, seat: Seat, call: Call
    ) -> tuple[Command, ConflictResolver]:
        """And when it is good on a later version than it names. Raises MalformedMessage; for a choice also what
        `_chosen` raises."""
        if request.HasField("choice"):
            return await self._chosen(request, live, seat, call)
        if not request.HasField("command"):
            raise MalformedMessage("move", "is missing")
        return contract.game(game_name).of_seat(seat).command(request.command), fail_on_conflict

    async def _chosen(
        self, request: play_pb2.SubmitRequest, live: LoadedGame, seat: Seat, call: Call
    ) -> tuple[Command, ConflictResolver]:
        """The command that a choice stands for, by the options of the version it was made on. It is good for as long as
        the seat has the same options: where several choose in secret, each other's choice is a version."""
        if not request.choice.HasField("number"):
            raise MalformedMessage("choice.number", "must be there")
        aggregate, option = await self._option(request, request.choice, "choice.", live, seat, call)
        if request.choice.number >= option.count():
            raise MalformedMessage("choice.number", f"the option stands for {option.count()} commands")
        listed = self._shown.at(aggregate).options(seat)
        return option.nth(request.choice.number), partial(_still_offered, self._shown, seat, listed)

    async def _option(
        self,
        request: play_pb2.SubmitRequest | play_pb2.ListCommandsRequest,
        choice: play_pb2.Choice | play_pb2.ListCommandsRequest,
        place: str,
        live: LoadedGame,
        seat: Seat,
        call: Call,
    ) -> tuple[Aggregate, Option]:
        """The option that a request names by its place and its version, and the game then. Raises MalformedMessage, and
        what `_then` raises."""
        if not request.HasField("expected_version"):
            raise MalformedMessage("expected_version", "a choice needs the version of its options")
        if not choice.HasField("option"):
            raise MalformedMessage(f"{place}option", "must be there")
        then = await self._then(int(request.expected_version), live, call)
        listed = self._shown.at(then).options(seat)
        if not listed:
            live = await self._games.load(live.game_id, timeout_s=call.timeout_s)
            offered(live.loaded, seat, call.account)
            raise ExpectedVersionMismatch(live.game_id, int(request.expected_version), live.version)
        if choice.option >= len(listed):
            raise MalformedMessage(f"{place}option", f"there are {len(listed)} options")
        return then, listed[choice.option]

    async def _then(self, version: int, live: LoadedGame, call: Call) -> Aggregate:
        """The game at a version at which it was on. Raises ExpectedVersionMismatch, TooFast."""
        if version > live.version:
            live = await self._games.load(live.game_id, timeout_s=call.timeout_s)
            if version > live.version:
                raise _stale(live, version)
        then = live.then(version)
        if then is None:
            self._past.take(call.account, call.caller, live.game_id)
            then = await self._games.load_at_version(live.game_id, version, timeout_s=call.timeout_s)
        if then.rules is None:
            raise _stale(live, version)
        return then


def _stale(live: LoadedGame, version: int) -> Exception:
    """Nothing is to be decided again where the game is over."""
    over = live.loaded.status == FINISHED
    return Refused("GAME_OVER", "TB-END-01") if over else ExpectedVersionMismatch(live.game_id, version, live.version)


def _still_offered(shown_games: ShownGames, seat: Seat, listed: Sequence[Option], now: Aggregate) -> bool:
    """A game that is over counts: its own message reports that."""
    return now.status != RUNNING or shown_games.at(now).options(seat) == listed


def legal_instead(shown_games: ShownGames, live: LoadedGame, game_name: str, seat: Seat) -> play_pb2.LegalInstead:
    """Return the commands that the seat may give now."""
    aggregate = live.loaded
    kinds: dict[str, play_pb2.LegalCommand] = {}
    for option in shown_games.at(aggregate).options(seat):
        example = option.nth(0)
        kind = kinds.setdefault(
            type(example).__name__,
            play_pb2.LegalCommand(
                kind=snake(type(example).__name__), example=contract.game(game_name).command_message(example)
            ),
        )
        kind.count = min(kind.count + option.count(), contract.NUMBER_MAX)
    return play_pb2.LegalInstead(version=live.version, to_act=aggregate.to_act, commands=kinds.values())


def _seat(aggregate: Aggregate, account: str) -> Seat:
    """The seat whose commands the account gives."""
    seat = aggregate.seat_of(account)
    if seat is None:
        raise Refused("NOT_A_PLAYER", "TB-PLAY-01")
    return seat


def _snapshot(shown_games: ShownGames, live: LoadedGame, parts: Parts, account: str) -> Piece[SentSnapshot] | None:
    """The game as this process has it now."""
    if not wants_snapshot(parts):
        return None
    return shown_games.at(live.loaded).snapshot(live.loaded.seat_of(account), parts)


def _device(request: Request) -> Device | None:
    if not request.HasField("device"):
        return None
    given = request.device
    return Device(DeviceSignature(given.key, given.signature), given.version)


def _to_sign(answer: CommandResult, command: TableCommand | Command) -> SentToSign | None:
    """Return what a device has to sign, for the player of a trial: it would show others what they may not know."""
    if not answer.before:
        return None
    return SentToSign(
        version=answer.first_version - 1, chain=answer.before, command=canonical_command(command).decode()
    )


def _tells_nothing(event: Event) -> bool:
    return not event.reveals
