"""`turnledger tournament file create`, `enter`, `start`, `play` …: a tournament that its organiser runs from a file."""

import asyncio
import csv
import re
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, TypeAlias, TypeVar

import msgspec
import typer
from msgspec import UNSET, Struct
from rich.console import Console

from domain import stored
from domain.history.spelling import STRICT
from domain.history.tournament_verify import export as signed_file
from domain.table.clock import Clock
from domain.table.messages import SERVER_ACTOR
from domain.tournament.messages import (
    AnnulGame,
    Cancel,
    CloseArena,
    Disqualify,
    Enter,
    OpenTournament,
    Pause,
    Replace,
    Resume,
    Start,
    Terms,
    TournamentCommand,
    Withdraw,
)
from domain.tournament.seasons import next_ladder
from domain.tournament.standings import standings as standings_of
from domain.tournament.state import ENDED, Tournament
from services.cli import drawing
from services.cli.failure import fail
from services.cli.history_files import KEYS, file_name
from services.cli.options import named
from services.cli.parameters import with_structs
from services.cli.player.tournament_file import TournamentFile, at
from services.cli.player.tournament_games import recorded_games, write_games
from services.cli.player.tournament_options import Opening, Reason
from services.cli.player.tournament_round import carry_on
from services.cli.player.tournament_shown import standings_table
from services.cli.remote import as_before
from services.cli.request import Name, Server
from services.history.history_parts import signing_keys
from services.platform.private_files import make_folder, write_file
from services.settings import from_environment
from turnledger import Client, ServiceError

T = TypeVar("T")
File: TypeAlias = Annotated[Path, typer.Argument(help="The tournament's file")]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON object")]


class FileOpening(Opening, frozen=True, kw_only=True):
    """The terms of a tournament in a file."""

    after: Annotated[Path | None, typer.Option(help="The file of the season before")] = None

    def terms(self) -> Terms:
        return Terms(
            name=self.title,
            form=self.form.name,
            variants=tuple(self.variant),
            seats=self.seats,
            options=named(self.option or ()),
            rounds=self.rounds,
            late_rounds=self.late_rounds or UNSET,
            minutes=self.minutes or UNSET,
            advance=self.advance,
            points=self.points,
            tie_breaks=tuple(self.tie_breaks.split(",")) if self.tie_breaks else (),
            clock=Clock(move_s=self.move_s, on_timeout="BOT") if self.move_s else None,
            rated=not self.unrated,
            ladder=_ladder(self.after, self.moving) if self.after else UNSET,
        )


@with_structs
def create(file: File, opening: FileOpening, name: Name = "", server: Server = None, as_json: AsJson = False) -> None:
    """Open a tournament, as its organiser: a file of its own, which has the secret of its dice."""
    terms = opening.terms()
    address = server or from_environment().listen

    async def account(me: Client) -> str:
        return me.account.account_id

    organiser = _call(account, address, name)
    kept = TournamentFile.opened(file, OpenTournament(terms), organiser, address)
    event, commitment = kept.heading.event, kept.tournament.opened.commitment
    if as_json:
        typer.echo(msgspec.json.encode({"tournament": event, "title": terms.name, "commitment": commitment}))
    else:
        typer.echo(f"{event}: {terms.name}, bound to {commitment}")


def _ladder(after: Path, moving: int) -> tuple[str, ...]:
    with at(after) as kept:
        return next_ladder(kept.tournament, moving)


def enter(
    file: File,
    accounts: Annotated[list[str], typer.Argument(help="Ids of accounts, in the order of their entry")],
    nonce: Annotated[str, typer.Option(help="Of a single player: up to 64 hex digits of the own chance")] = "",
    as_json: AsJson = False,
) -> None:
    """Enter players by their accounts."""
    if nonce and len(accounts) > 1:
        fail("--nonce is one player's")
    for account in accounts:
        if not re.fullmatch(STRICT.account, account):
            fail(f"{account!r} is no id of an account: 26 of a-z and 2-7")
    _print_events([each for account in accounts for each in _execute(file, Enter(nonce), account)], as_json)


