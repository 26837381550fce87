"""The deployment is rehearsed from nothing: images are built and started, people play over gRPC and Connect through the
balancer, its parts end one after another, the next release is deployed, and all is removed. It ends with a verdict.
Exit code 1 on any fault, 2 where this machine lacks a tool."""

import asyncio
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

from tests.deployed import recovery
from tests.deployed.acknowledged import assert_stored
from tests.deployed.compose import AFTER, BEFORE, PROMETHEUS, Installation, Lacking, missing_images, require_engine
from tests.deployed.people import Crowd, Pulse, long_session, watch_many

TABLES, CONNECT = 3, 2


class Verdict:
    """The steps, with their time and outcome."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, float, str]] = []
        self.left_out = ""

    @contextmanager
    def step(self, what: str):
        print(f"{what} …", flush=True)
        began, said = time.monotonic(), list[str]()
        try:
            yield said.append
        except Exception as wrong:  # any error: the verdict reports it, and everything is removed
            self.rows.append((what, time.monotonic() - began, f"FAILED: {wrong or type(wrong).__name__}"))
            traceback.print_exception(wrong)
            print(f"  {self.rows[-1][2]}", flush=True)
        else:
            self.rows.append((what, time.monotonic() - began, "; ".join(said) or "ok"))
            print(f"  {self.rows[-1][2]}", flush=True)

    @property
    def failed(self) -> bool:
        return any(said.startswith("FAILED") for _, _, said in self.rows)

    def tell(self) -> None:
        print()
        for what, took_s, said in self.rows:
            print(f"{took_s:7.1f} s  {what}: {said}")
        if self.left_out:
            print(f"NOT REHEARSED: {self.left_out}")
        print("VERDICT:", "not as it must be" if self.failed else "as it must be", flush=True)


def forbidden(here: Installation, account: str, *statements: str) -> None:
    """Raises AssertionError where the account may do one of them."""
    for statement in statements:
        refused = here.sql(
            f"DO $$ BEGIN {statement}; RAISE 'it may'; EXCEPTION WHEN insufficient_privilege THEN NULL; END $$", account
        )
        assert not refused, refused


async def ends(here: Installation, verdict: Verdict, crowd: Crowd, what: str, act: Callable[[], object]) -> None:
    """A process ends, and people continue to play."""
    with verdict.step(what) as say:
        began = time.monotonic()
        await asyncio.to_thread(act)
        acted = time.monotonic()
        moved = await crowd.go_on()
        say(f"{acted - began:.1f} s until it was done; then until all had moved on: {moved}")


async def rehearse(here: Installation, verdict: Verdict) -> None:
    loop = asyncio.get_running_loop()
    with verdict.step("accounts of the database") as say:
        forbidden(here, "turnledger_server", "UPDATE stored_events SET topic = ''", "DELETE FROM stored_events",
                  "TRUNCATE stored_events", "DROP TABLE stored_events", "CREATE ROLE another")  # fmt: skip
        forbidden(here, "turnledger_auditor", "INSERT INTO accounts DEFAULT VALUES", "SELECT count(*) FROM accounts",
                  "DELETE FROM stored_events")  # fmt: skip
        supers = here.sql("SELECT string_agg(rolname, ' ') FROM pg_roles WHERE rolsuper AND rolname LIKE 'turnledger%'")
        assert not supers.strip(), supers
        say("events are appended, never changed; none of ours is a superuser")
    with verdict.step("one session, 2 MB") as say:
        say(f"{await long_session(here.grpc)} commands answered")
    with verdict.step("600 watches on 4 connections"):
        await watch_many(here.grpc, 4, 150)
    async with Crowd(here.grpc, here.http, TABLES, CONNECT) as crowd:
        with verdict.step("people play over gRPC and Connect"):
            await crowd.go_on(200)
        api, follower = here.containers("api"), here.containers("follower")
        await ends(here, verdict, crowd, "an API process is killed", lambda: here.docker("kill", api[0]))
        here.docker("start", api[0])
        await ends(here, verdict, crowd, "a follower is killed", lambda: (
            here.docker("kill", follower[0]), here.docker("start", follower[0])))  # fmt: skip
        await ends(here, verdict, crowd, "Valkey is killed, and all views with it", lambda: (
            here.compose("kill", "valkey"), here.compose("start", "valkey")))  # fmt: skip
        await ends(here, verdict, crowd, "the balancer is restarted", lambda: here.compose("restart", "balancer"))
        async with Pulse(here.http) as pulse:
            await ends(here, verdict, crowd, "the balancer takes another configuration", lambda: here.compose(
                "exec", "-T", "balancer", "nginx", "-s", "reload"))  # fmt: skip
            with verdict.step("nobody noticed") as say:
                assert not pulse.failed, f"{len(pulse.failed)} of {pulse.asked} calls: {pulse.failed[:5]}"
                say(f"{pulse.asked} calls, all answered")
        await ends(here, verdict, crowd, "PostgreSQL is restarted", lambda: here.compose("restart", "postgres"))
        async with Pulse(here.http) as pulse:
            await ends(here, verdict, crowd, "the next release, process by process", lambda: upgrade(here))
            with verdict.step("nobody noticed") as say:
                assert not pulse.failed, f"{len(pulse.failed)} of {pulse.asked} calls: {pulse.failed[:5]}"
                say(f"{pulse.asked} calls, all answered; the longest pause {pulse.longest_s:.1f} s")
        began = loop.time()
    with verdict.step("what was acknowledged is stored, once") as say:
        acknowledged = crowd.acknowledged
        assert_stored(here, acknowledged)
        say(f"{len(acknowledged)} commands, none lost ({loop.time() - began:.0f} s after the last)")
    with verdict.step("finished games leave for the archive") as say:
        said = here.compose("run", "--rm", "-T", "archive", "archive", "--older-than", "0s")
        say(said.strip().splitlines()[-1])
    with verdict.step("doctor and audit") as say:
        here.compose("run", "--rm", "-T", "tools", "doctor")
        said = here.compose("run", "--rm", "-T", "tools", "audit", "--all")
        say(said.strip().splitlines()[-1])


@contextmanager
def temporary_folder():
    with TemporaryDirectory(prefix="turnledger-") as name:
        yield Path(name)


async def recover(here: Installation, verdict: Verdict) -> None:
    with verdict.step("a third API process joins and leaves") as say:
        async with recovery.people(here) as crowd:
            say(await recovery.joins(here, crowd))
    with verdict.step("archive and Valkey are lost at once") as say:
        async with recovery.people(here) as crowd:
            say(await recovery.loses_archive_and_views(here, crowd))
    with verdict.step("everything is lost, and restored from its backup") as say, temporary_folder() as folder:
        say(await recovery.comes_back_from_its_backup(here, folder / "now"))
    with verdict.step("back to a moment") as say:
        say(await recovery.goes_back_to_a_moment(here))
    with verdict.step("several logs") as say:
        say(await recovery.gets_a_second_log(here))
    with verdict.step("TLS") as say, temporary_folder() as folder:
        say(await recovery.speaks_tls(here, folder))


async def alerts(here: Installation, verdict: Verdict) -> None:
    """The rules by promtool, and two faults that a real Prometheus must see: no projection runner, and a store that
    hangs."""
    with verdict.step("rules of alerts, by promtool") as say:
        for words in (("check", "config", "/etc/prometheus/prometheus.yml"),
                      ("test", "rules", "/etc/prometheus/alerts_test.yaml")):  # fmt: skip
            here.compose("--profile", "monitoring", "run", "--rm", "-T", "--no-deps", "--entrypoint", "promtool",
                         "prometheus", *words)  # fmt: skip
        say("each fires where it must, and none where all is well")
    here.compose("--profile", "monitoring", "up", "--detach", "--no-deps", "prometheus")
    with verdict.step("nothing is wrong, says Prometheus"):
        await becomes(here, lambda found: found is not None and not found)
    for what, alert, end, mend in (
        ("no follower is there", "TurnledgerNobodyFollows", ("stop", "follower"), ("start", "follower")),
        ("PostgreSQL hangs", "TurnledgerServerAway", ("pause", "postgres"), ("unpause", "postgres")),
    ):
        with verdict.step(f"{what}: {alert}") as say:
            began = time.monotonic()
            here.compose(*end)
            await becomes(here, lambda found, alert=alert: alert in (found or ()))
            say(f"fires after {time.monotonic() - began:.0f} s")
            here.compose(*mend)
            await becomes(here, lambda found, alert=alert: found is not None and alert not in found)


async def becomes(here: Installation, wanted: Callable[[set[str] | None], bool]) -> None:
    """Wait for these alerts; None if Prometheus has not scraped all processes yet. Raises AssertionError."""
    found, until = None, time.monotonic() + 300
    async with httpx.AsyncClient(base_url=f"http://{here.prometheus}") as client:
        while not wanted(found):
            assert time.monotonic() < until, f"firing: {found}"
            await asyncio.sleep(1)
            with suppress(httpx.TransportError, httpx.HTTPStatusError):  # while it starts
                asked = await answer(client, "/api/v1/query?query=count(up)")
                told = await answer(client, "/api/v1/alerts")
                firing = {each["labels"]["alertname"] for each in told["alerts"] if each["state"] == "firing"}
                found = firing if asked["result"] else None


async def answer(client: httpx.AsyncClient, path: str) -> Any:
    return (await client.get(path)).raise_for_status().json()["data"]


def upgrade(here: Installation) -> None:
    here.environment["TURNLEDGER_VERSION"] = AFTER
    here.compose("run", "--rm", "-T", "migrate")
    here.script("roll.sh")
    running = here.docker(
        "inspect", "--format", "{{.Config.Image}}", *here.containers("api"), *here.containers("follower")
    )
    assert set(running.split()) == {f"turnledger:{AFTER}"}, running


def build(here: Installation) -> None:
    """Also as the next release: UPGRADE_FROM names the image of a real one before this."""
    here.compose("build", "-q", "api")
    here.docker("tag", f"turnledger:{BEFORE}", f"turnledger:{AFTER}")
    if before := here.environment.get("UPGRADE_FROM"):
        here.docker("tag", before, f"turnledger:{BEFORE}")


async def main() -> int:
    try:
        require_engine()
        here = Installation()
    except Lacking as lacking:
        print(f"make deploy-test: {lacking}", file=sys.stderr)
        return 2
    verdict, volumes = Verdict(), here.anonymous_volumes()
    try:
        with verdict.step("the image is built"):
            build(here)
        with verdict.step("everything starts"):
            here.compose("up", "--detach", "--wait", "--no-build")
        if not verdict.failed:
            with verdict.step("all of it"):
                await rehearse(here, verdict)
                await recover(here, verdict)
                if missing := missing_images(PROMETHEUS):
                    verdict.left_out = f"alerts of a real Prometheus: {missing[0]}"
                else:
                    await alerts(here, verdict)
        if verdict.failed:
            print(here.compose("logs", "--no-color", "--tail", "30"), file=sys.stderr)
    finally:
        with verdict.step("everything is taken away"):
            here.remove()
            assert not here.leftovers(), here.leftovers()
            left = here.anonymous_volumes() - volumes
            assert not left, f"volumes without a name: {left}"
        for tag in (BEFORE, AFTER):
            here.docker("rmi", f"turnledger:{tag}")
        here.close()
    verdict.tell()
    return 1 if verdict.failed else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
