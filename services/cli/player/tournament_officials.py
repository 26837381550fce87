"""`turnledger tournament open`, `start`, `annul` …: the commands of the organiser and of officials."""

import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Annotated, Any

import typer

from services.cli.failure import fail
from services.cli.options import DRAWS, named
from services.cli.player.tournament_options import Caller, Opening, Reason, TournamentId, print_json
from services.cli.player.tournament_reports import moment
from turnledger import Client
from turnledger.v1 import common_pb2
from turnledger.v1 import tournaments_pb2 as pb

Table = Annotated[int, typer.Argument(help="Number of the table: `turnledger tournament pairings`")]


class ServerForm(StrEnum):
    """`given`: the officials pair all tables, which needs a server."""

    LEAGUE = "league"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    ARENA = "arena"
    GIVEN = "given"


class ServerOpening(Opening, frozen=True, kw_only=True):
    """The terms of a tournament that a server runs."""

    form: Annotated[ServerForm, typer.Option(case_sensitive=False, help="How players are paired")] = ServerForm.LEAGUE  # type: ignore[assignment]

    places: Annotated[
        int, typer.Option(min=0, help="Maximum number of players (0 = unlimited); later entrants are wait-listed")
    ] = 0
    check_in: Annotated[bool, typer.Option("--check-in", help="Entrants check in before the start")] = False
    by_rating: Annotated[bool, typer.Option("--by-rating", help="The highest ratings are seeded first")] = False
    rating: Annotated[
        str, typer.Option(metavar="MIN-MAX", help="Ratings that may enter; 1200- and -1800 are open ends")
    ] = ""
    invite: Annotated[list[str] | None, typer.Option(metavar="ACCOUNT", help="Only these may enter")] = None
    official: Annotated[list[str] | None, typer.Option(metavar="ACCOUNT", help="An official besides you")] = None
    draws: Annotated[str, typer.Option(help=DRAWS)] = ""
    stand_in: Annotated[str, typer.Option(metavar="BOT", help="Plays on for players who have left")] = ""
    seed: Annotated[str, typer.Option(help="Fixes what would be drawn; with --unrated only")] = ""
    after: Annotated[str, typer.Option(metavar="TOURNAMENT", help="The league whose next season this is")] = ""

    def terms(self) -> pb.TournamentTerms:
        low, high = rating_range(self.rating)
        return pb.TournamentTerms(
            name=self.title,
            form=f"TOURNAMENT_FORM_{self.form.name}",
            variants=self.variant,
            options=named(self.option or ()),
            seats=self.seats,
            rounds=self.rounds,
            late_rounds=self.late_rounds,
            minutes=self.minutes,
            advance=self.advance,
            points=self.points,
            tie_breaks=self.tie_breaks.split(",") if self.tie_breaks else (),
            seeded_by_rating=self.by_rating,
            players_max=self.places,
            check_in=self.check_in,
            invited_account_ids=self.invite,
            rating_min=low,
            rating_max=high,
            official_account_ids=self.official,
            clock=common_pb2.Clock(move_s=self.move_s, on_timeout="TIMEOUT_ACTION_BOT") if self.move_s else None,
            stand_in=self.stand_in,
            draws=self.draws,
            unrated=self.unrated,
        )


def open_tournament(opening: ServerOpening, caller: Caller = Caller()) -> None:
    """Open a tournament, as its organiser. Prints its id."""
    terms = opening.terms()

    async def create(me: Client) -> pb.Tournament:
        season: dict[str, Any] = {}
        if opening.after:
            season = {"after_tournament_id": opening.after, "moving": opening.moving}
        response = await me.tournaments.create_tournament(terms=terms, seed=opening.seed, **season)
        return response.tournament

    opened = caller.call(create)
    print_json([opened]) if caller.as_json else typer.echo(opened.tournament_id)


def rating_range(rating: str) -> tuple[int | None, int | None]:
    """`1200-1800`, `1200-`, `-1800`."""
    low, _, high = rating.partition("-")
    if rating and not re.fullmatch(r"\d+-\d*|-\d+", rating, re.ASCII):
        fail(f"--rating {rating}: 1200-1800, 1200- or -1800")
    return int(low) if low else None, int(high) if high else None


