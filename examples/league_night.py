"""A league night from a spreadsheet: gives all tables of a file at once, prints a link for each game, then each result.

    python examples/league_night.py ADDRESS TOURNAMENT tables.csv [PAGE]

The tournament has the form `GIVEN`, and has started. The file has a line of column names, then a line for each table:
its name, then an account for each seat. TURNLEDGER_TOKEN is a personal token of an official with the scopes
`tournaments:run`, `games:read` and `account:read`. You may stop the program and start it again: the same file gives no
second tables. PAGE is the address of the server's page, for the links. The program ends with the last game.
"""

import asyncio
import csv
import os
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from turnledger import Client, sign_in
from turnledger.v1.accounts_pb2 import Tokens
from turnledger.v1.tournaments_pb2 import PAIRING_STATUS_OPEN, TournamentPairing

OPTIONAL = {"variant", "start", "options", "clock", "unrated"}
"""Columns that `turnledger tournament tables` reads, and this program does not."""


async def main(address: str, tournament_id: str, file: str, page: str = "") -> None:
    tables, request_id = read(Path(file), tournament_id)
    async with sign_in(address, tokens=Tokens(access_token=os.environ["TURNLEDGER_TOKEN"])) as me:
        given = await me.tournaments.create_tables(request_id=request_id, tournament_id=tournament_id, tables=tables)
        await follow(me, tournament_id, {each.table for each in given.pairings}, page)


def read(file: Path, tournament_id: str) -> tuple[list[dict[str, Any]], str]:
    """The tables of a file, and the id of the request, which follows from its bytes.

    A file that cannot be right ends the program with the number of the line, before the server is called.
    """
    content = file.read_bytes()
    lines = csv.reader(content.decode("utf-8-sig").splitlines())
    columns = next(lines, [])
    if columns[:1] != ["name"] or OPTIONAL & set(columns):
        raise SystemExit(f"{file}: line 1: the columns are name, then one for each seat; not {','.join(columns)!r}")
    tables = [table(file, lines.line_num, columns, row) for row in lines if any(row)]
    if not tables:
        raise SystemExit(f"{file}: no tables")
    return tables, str(uuid5(UUID(tournament_id), sha256(content).hexdigest()))


def table(file: Path, line: int, columns: list[str], row: list[str]) -> dict[str, Any]:
    """The table of one line; a spreadsheet leaves the cells of seats that a table does not have empty."""
    name, *seats = [cell.strip() for cell in row]
    while seats and not seats[-1]:
        seats.pop()
    if not name or len(seats) < 2 or len(row) > len(columns) or not all(seats):
        raise SystemExit(f"{file}: line {line}: a table is a name and an account for each seat; not {','.join(row)!r}")
    return {"name": name, "account_ids": seats}


async def follow(me: Client, tournament_id: str, waits_for: set[int], page: str) -> None:
    """Print each game once it is open, and each result, until all tables are over."""
    opened = set[int]()
    async for _ in me.tournaments.watch_tournament(tournament_id=tournament_id, after_version=0):
        async for each in me.tournaments.list_pairings(tournament_id=tournament_id):
            if each.table not in waits_for:
                continue
            if each.game_id and each.table not in opened:
                opened.add(each.table)
                print(each.name, f"{page}#/game/{each.game_id}", sep="\t", flush=True)
            if each.status != PAIRING_STATUS_OPEN:
                waits_for.discard(each.table)
                print(each.name, result(each), sep="\t", flush=True)
        if not waits_for:
            return


def result(pairing: TournamentPairing) -> str:
    """`1. Ann, 2. Bob`; nothing for a table without a result."""
    places = sorted(pairing.standings, key=lambda each: each.rank)
    return ", ".join(f"{each.rank}. {pairing.seats[each.seat].entrant.player.display_name}" for each in places)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
