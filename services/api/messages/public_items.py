"""Items of the public stream as messages of the contract, with the names that accounts have now."""

from collections.abc import Sequence
from typing import Any

from google.protobuf.json_format import MessageToDict

from domain.kernel.decider import Standing
from domain.table.messages import SERVER_ACTOR, Occupant
from services.accounts.sign_in import SignIn
from services.api.messages.contract import timestamp
from services.api.messages.convert import Converter
from services.api.messages.players import player
from services.public_stream import items
from services.public_stream.cloud_events import PublicData
from turnledger.v1 import common_pb2
from turnledger.v1 import public_stream_pb2 as pb

_STANDINGS = Converter(Standing, common_pb2.Standing)


class UnknownItem(Exception):
    """A kind of item that this release does not know."""


def data_of(message: pb.PublicItem) -> PublicData:
    """Raises UnknownItem."""
    kind = message.WhichOneof("what")
    if not kind:
        raise UnknownItem(message.id)
    data = MessageToDict(getattr(message, kind), always_print_fields_with_no_presence=True)
    return PublicData(kind, message.position, data)


class PublicItems:
    def __init__(self, sign_in: SignIn) -> None:
        self._sign_in = sign_in

    async def message(self, item: items.Item, position: str) -> pb.PublicItem:
        """`position`: of the item, as clients keep it."""
        name, what = await self._what(item.what)
        return pb.PublicItem(id=item.item_id, position=position, time=timestamp(item.at), **{name: what})

    async def _what(self, what: items.What) -> tuple[str, Any]:
        match what:
            case items.TableOpened():
                return "table_opened", await self._opened(what)
            case items.TableStarted(game_id, variant, rated):
                seats = await self._seats(what.seats)
                return "table_started", pb.PublicTableStarted(
                    game_id=game_id, variant=variant, rated=rated, seats=seats
                )
            case items.TableEnded():
                return "table_ended", await self._ended(what)
            case items.TableClosed(game_id, cause):
                return "table_closed", pb.PublicTableClosed(game_id=game_id, cause=cause)
        return await self._of_tournament(what)

    async def _of_tournament(self, what: items.What) -> tuple[str, Any]:
        match what:
            case items.TournamentOpened():
                return "tournament_opened", pb.PublicTournamentOpened(
                    tournament_id=what.tournament_id,
                    name=what.name,
                    organiser=await self._player(what.organiser),
                    variants=what.variants,
                    seats=what.seats,
                    rated=what.rated,
                    club_id=what.club,
                )
            case items.TournamentStarted(tournament_id, players, divisions):
                return "tournament_started", pb.PublicTournamentStarted(
                    tournament_id=tournament_id, players=players, divisions=divisions
                )
            case items.RoundPaired(tournament_id, number, tables, given):
                return "round_paired", pb.PublicRoundPaired(
                    tournament_id=tournament_id, round=number, tables=tables, given=given
                )
            case items.TournamentEnded(tournament_id, reason, winners):
                accounts = [await self._player(each) for each in winners]
                return "tournament_ended", pb.PublicTournamentEnded(
                    tournament_id=tournament_id, reason=reason, winners=accounts
                )
        raise AssertionError(what)

    async def _opened(self, what: items.TableOpened) -> pb.PublicTableOpened:
        return pb.PublicTableOpened(
            game_id=what.game_id,
            variant=what.variant,
            options=what.options,
            seats=what.seats,
            rated=what.rated,
            host=None if what.host == SERVER_ACTOR else await self._player(what.host),
            club_id=what.club,
        )

    async def _ended(self, what: items.TableEnded) -> pb.PublicTableEnded:
        return pb.PublicTableEnded(
            game_id=what.game_id,
            variant=what.variant,
            rated=what.rated,
            seats=await self._seats(what.seats),
            reason=what.reason,
            standings=map(_STANDINGS.to_message, what.standings),  # type: ignore[arg-type]
            ratings=[
                pb.PublicRating(
                    player=await self._player(each.account),
                    variant=each.variant,
                    rating=each.rating,
                    deviation=each.deviation,
                    provisional=each.provisional,
                    with_bots=each.with_bots,
                    live=each.live,
                )
                for each in what.ratings
            ],
        )

    async def _seats(self, occupants: Sequence[Occupant]) -> list[pb.PublicSeat]:
        return [
            pb.PublicSeat(
                colour=each.colour, player=await self._player(each.account) if each.account else None, bot=each.bot
            )
            for each in occupants
        ]

    async def _player(self, account: str) -> common_pb2.Player:
        return await player(account, self._sign_in)
