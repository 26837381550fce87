"""`turnledger history GAME`: a game in sentences, and answers to an auditor's questions about it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from domain.history.record import Recorded
from domain.history.replay import aggregate_after
from domain.history.visibility import NoSuchFact
from domain.kernel.decider import AnyDecider
from domain.kernel.ids import Viewer
from domain.table.messages import TABLE_EVENTS
from services.cli.failure import fail
from services.cli.history_sources import display_names, read_records
from services.cli.player import visibility as knew
from services.history.story import (
    BEFORE_THE_GAME,
    Change,
    Explained,
    Knowledge,
    NoSuchVersion,
    ToldEvent,
    diff,
    explain,
    known_to,
    names_of,
    tell,
)
from services.settings import from_environment
from services.texts import LANGUAGES, telling
from services.texts.said import said


def history(
    game: Annotated[str, typer.Argument(help="Id of a game in the store, or an exported file")],
    lang: Annotated[str, typer.Option(help="Language of the sentences: en or ru")] = "en",
    player: Annotated[
        str | None, typer.Option(help="Only events of this player: a seat's number, a name or an account")
    ] = None,
    phase: Annotated[str | None, typer.Option(help="Only events of this phase")] = None,
    event: Annotated[str | None, typer.Option(help="Only events of this type, e.g. PlantBought")] = None,
    explanation: Annotated[
        int | None, typer.Option("--explain", metavar="VERSION", help="Why this event happened, and what it changed")
    ] = None,
    knower: Annotated[
        str | None, typer.Option("--known-to", metavar="SEAT", help="What this seat (or `spectator`) could know")
    ] = None,
    at: Annotated[
        int | None, typer.Option(metavar="VERSION", help="With --known-to: when; the newest if not given")
    ] = None,
    fact: Annotated[
        str | None,
        typer.Option("--knew", metavar="VERSION.FIELD", help="Who could know this field of the event, from when on"),
    ] = None,
    compared: Annotated[
        tuple[int, int] | None, typer.Option("--diff", metavar="V1 V2", help="What changed between two versions")
    ] = None,
    store: Annotated[str | None, typer.Option(help="Event store; TURNLEDGER_STORE if not given")] = None,
    server: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="With --knew: ask this server, as who plays here")
    ] = None,
    name: Annotated[str, typer.Option(help="With --server: your name; who played here last if not given")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON")] = False,
) -> None:
    """Tell a game in sentences, or explain one event, compare two moments, list what a seat could know."""
    if lang not in LANGUAGES:
        fail(f"--lang is one of {', '.join(LANGUAGES)}")
    _check_company({"--at": at, "--known-to": knower, "--server": server, "--knew": fact})
    if player == "spectator":
        fail("--player is a seat's number, a name or an account: a spectator does nothing")
    questions = {"--explain": explanation, "--known-to": knower, "--knew": fact, "--diff": compared}
    _check_one_question(questions, {"--player": player, "--phase": phase, "--event": event})
    if server is not None and fact is not None:
        knew.ask(server, name, game, fact, lang, as_json=as_json)
        return
    settings = from_environment(store=store)
    records = read_records(game, settings)
    called = display_names(records, settings)
    try:
        if explanation is not None:
            _show_explained(explain(records, explanation, lang, called), lang, as_json)
        elif knower is not None:
            viewer, version = _viewer(records, knower, called), len(records) if at is None else at
            _show_known(known_to(records, viewer, version, lang, called), lang, as_json)
        elif fact is not None:
            knew.show(records, fact, called, as_json=as_json)
        elif compared is not None:
            _show_changes(list(diff(records, *compared)), lang, as_json)
        else:
            seat = _viewer(records, player, called) if player is not None else None
            told = list(tell(records, lang, called))
            rules = aggregate_after(records).rules
            names = _phases(told, rules.name if rules else "", lang)
            _check_names(rules, names, phase, event)
            _show_told([each for each in told if _fits(each, seat, _code(phase, names), event)], names, as_json)
    except (NoSuchVersion, NoSuchFact) as error:
        fail(str(error))


def _check_company(given: Mapping[str, object]) -> None:
    for name, other in (("--at", "--known-to"), ("--server", "--knew")):
        if given[name] is not None and given[other] is None:
            fail(f"{name} goes with {other}")


def _check_one_question(questions: Mapping[str, object], filters: Mapping[str, object]) -> None:
    asked, filtered = ([name for name, value in each.items() if value is not None] for each in (questions, filters))
    if asked[1:] or (asked and filtered):
        fail(f"{', '.join(asked + filtered)}: one question at a time, and filters are for the whole game")


def _fits(told: ToldEvent, seat: Viewer, phase: str | None, event: str | None) -> bool:
    return (
        (seat is None or told.player == seat)
        and (phase is None or told.moment.phase == phase)
        and (event is None or told.event == event)
    )


def _phases(told: Sequence[ToldEvent], game: str, lang: str) -> dict[str, str]:
    """Return the names of this game's phases, by their codes."""
    before, codes = BEFORE_THE_GAME.phase, (each.moment.phase for each in told)
    return {code: said(code, lang) if code == before else telling.phase(code, lang, game) for code in codes if code}


