"""`turnledger figures GAME`: a finished game by round and seat, for people or for a spreadsheet."""

import csv
import sys
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from domain.history.game_figures import figures_of
from domain.history.replay import aggregate_after
from domain.table.aggregate import FINISHED
from services.cli.failure import fail
from services.cli.history_sources import display_names, read_records
from services.history.story import names_of
from services.settings import from_environment
from services.texts import LANGUAGES, telling
from services.texts.said import said


def figures(
    game: Annotated[str, typer.Argument(help="Id of a finished game in the store, or its exported file")],
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV for a spreadsheet")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, with who led from which version on")] = False,
    lang: Annotated[str, typer.Option(help="Language of the headings: en or ru")] = "en",
    store: Annotated[str | None, typer.Option(help="Event store; TURNLEDGER_STORE if not given")] = None,
) -> None:
    """Tell what each seat had, earned and paid, round by round, in a game that is over, and who led."""
    if lang not in LANGUAGES:
        fail(f"--lang is one of {', '.join(LANGUAGES)}")
    settings = from_environment(store=store)
    records = read_records(game, settings)
    aggregate = aggregate_after(records)
    if aggregate.status != FINISHED or aggregate.rules is None:
        fail(f"{game} is not over: figures are told of games that are", 1)
    found = figures_of(records)
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
        return
    title = aggregate.rules.name
    columns = said("Round", lang), said("Seat", lang), said("Player", lang)
    head = [*columns, *(telling.word(each, lang, title) for each in found.names)]
    names = names_of(aggregate, lang, display_names(records, settings))
    rows = [[each.round, each.seat, names[each.seat], *each.values] for each in found.rounds]
    if as_csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows([head, *rows])
        return
    table = Table(*head)
    for row in rows:
        table.add_row(*map(str, row))
    Console().print(table)
