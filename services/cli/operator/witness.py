"""`turnledger witness`: cosigns logs that only ever grow. For any party except their operators."""

import fcntl
import os
from pathlib import Path
from typing import Annotated

import msgspec
import typer
import uvicorn

from services.cli.failure import fail
from services.platform.private_files import make_folder
from services.settings import host_and_port
from services.tlog.installation import is_origin, policy_at, signer_at
from services.tlog.notes import COSIGNED_ED25519, COSIGNED_ML_DSA, Key
from services.tlog.witness import Witness, WitnessedLogs, witness_app

KINDS = {"ml-dsa-44": COSIGNED_ML_DSA, "ed25519": COSIGNED_ED25519}


def witness(
    name: Annotated[str, typer.Argument(help="What the witness is called, e.g. example.org/witness")],
    logs: Annotated[Path, typer.Option(help="Policy whose `log` lines name the logs", exists=True, dir_okay=False)],
    folder: Annotated[Path, typer.Option(help="Keys, and what was seen: never lose it")] = Path("data/witness"),
    http: Annotated[str, typer.Option(help="Where to listen: HOST:PORT")] = "127.0.0.1:8090",
    algorithm: Annotated[str, typer.Option(help="Of a new key: ml-dsa-44 or ed25519")] = "ml-dsa-44",
    as_json: Annotated[bool, typer.Option("--json", help="Print name, key and address as one JSON object")] = False,
) -> None:
    """Cosign the checkpoints of transparency logs (c2sp.org/tlog-witness), as long as they only ever grow.

    Prints its line for policies, and listens until SIGTERM or Ctrl-C."""
    if not is_origin(name) or algorithm not in KINDS:
        fail("a name has no spaces and no +; --algorithm is ml-dsa-44 or ed25519")
    make_folder(folder)
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # for as long as the process lives
    except BlockingIOError:
        fail(f"another witness works in {folder}", 1)
    signer = signer_at(folder / "witness.key", name, KINDS[algorithm])
    if signer.key.name != name:
        fail(f"{folder} has the key of {signer.key.name!r}")
    known: dict[str, list[Key]] = {}
    for each in policy_at(logs).logs:
        known.setdefault(each.key.name, []).append(each.key)
    host, port = host_and_port(http)
    told = {"name": name, "key": signer.key.vkey, "http": f"http://{http}"}
    typer.echo(msgspec.json.encode(told) if as_json else f"witness {name} {signer.key.vkey} http://{http}")
    app = witness_app(Witness((signer,), known, WitnessedLogs(folder)))
    uvicorn.run(app, host=host, port=port, log_level="warning")
