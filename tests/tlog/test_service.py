"""A whole server with a beacon, a log and witnesses: a game is played, exported and proven by the command line."""

import asyncio
import json
import shutil
import time
from contextlib import AsyncExitStack, asynccontextmanager

import httpx
import pytest
from typer.testing import CliRunner

from domain.history.codec import link_of
from domain.history.file import take_apart
from services.cli.credentials import StoredCredentials
from services.cli.main import app
from services.main import running
from services.settings import BadSettings, Settings
from services.tlog.installation import KEY_FILE, check_log, log_signer, policy_of, signer_at
from services.tlog.notes import ED25519
from tests.api.conftest import settings
from tests.api.test_beacon import chain_file
from tests.beacon import signed
from tests.tlog.tlog_kit import ORIGIN, W1, W2, witness_at
from turnledger import sign_in

FAR_S = 3_600
"""Of a round that no test waits for: who has the key of the chain signs it before its time."""


@asynccontextmanager
async def installation(folder, *, witnesses=(W1, W2), lead_s=FAR_S):
    """A server with a log that two witnesses must see, and its policy: (started, policy file)."""
    signer = signer_at(folder / "keys" / KEY_FILE, ORIGIN, ED25519)
    async with AsyncExitStack() as stack:
        urls = [
            await stack.enter_async_context(witness_at(folder / each.key.name.replace("/", "-"), each, logs=(signer,)))
            for each in witnesses
        ]
        lines = [f"log {signer.key.vkey}"]
        lines += [f"witness w{n} {each.key.vkey} {urls[n] if n < len(urls) else ''}" for n, each in enumerate((W1, W2))]
        policy = folder / "policy.txt"
        policy.write_text("\n".join([*lines, "group both all w0 w1", "quorum both\n"]))
        more = {"log": ORIGIN, "log_policy": policy, "beacon": chain_file(folder), "beacon_lead_s": lead_s}
        yield await stack.enter_async_context(running(settings(folder, beacon_relays=(), **more))), policy


async def cli(folder, *arguments):
    environment = {
        "TURNLEDGER_STORE": f"sqlite:///{folder / 'store.db'}",
        "TURNLEDGER_KEYS": str(folder / "keys"),
        "XDG_CONFIG_HOME": str(folder / "config"),
    }
    return await asyncio.to_thread(CliRunner(env=environment).invoke, app, [str(each) for each in arguments])


async def played(ann):
    game = await ann.create_table("card_game", seats=2, join=True, nonce="aa", bots=["greedy"])
    number = (await game.start()).starting.round
    await ann.lobby.begin_game(game_id=game.game_id, round=number, signature=signed(number))
    async for turn in game.my_turns():
        await turn.submit(turn.options[0].first)
    return game


async def proofs_of(game, count):
    """Return the proofs as soon as there are `count`."""
    async with asyncio.timeout(60):
        while len(found := (await game._services.history.get_proofs(game_id=game.game_id)).proofs) < count:
            await asyncio.sleep(0.1)
    return found


@pytest.mark.slow
async def test_a_game_is_proven_by_its_file_the_log_and_witnesses_that_saw_its_start_before_the_round(tmp_path):
    async with installation(tmp_path) as (server, policy), sign_in(server.grpc, "Ann") as ann:
        game = await played(ann)
        proofs = await proofs_of(game, 3)
        assert [kind for each in proofs if (kind := each.leaf.split(" ")[0]) != "mark"] == ["open", "start", "end"]
        out = tmp_path / "out"
        assert (await cli(tmp_path, "export", game.game_id, "--to", out)).exit_code == 0
        file = out / f"{game.game_id}.jsonl"
        told = await cli(tmp_path, "verify", file, "--keys", out / "keys.json", "--policy", policy)
        assert told.exit_code == 0, told.output
        assert f"log: open, start, end logged in {ORIGIN}, seen by both" in told.output
        watched = await cli(tmp_path, "monitor", f"http://{server.http}/log", "--policy", policy, "--json")
        assert watched.exit_code == 0, watched.output
        found = json.loads(watched.stdout)
        assert (found["doubled"], found["games"], found["starts"], found["stopped"]) == ([], 1, 1, 0)
        watched = await cli(tmp_path, "monitor", f"http://{server.http}/log", "--policy", policy, "--files", out)
        assert watched.exit_code == 0, watched.output
        content = file.read_bytes()
        (out / "other.jsonl").write_bytes(content.replace(link_of(take_apart(content).rows[0]).encode(), b"a" * 64))
        watched = await cli(tmp_path, "monitor", f"http://{server.http}/log", "--policy", policy, "--files", out)
        assert watched.exit_code == 1
        assert f"WRONG {out / 'other.jsonl'}" in watched.output
        (out / "other.jsonl").unlink()
        lines = [
            line for line in (out / "proofs.ndjson").read_text().splitlines() if "mark" not in json.loads(line)["leaf"]
        ]
        published = await asyncio.to_thread(httpx.get, f"http://{server.http}/log/policy")
        assert published.content == policy.read_bytes()
        for spoilt, code in (
            (lines[:2], "LOG"),
            (lines[1:], "LOG"),
            ([line.replace("index 1", "index 0") for line in lines], "LOG"),
            ([line.replace(W1.key.name, "nobody") for line in lines], "LOG"),
        ):
            (out / "proofs.ndjson").write_text("\n".join(spoilt) + "\n")
            told = await cli(tmp_path, "verify", file, "--keys", out / "keys.json", "--policy", policy, "--json")
            assert told.exit_code == 1
            assert json.loads(told.stdout)["verdict"]["fault"]["code"] == code


