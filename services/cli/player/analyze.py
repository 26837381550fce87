"""`turnledger analyze GAME|FILE`: what the expert would have done, and where the game was decided."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Annotated, Protocol

import msgspec
import typer
from google.protobuf.json_format import MessageToJson
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from domain.history.analysis import (
    DEALS,
    TRIES,
    TRIES_MAX,
    Analysis,
    Decided,
    Luck,
    NotToBeAnalysed,
    alternatives,
    analyse,
)
from domain.history.record import Recorded
from domain.history.replay import aggregate_after
from domain.kernel.ids import Seat
from services.cli import drawing
from services.cli.failure import fail
from services.cli.history_sources import display_names, read_records
from services.cli.player.analysis_told import analysis_of
from services.cli.remote import as_before
from services.history.story import names_of, tell
from services.settings import from_environment
from services.texts import LANGUAGES, telling
from services.texts.said import said
from turnledger import ServiceError
from turnledger.v1 import history_pb2

DEALS_MAX = 1_000


class Advanced(Protocol):
    """Told how much is behind, and of how much."""

    def __call__(self, done: int, of: int | None = ..., /) -> None: ...


def analyze(
    game: Annotated[str, typer.Argument(help="Id of a game in the store, or an exported file")],
    tries: Annotated[
        int | None,
        typer.Option(
            min=2, max=TRIES_MAX, help=f"Continuations that are looked at for a decision; {TRIES} if not given"
        ),
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            min=1, max=DEALS_MAX, help=f"How often the game is dealt anew for the luck of the draw; else {DEALS}"
        ),
    ] = None,
    lang: Annotated[str, typer.Option(help="Language of the sentences: en or ru")] = "en",
    store: Annotated[str | None, typer.Option(help="Event store; TURNLEDGER_STORE if not given")] = None,
    server: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="Have this server explain it, as who plays here")
    ] = None,
    name: Annotated[str, typer.Option(help="With --server: your name; who played here last if not given")] = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object; with --server as the API has it")
    ] = False,
) -> None:
    """Weigh every decision of a finished game against what `expert` would have done.

    The same game with the same numbers gives the same figures on every machine."""
    if lang not in LANGUAGES:
        fail(f"--lang is one of {', '.join(LANGUAGES)}")
    if server is not None:
        if tries or deals or store:
            fail("--tries, --deals and --store do not go with --server")
        ask(server, name, game, lang, as_json=as_json)
        return
    settings = from_environment(store=store)
    records = read_records(game, settings)
    with _progress(len(records), shown=not as_json) as advanced:
        try:
            found = analyse(records, tries or TRIES, deals or DEALS, advanced)
        except NotToBeAnalysed as why:
            fail(str(why))
    if as_json:
        typer.echo(msgspec.json.encode(found))
    else:
        _print(analysis_lines(found, records, lang, display_names(records, settings)))


def ask(server: str, name: str, game_id: str, lang: str, *, as_json: bool) -> None:
    """Print the server's answer for the player of that name."""
    with _progress(None, shown=not as_json) as advanced:
        try:
            found, names = asyncio.run(_fetch_analysis(server, name, game_id, lang, advanced))
        except ServiceError as error:
            fail(drawing.refusal(error), 1)
    if as_json:
        typer.echo(MessageToJson(found, indent=None, preserving_proto_field_name=True))
        return
    done = {each.version: each.done_says for each in found.decisions}
    instead = {each.version: each.best_says for each in found.decisions}
    _print(in_words(analysis_of(found, game_id), names, done, instead, lang))


async def _fetch_analysis(
    server: str, name: str, game_id: str, lang: str, advanced: Advanced
) -> tuple[history_pb2.Analysis, dict[Seat, str]]:
    async with as_before(server, name, lang) as (me, _):
        game = me.game(game_id)
        found, table = await game.analysis(advanced), await game.table()
    return found, {Seat(seat): each for seat, each in enumerate(telling.occupant_names(table.occupants, lang))}


@contextmanager
def _progress(total: int | None, *, shown: bool) -> Iterator[Advanced]:
    """A bar, told how much is behind and, where that is known only later, of how much."""
    with Progress(console=Console(stderr=True), transient=True, disable=not shown) as progress:
        task = progress.add_task("analyzing", total=total)
        yield lambda done, of=total: progress.update(task, completed=done, total=of)


def _print(lines: Iterator[str]) -> None:
    console = Console()
    for line in lines:
        console.print(escape(line), soft_wrap=True, highlight=False)


def analysis_lines(found: Analysis, records: Sequence[Recorded], lang: str, called: Mapping[str, str]) -> Iterator[str]:
    """The analysis in sentences: the decisions that mattered, the chances by round, the luck of the draw."""
    names = names_of(aggregate_after(records), lang, called)
    done = {each.version: each.sentence for each in tell(records, lang, called)}
    costly = [each for each in found.decisions if each.version in found.mattered]
    events = alternatives(records, costly)
    instead = {each: telling.sentence(event, lang, lambda seat: names[seat]) for each, event in events.items()}
    yield from in_words(found, names, done, instead, lang)


def in_words(
    found: Analysis, names: Mapping[Seat, str], done: Mapping[int, str], instead: Mapping[int, str], lang: str
) -> Iterator[str]:
    """`done`, `instead`: sentences by version, for the decisions that mattered."""
    by_version = {each.version: each for each in found.decisions}
    yield (
        said("Decisions that mattered most:", lang)
        if found.mattered
        else said("No decision was much better or worse than another.", lang)
    )
    for version in found.mattered:
        yield _decision(by_version[version], done[version], instead[version], lang)
    yield said("Chances to win by version:", lang)
    for point in found.line:
        yield f"  {point.version}: " + ", ".join(f"{names[Seat(s)]} {_percent(c)}" for s, c in enumerate(point.chances))
    yield said("Luck of the draw, by the chances at the start:", lang)
    yield from (_luck(each, names, lang) for each in found.luck)


def _decision(each: Decided, done: str, best: str, lang: str) -> str:
    return said("  Version {version}: {done} The expert: {instead} Worth {more} more.", lang).format(
        version=each.version, done=done, instead=best, more=f"{_percent(each.lost)} ± {_percent(each.error)}"
    )


def _luck(each: Luck, names: Mapping[Seat, str], lang: str) -> str:
    return said(
        "  {name}: {dealt} with the cards as they were dealt, {anew} in the mean of {deals} other deals.", lang
    ).format(
        name=names[each.seat],
        dealt=_percent(each.as_dealt),
        anew=f"{_percent(each.anew)} ± {_percent(each.error)}",
        deals=each.deals,
    )


def _percent(share: float) -> str:
    return f"{share:.0%}"
