"""Rarer things that an installation must survive: it grows, loses archive and views at once, is restored from its
backup, goes back to a moment, gets a second log, and is given a certificate."""

import asyncio
import json
import subprocess
from pathlib import Path

import grpc
import httpx

from tests.deployed.acknowledged import assert_stored
from tests.deployed.compose import DEPLOY, Installation
from tests.deployed.people import PATIENCE_S, Crowd
from turnledger import Client, sign_in
from turnledger.v1.accounts_pb2 import Tokens

READS = (
    "import urllib.request as u; print(sum(float(line.split()[-1])"
    " for line in u.urlopen('http://127.0.0.1:9464/metrics').read().decode().splitlines()"
    " if line.startswith('turnledger_game_cache_reads_total{')))"
)
"""Prints how many commands and questions about games a process has answered."""


def people(here: Installation) -> Crowd:
    return Crowd(here.grpc, here.http, tables=2, connect=1)


async def joins(here: Installation, crowd: Crowd) -> str:
    """A third API process takes part, and leaves again while people play."""
    before = set(here.containers("api"))
    here.compose("up", "--detach", "--wait", "--no-deps", "--no-recreate", "--scale", "api=3", "api")
    (third,) = set(here.containers("api")) - before
    async with asyncio.timeout(PATIENCE_S):
        while not float(here.docker("exec", third, "python", "-c", READS)):
            await crowd.go_on()
    here.docker("stop", "--time", "20", third)
    here.docker("rm", third)
    return f"it answered, and left: {await crowd.go_on()}"


async def loses_archive_and_views(here: Installation, crowd: Crowd) -> str:
    """The archive's files are away and Valkey is emptied at the same moment: games that run continue."""
    in_archive(here, "mkdir /data/archive/away; mv /data/archive/[!a]* /data/archive/away/")
    here.compose("kill", "valkey")
    here.compose("start", "valkey")
    went_on = await crowd.go_on()
    try:
        here.compose("run", "--rm", "-T", "tools", "doctor", "--json")
    except subprocess.CalledProcessError as failed:
        failing = {each["check"] for each in json.loads(failed.stdout) if each["state"] == "fail"}
    else:
        raise AssertionError("doctor finds nothing wrong with an archive that is away")
    assert failing == {"archive"}, failing
    in_archive(here, "mv /data/archive/away/* /data/archive/; rmdir /data/archive/away")
    here.compose("run", "--rm", "-T", "tools", "doctor")
    return f"running games: {went_on}; doctor names the archive alone, and nothing once it is back"


def in_archive(here: Installation, script: str) -> None:
    here.compose("run", "--rm", "-T", "--no-deps", "--entrypoint", "sh", "archive", "-euc", script)


async def comes_back_from_its_backup(here: Installation, folder: Path) -> str:
    """deploy/backup.sh while people play, every volume deleted, deploy/restore.sh."""
    pairs = list[Tokens]()
    async with people(here) as crowd, sign_in(here.grpc, keep=pairs.append) as me:
        await crowd.go_on()
        before, account, keys = crowd.acknowledged, me.account.account_id, await signing_keys(me)
        await asyncio.to_thread(here.script, "backup.sh", str(folder))
        await crowd.go_on()
    here.remove()
    here.script("restore.sh", str(folder))
    assert_stored(here, before)
    async with sign_in(here.grpc, tokens=pairs[-1]) as me:
        assert me.account.account_id == account
        assert await signing_keys(me) == keys
    async with people(here) as crowd:
        return f"{len(before)} commands, one token and the keys are there; then {await crowd.go_on()}"


async def signing_keys(me: Client) -> bytes:
    return (await me.history.list_signing_keys()).SerializeToString(deterministic=True)


async def goes_back_to_a_moment(here: Installation) -> str:
    """deploy/point-in-time.yaml, a base backup while people play, a moment, a mistake, deploy/back-to.sh."""
    here.overrides.append(DEPLOY / "point-in-time.yaml")
    here.compose("up", "--detach", "--wait", "--no-build")
    async with people(here) as crowd:
        await crowd.go_on()
        await asyncio.to_thread(here.script, "base-backup.sh")
        await crowd.go_on()
        before, moment = crowd.acknowledged, here.sql("SELECT clock_timestamp()").strip()
        await crowd.go_on()
        last = crowd.acknowledged[-1]
    await asyncio.to_thread(here.script, "back-to.sh", moment)
    assert_stored(here, before)
    after = here.sql(
        f"SELECT count(*) FROM stored_events WHERE originator_id = '{last.game_id}'"
        f" AND originator_version = {last.version}"
    )
    assert int(after) == 0, f"{last} was stored after {moment} and is still there"
    async with people(here) as crowd:
        return f"{len(before)} commands before {moment} are there, none after; then {await crowd.go_on()}"


async def gets_a_second_log(here: Installation) -> str:
    """Add another PostgreSQL as docs/operations.md says: accounts, processes stopped, migration, start."""
    here.overrides.append(Path(__file__).with_name("second_log.yaml"))
    here.compose("up", "--detach", "--wait", "db2")
    here.compose("run", "--rm", "-T", "-e", "PGHOST=db2", "accounts")
    here.compose("stop", "api", "follower")
    here.environment["STORE"] = "postgresql://postgres/turnledger postgresql://db2/turnledger"
    here.compose("run", "--rm", "-T", "migrate")
    here.compose("up", "--detach", "--wait", "--no-build")
    async with people(here) as crowd, asyncio.timeout(PATIENCE_S):
        while not (games := int(here.sql("SELECT count(DISTINCT originator_id) FROM stored_events", service="db2"))):
            async with people(here) as others:
                await others.go_on(10)
        went_on = await crowd.go_on()
    here.compose("run", "--rm", "-T", "tools", "doctor")
    here.compose("run", "--rm", "-T", "tools", "audit", "--all")
    return f"{games} new games in it; {went_on}; doctor and audit read both"


async def speaks_tls(here: Installation, folder: Path) -> str:
    """deploy/tls: gRPC and Connect with a certificate, and no port without one."""
    here.run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
             "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
             str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem"))  # fmt: skip
    here.overrides.append(DEPLOY / "tls" / "tls.yaml")
    here.environment["CERTIFICATE"] = str(folder)
    here.compose("up", "--detach", "--wait", "--no-build")
    root = (folder / "fullchain.pem").read_bytes()
    address = f"localhost:{here.grpcs.rpartition(':')[2]}"
    async with sign_in(address, credentials=grpc.ssl_channel_credentials(root)) as me:
        game = await me.create_table("card_game", seats=2, join=True)
    port = here.https.rpartition(":")[2]
    async with httpx.AsyncClient(http2=False, verify=str(folder / "fullchain.pem")) as client:
        page = (await client.get(f"https://localhost:{port}/")).raise_for_status()
    assert "strict-transport-security" in page.headers
    ports = here.compose("ps", "--format", "{{.Ports}}", "balancer")
    assert here.grpc.rpartition(":")[2] not in ports, ports
    assert here.http.rpartition(":")[2] not in ports, ports
    return f"a table ({game.game_id[:8]}) over gRPC, the page over HTTPS; the ports without TLS are closed"