@pytest.mark.slow
async def test_a_start_that_witnesses_saw_only_after_its_round_is_not_proven(tmp_path):
    """An operator may wait for the round and then write an earlier start."""
    async with (
        installation(tmp_path, witnesses=(W1,), lead_s=1) as (server, policy),
        sign_in(server.grpc, "Ann") as ann,
    ):
        game = await played(ann)
        comes = (await game.table()).starting.round_time.seconds
    while time.time() <= comes + 1:
        await asyncio.sleep(0.1)
    async with installation(tmp_path) as (server, policy), sign_in(server.grpc, "Bob") as bob:
        await proofs_of(bob.game(game.game_id), 3)
        out = tmp_path / "out"
        assert (await cli(tmp_path, "export", game.game_id, "--to", out)).exit_code == 0
        told = await cli(
            tmp_path, "verify", out / f"{game.game_id}.jsonl", "--keys", out / "keys.json", "--policy", policy
        )
        assert told.exit_code == 1
        assert "LOG_LATE" in told.output


@pytest.mark.slow
async def test_a_terminal_finds_a_log_that_is_another_than_it_was_shown_before(tmp_path, monkeypatch):
    """An operator may show others another log, with the true key and with witnesses who help."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    out, fork = tmp_path / "out", tmp_path / "fork"
    proven = ["verify", "--keys", out / "keys.json"]
    async with installation(tmp_path) as (server, policy), sign_in(server.grpc, "Ann") as ann:
        game = await played(ann)
        await proofs_of(game, 3)
        assert (await cli(tmp_path, "export", game.game_id, "--to", out)).exit_code == 0
        held = [*proven, out / f"{game.game_id}.jsonl", "--policy"]
        told = await cli(tmp_path, *held, policy, "--server", server.grpc)
        assert told.exit_code == 0, told.output
        asked = await cli(tmp_path, "history", game.game_id, "--knew", "1.secret", "--server", server.grpc)
        assert asked.exit_code == 0, asked.output
        first = server.grpc
    shutil.copytree(tmp_path / "keys", fork / "keys")
    async with installation(fork) as (server, other), sign_in(server.grpc, "Bob") as bob:
        await proofs_of(await played(bob), 3)
        unseen = await cli(tmp_path, *held, other, "--server", server.grpc, "--json")
        assert "do not go on from" in unseen.stderr, "also who saw no log before holds the proofs to it"
        StoredCredentials(first)._log_path.replace(StoredCredentials(server.grpc)._log_path)
        told = await cli(tmp_path, *held, other, "--server", server.grpc, "--json")
        for each in (unseen, told):
            assert each.exit_code == 1
            assert json.loads(each.stdout)["verdict"]["fault"]["code"] == "LOG_FORKED"
        assert "IS NOT THE ONE THAT WAS SEEN BEFORE" in told.stderr
        asked = await cli(tmp_path, "history", game.game_id, "--knew", "1.secret", "--server", server.grpc)
        assert (asked.exit_code, "IS NOT THE ONE" in asked.stderr) == (1, True)


async def test_the_line_of_policies_that_names_the_log_is_printed(tmp_path):
    environment = {"TURNLEDGER_KEYS": str(tmp_path / "keys"), "TURNLEDGER_LOG": ORIGIN}
    told = await asyncio.to_thread(CliRunner(env=environment).invoke, app, ["keys", "--log"])
    assert told.stdout == f"log {signer_at(tmp_path / 'keys' / KEY_FILE, ORIGIN, ED25519).key.vkey}\n"
    assert (tmp_path / "keys" / KEY_FILE).stat().st_mode & 0o077 == 0


def test_a_log_keeps_its_name_and_a_policy_names_it(tmp_path):
    here = Settings(keys=tmp_path, log=ORIGIN)
    signer = log_signer(here)
    with pytest.raises(BadSettings, match="keeps its name"):
        log_signer(Settings(keys=tmp_path, log="another.example"))
    (tmp_path / "policy").write_text("quorum none\n")
    with pytest.raises(BadSettings, match="does not name this log"):
        policy_of(Settings(keys=tmp_path, log=ORIGIN, log_policy=tmp_path / "policy"), signer)
    for wrong in (Settings(log="a b"), Settings(log="a+b"), Settings(log_policy=tmp_path / "policy")):
        with pytest.raises(BadSettings):
            check_log(wrong)
