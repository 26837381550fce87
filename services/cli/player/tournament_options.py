"""Options that commands of tournaments share: of one at a server, and of one in a file."""

from collections.abc import Awaitable, Callable, Iterable
from enum import StrEnum
from typing import Annotated, TypeAlias, TypeVar

import typer
from google.protobuf import json_format
from google.protobuf.message import Message
from msgspec import Struct

from services.cli import drawing
from services.cli.options import OPTIONS
from services.cli.player.tournament_shown import SCALE
from services.cli.request import Lang, Name, Server, call_server
from services.texts.error_texts import chosen
from turnledger import Client

T = TypeVar("T")
HOUR_S = 3_600
TournamentId: TypeAlias = Annotated[
    str, typer.Argument(metavar="TOURNAMENT", help="Its id: `turnledger tournament list` shows it")
]
Reason: TypeAlias = Annotated[str, typer.Option(help="The reason, which is public")]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print messages of the API, one JSON object a line")]
AsCsv: TypeAlias = Annotated[bool, typer.Option("--csv", help="Print it for a spreadsheet")]


class Form(StrEnum):
    LEAGUE = "league"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    ARENA = "arena"


class Opening(Struct, frozen=True, kw_only=True):
    """The terms of a tournament, as they are typed."""

    variant: Annotated[list[str], typer.Argument(help="Names of variants, which take turns")]
    title: Annotated[str, typer.Option(help="Name of the tournament")]
    form: Annotated[Form, typer.Option(case_sensitive=False, help="How players are paired")] = Form.LEAGUE
    seats: Annotated[int, typer.Option(help="Seats of a whole table")] = 4
    rounds: Annotated[int, typer.Option(help="Number of Swiss rounds")] = 0
    late_rounds: Annotated[int, typer.Option(min=0, help="Swiss rounds that may be paired before entry ends")] = 0
    minutes: Annotated[int, typer.Option(min=0, help="The span of an arena")] = 0
    advance: Annotated[int, typer.Option(help="Players of a table that advance in a knock-out")] = 0
    points: Annotated[str, typer.Option(help=SCALE)] = "places"
    tie_breaks: Annotated[str, typer.Option(help="E.g. wins,seconds,share; the form's own if not given")] = ""
    move_hours: Annotated[int, typer.Option(min=0, help="Time for each move, then a bot plays on; 0: no clock")] = 0
    move_seconds: Annotated[int, typer.Option(min=0, help="As --move-hours, for quick games")] = 0
    unrated: Annotated[bool, typer.Option("--unrated", help="No game counts for ratings")] = False
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=OPTIONS)] = None
    moving: Annotated[
        int, typer.Option(help="With --after: number of players of each division that go up, and as many down")
    ] = 1

    @property
    def move_s(self) -> int:
        return self.move_hours * HOUR_S + self.move_seconds


class Caller(Struct, frozen=True):
    """The player at this terminal, the server that is call_server, and the form in which the answer is printed."""

    name: Name = ""
    lang: Lang = "en"
    server: Server = None
    as_json: AsJson = False

    @property
    def language(self) -> str:
        return chosen(drawing.language_tag(self.lang))

    def call(self, ask: Callable[[Client], Awaitable[T]]) -> T:
        """Return the server's answer. A refusal ends the program with its code."""
        return call_server(ask, self.name, self.lang, self.server)


def print_json(messages: Iterable[Message]) -> None:
    for each in messages:
        typer.echo(json_format.MessageToJson(each, indent=None, always_print_fields_with_no_presence=True))
