"""`turnledger keys`: the key set that histories are verified with."""

from typing import Annotated

import msgspec
import typer

from services.accounts.tokens import KeyRing
from services.apps.id_tokens import id_token_keys
from services.history.history_parts import KEYS_FILE, signing_keys
from services.settings import from_environment
from services.tlog.installation import check_log, log_signer


def keys(
    log: Annotated[bool, typer.Option("--log", help="Print the line of policies that names this log instead")] = False,
    rotate: Annotated[bool, typer.Option("--rotate", help="Sign with a new key from now on")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on one line")] = False,
) -> None:
    """Print the public key set (JWKS) that verifies this installation's histories. Keep old ones published.

    Makes the keys of the folder, those of tokens too, where they are missing or new ones are due."""
    settings = from_environment()
    if log:
        check_log(settings)
        vkey = log_signer(settings).key.vkey
        typer.echo(msgspec.json.encode({"log": vkey}) if as_json else f"log {vkey}")
        return
    KeyRing(settings.keys, trusts_clock=lambda: rotate).signing()
    if settings.public_url:
        id_token_keys(settings.keys, lambda: rotate).signing()
    ring = signing_keys(settings.keys)
    if rotate:
        ring = ring.rotated()
        ring.save(settings.keys / KEYS_FILE)
    published = msgspec.json.encode(ring.published())
    typer.echo(published if as_json else msgspec.json.format(published))