def withdraw(
    file: File, account: Annotated[str, typer.Argument(help="Id of the account")], as_json: AsJson = False
) -> None:
    """Take out who wants to leave. In games that are not over a bot plays on, and nothing is scored for it."""
    _print_events(_execute(file, Withdraw(), account), as_json)


def start(file: File, as_json: AsJson = False) -> None:
    """Begin: divisions and the first round are drawn. Then: `turnledger tournament file play`."""
    events = _execute(file, Start())
    with at(file) as kept:
        pairings = _pairings(kept.tournament)
    if as_json:
        typer.echo(msgspec.json.encode({"events": events, "pairings": pairings}))
        return
    _print_events(events, as_json)
    for each in pairings:
        typer.echo(f"table {each.table}, {each.variant}: {', '.join(each.accounts)}")


def play(
    file: File,
    fill: Annotated[bool, typer.Option("--fill", help="Bots take the seats of players who have not come")] = False,
    name: Name = "",
    as_json: AsJson = False,
) -> None:
    """Open tables that are paired, seat who has come, begin games, record those that are over. Repeat it at will."""
    steps = list[str]()
    with at(file) as kept:

        async def played(me: Client) -> None:
            _check_organiser(kept, me)
            if 0 < kept.tournament.ends_ms <= time.time() * 1000 and kept.tournament.status != ENDED:
                kept.execute(CloseArena(), SERVER_ACTOR)
            async for step in carry_on(kept, me, fill=fill):
                steps.append(step)
                if not as_json:
                    typer.echo(step)

        _call(played, kept.heading.server, name)
        has_ended = kept.tournament.status == ENDED
    if as_json:
        typer.echo(msgspec.json.encode({"steps": steps, "ended": has_ended}))
    elif has_ended:
        typer.echo("the tournament has ended")


def standings(
    file: File,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object a line")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print it for a spreadsheet")] = False,
) -> None:
    """Show the standings, now or at the end."""
    with at(file) as kept:
        tournament = kept.tournament
        rows = tournament.final if tournament.status == ENDED else standings_of(tournament)
        told = [{"account": tournament.entrants[row.entrant].account} | msgspec.structs.asdict(row) for row in rows]
    if as_json:
        for each in told:
            typer.echo(msgspec.json.encode(each))
    elif as_csv:
        written = csv.DictWriter(sys.stdout, ["account", *type(rows[0]).__struct_fields__] if rows else ["account"])
        written.writeheader()
        written.writerows(told)
    else:
        accounts = [entrant.account for entrant in tournament.entrants]
        Console().print(standings_table(tournament.terms.name, rows, accounts))


def annul(
    file: File,
    table: Annotated[int, typer.Argument(help="Number of the table")],
    reason: Reason,
    as_json: AsJson = False,
) -> None:
    """Annul a game: it was not played."""
    _print_events(_execute(file, AnnulGame(table, reason)), as_json)


def disqualify(
    file: File,
    account: Annotated[str, typer.Argument(help="Id of the account")],
    reason: Reason,
    as_json: AsJson = False,
) -> None:
    """Put out who broke the rules, behind all and without a rank."""
    _print_events(_execute(file, Disqualify(_number(file, account), reason)), as_json)


def replace(
    file: File,
    account: Annotated[str, typer.Argument(help="Id of the account that has gone")],
    by: Annotated[str, typer.Argument(help="Id of the account that takes its place; then `enter`, unless it waits")],
    reason: Reason,
    as_json: AsJson = False,
) -> None:
    """Give the place of who has gone to somebody, in the rounds that follow."""
    if not re.fullmatch(STRICT.account, by):
        fail(f"{by!r} is no id of an account: 26 of a-z and 2-7")
    _print_events(_execute(file, Replace(_number(file, account), by, reason)), as_json)


