"""`turnledger tournament create`, `enter`, `start`, `play` …: a tournament of people that its organiser runs."""

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
from msgspec import UNSET
from rich.console import Console

from domain import stored
from domain.event.messages import (
    FORMS,
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
from domain.event.seasons import next_ladder
from domain.event.standings import standings as standings_of
from domain.event.state import ENDED, Tournament
from domain.history.event_verify import export as signed_file
from domain.history.spelling import STRICT
from domain.table.clock import Clock
from domain.table.messages import SERVER_ACTOR
from services.cli import drawing
from services.cli.asked import Name, Server
from services.cli.export import KEYS, file_name
from services.cli.failure import fail
from services.cli.options import named
from services.cli.remote import as_before
from services.cli.tournament_file import TournamentFile, at
from services.cli.tournament_games import recorded_games, write_games
from services.cli.tournament_round import carry_on
from services.cli.tournament_shown import shown
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
from services.history.parts import signing_keys
from services.platform.private_files import make_folder, write_file
from services.settings import from_environment
from turnledger import Client, ServiceError

T = TypeVar("T")
File: TypeAlias = Annotated[Path, typer.Argument(help="The tournament's file")]


def create(
    file: File,
    variant: Variants,
    title: Title,
    form: Annotated[str, typer.Option(help=f"{', '.join(FORMS).lower()}")] = "league",
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
    after: Annotated[Path | None, typer.Option(help="The file of the season before")] = None,
    moving: Moving = 1,
    name: Name = "",
    server: Server = None,
) -> None:
    """Open a tournament, as its organiser: a file of its own, which has the secret of its dice."""
    move_s = move_hours * HOUR_S + move_seconds
    terms = Terms(
        name=title,
        form=form.upper(),
        variants=tuple(variant),
        seats=seats,
        options=named(option or ()),
        rounds=rounds,
        late_rounds=late_rounds or UNSET,
        minutes=minutes or UNSET,
        advance=advance,
        points=points,
        tie_breaks=tuple(tie_breaks.split(",")) if tie_breaks else (),
        clock=Clock(move_s=move_s, on_timeout="BOT") if move_s else None,
        rated=not unrated,
        ladder=_ladder(after, moving) if after else UNSET,
    )
    address = server or from_environment().listen

    async def account(me: Client) -> str:
        return me.account.account_id

    organiser = _asked(account, address, name)
    kept = TournamentFile.opened(file, OpenTournament(terms), organiser, address)
    typer.echo(f"{kept.heading.event}: {title}, bound to {kept.tournament.opened.commitment}")


def _ladder(after: Path, moving: int) -> tuple[str, ...]:
    with at(after) as kept:
        return next_ladder(kept.tournament, moving)


def enter(
    file: File,
    accounts: Annotated[list[str], typer.Argument(help="Ids of accounts, in the order of their entry")],
    nonce: Annotated[str, typer.Option(help="Of a single player: up to 64 hex digits of the own chance")] = "",
) -> None:
    """Enter players by their accounts."""
    if nonce and len(accounts) > 1:
        fail("--nonce is one player's")
    for account in accounts:
        if not re.fullmatch(STRICT.account, account):
            fail(f"{account!r} is no id of an account: 26 of a-z and 2-7")
    for account in accounts:
        _give(file, Enter(nonce), account)


def withdraw(file: File, account: Annotated[str, typer.Argument(help="Id of the account")]) -> None:
    """Take out who wants to leave. In games that are not over a bot plays on, and nothing is scored for it."""
    _give(file, Withdraw(), account)


def start(file: File) -> None:
    """Begin: divisions and the first round are drawn. Then: `turnledger tournament play`."""
    _give(file, Start())
    with at(file) as kept:
        _tell_pairings(kept.tournament)


def play(
    file: File,
    fill: Annotated[bool, typer.Option("--fill", help="Bots take the seats of players who have not come")] = False,
    name: Name = "",
) -> None:
    """Open tables that are paired, seat who has come, begin games, record those that are over. Repeat it at will."""
    with at(file) as kept:

        async def played(me: Client) -> None:
            _check_organiser(kept, me)
            if 0 < kept.tournament.ends_ms <= time.time() * 1000 and kept.tournament.status != ENDED:
                kept.give(CloseArena(), SERVER_ACTOR)
            async for says in carry_on(kept, me, fill=fill):
                typer.echo(says)

        _asked(played, kept.heading.server, name)
        if kept.tournament.status == ENDED:
            typer.echo("the tournament has ended")


def standings(
    file: File,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object a line")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print it for a spreadsheet")] = False,
) -> None:
    """Show who stands where, now or at the end."""
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
        Console().print(shown(tournament.terms.name, rows, accounts))


