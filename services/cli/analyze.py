"""`turnledger analyze GAME|FILE`: what the expert would have done, and where the game was decided."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import msgspec
import typer
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
from services.cli.failure import fail
from services.cli.reading import display_names, read_records
from services.history.story import names_of, tell
from services.settings import from_environment
from services.texts import LANGUAGES, telling
from services.texts.said import said

DEALS_MAX = 1_000


def analyze(
    game: Annotated[str, typer.Argument(help="Id of a game in the store, or an exported file")],
    tries: Annotated[
        int, typer.Option(min=2, max=TRIES_MAX, help="Continuations that are looked at for a decision")
    ] = TRIES,
    deals: Annotated[
        int, typer.Option(min=1, max=DEALS_MAX, help="How often the game is dealt anew for the luck of the draw")
    ] = DEALS,
    lang: Annotated[str, typer.Option(help="Language of the sentences: en or ru")] = "en",
    store: Annotated[str | None, typer.Option(help="Event store; TURNLEDGER_STORE if not given")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Weigh every decision of a finished game against what `expert` would have done.

    The same game with the same numbers gives the same figures on every machine."""
    if lang not in LANGUAGES:
        fail(f"--lang is one of {', '.join(LANGUAGES)}")
    url = from_environment(store=store).store
    records = read_records(game, url)
    with Progress(console=Console(stderr=True), transient=True, disable=as_json) as progress:
        task = progress.add_task("analyzing", total=len(records))
        try:
            found = analyse(records, tries, deals, lambda version: progress.update(task, completed=version))
        except NotToBeAnalysed as why:
            fail(str(why))
    if as_json:
        typer.echo(msgspec.json.encode(found))
        return
    console, called = Console(), display_names(records, url)
    for line in told(found, records, lang, called):
        console.print(escape(line), soft_wrap=True, highlight=False)


def told(found: Analysis, records: Sequence[Recorded], lang: str, called: Mapping[str, str]) -> Iterator[str]:
    """The analysis in sentences: the decisions that mattered, the chances by round, the luck of the draw."""
    names = names_of(aggregate_after(records), lang, called)
    sentences = {each.version: each.sentence for each in tell(records, lang, called)}
    by_version = {each.version: each for each in found.decisions if each.version in found.mattered}
    instead = alternatives(records, tuple(by_version.values()))
    yield said("Decisions that mattered most:", lang) if found.mattered else said("No decision stands out.", lang)
    for version in found.mattered:
        best = telling.sentence(instead[version], lang, lambda seat: names[seat])
        yield _decision(by_version[version], sentences[version], best, lang)
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
    return said("  {name}: {dealt} as the cards lay, {anew} when dealt anew {deals} times.", lang).format(
        name=names[each.seat],
        dealt=_percent(each.as_dealt),
        anew=f"{_percent(each.anew)} ± {_percent(each.error)}",
        deals=each.deals,
    )


def _percent(share: float) -> str:
    return f"{share:.0%}"
