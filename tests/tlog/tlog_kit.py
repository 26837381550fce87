"""Logs in memory, witnesses on free ports, and trees as RFC 6962 defines them, written down once more."""

import asyncio
from contextlib import asynccontextmanager
from hashlib import sha256

import uvicorn

from services.store import open_sql
from services.store.schema import migrate
from services.tlog.checkpoints import signed
from services.tlog.leaves import Leaf
from services.tlog.notes import COSIGNED_ED25519, COSIGNED_ML_DSA, ED25519, Signer, Tree
from services.tlog.policy import read_policy
from services.tlog.tlog_storage import LogStorage
from services.tlog.witness import Witness, WitnessedLogs, witness_app
from tests.stores import new_sqlite

ORIGIN = "games.example/log"
LOG = Signer(ORIGIN, ED25519, b"\x01" * 32)
W1 = Signer("witness.example/1", COSIGNED_ML_DSA, b"\x02" * 32)
W2 = Signer("witness.example/2", COSIGNED_ED25519, b"\x03" * 32)
W3 = Signer("witness.example/3", COSIGNED_ED25519, b"\x04" * 32)


def mth(leaves):
    """MTH of RFC 6962, section 2.1, word by word."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\0" + leaves[0]).digest()
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return sha256(b"\1" + mth(leaves[:k]) + mth(leaves[k:])).digest()


def policy(*urls, quorum="2", log=LOG):
    """Two of three witnesses, with the URLs of the first ones; `quorum`: another number, or `none`."""
    lines = [f"log {log.key.vkey}"]
    for number, each in enumerate((W1, W2, W3)):
        lines.append(f"witness w{number + 1} {each.key.vkey} {urls[number] if number < len(urls) else ''}")
    if quorum == "none":
        return read_policy("\n".join([*lines, "quorum none\n"]).encode())
    return read_policy("\n".join([*lines, f"group all-of-us {quorum} w1 w2 w3", "quorum all-of-us\n"]).encode())


def checkpoint(leaves, *witnesses, at=1_700_000_000, log=LOG):
    """A checkpoint of a tree of these leaves, cosigned by these witnesses."""
    tree = Tree(log.key.name, len(leaves), mth(leaves))
    note = signed(tree, log)
    return type(note)(note.text, (*note.signatures, *(each.cosign(note.text, tree, at) for each in witnesses)))


@asynccontextmanager
async def served(app):
    """The URL of an ASGI application on a free port."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", lifespan="off"))
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.005)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await task


def a_witness(folder, signer=W1, logs=(LOG,), **how):
    folder.mkdir(exist_ok=True, parents=True)
    known = {}
    for log in logs:
        known.setdefault(log.key.name, []).append(log.key)
    return Witness((signer,), known, WitnessedLogs(folder), **how)


def witness_at(folder, signer=W1, **how):
    return served(witness_app(a_witness(folder, signer, **how)))


@asynccontextmanager
async def a_log(folder):
    """Yield the storage of an empty log: next to the events of the store in this folder, or alone."""
    folder.mkdir(exist_ok=True, parents=True)
    file = folder / "events.db"
    url = f"sqlite:///{file}" if file.exists() else new_sqlite(file)
    migrate(url)
    sql = open_sql(url)
    try:
        yield LogStorage(sql)
    finally:
        await sql.close()


def leaves(count, of="game"):
    return [("game-1", Leaf("mark", sha256(of.encode()).hexdigest(), n + 1, f"{n:064x}")) for n in range(count)]
