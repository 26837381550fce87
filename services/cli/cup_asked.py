"""What the commands of `turnledger cup` share."""

from collections.abc import Iterable
from typing import Annotated, TypeAlias

import typer
from google.protobuf import json_format
from google.protobuf.message import Message

EventId: TypeAlias = Annotated[str, typer.Argument(help="The tournament: `turnledger cup list` shows them")]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print messages of the API, one JSON object a line")]
AsCsv: TypeAlias = Annotated[bool, typer.Option("--csv", help="Print it for a spreadsheet")]


def print_json(messages: Iterable[Message]) -> None:
    for each in messages:
        typer.echo(json_format.MessageToJson(each, indent=None, always_print_fields_with_no_presence=True))
