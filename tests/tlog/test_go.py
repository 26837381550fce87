"""Another implementation reads our log: golang.org/x/mod/sumdb, with which Go checks its own modules.

Needs the Go toolchain and its module proxy. Without them the test is skipped, with a message.
"""

import json
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path

import pytest

from services.tlog.merkle import consistency, inclusion, tree_root
from services.tlog.proofs import proof_text
from services.tlog.tiles import node_of, tiles_for
from services.tlog.tlog_storage import ReadUpTo
from tests.tlog.tlog_kit import LOG, W1, W2, a_log, checkpoint, leaves, mth

GO = Path(__file__).parent / "go"
SIZE = 700


@pytest.fixture(scope="module")
def checker(tmp_path_factory):
    """The program, built."""
    if not shutil.which("go"):
        pytest.skip("NOT TESTED against another implementation: there is no Go toolchain on this machine")
    program = tmp_path_factory.mktemp("go") / "check"
    built = subprocess.run(["go", "build", "-o", program, "."], cwd=GO, capture_output=True, text=True)
    assert "main.go:" not in built.stderr, "the program itself is wrong"
    if built.returncode:
        pytest.skip(f"NOT TESTED against another implementation: golang.org/x/mod cannot be had: {built.stderr[-300:]}")
    return program


def text(digest):
    return b64encode(digest).decode()


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_go_agrees_with_our_checkpoints_trees_and_proofs(checker, tmp_path):
    entries = [leaf.line for _, leaf in leaves(SIZE)]
    encoded = [entry.encode() for entry in entries]
    async with a_log(tmp_path) as storage:
        for begin in range(0, SIZE, 97):
            await storage.append(leaves(SIZE)[begin : begin + 97], ReadUpTo())

        async def make_proof(prove):
            return prove(node_of(await storage.tiles(tiles_for(prove))))

        included, consistent, inconsistent = [], [], []
        for size in (1, 2, 3, 255, 256, 257, 512, SIZE):
            root = await make_proof(lambda node, size=size: tree_root(node, size))
            for index in {0, size // 2, size - 1}:
                path = await make_proof(lambda node, index=index, size=size: inclusion(node, index, size))
                included.append({"index": index, "size": size, "root": text(root), "leaf": entries[index]})
                included[-1]["path"] = list(map(text, path))
            for old in {each for each in (1, 2, 200, 256, 300) if each < size}:
                path = await make_proof(lambda node, old=old, size=size: consistency(node, old, size))
                proof = {"old": old, "oldroot": text(mth(encoded[:old])), "size": size, "root": text(root)}
                consistent.append(proof | {"path": list(map(text, path))})
                inconsistent.append(consistent[-1] | {"oldroot": text(mth(encoded[1 : old + 1]))})
    note = checkpoint(encoded, W1, W2)
    assert proof_text(0, [], note).endswith(note.content.decode())
    given = {
        "vkey": LOG.key.vkey, "checkpoint": note.content.decode(), "entries": entries, "inclusions": included,
        "consistent": consistent, "inconsistent": inconsistent,
    }  # fmt: skip

    def run_checker(what):
        return subprocess.run([checker], input=json.dumps(what), capture_output=True, text=True).stdout

    assert run_checker(given) == "ok\n"
    assert run_checker(given | {"entries": entries[:-1]}).startswith("the checkpoint is not of the entries")
    assert run_checker(given | {"inclusions": [included[-1] | {"leaf": "another"}]}).startswith("inclusion")
