"""Tournaments as messages of the contract, field by field. The invited accounts are never shown."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.kernel.decider import Standing
from domain.table.clock import DEFAULT_ACTION, Clock
from domain.tournament.messages import BY_RATING, DRAWN, PLACES, GivenTable, Row, TableTerms, Terms
from domain.tournament.state import Tournament
from domain.tournament.why import Before, scored_points
from services.accounts.account import is_account_id
from services.accounts.sign_in import SignIn
from services.api.messages.contract import timestamp
from services.api.messages.convert import Converter, MalformedMessage
from services.api.messages.players import player
from services.roles.tournament_runner import game_of
from services.tournaments.tournament_service import Loaded
from services.tournaments.tournament_storage import Listed
from turnledger.v1 import common_pb2, tournaments_pb2

_CLOCKS = Converter(Clock, common_pb2.Clock)
_STANDINGS = Converter(Standing, common_pb2.Standing)


def terms_of(message: tournaments_pb2.TournamentTerms, ladder: tuple[str, ...] | None) -> Terms:
    """Read the terms of a tournament. Raises MalformedMessage. Refusals by the rules come later."""
    for field, accounts in (
        ("invited_account_ids", message.invited_account_ids),
        ("official_account_ids", message.official_account_ids),
    ):
        accounts_of(f"terms.{field}", accounts)
    return Terms(
        name=message.name,
        form=_word(tournaments_pb2.TournamentForm, message.form),
        variants=tuple(message.variants),
        seats=message.seats,
        options=dict(message.options),
        rounds=message.rounds,
        advance=message.advance,
        points=message.points or PLACES,
        tie_breaks=tuple(message.tie_breaks),
        seeding=BY_RATING if message.seeded_by_rating else DRAWN,
        players_max=message.players_max,
        check_in=message.check_in,
        invited=tuple(message.invited_account_ids),
        rating_min=message.rating_min if message.HasField("rating_min") else None,
        rating_max=message.rating_max if message.HasField("rating_max") else None,
        officials=tuple(message.official_account_ids),
        clock=_clock(message.clock) if message.HasField("clock") else None,
        stand_in=message.stand_in,
        rated=not message.unrated,
        ladder=UNSET if ladder is None else ladder,
        late_rounds=message.late_rounds or UNSET,
        club=message.club_id or UNSET,
        minutes=message.minutes or UNSET,
        draws=message.draws or UNSET,
    )


def _clock(message: common_pb2.Clock) -> Clock:
    """A clock that does not say what happens at its end plays default actions."""
    found = _CLOCKS.to_struct(message)
    return found if found.on_timeout else replace(found, on_timeout=DEFAULT_ACTION)


def standings_of(messages: Sequence[common_pb2.Standing]) -> tuple[Standing, ...]:
    """Raises MalformedMessage."""
    return tuple(map(_STANDINGS.to_struct, messages))


def given_tables(messages: Sequence[tournaments_pb2.GivenTable]) -> tuple[GivenTable, ...]:
    """Raises MalformedMessage."""
    return tuple(
        GivenTable(
            each.name,
            accounts_of(f"tables[{place}].account_ids", each.account_ids),
            each.variant,
            each.start_time.ToMilliseconds() if each.HasField("start_time") else 0,
            _table_terms(each),
        )
        for place, each in enumerate(messages)
    )


def _table_terms(message: tournaments_pb2.GivenTable) -> TableTerms | UnsetType:
    """The terms that differ from the tournament's; nothing where none does."""
    own = TableTerms(
        options=dict(message.options) or UNSET,
        clock=_clock(message.clock) if message.HasField("clock") else UNSET,
        unrated=message.unrated or UNSET,
    )
    return UNSET if own == TableTerms() else own


def accounts_of(field: str, accounts: Sequence[str]) -> tuple[str, ...]:
    """Raises MalformedMessage."""
    for place, account in enumerate(accounts):
        if not is_account_id(account):
            raise MalformedMessage(f"{field}[{place}]", "is no account's id")
    return tuple(accounts)


def status_word(asked: Any) -> str:
    """The domain's word; empty where nothing is asked for."""
    return _word(tournaments_pb2.TournamentStatus, asked)


def _word(enum: Any, value: int) -> str:
    prefix = enum.Name(0).removesuffix("UNSPECIFIED")
    return str(enum.Name(value)).removeprefix(prefix) if value else ""


def status(name: str) -> Any:
    """The domain's word in the contract's enum."""
    return tournaments_pb2.TournamentStatus.Value(f"TOURNAMENT_STATUS_{name}")