def _number(file: Path, account: str) -> int:
    with at(file) as kept:
        number = kept.tournament.numbers.get(account)
    if number is None:
        fail(f"{account} has not entered")
    return number


def pause(file: File, reason: Reason, as_json: AsJson = False) -> None:
    """Pair no round and do not end, until `resume`."""
    _print_events(_execute(file, Pause(reason)), as_json)


def resume(file: File, as_json: AsJson = False) -> None:
    """Resume after a pause."""
    _print_events(_execute(file, Resume()), as_json)


def cancel(file: File, reason: Reason, as_json: AsJson = False) -> None:
    """End it without standings."""
    _print_events(_execute(file, Cancel(reason)), as_json)


def export(
    file: File,
    to: Annotated[Path, typer.Option(help="Folder for the files")] = Path("."),
    name: Name = "",
    as_json: AsJson = False,
) -> None:
    """Write the signed files of an ended tournament and of its games, and the keys to prove them with."""
    with at(file) as kept:
        tournament, rows, address = kept.tournament, tuple(kept.rows), kept.heading.server
    if tournament.status != ENDED:
        fail("it has not ended: its file still has secrets")
    games = recorded_games(rows)
    own = signing_keys(from_environment().keys)
    make_folder(to)

    async def fetched(me: Client) -> None:
        await write_games(me, games, to, own.published())

    _call(fetched, address, name)
    write_file(
        to / file_name(tournament.opened.tournament_id), signed_file(rows, stored.tournament_codec(), own.signer)
    )
    if as_json:
        typer.echo(msgspec.json.encode({"games": len(games), "folder": str(to), "keys": str(to / KEYS)}))
    else:
        typer.echo(f"{len(games)} games and the tournament: turnledger verify {to}/*.jsonl --keys {to / KEYS}")


COMMANDS: dict[str, Callable[..., None]] = {
    each.__name__: each
    for each in (
        create,
        enter,
        withdraw,
        start,
        play,
        standings,
        annul,
        disqualify,
        replace,
        pause,
        resume,
        cancel,
        export,
    )
}
app = typer.Typer(no_args_is_help=True, add_completion=False)
for command in COMMANDS.values():
    app.command()(command)


@app.callback()
def file_commands() -> None:
    """A tournament that its organiser runs from a file, at a server without tournaments."""


def _execute(file: Path, command: TournamentCommand, actor: str = "") -> list[str]:
    """Return the names of the command's events. The organiser gives it, unless another account is named."""
    with at(file) as kept:
        return [type(event).__name__ for event in kept.execute(command, actor or kept.tournament.opened.organiser)]


def _print_events(events: list[str], as_json: bool) -> None:
    if as_json:
        typer.echo(msgspec.json.encode({"events": events}))
        return
    for event in events:
        typer.echo(event)


class _Pairing(Struct, frozen=True):
    """A table that waits for its game, with the accounts of its seats."""

    table: int
    variant: str
    accounts: list[str]


def _pairings(tournament: Tournament) -> list[_Pairing]:
    found = [tournament.games[table].pairing for table in tournament.waits_for]
    accounts = [[tournament.entrants[entrant].account for entrant in each.seats] for each in found]
    return [_Pairing(each.table, each.variant, seats) for each, seats in zip(found, accounts, strict=True)]


def _check_organiser(kept: TournamentFile, me: Client) -> None:
    """Only the account that opened tables can open them again."""
    if me.account.account_id != kept.tournament.opened.organiser:
        fail(f"{me.account.display_name} is not its organiser: --name", 1)


def _call(ask: Callable[[Client], Awaitable[T]], server: str, name: str) -> T:
    async def run() -> T:
        async with as_before(server, name, "en") as (me, _):
            return await ask(me)

    try:
        return asyncio.run(run())
    except ServiceError as error:
        fail(drawing.refusal(error), 1)
