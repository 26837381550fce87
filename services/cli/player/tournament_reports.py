"""A server's tournaments as people read them at a terminal, and as spreadsheets do."""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table

from services.cli.drawing import ID_WIDTH
from services.cli.player.tournament_shown import in_points
from services.texts.said import said
from services.tournaments.spreadsheets import cell, sheet
from turnledger.v1 import tournaments_pb2 as pb


def called(entrant: pb.Entrant, language: str) -> str:
    return entrant.player.display_name or said("deleted account", language)


def word(enum: Any, value: int) -> str:
    """`running` of TOURNAMENT_STATUS_RUNNING."""
    prefix = enum.Name(0).removesuffix("UNSPECIFIED")
    return str(enum.Name(value)).removeprefix(prefix).lower()


def doing(tournament: pb.Tournament, language: str) -> str:
    if tournament.paused:
        return said("is paused", language)
    return {
        pb.TOURNAMENT_STATUS_ENTRY: said("entry is open", language),
        pb.TOURNAMENT_STATUS_STARTING: said("begins in a moment", language),
        pb.TOURNAMENT_STATUS_RUNNING: said("is being played", language),
        pb.TOURNAMENT_STATUS_ENDED: said("is over", language),
    }.get(tournament.status, "")


def tournaments(found: Sequence[pb.Tournament], language: str) -> RenderableType:
    if not found:
        return said("No tournament has been opened yet.", language)
    listed = Table(
        "ID",
        said("Its name", language),
        said("state", language),
        said("round", language),
        said("Entrants", language),
    )
    listed.columns[0].min_width = ID_WIDTH
    for each in found:
        number = str(each.round) if each.round else ""
        entered = f"{each.players}+{each.waiting}" if each.waiting else str(each.players)
        listed.add_row(each.event_id, escape(each.terms.name), doing(each, language), number, entered)
    return listed


def moment(tournament: pb.Tournament, language: str) -> str:
    """One line: `   12 is being played · Round 2 · 3 games are not over.`"""
    parts = [doing(tournament, language)]
    if tournament.round:
        parts.append(said("Round {round}", language).format(round=tournament.round))
    parts.append(f"{said('Entrants', language)}: {tournament.players}")
    if tournament.open_tables:
        parts.append(f"{said('open tables', language)}: {tournament.open_tables}")
    return f"{tournament.version:5} {' · '.join(parts)}"


def whole(told: pb.GetTournamentResponse, language: str) -> RenderableType:
    """One tournament, and what is the reader's own in it."""
    own = [] if not told.HasField("me") else [f"{called(told.me, language)}: {stands(told.me, language)}"]
    tables = [pairing(each, language) for each in told.my_pairings]
    return Group(tournaments([told.tournament], language), *map(escape, (*own, *tables)))


def stands(entrant: pb.Entrant, language: str) -> str:
    return {
        pb.ENTRANT_STATUS_IN: said("has a place", language),
        pb.ENTRANT_STATUS_WAITING: said("waits for a place", language),
        pb.ENTRANT_STATUS_OUT: said("has left", language),
        pb.ENTRANT_STATUS_DISQUALIFIED: said("was disqualified", language),
    }.get(entrant.status, "")


def entrants(found: Sequence[pb.Entrant], language: str) -> RenderableType:
    table = Table("", said("Player", language), said("state", language), "ID", title=said("Entrants", language))
    for each in found:
        table.add_row(str(each.number), escape(called(each, language)), stands(each, language), each.player.account_id)
    return table


def standings(rows: Sequence[pb.StandingsRow], language: str) -> RenderableType:
    columns = (
        said("Place", language),
        said("Player", language),
        said("Points", language),
        said("Games", language),
        said("Won", language),
        said("Strength", language),
        said("Share", language),
    )
    parts = []
    for division in dict.fromkeys(row.division for row in rows):
        title = said("Division {n}", language).format(n=division + 1)
        table = Table(*columns, title=title)
        for row in rows:
            if row.division == division:
                table.add_row(*_cells(row, language))
        parts.append(table)
    return Group(*parts)


def _cells(row: pb.StandingsRow, language: str) -> tuple[str, ...]:
    return (
        str(row.rank or "–"),
        escape(called(row.entrant, language)),
        in_points(row.points),
        str(row.played),
        str(row.wins),
        in_points(row.strength),
        f"{row.share / 10_000:.1f} %",
    )


def pairing(each: pb.TournamentPairing, language: str) -> str:
    """Return one line: the table, its players with points and places, and the game once it is open."""
    ranks = {place.seat: place.rank for place in each.standings}
    seats = [
        f"{f'{ranks[seat]}. ' if seat in ranks else ''}{called(sits.entrant, language)} ({in_points(sits.points)})"
        for seat, sits in enumerate(each.seats)
    ]
    name = each.name or said("Table {table}", language).format(table=each.table)
    if each.name:
        name = f"{each.table} {name}"
    annulled = f" ({said('annulled', language)})" if each.status == pb.PAIRING_STATUS_ANNULLED else ""
    return f"{name}, {each.variant}: {', '.join(seats)}{annulled} {each.game_id}".rstrip()


def pairings(found: Sequence[pb.TournamentPairing], byes: Sequence[pb.Entrant], language: str) -> RenderableType:
    lines: list[str] = []
    for number in dict.fromkeys(each.round for each in found):
        lines.append(said("Round {round}", language).format(round=number))
        lines += [f"  {pairing(each, language)}" for each in found if each.round == number]
    if byes:
        lines.append(f"{said('Without a game', language)}: {', '.join(called(each, language) for each in byes)}")
    return escape("\n".join(lines))


def entrants_sheet(found: Sequence[pb.Entrant]) -> bytes:
    return sheet(
        ["number", "name", "account", "status", "checked_in", "rating"],
        (
            [
                each.number,
                cell(each.player.display_name),
                each.player.account_id,
                word(pb.EntrantStatus, each.status),
                int(each.checked_in),
                each.rating if each.HasField("rating") else "",
            ]
            for each in found
        ),
    )


def pairings_sheet(found: Sequence[pb.TournamentPairing]) -> bytes:
    """A line a seat."""
    return sheet(
        [
            "table",
            "round",
            "division",
            "variant",
            "seat",
            "name",
            "account",
            "met",
            "rank",
            "unscored",
            "status",
            "game",
            "title",
            "given",
        ],
        (
            [
                *(each.table, each.round, each.division + 1, each.variant, seat),
                *(cell(sits.entrant.player.display_name), sits.entrant.player.account_id, sits.met),
                next((place.rank for place in each.standings if place.seat == seat), ""),
                *(int(sits.unscored), word(pb.PairingStatus, each.status), each.game_id),
                *(cell(each.name), int(each.given)),
            ]
            for each in found
            for seat, sits in enumerate(each.seats)
        ),
    )
