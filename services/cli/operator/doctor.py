"""`turnledger doctor`: checks store, views, lag and chains, and says what to do."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from domain import stored
from projections.stores.interface import ViewUnavailable
from services.application.aggregate_snapshots import AggregateSnapshots
from services.cli.failure import fail
from services.cli.progress import progress_bar
from services.history.history_parts import key_files
from services.main.notices import apple_key_of, fcm_of
from services.operations.backup import BackupFailed, check_restored_keys, check_restored_log
from services.operations.doctor import (
    VIEWS_AWAY,
    Finding,
    Show,
    check_account,
    check_archive,
    check_chains,
    check_files,
    check_phones,
    check_roles,
    check_schema,
    check_server,
    check_snapshots,
    check_view,
    check_views_server,
    silent,
)
from services.operations.placements import check_placements
from services.projection_runner.views import MEMORY, open_views
from services.settings import BadSettings, Settings, from_environment
from services.store import open_sql, open_store
from services.store.backends import backend, urls_of
from services.store.interface import EventStore
from services.store.logs.log_set import ShardedEventStore

LED = ("bots", "orders", "deadlines", "tournaments", "webhooks", "checkpoints", "deletions", "beacon")
LED_BY_LOG = ("bots", "orders", "deadlines", "beacon")
RUNBOOK = "docs/runbook.md"
COLOURS = {"ok": "green", "warn": "yellow", "fail": "red"}


def doctor(
    store: Annotated[str | None, typer.Option(help="Event store; TURNLEDGER_STORE if not given")] = None,
    views: Annotated[str | None, typer.Option(help="Views; TURNLEDGER_VIEWS if not given")] = None,
    games: Annotated[int, typer.Option(help="Follow the chains of so many games, newest first; 0 for all")] = 100,
    restored: Annotated[
        Path | None, typer.Option(help="A backup's folder: check that all that it had is there (`turnledger backup`)")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array")] = False,
) -> None:
    """Check store, views, roles, snapshots, archive, chains, and say what to do. Exits 1 if something must be done."""
    settings = from_environment(store=store, views=views)
    try:
        with progress_bar(quiet=as_json) as show:
            findings = asyncio.run(_examine(settings, games, show))
            if restored and all(each.check != "store" or each.state == "ok" for each in findings):
                findings += asyncio.run(restored_findings(settings, restored, show))
    except BackupFailed as failed:
        fail(str(failed))
    print_findings(findings, as_json=as_json)
    raise typer.Exit(1 if any(finding.state == "fail" for finding in findings) else 0)


def print_findings(findings: list[Finding], *, as_json: bool) -> None:
    if as_json:
        typer.echo(
            msgspec.json.encode([{**msgspec.structs.asdict(each), "runbook": each.section} for each in findings])
        )
    else:
        _print(findings)


async def restored_findings(settings: Settings, folder: Path, show: Show = silent) -> list[Finding]:
    """Check a restored installation: events before the mark, keys, and the files of the archive."""
    opened = open_store(settings.store, settings.archive, settings.archive_cache_mb)
    try:
        found = [check_restored_keys(folder, settings.keys)]
        for number, (url, log) in enumerate(zip(urls_of(settings.store), opened.logs, strict=True)):
            found.append(_of_log(url, settings, await check_restored_log(folder, number, url, log)))
            found.append(_of_log(url, settings, await check_archive(log, 0, show)))
        return found
    finally:
        await opened.close()


async def _examine(settings: Settings, games: int, show: Show) -> list[Finding]:
    store = backend(settings.store)
    given = [each for each in (settings.fcm, settings.apns_key) if each]
    private = check_files((*key_files(settings.keys), *given, *store.files))  # before it is opened, which narrows it
    schemas = [_of_log(url, settings, check_schema(url)) for url in urls_of(settings.store)]
    if any(each.state == "fail" for each in schemas):
        return schemas
    found = [*schemas, private, _phones(settings)]
    for url in urls_of(settings.store):
        if server := backend(url).server():
            found.append(_of_log(url, settings, check_server(server)))
            found.append(_of_log(url, settings, check_account(server)))
            if server.shares_sessions:  # nothing else could be asked
                return found
    opened = open_store(settings.store, settings.archive, settings.archive_cache_mb)
    try:
        found += await _views(settings, opened)
        server = store.server()
        if server is None or server.may_append:  # who only reads has no snapshots
            found.append(await _snapshots(settings))
        for url, log in zip(urls_of(settings.store), opened.logs, strict=True):
            found.append(_of_log(url, settings, await check_archive(log, games, show)))
            found.append(_of_log(url, settings, await check_chains(log, stored.codec(), games, show)))
        if isinstance(opened, ShardedEventStore):
            found.append(await check_placements(opened, games))
        return found
    finally:
        await opened.close()


def _of_log(url: str, settings: Settings, finding: Finding) -> Finding:
    """Says of which log it is, where there are several."""
    urls = urls_of(settings.store)
    if len(urls) == 1:
        return finding
    return msgspec.structs.replace(finding, said=f"log {urls.index(url)}: {finding.said}")


def _phones(settings: Settings) -> Finding:
    try:
        account, key = fcm_of(settings), apple_key_of(settings)
    except BadSettings as wrong:
        return check_phones((), str(wrong))
    apps = (account and f"project {account.project_id} of Firebase", key and f"{key.topic} of Apple")
    return check_phones([each for each in apps if each], "")


async def _snapshots(settings: Settings) -> Finding:
    sql = open_sql(settings.store)
    try:
        return await check_snapshots(AggregateSnapshots(sql))
    finally:
        await sql.close()


async def _views(settings: Settings, store: EventStore) -> list[Finding]:
    """In-memory views belong to their process, which has all roles; other processes cannot read them."""
    if settings.views == MEMORY:
        return []
    try:
        views = await open_views(settings.views, store=store)
    except ViewUnavailable as away:
        return [Finding("views", "fail", f"do not answer: {away}", VIEWS_AWAY)]
    try:
        about = check_views_server(await views.shortcomings())
        found = [await check_view(each.name, view, log) for log, (each, view) in views.of_logs(store)]
        home, *others = store.logs
        roles = [await check_roles(home, LED)]
        roles += [
            _of_log(url, settings, await check_roles(log, LED_BY_LOG))
            for url, log in zip(urls_of(settings.store)[1:], others, strict=True)
        ]
        return [about, *found, *roles]
    finally:
        await views.close()


def _print(findings: list[Finding]) -> None:
    table = Table(show_header=False, box=None)
    for row in _rows(findings):
        table.add_row(*row)
    Console().print(table)


def _rows(findings: list[Finding]) -> Iterator[tuple[str, str, str]]:
    for finding in findings:
        colour = COLOURS[finding.state]
        yield f"[{colour}]{finding.state}", finding.check, finding.said
        if finding.remedy:
            yield "", "", f"[bold]{finding.remedy}"
        if finding.section:
            yield "", "", f"[dim]{RUNBOOK}, {finding.section}"
