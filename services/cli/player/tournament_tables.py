"""`turnledger tournament tables`, `reseat`, `close-pairing`: an organiser's own pairings, from a spreadsheet."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Annotated
from uuid import UUID, uuid5

import typer
from google.protobuf.timestamp_pb2 import Timestamp

from services.cli.failure import fail
from services.cli.player import tournament_reports as reports
from services.cli.player.tournament_options import Caller, Reason, TournamentId, print_json
from turnledger import Client
from turnledger.v1 import tournaments_pb2 as pb
from turnledger.v1.common_pb2 import Clock

FIELDS = ("name", "variant", "start", "options", "clock", "unrated")
"""The columns of a sheet that are no seats."""
UNITS_S = {"s": 1, "m": 60, "h": 3_600}


def tables(
    tournament_id: TournamentId,
    sheet: Annotated[
        Path,
        typer.Argument(
            metavar="FILE.csv",
            help="A line a table: `name`, then a column a seat with a player's name or account; if you like `variant`, "
            "`start` (2026-11-27T19:00Z), and terms of the table: `options` (`NAME=VALUE NAME=VALUE`), `clock` (`60s`, "
            "`48h`) and `unrated` (`yes`)",
        ),
    ],
    caller: Caller = Caller(),
) -> None:
    """Give the tables of a tournament whose pairings are given: all of the file, or none.

    The same file again gives no second tables."""
    content = sheet.read_bytes()

    async def give(me: Client) -> list[pb.TournamentPairing]:
        accounts = accounts_by_name([each async for each in me.tournaments.list_entrants(tournament_id=tournament_id)])
        request_id = str(uuid5(UUID(tournament_id), sha256(content).hexdigest()))
        response = await me.tournaments.create_tables(
            request_id=request_id, tournament_id=tournament_id, tables=given_tables(content, accounts)
        )
        return list(response.pairings)

    pairings = caller.call(give)
    if caller.as_json:
        print_json(pairings)
    else:
        typer.echo("\n".join(reports.pairing(each, caller.language) for each in pairings))


def accounts_by_name(entrants: Iterable[pb.Entrant]) -> dict[str, str]:
    """The account of each name and of each account; an empty one for a name that several entrants have."""
    found: dict[str, str] = {}
    for each in entrants:
        account, name = each.player.account_id, each.player.display_name
        found[name] = "" if name in found else account
        found[account] = account
    return found


def given_tables(content: bytes, accounts: Mapping[str, str]) -> list[pb.GivenTable]:
    """The tables of a sheet. Ends the program with the line that cannot be read."""
    try:
        rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig")))
        return [_table(number, row, accounts) for number, row in enumerate(rows, 2)]
    except (UnicodeDecodeError, csv.Error) as error:
        fail(f"the file is not a sheet of comma-separated values in UTF-8: {error}")


def _table(number: int, row: Mapping[str | None, str | None], accounts: Mapping[str, str]) -> pb.GivenTable:
    if None in row:
        fail(f"line {number}: more values than columns")
    cells = {str(column): (value or "").strip() for column, value in row.items()}
    seats = [value for column, value in cells.items() if column not in FIELDS and value]
    for seat in seats:
        if not accounts.get(seat):
            fail(f"line {number}: {'no entrant' if seat not in accounts else 'more than one entrant'} is called {seat}")
    table = pb.GivenTable(
        name=cells.get("name", ""),
        variant=cells.get("variant", ""),
        account_ids=[accounts[seat] for seat in seats],
        options=dict(_option(number, each) for each in cells.get("options", "").split()),
        unrated=_is_yes(number, cells.get("unrated", "")),
    )
    if clock := cells.get("clock"):
        table.clock.CopyFrom(Clock(move_s=_move_s(number, clock), on_timeout="TIMEOUT_ACTION_BOT"))
    if start := cells.get("start"):
        table.start_time.CopyFrom(_moment(number, start))
    return table


def _option(number: int, cell: str) -> tuple[str, str]:
    name, equals, value = cell.partition("=")
    if not (name and equals and value):
        fail(f"line {number}: {cell} is not an option such as NAME=VALUE")
    return name, value


def _move_s(number: int, clock: str) -> int:
    """Time for each move."""
    if not (found := re.fullmatch(r"(\d{1,9})([smh])", clock, re.ASCII)):
        fail(f"line {number}: {clock} is not a time for each move such as 60s, 5m or 48h")
    return int(found[1]) * UNITS_S[found[2]]


def _is_yes(number: int, cell: str) -> bool:
    if cell not in ("", "yes", "no"):
        fail(f"line {number}: unrated is yes or no, not {cell}")
    return cell == "yes"


def _moment(number: int, start: str) -> Timestamp:
    """A time without a zone is UTC."""
    try:
        moment = datetime.fromisoformat(start)
    except ValueError:
        fail(f"line {number}: {start} is not a time such as 2026-11-27T19:00Z")
    found = Timestamp()
    found.FromDatetime(moment if moment.tzinfo is None else moment.astimezone(UTC))
    return found


def reseat(
    tournament_id: TournamentId,
    table: Annotated[int, typer.Argument(help="Number of the table: `turnledger tournament pairings`")],
    accounts: Annotated[list[str], typer.Argument(metavar="ACCOUNT…", help="Accounts, in the order of the seats")],
    reason: Reason,
    caller: Caller = Caller(),
) -> None:
    """Give a table other players: its game is annulled, and another table takes its place at once."""
    _decide(tournament_id, reason, caller, pb.DecideTournamentRequest(reseat={"table": table, "account_ids": accounts}))


def close_pairing(tournament_id: TournamentId, caller: Caller = Caller()) -> None:
    """Give no more tables: the tournament ends with its last game."""
    _decide(tournament_id, "", caller, pb.DecideTournamentRequest(close_pairing={}))


def _decide(tournament_id: str, reason: str, caller: Caller, decision: pb.DecideTournamentRequest) -> None:
    chosen = str(decision.WhichOneof("decision"))

    async def decided(me: Client) -> pb.Tournament:
        response = await me.tournaments.decide_tournament(
            tournament_id=tournament_id, text=reason, **{chosen: getattr(decision, chosen)}
        )
        return response.tournament

    tournament = caller.call(decided)
    print_json([tournament]) if caller.as_json else typer.echo(reports.moment(tournament, caller.language))


COMMANDS: dict[str, Callable[..., None]] = {"tables": tables, "reseat": reseat, "close-pairing": close_pairing}
