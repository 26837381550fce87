"""`turnledger keys`: the key set that histories are verified with."""

from typing import Annotated

import msgspec
import typer

from services.accounts.tokens import KeyRing
from services.history.parts import KEYS_FILE, signing_keys
from services.settings import from_environment
from services.tlog.parts import check_log, log_signer


def keys(
    log: Annotated[bool, typer.Option("--log", help="Print the line of policies that names this log instead")] = False,
    rotate: Annotated[bool, typer.Option("--rotate", help="Sign with a new key from now on")] = False,
) -> None:
    """Print the public key set (JWKS) that verifies this installation's histories. Keep old ones published.

    Makes the keys of the folder, those of tokens too, where there are none or new ones are due."""
    settings = from_environment()
    if log:
        check_log(settings)
        typer.echo(f"log {log_signer(settings).key.vkey}")
        return
    KeyRing(settings.keys).signing()
    ring = signing_keys(settings.keys)
    if rotate:
        ring = ring.rotated()
        ring.save(settings.keys / KEYS_FILE)
    typer.echo(msgspec.json.format(msgspec.json.encode(ring.published())))