def start(tournament_id: TournamentId, caller: Caller = Caller()) -> None:
    """Begin: divisions and the first round are drawn, and the server opens the tables."""

    async def started(me: Client) -> pb.Tournament:
        return (await me.tournaments.start_tournament(tournament_id=tournament_id)).tournament

    _tell(caller.call(started), caller)


def pause(
    tournament_id: TournamentId,
    reason: Reason,
    caller: Caller = Caller(),
) -> None:
    """Pair no round and do not end, until `resume`."""
    _decide(tournament_id, reason, caller, pause={})


def resume(tournament_id: TournamentId, caller: Caller = Caller()) -> None:
    """Resume after a pause."""
    _decide(tournament_id, "", caller, resume={})


def cancel(
    tournament_id: TournamentId,
    reason: Reason,
    caller: Caller = Caller(),
) -> None:
    """End it without standings."""
    _decide(tournament_id, reason, caller, cancel={})


def annul(
    tournament_id: TournamentId,
    table: Table,
    reason: Reason,
    caller: Caller = Caller(),
) -> None:
    """Annul a game: it was not played."""
    _decide(tournament_id, reason, caller, annul={"table": table})


def correct(
    tournament_id: TournamentId,
    table: Table,
    places: Annotated[
        list[str],
        typer.Argument(metavar="PLACE…", help="Seats, best first: `2:15 0,1:9`; with commas if they share a place"),
    ],
    reason: Reason,
    caller: Caller = Caller(),
) -> None:
    """Let other places count for a game: each with its seats from 0, and their score after a colon if there is one."""
    counted = pb.CorrectResult(table=table, standings=standings_of(places))
    _decide(tournament_id, reason, caller, correct=counted)


def standings_of(places: Sequence[str]) -> list[common_pb2.Standing]:
    """`["2:15", "0,1:9"]`: seat 2 won with a score of 15, seats 0 and 1 share the second place."""
    found = list[common_pb2.Standing]()
    for place in places:
        if not re.fullmatch(r"\d+(,\d+)*(:\d+)?", place, re.ASCII):
            fail(f"{place}: seats with commas, then a colon and their score, as in 0,1:9")
        seats, _, score = place.partition(":")
        rank = len(found) + 1
        found += [
            common_pb2.Standing(seat=int(seat), rank=rank, won=rank == 1, score=int(score or 0))
            for seat in seats.split(",")
        ]
    return found


def disqualify(
    tournament_id: TournamentId,
    entrant: Annotated[int, typer.Argument(help="Number of the entrant: `turnledger tournament entrants`")],
    reason: Reason,
    caller: Caller = Caller(),
) -> None:
    """Disqualify an entrant who broke the rules: behind all others and without a rank."""
    _decide(tournament_id, reason, caller, disqualify={"entrant": entrant})


def replace(
    tournament_id: TournamentId,
    entrant: Annotated[int, typer.Argument(help="Number of the entrant who has gone: see `entrants`")],
    account: Annotated[str, typer.Argument(help="Account of a waiting entrant, or of any other player")],
    reason: Reason,
    caller: Caller = Caller(),
) -> None:
    """Give an entrant's place to another player in the rounds that follow.

    A waiting entrant has it at once, others by `enter`."""
    _decide(tournament_id, reason, caller, replace={"entrant": entrant, "account_id": account})


def _decide(tournament_id: str, reason: str, caller: Caller, **decision: Any) -> None:
    async def decided(me: Client) -> pb.Tournament:
        return (await me.tournaments.decide_tournament(tournament_id=tournament_id, text=reason, **decision)).tournament

    _tell(caller.call(decided), caller)


def _tell(tournament: pb.Tournament, caller: Caller) -> None:
    print_json([tournament]) if caller.as_json else typer.echo(moment(tournament, caller.language))


COMMANDS: dict[str, Callable[..., None]] = {
    "open": open_tournament,
    "start": start,
    "pause": pause,
    "resume": resume,
    "cancel": cancel,
    "annul": annul,
    "correct": correct,
    "disqualify": disqualify,
    "replace": replace,
}
