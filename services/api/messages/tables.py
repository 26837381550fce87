"""Tables in messages of the contract, from the game itself or from the view of it."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Protocol

from msgspec import UnsetType
from msgspec.structs import replace

from domain.kernel.beacon import Beacon
from domain.kernel.decider import Moment, Outcome
from domain.table.aggregate import OPEN, Aggregate, AwaitedRound, Proposal
from domain.table.clock import DEFAULT_ACTION, SeatClock
from domain.table.messages import SERVER_ACTOR, Terms
from projections.folds.tables import TableView
from services.accounts.sign_in import SignIn
from services.api.messages.contract import timestamp
from services.api.messages.convert import Converter
from services.application.loaded_game import LoadedGame
from turnledger.v1 import common_pb2, lobby_pb2

_MOMENTS = Converter(Moment, common_pb2.Moment)
_OUTCOMES = Converter(Outcome, common_pb2.Outcome)
_TERMS = Converter(Terms, common_pb2.Terms)
_DRAWS = Converter(AwaitedRound, lobby_pb2.AwaitedDraw)
_BEACONS = Converter(Beacon, common_pb2.Beacon)
_CLOCKS = Converter(SeatClock, common_pb2.SeatClock)


class Sitting(Protocol):
    """The occupant of a seat, as table and view both have it."""

    @property
    def colour(self) -> str: ...
    @property
    def account(self) -> str: ...
    @property
    def bot(self) -> str: ...
    @property
    def guest(self) -> bool | UnsetType: ...
    @property
    def device_keys(self) -> tuple[str, ...] | UnsetType: ...
    @property
    def program(self) -> bool | UnsetType: ...


class Tables:
    """Knows the names of those who sit."""

    def __init__(self, sign_in: SignIn) -> None:
        self._sign_in = sign_in

    async def of_game(self, live: LoadedGame) -> lobby_pb2.Table:
        """Return the table as the store has it."""
        aggregate = live.loaded
        opened = aggregate.opened
        started = aggregate.rules is not None and aggregate.play is not None
        return lobby_pb2.Table(
            game_id=live.game_id,
            version=live.version,
            status=status(aggregate.status),
            variant=opened.variant,
            options=opened.options,
            seats=opened.seats,
            occupants=await self._occupants(aggregate.occupants, aggregate.ready, aggregate.resigned),
            host_account_id=_host(opened.host),
            private=opened.private,
            rated=opened.rated,
            commitment=opened.commitment,
            to_act=aggregate.to_act if started else (),
            moment=moment(moment_of(aggregate)),
            outcome=_outcome(aggregate.outcome),
            terms=_terms(aggregate.terms),
            clocks=map(clock, aggregate.clocks),
            proposal=proposal(aggregate.proposal),
            beacon=_beacon(opened.beacon or None),
            starting=_starting(opened.beacon or None, aggregate.starting.round if aggregate.starting else None),
            draw=draw(aggregate.awaited_round),
        )

    async def of_view(self, view: TableView) -> lobby_pb2.Table:
        """Return the table as the lists show it."""
        return lobby_pb2.Table(
            game_id=view.game_id,
            version=view.version,
            status=status(view.status),
            variant=view.variant,
            options=view.options,
            seats=view.places,
            occupants=await self._occupants(view.sitters, view.ready, view.resigned),
            host_account_id=_host(view.host),
            private=view.private,
            rated=view.rated,
            commitment=view.commitment,
            to_act=view.to_act,
            moment=moment(view.moment),
            outcome=_outcome(view.outcome),
            open_time=timestamp(view.opened_at),
            change_time=timestamp(view.changed_at),
            terms=_terms(view.terms),
            clocks=map(clock, view.clocks),
            proposal=proposal(view.proposal),
            beacon=_beacon(view.beacon),
            starting=_starting(view.beacon, view.round),
            draw=draw(view.draw),
        )

    async def _occupants(
        self, sitting: Sequence[Sitting], ready: Sequence[str], resigned: Sequence[int]
    ) -> list[lobby_pb2.Occupant]:
        return [
            lobby_pb2.Occupant(
                colour=each.colour,
                account_id=each.account,
                display_name=await self._sign_in.name(each.account) if each.account else each.bot,
                bot=each.bot,
                ready=bool(each.account) and each.account in ready,
                resigned=seat in resigned,
                guest=bool(each.guest),
                program=bool(each.program),
                device_keys=each.device_keys or (),
            )
            for seat, each in enumerate(sitting)
        ]


def status(name: str) -> Any:
    """The domain's word in the contract's enum."""
    return lobby_pb2.TableStatus.Value(f"TABLE_STATUS_{name}")


def status_name(asked: int) -> str:
    """The domain's word; OPEN where nothing is asked for."""
    return lobby_pb2.TableStatus.Name(asked).removeprefix("TABLE_STATUS_") if asked else OPEN


def terms(message: common_pb2.Terms) -> Terms:
    """Raises Malformed. A clock that does not say what happens at its end plays default actions."""
    found = _TERMS.to_struct(message)
    if found.clock and not found.clock.on_timeout:
        return replace(found, clock=replace(found.clock, on_timeout=DEFAULT_ACTION))
    return found


def moment(value: Moment | None) -> Any:
    return None if value is None else _MOMENTS.to_message(value)


def _outcome(value: Outcome | None) -> Any:
    return None if value is None else _OUTCOMES.to_message(value)


def moment_of(aggregate: Aggregate) -> Moment | None:
    return None if aggregate.rules is None or aggregate.play is None else aggregate.rules.moment(aggregate.play)


def _terms(value: Terms) -> Any:
    """Invitations are visible to the host only."""
    return _TERMS.to_message(replace(value, invited=()))


def clock(each: SeatClock) -> common_pb2.SeatClock:
    return _CLOCKS.to_message(each)  # type: ignore[return-value]


def proposal(value: Proposal | None) -> lobby_pb2.Proposal | None:
    if value is None:
        return None
    if value.no_rounds:
        return lobby_pb2.Proposal(agreed=value.agreed, no_rounds=lobby_pb2.Proposal.NoRounds())
    if value.to_version is None:
        return lobby_pb2.Proposal(agreed=value.agreed, abandon=lobby_pb2.Proposal.Abandon())
    return lobby_pb2.Proposal(agreed=value.agreed, undo=lobby_pb2.Proposal.Undo(to_version=value.to_version))


def draw(value: AwaitedRound | None) -> Any:
    return None if value is None else _DRAWS.to_message(value)


def _beacon(value: Beacon | None) -> Any:
    return None if value is None else _BEACONS.to_message(value)


def _starting(beacon: Beacon | None, number: int | None) -> lobby_pb2.Starting | None:
    if beacon is None or number is None:
        return None
    comes = datetime.fromtimestamp(beacon.time_ms(number) / 1000, UTC)
    return lobby_pb2.Starting(round=number, round_time=timestamp(comes))


def _host(account: str) -> str | None:
    """None if no account has a host's rights."""
    return None if account == SERVER_ACTOR else account
