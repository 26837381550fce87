"""The notice of works on a service, for the person at the terminal."""

from datetime import datetime

import typer

from services.texts.error_texts import chosen
from turnledger import Client
from turnledger.v1 import catalogue_pb2


async def tell_maintenance(me: Client, language: str) -> None:
    """On stderr, so that programs that read the output do not see it."""
    server = await me.catalogue.get_server()
    if server.HasField("maintenance"):
        typer.echo(notice_text(server.maintenance, chosen(language)), err=True)


def notice_text(notice: catalogue_pb2.MaintenanceNotice, language: str) -> str:
    """In this machine's local time."""
    start, end = (datetime.fromtimestamp(each.seconds).astimezone() for each in (notice.start_time, notice.end_time))
    text = notice.texts.get(language) or notice.texts["en"]
    return f"! {start:%Y-%m-%d %H:%M} – {end:%Y-%m-%d %H:%M %Z}: {text}"
