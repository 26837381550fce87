"""`turnledger cup`: tournaments that a server holds. Those of a file: `turnledger tournament`."""

from contextlib import aclosing
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from google.protobuf import json_format
from rich.console import Console

from services.cli import cup_shown as shown
from services.cli import drawing
from services.cli.asked import Lang, Name, Server, asked
from services.cli.cup_asked import AsCsv, AsJson, EventId, print_json
from services.cli.cup_official import COMMANDS
from services.cli.export import file_name
from services.cli.tournament_games import games_of, write_games
from services.platform.private_files import make_folder, write_file
from services.texts.errors import chosen
from turnledger import Client
from turnledger.chance import new_nonce
from turnledger.v1 import tournaments_pb2 as pb

app = typer.Typer(no_args_is_help=True, add_completion=False)


class Status(StrEnum):
    ALL = "all"
    ENTRY = "entry"
    RUNNING = "running"
    ENDED = "ended"


@app.callback()
def cup() -> None:
    """Tournaments that a server holds: enter, look on, open and lead them. docs/events.md"""


@app.command("list")
def list_cups(
    status: Annotated[Status, typer.Option(help="Only those that do this")] = Status.ALL,
    mine: Annotated[bool, typer.Option("--mine", help="Only those that you entered or lead")] = False,
    limit: Annotated[int, typer.Option(min=1, max=1_000, help="At most so many")] = 50,
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Show the tournaments, the last opened first."""

    async def found(me: Client) -> list[pb.Tournament]:
        wanted = pb.TOURNAMENT_STATUS_UNSPECIFIED if status == Status.ALL else f"TOURNAMENT_STATUS_{status.name}"
        rows = list[pb.Tournament]()
        async for each in me.tournaments.list_tournaments(status=wanted, mine=mine):
            rows.append(each)
            if len(rows) == limit:
                break
        return rows

    rows = asked(found, name, lang, server)
    print_json(rows) if as_json else Console().print(shown.tournaments(rows, _language(lang)))


@app.command()
def show(event: EventId, name: Name = "", lang: Lang = "en", server: Server = None, as_json: AsJson = False) -> None:
    """Show a tournament, how you stand in it, and your games that are not over."""

    async def found(me: Client) -> pb.GetTournamentResponse:
        return await me.tournaments.get_tournament(event_id=event)

    told = asked(found, name, lang, server)
    print_json([told]) if as_json else Console().print(shown.whole(told, _language(lang)))


@app.command()
def enter(
    event: EventId,
    nonce: Annotated[str, typer.Option(help="Up to 64 hex digits of your own chance; drawn if not given")] = "",
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
) -> None:
    """Enter: from the start on the server puts you on the seats that are drawn. Then: `turnledger games`."""

    async def entered(me: Client) -> pb.Entrant:
        return (await me.tournaments.enter_tournament(event_id=event, nonce=nonce or new_nonce())).me

    _tell_own(asked(entered, name, lang, server), lang)


@app.command("check-in")
def check_in(event: EventId, name: Name = "", lang: Lang = "en", server: Server = None) -> None:
    """Say that you are there, where the tournament asks for it before its start."""

    async def there(me: Client) -> pb.Entrant:
        return (await me.tournaments.check_in_to_tournament(event_id=event)).me

    _tell_own(asked(there, name, lang, server), lang)


@app.command()
def withdraw(event: EventId, name: Name = "", lang: Lang = "en", server: Server = None) -> None:
    """Leave. In games that are not over a bot plays on, and nothing is scored for you there."""

    async def left(me: Client) -> pb.Entrant:
        return (await me.tournaments.withdraw_from_tournament(event_id=event)).me

    _tell_own(asked(left, name, lang, server), lang)


@app.command()
def entrants(
    event: EventId,
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Show who has entered, with their numbers."""

    async def found(me: Client) -> list[pb.Entrant]:
        return [each async for each in me.tournaments.list_entrants(event_id=event)]

    rows = asked(found, name, lang, server)
    if as_json:
        print_json(rows)
    elif as_csv:
        _print_sheet(shown.entrants_sheet(rows))
    else:
        Console().print(shown.entrants(rows, _language(lang)))


@app.command()
def standings(
    event: EventId,
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Show who stands where, now or at the end."""

    async def found(me: Client) -> list[pb.StandingsRow]:
        return [each async for each in me.tournaments.list_standings(event_id=event)]

    if as_csv:
        _print_sheet(_file(event, pb.TOURNAMENT_FILE_STANDINGS, name, lang, server))
        return
    rows = asked(found, name, lang, server)
    print_json(rows) if as_json else Console().print(shown.standings(rows, _language(lang)))


@app.command()
def crosstable(event: EventId, name: Name = "", lang: Lang = "en", server: Server = None) -> None:
    """Print for a spreadsheet what each entrant has of its games with each other one."""
    _print_sheet(_file(event, pb.TOURNAMENT_FILE_CROSSTABLE, name, lang, server))


@app.command()
def pairings(
    event: EventId,
    number: Annotated[int, typer.Option("--round", min=0, help="Of this round only")] = 0,
    open_only: Annotated[bool, typer.Option("--open", help="Only games that are not over")] = False,
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Show who plays whom, with the points before the round; with --round also who has no game in it."""

    async def found(me: Client) -> tuple[list[pb.TournamentPairing], list[pb.Entrant]]:
        listed = me.tournaments.list_pairings(event_id=event, round=number, open_only=open_only)
        first = await me.tournaments.list_pairings(event_id=event, round=number, page_size=1)
        return [each async for each in listed], list(first.byes)

    rows, byes = asked(found, name, lang, server)
    if as_json:
        print_json(rows)
    elif as_csv:
        _print_sheet(shown.pairings_sheet(rows))
    else:
        Console().print(shown.pairings(rows, byes, _language(lang)), highlight=False)


@app.command()
def watch(event: EventId, name: Name = "", lang: Lang = "en", server: Server = None, as_json: AsJson = False) -> None:
    """Tell whenever something has happened, up to the end. Goes on by itself after a break."""
    console, language = Console(highlight=False), _language(lang)

    async def watched(me: Client) -> None:
        seen = 0
        async with aclosing(me.tournaments.watch_tournament(event_id=event, after_version=0)) as messages:
            async for message in messages:
                if message.version == seen:  # a heartbeat
                    continue
                seen = message.version
                if as_json:
                    typer.echo(json_format.MessageToJson(message, indent=None))
                else:
                    told = (await me.tournaments.get_tournament(event_id=event)).tournament
                    console.out(shown.moment(told, language), highlight=False)
                if message.status == pb.TOURNAMENT_STATUS_ENDED:
                    break
        if not as_json:
            rows = [each async for each in me.tournaments.list_standings(event_id=event)]
            console.print(shown.standings(rows, language))

    asked(watched, name, lang, server)


@app.command()
def export(
    event: EventId,
    to: Annotated[Path, typer.Option(help="Folder for the files")] = Path("."),
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
) -> None:
    """Write the signed files of a tournament that is over and of its games, and the keys to prove them with."""

    async def written(me: Client) -> int:
        content = await _downloaded(me, event, pb.TOURNAMENT_FILE_UNSPECIFIED)
        games = games_of(content)
        make_folder(to)
        await write_games(me, games, to)
        write_file(to / file_name(event), content)
        return len(games)

    games = asked(written, name, lang, server)
    typer.echo(f"{games} games and the tournament: turnledger verify {to}/*.jsonl --keys {to}/keys.json")


for command, does in COMMANDS.items():
    app.command(command)(does)


def _language(lang: str) -> str:
    return chosen(drawing.language_tag(lang))


def _tell_own(me: pb.Entrant, lang: str) -> None:
    typer.echo(f"{shown.called(me, _language(lang))}: {shown.stands(me, _language(lang))}")


def _file(event: str, which: pb.TournamentFile, name: str, lang: str, server: str | None) -> bytes:
    async def found(me: Client) -> bytes:
        return await _downloaded(me, event, which)

    return asked(found, name, lang, server)


async def _downloaded(me: Client, event: str, which: pb.TournamentFile) -> bytes:
    return b"".join([part.content async for part in me.tournaments.export_tournament(event_id=event, file=which)])


def _print_sheet(content: bytes) -> None:
    typer.echo(content, nl=False)