def _code(phase: str | None, names: Mapping[str, str]) -> str | None:
    """Return the phase that was typed, by its code or name."""
    return next((code for code, name in names.items() if name == phase), phase)


def _check_names(rules: AnyDecider | None, names: Mapping[str, str], phase: str | None, event: str | None) -> None:
    """An event may be one that never happened, but not one that the game does not have."""
    types = {kind.__name__ for kind in (*TABLE_EVENTS, *(rules.event_types if rules else ()))}
    if event is not None and event not in types:
        fail(f"no event {event!r}: {', '.join(sorted(types))}")
    if phase is not None and _code(phase, names) not in names:
        fail(
            f"no phase {phase!r} in this game: {', '.join(f'{code} ({name})' for code, name in sorted(names.items()))}"
        )


def _viewer(records: list[Recorded], text: str, called: Mapping[str, str]) -> Viewer:
    """The seat of a number, a name or an account; None for `spectator`."""
    if text == "spectator":
        return None
    aggregate = aggregate_after(records)
    names, ids = names_of(aggregate, LANGUAGES[0], called), names_of(aggregate, LANGUAGES[0])
    found = next((seat for seat in names if text in (str(seat), names[seat], ids[seat])), None)
    if found is None:
        fail(f"no seat {text!r}: {', '.join(f'{seat} is {name}' for seat, name in names.items())}")
    return found


def _show_told(told: Iterable[ToldEvent], names: Mapping[str, str], as_json: bool) -> None:
    if as_json:
        typer.echo(b"\n".join(map(msgspec.json.encode, told)))
        return
    console, width = Console(), 5 + max(map(len, names.values()))
    for each in told:
        name = names.get(each.moment.phase, "")
        place = f"{each.moment.round}/{name}" if each.moment.round else name
        line = Text.assemble((f"{each.version:5} {place:{width}}", "dim"), " ", each.sentence)
        console.print(line, highlight=False, soft_wrap=True)


def _show_explained(explained: Explained, lang: str, as_json: bool) -> None:
    if as_json:
        typer.echo(msgspec.json.encode(explained))
        return
    console = Console()
    commanded = said("commanded (versions {first} to {last})", lang).format(first=explained.first, last=explained.last)
    console.print(f"[bold]{escape(explained.actor)}[/] {commanded}:")
    console.print(bytes(explained.command).decode(), markup=False, soft_wrap=True)
    if explained.device_key:
        signed = said("signed by the device {key}", lang).format(key=explained.device_key)
        console.print(signed, markup=False, soft_wrap=True)
    for told in explained.told:
        rules = ", ".join(told.rules)
        console.print(f"{told.version:5} {told.sentence}", f"[{rules}]", markup=False, highlight=False, soft_wrap=True)
    _print_changes(console, explained.changes, lang)


def _show_known(known: Knowledge, lang: str, as_json: bool) -> None:
    if as_json:
        typer.echo(msgspec.json.encode(known))
        return
    console = Console()
    console.print_json(data=known.board)
    for told in known.told:
        console.print(f"{told.version:5} {told.sentence}", markup=False, highlight=False, soft_wrap=True)
    console.print(said("{events} events were not to be known", lang).format(events=len(known.withheld)))


def _show_changes(changes: list[Change], lang: str, as_json: bool) -> None:
    if as_json:
        typer.echo(msgspec.json.encode(changes))
    else:
        _print_changes(Console(), changes, lang)


def _print_changes(console: Console, changes: Iterable[Change], lang: str) -> None:
    """Nothing is cut off, however narrow the terminal: two long figures may differ at their ends alone."""
    table = Table(box=None)
    for heading in (said("what", lang), said("before", lang), said("after", lang)):
        table.add_column(heading, overflow="fold")
    for change in changes:
        figures = ("" if value is None else str(value) for value in (change.before, change.after))
        table.add_row(change.path, *map(escape, figures))
    console.print(table)
