"""Playing over the wire. A bid passes here: decode, give, encode; whether it is legal is decided elsewhere."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from functools import partial
from itertools import takewhile
from typing import Any

from domain.history.codec import canonical_command
from domain.kernel import privacy
from domain.kernel.decider import Command, Event, Option, decide
from domain.kernel.device import DeviceSignature
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused
from domain.table.aggregate import FINISHED, RUNNING, Aggregate, options
from domain.table.decide import offered
from domain.table.messages import TableCommand
from services.api import contract
from services.api.checks import check_ids, page_size
from services.api.convert import MalformedMessage, snake
from services.api.errors import RefusedMove
from services.api.hints import Hints
from services.api.orders import OrdersOfSeats, orders_message
from services.api.page_tokens import PageTokens
from services.api.rpc import Call
from services.api.snapshots import Parts, of_aggregate, wanted
from services.api.status import status_of
from services.api.words import Words
from services.application.errors import StaleVersion
from services.application.games import Answer, Games
from services.application.given import Device, Still, binding
from services.application.live import Live
from services.platform.looks import Looks
from services.texts.errors import chosen
from turnledger.v1 import play_pb2
from turnledger.v1.snapshot_pb2 import Snapshot

IN_FLIGHT_MAX = 64
"""Commands of one session that may be under way."""
Request = play_pb2.SubmitRequest | play_pb2.ActRequest


class Play:
    """`past`: looks into the past."""

    def __init__(self, games: Games, past: Looks, words: Words, orders: OrdersOfSeats) -> None:
        self._games, self._past, self._words, self._orders = games, past, words, orders
        self.get_hint = Hints(games, words).get_hint

    async def submit(self, request: play_pb2.SubmitRequest, call: Call) -> play_pb2.SubmitResponse:
        live, game_name = await self._running(request.game_id, call)
        seat = _seat(live.loaded, call.account)
        try:
            command, still = await self._command(request, live, game_name, seat, call)
            answer = await self._games.give(
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
            raise RefusedMove(refused, legal_instead(live, game_name, seat), game_name) from refused
        return play_pb2.SubmitResponse(**await self._told(answer, command, request, live, game_name, call))

    async def act(self, request: play_pb2.ActRequest, call: Call) -> play_pb2.ActResponse:
        live, game_name = await self._running(request.game_id, call)
        command = contract.seat_command(request)
        answer = await self._games.give(
            request.game_id,
            command,
            actor=call.account,
            request_id=request.request_id,
            expected_version=request.expected_version if request.HasField("expected_version") else None,
            validate_only=request.validate_only,
            device=_device(request),
            timeout_s=call.timeout_s,
        )
        return play_pb2.ActResponse(**await self._told(answer, command, request, live, game_name, call))

    async def set_orders(self, request: play_pb2.SetOrdersRequest, call: Call) -> play_pb2.SetOrdersResponse:
        live, game_name = await self._running(request.game_id, call)
        told = await self._orders.set(request, live.loaded, call)
        events = [
            seen
            for answer in told.done
            for seen in await self._seen(answer, answer.events, live, game_name, request.parts, call)
        ]
        return play_pb2.SetOrdersResponse(
            orders=orders_message(told, live.loaded, call.languages),
            events=events,
            snapshot=None if request.validate_only else _snapshot(live, request.parts, call.account),
        )

    async def get_orders(self, request: play_pb2.GetOrdersRequest, call: Call) -> play_pb2.GetOrdersResponse:
        live = await self._games.load(request.game_id, timeout_s=call.timeout_s)
        if live.loaded.rules is None:
            raise Refused("GAME_NOT_STARTED", "TB-START-01")
        told = await self._orders.of(request, live.loaded, call)
        return play_pb2.GetOrdersResponse(orders=orders_message(told, live.loaded, call.languages))

    async def session(
        self, requests: AsyncIterator[play_pb2.SessionRequest], call: Call
    ) -> AsyncGenerator[play_pb2.SessionResponse, None]:
        """Ends when the client has sent everything and has all answers."""
        answers: asyncio.Queue[play_pb2.SessionResponse | None] = asyncio.Queue()
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
        answers: asyncio.Queue[play_pb2.SessionResponse | None],
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

    async def _outcome(self, request: Request, call: Call) -> play_pb2.SessionResponse:
        try:
            check_ids(request)
            assert call.again, "a session has an account"
            again = await call.again()
            if isinstance(request, play_pb2.ActRequest):
                return play_pb2.SessionResponse(request_id=request.request_id, act=await self.act(request, again))
            return play_pb2.SessionResponse(request_id=request.request_id, submit=await self.submit(request, again))
        except Exception as error:
            return play_pb2.SessionResponse(request_id=request.request_id, error=status_of(error, call.languages))

    async def list_options(self, request: play_pb2.ListOptionsRequest, call: Call) -> play_pb2.ListOptionsResponse:
        live = await self._games.load(request.game_id, timeout_s=call.timeout_s)
        aggregate = live.loaded
        seat, rules = _seat(aggregate, call.account), aggregate.rules
        return play_pb2.ListOptionsResponse(
            version=live.version,
            seat=seat,
            options=contract.game(rules.name).option_messages(options(aggregate, seat)) if rules else (),
            to_act=aggregate.to_act,
            chain=live.chain,
        )

    async def _told(
        self,
        answer: Answer,
        command: TableCommand | Command,
        request: Request,
        live: Live,
        game_name: str,
        call: Call,
    ) -> dict[str, Any]:
        """What the constructor of an answer takes, whichever kind of command it is to."""
        events = tuple(takewhile(_tells_nothing, answer.events)) if request.validate_only else answer.events
        return {
            "game_id": answer.game_id,
            "first_version": answer.first_version,
            "version": answer.first_version + len(events) - 1,
            "events": await self._seen(answer, events, live, game_name, request.parts, call),
            "snapshot": None if request.validate_only else _snapshot(live, request.parts, call.account),
            "to_sign": _to_sign(answer, command),
        }

    async def _seen(
        self, answer: Answer, events: Sequence[Event], live: Live, game_name: str, parts: Parts, call: Call
    ) -> list[dict[str, Any]]:
        """The events as the account could know them right after them, for the constructor of the answer around them: a
        repeated request is answered with the same ones when the game is over and everything is known."""
        aggregate = live.loaded
        viewer, whole = aggregate.seat_of(call.account), answer.is_end and events is answer.events
        known = [event if whole else privacy.redact(event, viewer) for event in events]
        first = answer.first_version
        seen = [contract.event_fields(version, event, game_name) for version, event in enumerate(known, first)]
        if parts.words:
            says = await self._words.sentences(known, aggregate.occupants, chosen(call.languages))
            for fields, said in zip(seen, says, strict=True):
                fields["says"] = said
        return seen

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
        """What the command would make happen, in sentences, as far as it reveals nothing."""
        assert aggregate.rules, "the game is on"
        events = takewhile(_tells_nothing, decide(aggregate.rules, aggregate.play, command))
        seen = [privacy.redact(event, seat) for event in events]
        return " ".join(filter(None, await self._words.sentences(seen, aggregate.occupants, language)))

    async def _running(self, game_id: str, call: Call) -> tuple[Live, str]:
        """The game and the name of its decider. Raises Refused before the start."""
        live = await self._games.recall(game_id, timeout_s=call.timeout_s)
        if live.loaded.rules is None:
            live = await self._games.load(game_id, timeout_s=call.timeout_s)
        rules = live.loaded.rules
        if rules is None:
            raise Refused("GAME_NOT_STARTED", "TB-START-01")
        return live, rules.name

    async def _command(
        self, request: play_pb2.SubmitRequest, live: Live, game_name: str, seat: Seat, call: Call
    ) -> tuple[Command, Still]:
        """And when it is good on a later version than it names. Raises MalformedMessage; for a choice also what
        `_chosen` raises."""
        if request.HasField("choice"):
            return await self._chosen(request, live, seat, call)
        if not request.HasField("command"):
            raise MalformedMessage("move", "is missing")
        return contract.game(game_name).of_seat(seat).command(request.command), binding

    async def _chosen(
        self, request: play_pb2.SubmitRequest, live: Live, seat: Seat, call: Call
    ) -> tuple[Command, Still]:
        """The command that a choice stands for, by the options of the version it was made on. It is good for as long as
        the seat has the same options: where several choose in secret, each other's choice is a version."""
        if not request.choice.HasField("number"):
            raise MalformedMessage("choice.number", "must be there")
        aggregate, option = await self._option(request, request.choice, "choice.", live, seat, call)
        if request.choice.number >= option.count():
            raise MalformedMessage("choice.number", f"the option stands for {option.count()} commands")
        listed = options(aggregate, seat)
        return option.nth(request.choice.number), partial(_still_offered, seat, listed)

    async def _option(
        self,
        request: play_pb2.SubmitRequest | play_pb2.ListCommandsRequest,
        choice: play_pb2.Choice | play_pb2.ListCommandsRequest,
        place: str,
        live: Live,
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
        listed = options(then, seat)
        if not listed:
            live = await self._games.load(live.game_id, timeout_s=call.timeout_s)
            offered(live.loaded, seat, call.account)
            raise StaleVersion(live.game_id, int(request.expected_version), live.version)
        if choice.option >= len(listed):
            raise MalformedMessage(f"{place}option", f"there are {len(listed)} options")
        return then, listed[choice.option]

    async def _then(self, version: int, live: Live, call: Call) -> Aggregate:
        """The game as it stood at a version at which it was on. Raises StaleVersion, TooFast."""
        if version > live.version:
            live = await self._games.load(live.game_id, timeout_s=call.timeout_s)
            if version > live.version:
                raise _stale(live, version)
        then = live.then(version)
        if then is None:
            self._past.take(call.account, call.caller, live.game_id)
            then = await self._games.past(live.game_id, version, timeout_s=call.timeout_s)
        if then.rules is None:
            raise _stale(live, version)
        return then


def _stale(live: Live, version: int) -> Exception:
    """Nothing is to be decided again where the game is over."""
    over = live.loaded.status == FINISHED
    return Refused("GAME_OVER", "TB-END-01") if over else StaleVersion(live.game_id, version, live.version)


def _still_offered(seat: Seat, listed: Sequence[Option], now: Aggregate) -> bool:
    """A game that is over says so itself."""
    return now.status != RUNNING or options(now, seat) == listed


def legal_instead(live: Live, game_name: str, seat: Seat) -> play_pb2.LegalInstead:
    """What the seat may do as the game stands."""
    aggregate = live.loaded
    kinds: dict[str, play_pb2.LegalCommand] = {}
    for option in options(aggregate, seat):
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


def _snapshot(live: Live, parts: Parts, account: str) -> Snapshot | None:
    """The game as this process has it now."""
    if not wanted(parts):
        return None
    return of_aggregate(live.loaded, live.version, live.loaded.seat_of(account), parts)


def _device(request: Request) -> Device | None:
    if not request.HasField("device"):
        return None
    given = request.device
    return Device(DeviceSignature(given.key, given.signature), given.version)


def _to_sign(answer: Answer, command: TableCommand | Command) -> play_pb2.ToSign | None:
    """Of a trial, told to who gave the command: others would learn from it what they may not know."""
    if not answer.before:
        return None
    return play_pb2.ToSign(
        version=answer.first_version - 1, chain=answer.before, command=canonical_command(command).decode()
    )


def _tells_nothing(event: Event) -> bool:
    return not event.reveals
