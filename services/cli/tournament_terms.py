"""What a tournament is opened with, at a server or in a file: its options, and those of an official."""

from typing import Annotated, TypeAlias

import typer

from services.cli.options import OPTIONS
from services.cli.tournament_shown import SCALE

HOUR_S = 3_600
Variants: TypeAlias = Annotated[list[str], typer.Argument(help="Names of variants, which take turns")]
Title: TypeAlias = Annotated[str, typer.Option(help="What the tournament is called")]
Seats: TypeAlias = Annotated[int, typer.Option(help="Of a whole table")]
Rounds: TypeAlias = Annotated[int, typer.Option(help="Of Swiss rounds")]
LateRounds: TypeAlias = Annotated[int, typer.Option(min=0, help="So many Swiss rounds may be paired before entry ends")]
Minutes: TypeAlias = Annotated[int, typer.Option(min=0, help="The span of an arena")]
MoveSeconds: TypeAlias = Annotated[int, typer.Option(min=0, help="As --move-hours, for quick games")]
Advance: TypeAlias = Annotated[int, typer.Option(help="How many of a table go on in a knock-out")]
Points: TypeAlias = Annotated[str, typer.Option(help=SCALE)]
TieBreaks: TypeAlias = Annotated[str, typer.Option(help="E.g. wins,seconds,share; the form's own if not given")]
MoveHours: TypeAlias = Annotated[int, typer.Option(min=0, help="Time for each move, then a bot plays on; 0: no clock")]
Unrated: TypeAlias = Annotated[bool, typer.Option("--unrated", help="No game counts for ratings")]
VariantOptions: TypeAlias = Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=OPTIONS)]
Moving: TypeAlias = Annotated[int, typer.Option(help="With --after: how many of each division go up, and as many down")]
Reason: TypeAlias = Annotated[str, typer.Option(help="Why: everybody may read it")]
