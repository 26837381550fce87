"""The time and the size of a proof from a log of a million leaves: `python -m bench.log`."""

import argparse
import asyncio
import tempfile
from hashlib import sha256
from pathlib import Path
from statistics import median
from time import perf_counter

from bench import at_least, report, under
from services.store import open_sql
from services.store.schema import migrate
from services.tlog.checkpoints import signed
from services.tlog.leaves import OPEN, Leaf
from services.tlog.notes import COSIGNED_ML_DSA, ED25519, Signer, Tree
from services.tlog.policy import read_policy
from services.tlog.proofs import check_proof
from services.tlog.tlog_storage import LogStorage, ReadUpTo

LEAVES, BATCH, PROOFS = 1_000_000, 10_000, 200
LOG = Signer("bench.example/log", ED25519, bytes(32))
WITNESSES = [Signer(f"bench.example/{number}", COSIGNED_ML_DSA, bytes([number]) * 32) for number in range(1, 4)]
POLICY = "".join(
    (
        f"log {LOG.key.vkey}\n",
        *(f"witness w{number} {each.key.vkey}\n" for number, each in enumerate(WITNESSES)),
        "group all-three all w0 w1 w2\nquorum all-three\n",
    )
)


def leaf(number: int) -> tuple[str, Leaf]:
    digest = sha256(b"%d" % number).hexdigest()
    return digest, Leaf(OPEN, digest, 1, digest)


async def measured(folder: Path) -> dict[str, float]:
    url, policy = f"sqlite:///{folder / 'log.db'}", read_policy(POLICY.encode())
    migrate(url)
    sql = open_sql(url)
    storage = LogStorage(sql)
    started = perf_counter()
    for begin in range(0, LEAVES, BATCH):
        await storage.append([leaf(number) for number in range(begin, begin + BATCH)], ReadUpTo())
    appended_s = perf_counter() - started
    tree = Tree(LOG.key.name, LEAVES, await storage.root(LEAVES))
    note = signed(tree, LOG)
    cosigned = (*note.signatures, *(each.cosign(note.text, tree, 1) for each in WITNESSES))
    await storage.keep(LEAVES, type(note)(note.text, cosigned), seen=True)
    made, checked, longest = list[float](), list[float](), 0
    for number in range(0, LEAVES, LEAVES // PROOFS):
        game, logged = leaf(number)
        started = perf_counter()
        (proof,) = await storage.proofs(game)
        made.append(perf_counter() - started)
        started = perf_counter()
        check_proof(proof.proof, logged.line.encode(), policy)
        checked.append(perf_counter() - started)
        longest = max(longest, len(proof.proof.encode()))
    await sql.close()
    return {
        "leaves appended a second": LEAVES / appended_s,
        "a proof made, ms": 1000 * median(made),
        "a proof checked, ms": 1000 * median(checked),
        "a proof with three ML-DSA-44 witnesses, kB": longest / 1000,
    }


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measured(Path(folder)))
    report(
        figures,
        {
            "leaves appended a second": at_least(1_000),
            "a proof made, ms": under(10),
            "a proof checked, ms": under(10),
            "a proof with three ML-DSA-44 witnesses, kB": under(30),
        },
    )