class TournamentMessages:
    """Knows the names of those who take part."""

    def __init__(self, sign_in: SignIn) -> None:
        self._sign_in = sign_in

    async def whole(self, held: Loaded, *, opening: int) -> tournaments_pb2.Tournament:
        """`opening`: the number of its tables that are not open yet."""
        tournament = held.tournament
        statuses = [entrant.status for entrant in tournament.entrants]
        return tournaments_pb2.Tournament(
            tournament_id=held.tournament_id,
            event_id=held.tournament_id,
            version=held.version,
            status=status(tournament.status),
            paused=tournament.paused,
            organiser=await player(tournament.opened.organiser, self._sign_in),
            terms=_terms(tournament.terms),
            round=tournament.round,
            players=statuses.count("IN"),
            waiting=statuses.count("WAITING"),
            divisions=len(tournament.divisions),
            create_time=timestamp(held.opened_at),
            commitment=tournament.opened.commitment,
            open_tables=len(tournament.waits_for),
            opening_tables=opening,
            end_time=_moment(tournament.ends_ms),
            beacon_round=tournament.awaited,
            pairing_closed=tournament.closed,
        )

    async def listed(self, each: Listed) -> tournaments_pb2.Tournament:
        told = each.summary
        return tournaments_pb2.Tournament(
            tournament_id=each.tournament_id,
            event_id=each.tournament_id,
            version=each.version,
            status=status(each.status),
            paused=told.paused,
            organiser=await player(each.organiser, self._sign_in),
            terms=tournaments_pb2.TournamentTerms(
                name=told.name,
                form=f"TOURNAMENT_FORM_{told.form}",
                variants=told.variants,
                seats=told.seats,
                rounds=told.rounds,
                players_max=told.players_max,
                unrated=not told.rated,
            ),
            round=told.round,
            players=told.players,
            waiting=told.waiting,
            create_time=timestamp(each.opened_at),
        )

    async def entrant(self, tournament: Tournament, number: int) -> tournaments_pb2.Entrant:
        found = tournament.entrants[number]
        return tournaments_pb2.Entrant(
            number=number,
            player=await player(found.account, self._sign_in),
            status=f"ENTRANT_STATUS_{found.status}",
            checked_in=found.checked_in,
            rating=found.rating,
        )

    async def row(self, tournament: Tournament, row: Row) -> tournaments_pb2.StandingsRow:
        return tournaments_pb2.StandingsRow(
            rank=row.rank,
            entrant=await self.entrant(tournament, row.entrant),
            division=row.division,
            points=row.points,
            played=row.played,
            wins=row.wins,
            seconds=row.seconds,
            strength=row.strength,
            share=row.share,
            byes=row.byes,
            reached=row.reached,
        )

    async def pairing(
        self, tournament: Tournament, table: int, rounds: Mapping[int, Before], *, stands: bool
    ) -> tournaments_pb2.TournamentPairing:
        """`rounds`: the standings before the round of the table."""
        game = tournament.games[table]
        seats, before = game.pairing.seats, rounds[game.round]
        scored = scored_points(tournament, game)
        return tournaments_pb2.TournamentPairing(
            table=table,
            round=game.round,
            division=game.pairing.division,
            variant=game.pairing.variant,
            seats=[
                tournaments_pb2.PairingSeat(
                    entrant=await self.entrant(tournament, entrant),
                    points=before.points.get(entrant, 0),
                    met=before.met(entrant, seats),
                    unscored=entrant in game.unscored,
                    scored=scored.get(seat),
                )
                for seat, entrant in enumerate(seats)
            ],
            game_id=game_of(tournament.opened.tournament_id, table) if stands else "",
            status=f"PAIRING_STATUS_{game.status}",
            standings=[_STANDINGS.fields(each) for each in game.standings],
            given=game.pairing.name is not UNSET,
            name=game.pairing.name or "",
            start_time=_moment(game.pairing.starts_ms or 0),
            **_own_terms(game.pairing.terms or TableTerms()),
        )


def _moment(ms: int) -> Any:
    """None for never."""
    return timestamp(datetime.fromtimestamp(ms / 1000, UTC)) if ms else None


def _own_terms(own: TableTerms) -> dict[str, Any]:
    return {
        "options": own.options or {},
        "clock": _CLOCKS.fields(own.clock) if own.clock else None,
        "unrated": bool(own.unrated),
    }


def _terms(terms: Terms) -> tournaments_pb2.TournamentTerms:
    return tournaments_pb2.TournamentTerms(
        name=terms.name,
        form=f"TOURNAMENT_FORM_{terms.form}",
        variants=terms.variants,
        options=terms.options,
        seats=terms.seats,
        rounds=terms.rounds,
        advance=terms.advance,
        points=terms.points,
        tie_breaks=terms.tie_breaks,
        seeded_by_rating=terms.seeding == BY_RATING,
        players_max=terms.players_max,
        check_in=terms.check_in,
        rating_min=terms.rating_min,
        rating_max=terms.rating_max,
        official_account_ids=terms.officials,
        clock=_CLOCKS.fields(terms.clock) if terms.clock else None,
        stand_in=terms.stand_in,
        unrated=not terms.rated,
        late_rounds=terms.late_rounds or 0,
        club_id=terms.club or "",
        minutes=terms.minutes or 0,
        draws=terms.draws or "",
    )
