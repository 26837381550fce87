"""`turnledger bridge`: the public stream for programs that read it from a broker."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from services.cli import drawing
from services.cli.failure import fail
from services.cli.request import Server, event_lines
from services.settings import from_environment
from turnledger import Client, ServiceError
from turnledger.connection import Connection
from turnledger.v1 import accounts_pb2

app = typer.Typer(no_args_is_help=True, add_completion=False)


@app.callback()
def bridges() -> None:
    """Hand everything public on to NATS JetStream: each item once, in order. docs/public-stream.md"""


@app.command("nats")
def to_nats(
    token_file: Annotated[Path, typer.Option(help="A file with a personal token of the scope games:read")],
    url: Annotated[str, typer.Option("--nats", envvar="NATS_URL", help="nats://HOST:PORT, with user and password")],
    stream: Annotated[str, typer.Option(metavar="NAME", help="The stream of JetStream; created if missing")],
    begin: Annotated[
        str, typer.Option(metavar="POSITION", help="Where to begin if the stream has no last message; or `start`")
    ] = "",
    source: Annotated[str, typer.Option(help="The address of the server, as `source` of the CloudEvents")] = "/",
    server: Server = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line")] = False,
) -> None:
    """Store each item as a message of a stream, until Ctrl-C.

    The stream has the position: kill and restart the bridge at any time. A second bridge of one stream ends.
    """
    try:
        from nats.errors import Error

        from services.cli.nats_bridge import BridgeEnds, NatsBridge
    except ModuleNotFoundError:
        fail("nats-py is not installed: pip install 'turnledger[nats]'")

    async def run(token: str) -> None:
        connection = Connection(server or from_environment().listen, accounts_pb2.Tokens(access_token=token))
        try:
            me = Client(connection, accounts_pb2.Account())
            report = event_lines(as_json=as_json)
            await NatsBridge(me, url, stream, begin=begin, source=source, report=report).run()
        finally:
            await connection.close()

    try:
        asyncio.run(run(token_file.read_text().strip()))
    except ServiceError as error:
        fail(drawing.refusal(error), 1)
    except (BridgeEnds, Error) as error:
        fail(str(error), 1)
    except KeyboardInterrupt as interrupt:
        raise typer.Exit(130) from interrupt
