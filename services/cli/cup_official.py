"""`turnledger cup open`, `start`, `annul` …: what organiser and officials do."""

import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Annotated, Any

import typer

from services.cli import drawing
from services.cli.asked import Lang, Name, Server, asked
from services.cli.cup_asked import EventId
from services.cli.cup_shown import moment
from services.cli.failure import fail
from services.cli.options import named
from services.cli.tournament_terms import (
    HOUR_S,
    Advance,
    LateRounds,
    Minutes,
    MoveHours,
    MoveSeconds,
    Moving,
    Points,
    Reason,
    Rounds,
    Seats,
    TieBreaks,
    Title,
    Unrated,
    VariantOptions,
    Variants,
)
from services.texts.errors import chosen
from turnledger import Client
from turnledger.v1 import common_pb2
from turnledger.v1 import tournaments_pb2 as pb

Table = Annotated[int, typer.Argument(help="Number of the table: `turnledger cup pairings`")]


class Form(StrEnum):
    LEAGUE = "league"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    ARENA = "arena"


def open_cup(
    variant: Variants,
    title: Title,
    form: Annotated[Form, typer.Option(help="Who plays whom")] = Form.LEAGUE,
    seats: Seats = 4,
    rounds: Rounds = 0,
    late_rounds: LateRounds = 0,
    minutes: Minutes = 0,
    advance: Advance = 0,
    points: Points = "places",
    tie_breaks: TieBreaks = "",
    move_hours: MoveHours = 0,
    move_seconds: MoveSeconds = 0,
    unrated: Unrated = False,
    option: VariantOptions = None,
    places: Annotated[int, typer.Option(min=0, help="So many may play, others wait; 0: as many as there can be")] = 0,
    check_in: Annotated[bool, typer.Option("--check-in", help="Entrants check in before the start")] = False,
    by_rating: Annotated[bool, typer.Option("--by-rating", help="The highest ratings are seeded first")] = False,
    rating: Annotated[str, typer.Option(metavar="MIN-MAX", help="Who may enter; 1200- and -1800 are open ends")] = "",
    invite: Annotated[list[str] | None, typer.Option(metavar="ACCOUNT", help="Only these may enter")] = None,
    official: Annotated[list[str] | None, typer.Option(metavar="ACCOUNT", help="An official beside you")] = None,
    stand_in: Annotated[str, typer.Option(metavar="BOT", help="Plays on for who has left")] = "",
    seed: Annotated[str, typer.Option(help="Fixes what would be drawn; with --unrated only")] = "",
    after: Annotated[str, typer.Option(metavar="EVENT", help="The league whose next season this is")] = "",
    moving: Moving = 1,
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
) -> None:
    """Open a tournament, as its organiser. Prints its id."""
    low, high = rating_range(rating)
    move_s = move_hours * HOUR_S + move_seconds
    terms = pb.TournamentTerms(
        name=title,
        form=f"TOURNAMENT_FORM_{form.name}",
        variants=variant,
        options=named(option or ()),
        seats=seats,
        rounds=rounds,
        late_rounds=late_rounds,
        minutes=minutes,
        advance=advance,
        points=points,
        tie_breaks=tie_breaks.split(",") if tie_breaks else (),
        seeded_by_rating=by_rating,
        players_max=places,
        check_in=check_in,
        invited_account_ids=invite,
        rating_min=low,
        rating_max=high,
        official_account_ids=official,
        clock=common_pb2.Clock(move_s=move_s, on_timeout="TIMEOUT_ACTION_BOT") if move_s else None,
        stand_in=stand_in,
        unrated=unrated,
    )

    async def opened(me: Client) -> str:
        season: dict[str, Any] = {"after_event_id": after, "moving": moving} if after else {}
        made = await me.tournaments.create_tournament(terms=terms, seed=seed, **season)
        return made.tournament.event_id

    typer.echo(asked(opened, name, lang, server))


def rating_range(rating: str) -> tuple[int | None, int | None]:
    """`1200-1800`, `1200-`, `-1800`."""
    low, _, high = rating.partition("-")
    if rating and not re.fullmatch(r"\d+-\d*|-\d+", rating, re.ASCII):
        fail(f"--rating {rating}: 1200-1800, 1200- or -1800")
    return int(low) if low else None, int(high) if high else None


def start(event: EventId, name: Name = "", lang: Lang = "en", server: Server = None) -> None:
    """Begin: divisions and the first round are drawn, and the server opens the tables."""

    async def started(me: Client) -> pb.Tournament:
        return (await me.tournaments.start_tournament(event_id=event)).tournament

    _tell(asked(started, name, lang, server), lang)


def pause(event: EventId, reason: Reason, name: Name = "", lang: Lang = "en", server: Server = None) -> None:
    """Pair no round and do not end, until `resume`."""
    _decide(event, reason, name, lang, server, pause={})


def resume(event: EventId, name: Name = "", lang: Lang = "en", server: Server = None) -> None:
    """Go on after a pause."""
    _decide(event, "", name, lang, server, resume={})


def cancel(event: EventId, reason: Reason, name: Name = "", lang: Lang = "en", server: Server = None) -> None:
    """End it without standings."""
    _decide(event, reason, name, lang, server, cancel={})


def annul(
    event: EventId, table: Table, reason: Reason, name: Name = "", lang: Lang = "en", server: Server = None
) -> None:
    """Annul a game: it was not played."""
    _decide(event, reason, name, lang, server, annul={"table": table})


def correct(
    event: EventId,
    table: Table,
    places: Annotated[
        list[str],
        typer.Argument(metavar="PLACE…", help="Seats, best first: `2:15 0,1:9`; who share a place, with commas"),
    ],
    reason: Reason,
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
) -> None:
    """Let other places count for a game: each with its seats from 0, and their score after a colon if there is one."""
    counted = pb.CorrectResult(table=table, standings=standings_of(places))
    _decide(event, reason, name, lang, server, correct=counted)


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
    event: EventId,
    entrant: Annotated[int, typer.Argument(help="Number of the entrant: `turnledger cup entrants`")],
    reason: Reason,
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
) -> None:
    """Put out who broke the rules, behind all and without a rank."""
    _decide(event, reason, name, lang, server, disqualify={"entrant": entrant})


def replace(
    event: EventId,
    entrant: Annotated[int, typer.Argument(help="Number of the entrant who has gone: `turnledger cup entrants`")],
    account: Annotated[str, typer.Argument(help="Id of the account of somebody who waits, or of anybody else")],
    reason: Reason,
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
) -> None:
    """Give the place of who has gone to somebody, in the rounds that follow: who waits has it at once, others by
    `enter`."""
    _decide(event, reason, name, lang, server, replace={"entrant": entrant, "account_id": account})


def _decide(event: str, reason: str, name: str, lang: str, server: str | None, **decision: Any) -> None:
    async def decided(me: Client) -> pb.Tournament:
        return (await me.tournaments.decide_tournament(event_id=event, text=reason, **decision)).tournament

    _tell(asked(decided, name, lang, server), lang)


def _tell(tournament: pb.Tournament, lang: str) -> None:
    typer.echo(moment(tournament, chosen(drawing.language_tag(lang))))


COMMANDS: dict[str, Callable[..., None]] = {
    "open": open_cup,
    "start": start,
    "pause": pause,
    "resume": resume,
    "cancel": cancel,
    "annul": annul,
    "correct": correct,
    "disqualify": disqualify,
    "replace": replace,
}