def annul(file: File, table: Annotated[int, typer.Argument(help="Number of the table")], reason: Reason) -> None:
    """Annul a game: it was not played."""
    _give(file, AnnulGame(table, reason))


def disqualify(file: File, account: Annotated[str, typer.Argument(help="Id of the account")], reason: Reason) -> None:
    """Put out who broke the rules, behind all and without a rank."""
    _give(file, Disqualify(_number(file, account), reason))


def replace(
    file: File,
    account: Annotated[str, typer.Argument(help="Id of the account that has gone")],
    by: Annotated[str, typer.Argument(help="Id of the account that takes its place; then `enter`, unless it waits")],
    reason: Reason,
) -> None:
    """Give the place of who has gone to somebody, in the rounds that follow."""
    if not re.fullmatch(STRICT.account, by):
        fail(f"{by!r} is no id of an account: 26 of a-z and 2-7")
    _give(file, Replace(_number(file, account), by, reason))


def _number(file: Path, account: str) -> int:
    with at(file) as kept:
        number = kept.tournament.numbers.get(account)
    if number is None:
        fail(f"{account} has not entered")
    return number


def pause(file: File, reason: Reason) -> None:
    """Pair no round and do not end, until `resume`."""
    _give(file, Pause(reason))


def resume(file: File) -> None:
    """Go on after a pause."""
    _give(file, Resume())


def cancel(file: File, reason: Reason) -> None:
    """End it without standings."""
    _give(file, Cancel(reason))


def export(
    file: File,
    to: Annotated[Path, typer.Option(help="Folder for the files")] = Path("."),
    name: Name = "",
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

    _asked(fetched, address, name)
    write_file(to / file_name(tournament.opened.event_id), signed_file(rows, stored.tournament_codec(), own.signer))
    typer.echo(f"{len(games)} games and the tournament: turnledger verify {to}/*.jsonl --keys {to / KEYS}")


COMMANDS = (create, enter, withdraw, start, play, standings, annul, disqualify, replace, pause, resume, cancel, export)


def _give(file: Path, command: TournamentCommand, actor: str = "") -> None:
    """By the organiser, if nobody else is said to give it."""
    with at(file) as kept:
        for event in kept.give(command, actor or kept.tournament.opened.organiser):
            typer.echo(type(event).__name__)


def _tell_pairings(tournament: Tournament) -> None:
    for table in tournament.waits_for:
        pairing = tournament.games[table].pairing
        names = ", ".join(tournament.entrants[entrant].account for entrant in pairing.seats)
        typer.echo(f"table {table}, {pairing.variant}: {names}")


def _check_organiser(kept: TournamentFile, me: Client) -> None:
    """Tables are opened by who can open them again."""
    if me.account.account_id != kept.tournament.opened.organiser:
        fail(f"{me.account.display_name} is not its organiser: --name", 1)


def _asked(ask: Callable[[Client], Awaitable[T]], server: str, name: str) -> T:
    async def run() -> T:
        async with as_before(server, name, "en") as (me, _):
            return await ask(me)

    try:
        return asyncio.run(run())
    except ServiceError as error:
        fail(drawing.refusal(error), 1)
