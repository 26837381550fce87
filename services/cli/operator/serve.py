"""`turnledger serve`: everything in one process, or the roles that are asked for."""

from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import structlog
import typer
from rich.console import Console

from domain.kernel.refused import Refused
from services.cli.failure import fail, refusal
from services.main import Started, check, check_editions
from services.main import serve as run
from services.observe import logs, traces
from services.operations.workers import Workers
from services.platform import garbage
from services.platform.private_files import make_folder
from services.settings import ROLES, BadSettings, Settings, as_environment, from_environment
from services.store.backends import backend
from services.store.interface import IncompatibleStore, StoreUnavailable

log = structlog.get_logger(__name__)


def serve(
    store: Annotated[str | None, typer.Option(help="Event store: sqlite:///PATH or postgresql://…")] = None,
    views: Annotated[str | None, typer.Option(help="Views: memory:// or redis://…")] = None,
    listen: Annotated[str | None, typer.Option(help="gRPC: HOST:PORT")] = None,
    http: Annotated[str | None, typer.Option(help="Connect, web page, health: HOST:PORT; empty for none")] = None,
    metrics: Annotated[str | None, typer.Option(help="/metrics: HOST:PORT; empty for none")] = None,
    keys: Annotated[Path | None, typer.Option(help="Folder of the keys that sign tokens")] = None,
    roles: Annotated[str | None, typer.Option(help=f"Of {','.join(ROLES)}")] = None,
    fixed_setups: Annotated[
        bool | None, typer.Option("--fixed-setups/--no-fixed-setups", help="Allow unrated tables with a given seed")
    ] = None,
    calls_per_s: Annotated[str | None, typer.Option(help="Calls per second of one account")] = None,
    streams_per_account: Annotated[str | None, typer.Option(help="Open streams of one account")] = None,
    streams_per_address: Annotated[str | None, typer.Option(help="Open streams from one address")] = None,
    tables_per_account: Annotated[str | None, typer.Option(help="Open tables of one account")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Server processes that share the ports of this machine")] = 1,
    bots_pace_s: Annotated[
        str | None, typer.Option(help="Seconds between commands where only bots play, to look on")
    ] = None,
    bot_game: Annotated[str, typer.Option(help="Let four bots play one game of this variant")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the addresses as one JSON object")] = False,
    with_parent: Annotated[
        bool, typer.Option("--with-parent", hidden=True, help="End when standard input does")
    ] = False,
) -> None:
    """Serve games over gRPC, Connect and gRPC-Web until SIGTERM or Ctrl-C."""
    import uvloop

    flags: dict[str, object] = {
        "store": store,
        "views": views,
        "listen": listen,
        "http": http,
        "metrics": metrics,
        "keys": keys,
        "roles": roles,
        "fixed_setups": fixed_setups,
        "calls_per_s": calls_per_s,
        "streams_per_account": streams_per_account,
        "streams_per_address": streams_per_address,
        "tables_per_account": tables_per_account,
        "bots_pace_s": bots_pace_s,
    }
    settings = from_environment(**flags, shared_ports=True if workers > 1 else None)
    try:
        check_editions()
    except Refused as refused:
        fail(f"the server does not start with this data file: {refusal(refused)}")
    try:
        check(settings, bot_game)
    except Refused as refused:
        fail(f"no bots can play this: {refusal(refused)}")
    garbage.look(garbage.OFTEN)
    _prepare(settings)
    if workers > 1:
        uvloop.run(Workers(workers, as_environment(flags), as_json=as_json).run())
    else:
        tell = partial(_tell, settings=settings, as_json=as_json)
        uvloop.run(run(settings, tell, bot_game, with_parent=with_parent))


def _prepare(settings: Settings) -> None:
    """Raises Unfit. A store that does not answer, or takes no writes, may do so later."""
    logs.configure(settings.log_level, as_json=settings.log_json)
    if settings.otlp:
        _export_traces(settings)
    store = backend(settings.store)
    for file in store.files:
        make_folder(file.parent)
    try:
        store.require_fit(writes=set(settings.roles) != {"follower"})
    except IncompatibleStore:
        raise
    except StoreUnavailable as away:
        log.warning("the store is not ready yet", reason=str(away))


def _export_traces(settings: Settings) -> None:
    try:
        traces.configure(settings.otlp, settings.otlp_share)
    except ImportError as missing:
        raise BadSettings("TURNLEDGER_OTLP needs the extra `otel`: pip install 'turnledger[otel]'") from missing


def _tell(told: Started, settings: Settings, *, as_json: bool) -> None:
    if as_json:
        typer.echo(msgspec.json.encode(told))
        return
    console = Console()
    if told.grpc:
        console.print(f"gRPC (with reflection and health) on [bold]{told.grpc}[/]")
    if told.http:
        what = "Connect, gRPC-Web and the web page" if told.grpc else "health"
        console.print(f"{what} on [bold]http://{told.http}/[/]")
    if told.metrics:
        console.print(f"metrics on [bold]http://{told.metrics}/metrics[/]")
    if told.game_id:
        there = "" if told.grpc == Settings().listen else f" --server {told.grpc}"
        console.print(f"four bots play: [bold]turnledger watch {told.game_id}{there}[/] shows it from its first event")
        console.print(f"play yourself: [bold]turnledger play{there}[/]")
    console.print(f"roles {', '.join(settings.roles)}; Ctrl-C ends it, in good order")
