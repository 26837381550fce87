"""`turnledger tournament`: tournaments at a server; `tournament file`: those in a file of an organiser."""

import csv
import io
from contextlib import aclosing
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from google.protobuf import json_format
from rich.console import Console
from typer.core import TyperGroup

from services.cli.history_files import KEYS, file_name
from services.cli.parameters import with_structs
from services.cli.player import tournament_of_file as of_file
from services.cli.player import tournament_reports as reports
from services.cli.player.tournament_games import games_of, write_games
from services.cli.player.tournament_officials import COMMANDS
from services.cli.player.tournament_options import AsCsv, Caller, TournamentId, print_json
from services.cli.player.tournament_simulation import simulate
from services.cli.player.tournament_tables import COMMANDS as TABLE_COMMANDS
from services.platform.private_files import make_folder, write_file
from turnledger import Client
from turnledger.chance import new_nonce
from turnledger.v1 import tournaments_pb2 as pb


class TournamentCommands(TyperGroup):
    """A tournament in a file had its commands here before `tournament file`: they are still found, by the file."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, *others = args
        target = next((each for each in others if not each.startswith("-")), "")
        if name in of_file.COMMANDS and (name not in self.commands or Path(target).is_file()):
            args = ["file", *args]
        return super().resolve_command(ctx, args)


app = typer.Typer(cls=TournamentCommands, no_args_is_help=True, add_completion=False)
app.add_typer(of_file.app, name="file")
app.command()(simulate)


class Status(StrEnum):
    ALL = "all"
    ENTRY = "entry"
    RUNNING = "running"
    ENDED = "ended"


@app.callback()
def tournament() -> None:
    """Tournaments: enter, watch, open and lead them. docs/tournaments.md"""


@app.command("list")
@with_structs
def list_tournaments(
    status: Annotated[Status, typer.Option(help="Only those that do this")] = Status.ALL,
    mine: Annotated[bool, typer.Option("--mine", help="Only those that you entered or lead")] = False,
    limit: Annotated[int, typer.Option(min=1, max=1_000, help="At most so many")] = 50,
    caller: Caller = Caller(),
) -> None:
    """Show the tournaments, the last opened first."""

    async def fetch(me: Client) -> list[pb.Tournament]:
        wanted = pb.TOURNAMENT_STATUS_UNSPECIFIED if status == Status.ALL else f"TOURNAMENT_STATUS_{status.name}"
        rows = list[pb.Tournament]()
        async for each in me.tournaments.list_tournaments(status=wanted, mine=mine):
            rows.append(each)
            if len(rows) == limit:
                break
        return rows

    rows = caller.call(fetch)
    print_json(rows) if caller.as_json else Console().print(reports.tournaments(rows, caller.language))


@app.command()
@with_structs
def show(tournament_id: TournamentId, caller: Caller = Caller()) -> None:
    """Show a tournament, how you stand in it, and your games that are not over."""

    async def fetch(me: Client) -> pb.GetTournamentResponse:
        return await me.tournaments.get_tournament(tournament_id=tournament_id)

    told = caller.call(fetch)
    print_json([told]) if caller.as_json else Console().print(reports.whole(told, caller.language))


@app.command()
@with_structs
def enter(
    tournament_id: TournamentId,
    nonce: Annotated[str, typer.Option(help="Up to 64 hex digits of your own chance; drawn if not given")] = "",
    caller: Caller = Caller(),
) -> None:
    """Enter: from the start on the server puts you on the seats that are drawn. Then: `turnledger games`."""

    async def entered(me: Client) -> pb.Entrant:
        return (await me.tournaments.enter_tournament(tournament_id=tournament_id, nonce=nonce or new_nonce())).me

    _tell_own(caller.call(entered), caller)


@app.command("check-in")
@with_structs
def check_in(tournament_id: TournamentId, caller: Caller = Caller()) -> None:
    """Check in, where the tournament asks for it before its start."""

    async def there(me: Client) -> pb.Entrant:
        return (await me.tournaments.check_in_to_tournament(tournament_id=tournament_id)).me

    _tell_own(caller.call(there), caller)


@app.command()
@with_structs
def withdraw(tournament_id: TournamentId, caller: Caller = Caller()) -> None:
    """Leave. In games that are not over a bot plays on, and nothing is scored for you there."""

    async def withdraw(me: Client) -> pb.Entrant:
        return (await me.tournaments.withdraw_from_tournament(tournament_id=tournament_id)).me

    _tell_own(caller.call(withdraw), caller)


@app.command()
@with_structs
def entrants(
    tournament_id: TournamentId,
    caller: Caller = Caller(),
    as_csv: AsCsv = False,
) -> None:
    """Show who has entered, with their numbers."""

    async def fetch(me: Client) -> list[pb.Entrant]:
        return [each async for each in me.tournaments.list_entrants(tournament_id=tournament_id)]

    rows = caller.call(fetch)
    if caller.as_json:
        print_json(rows)
    elif as_csv:
        _print_sheet(reports.entrants_sheet(rows))
    else:
        Console().print(reports.entrants(rows, caller.language))


@app.command()
@with_structs
def standings(
    tournament_id: TournamentId,
    caller: Caller = Caller(),
    as_csv: AsCsv = False,
) -> None:
    """Show the standings, now or at the end."""

    async def fetch(me: Client) -> list[pb.StandingsRow]:
        return [each async for each in me.tournaments.list_standings(tournament_id=tournament_id)]

    if as_csv:
        _print_sheet(_file(tournament_id, pb.TOURNAMENT_FILE_STANDINGS, caller))
        return
    rows = caller.call(fetch)
    print_json(rows) if caller.as_json else Console().print(reports.standings(rows, caller.language))


@app.command()
@with_structs
def crosstable(tournament_id: TournamentId, caller: Caller = Caller()) -> None:
    """Print for a spreadsheet what each entrant has of its games with each other one."""
    sheet = _file(tournament_id, pb.TOURNAMENT_FILE_CROSSTABLE, caller)
    if caller.as_json:
        _, *rows = csv.reader(io.StringIO(sheet.decode()))
        for entrant, *points in rows:  # two entrants may have one name: the order is that of the columns
            row = {"name": entrant, "points": [float(each) if each else None for each in points]}
            typer.echo(msgspec.json.encode(row))
    else:
        _print_sheet(sheet)


@app.command()
@with_structs
def pairings(
    tournament_id: TournamentId,
    number: Annotated[int, typer.Option("--round", min=0, help="Of this round only")] = 0,
    open_only: Annotated[bool, typer.Option("--open", help="Only games that are not over")] = False,
    caller: Caller = Caller(),
    as_csv: AsCsv = False,
) -> None:
    """Show who plays whom, with the points before the round; with --round also who has no game in it."""

    async def fetch(me: Client) -> tuple[list[pb.TournamentPairing], list[pb.Entrant]]:
        listed = me.tournaments.list_pairings(tournament_id=tournament_id, round=number, open_only=open_only)
        first = await me.tournaments.list_pairings(tournament_id=tournament_id, round=number, page_size=1)
        return [each async for each in listed], list(first.byes)

    rows, byes = caller.call(fetch)
    if caller.as_json:
        print_json(rows)
    elif as_csv:
        _print_sheet(reports.pairings_sheet(rows))
    else:
        Console().print(reports.pairings(rows, byes, caller.language), highlight=False)


@app.command()
@with_structs
def watch(tournament_id: TournamentId, caller: Caller = Caller()) -> None:
    """Report each change up to the end. Reconnects by itself after a break."""
    console, language = Console(highlight=False), caller.language

    async def watched(me: Client) -> None:
        seen = 0
        async with aclosing(me.tournaments.watch_tournament(tournament_id=tournament_id, after_version=0)) as messages:
            async for message in messages:
                if message.version == seen:  # a heartbeat
                    continue
                seen = message.version
                if caller.as_json:
                    typer.echo(json_format.MessageToJson(message, indent=None))
                else:
                    told = (await me.tournaments.get_tournament(tournament_id=tournament_id)).tournament
                    console.out(reports.moment(told, language), highlight=False)
                if message.status == pb.TOURNAMENT_STATUS_ENDED:
                    break
        if not caller.as_json:
            rows = [each async for each in me.tournaments.list_standings(tournament_id=tournament_id)]
            console.print(reports.standings(rows, language))

    caller.call(watched)


@app.command()
@with_structs
def export(
    tournament_id: TournamentId,
    to: Annotated[Path, typer.Option(help="Folder for the files")] = Path("."),
    caller: Caller = Caller(),
) -> None:
    """Write the signed files of a tournament that is over and of its games, and the keys to prove them with."""

    async def written(me: Client) -> int:
        content = await _downloaded(me, tournament_id, pb.TOURNAMENT_FILE_UNSPECIFIED)
        games = games_of(content)
        make_folder(to)
        await write_games(me, games, to)
        write_file(to / file_name(tournament_id), content)
        return len(games)

    games = caller.call(written)
    if caller.as_json:
        typer.echo(msgspec.json.encode({"games": games, "folder": str(to), "keys": str(to / KEYS)}))
    else:
        typer.echo(f"{games} games and the tournament: turnledger verify {to}/*.jsonl --keys {to / KEYS}")


for command, does in (COMMANDS | TABLE_COMMANDS).items():
    app.command(command)(with_structs(does))


def _tell_own(me: pb.Entrant, caller: Caller) -> None:
    language = caller.language
    print_json([me]) if caller.as_json else typer.echo(
        f"{reports.called(me, language)}: {reports.stands(me, language)}"
    )


def _file(tournament_id: str, which: pb.TournamentFile, caller: Caller) -> bytes:
    async def fetch(me: Client) -> bytes:
        return await _downloaded(me, tournament_id, which)

    return caller.call(fetch)


async def _downloaded(me: Client, tournament_id: str, which: pb.TournamentFile) -> bytes:
    return b"".join(
        [part.content async for part in me.tournaments.export_tournament(tournament_id=tournament_id, file=which)]
    )


def _print_sheet(content: bytes) -> None:
    typer.echo(content, nl=False)
