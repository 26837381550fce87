"""A whole life of an archive: games leave PostgreSQL for a bucket, are read back to the byte, the server of the bucket
dies and comes back, a file is damaged and put back. Ends with 1 if anything was not as it must be, with 2 without Go.

The server is versitygw, built by Go at its pinned version. TURNLEDGER_TEST_S3 (`s3://BUCKET/PREFIX`) and the variables
AWS_… name another one: then nothing of it is killed or damaged.
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

from domain.history.record import EventRow
from services.history.history_parts import signing_keys
from services.store import open_store
from services.store.schema import migrate
from support.played_games import played
from support.servers import PostgresServer, Server
from tests.archive.archive_kit import games, store_all

ROOT = Path(__file__).parents[2]
GATEWAY, VERSION = "github.com/versity/versitygw", "v1.8.0"
BUCKET = "turnledger"
OURS = "TURNLEDGER_TEST_S3"
COMMAND_S = 600


class Gateway(Server):
    """versitygw over a folder: what is in it is the server's to say."""

    access, secret = "turnledger", "not secret at all"

    def __init__(self, binary: Path) -> None:
        super().__init__()
        self._binary, self.objects = binary, self.folder / "objects"
        (self.objects / BUCKET).mkdir(parents=True)  # a folder in its root is a bucket

    def command(self) -> Sequence[str | Path]:
        given = ("--port", f"127.0.0.1:{self.port}", "--access", self.access, "--secret", self.secret)
        return [self._binary, *given, "--health", "/health", "--quiet", "posix", self.objects]

    def answers(self) -> bool:
        try:
            return httpx.get(f"http://127.0.0.1:{self.port}/health").status_code == 200
        except httpx.TransportError:
            return False

    def environment(self) -> Mapping[str, str]:
        return {
            "AWS_ENDPOINT": f"http://127.0.0.1:{self.port}",
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": self.access,
            "AWS_SECRET_ACCESS_KEY": self.secret,
        }


@contextmanager
def step(what: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    print(f"{time.monotonic() - began:7.1f} s  {what}", flush=True)


def built(folder: Path) -> Path:
    go = ["go", "install", f"{GATEWAY}/cmd/versitygw@{VERSION}"]
    subprocess.run(go, env={**os.environ, "GOBIN": str(folder)}, check=True, timeout=COMMAND_S)
    return folder / "versitygw"


class Archive:
    """The commands of an operator, and what the store gives."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.environment = {**os.environ, **environment}
        self.environment.pop(OURS, None)  # no setting of the program
        os.environ.update(environment)  # the store is opened here, too

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "turnledger_server", *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=COMMAND_S
        )

    def archived(self, wanted: int) -> int:
        """Archive `wanted` games, and return the number of their events."""
        done = self.run("archive", "--older-than", "0s", "--json")
        assert done.returncode == 0, done.stderr
        told = json.loads(done.stdout)
        assert (told["games"], told["kept"]) == (wanted, []), told
        return int(told["events"])

    def finding(self) -> tuple[str, str]:
        """Return the doctor's finding about the archive, after it has read all files."""
        told = json.loads(self.run("doctor", "--games", "0", "--json").stdout)
        ((state, said),) = [(each["state"], each["said"]) for each in told if each["check"] == "archive"]
        return state, said

    def holds(self, streams: Sequence[Sequence[EventRow]]) -> None:
        """Every game is what was stored, to the byte."""

        async def compare() -> None:
            store = open_store(self.environment["TURNLEDGER_STORE"], self.environment["TURNLEDGER_ARCHIVE"], cache_mb=0)
            for rows in streams:
                assert list(await store.load(rows[0].stream_id)) == list(rows), rows[0].stream_id
            await store.close()

        asyncio.run(compare())

    def store(self, streams: Sequence[Sequence[EventRow]]) -> None:
        async def append() -> None:
            store = open_store(self.environment["TURNLEDGER_STORE"])
            await store_all(store, streams)
            await store.close()

        asyncio.run(append())


def rehearse(archive: Archive) -> list[Sequence[EventRow]]:
    """With any server; the games that are stored after it, the last one in play."""
    with step("the tests of the archive's bucket"):
        tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:rerunfailures", "tests/archive/test_s3.py"]
        place = {OURS: f"{archive.environment['TURNLEDGER_ARCHIVE']}/tests"}
        subprocess.run(tests, cwd=ROOT, env={**archive.environment, **place}, check=True, timeout=COMMAND_S)
    streams = games()
    archive.store(streams)
    with step("turnledger archive, and all games as they were"):
        assert archive.archived(len(streams) - 1) == sum(len(rows) for rows in streams[:-1])
        archive.holds(streams)
    with step("doctor, audit, export and verify"):
        assert archive.finding() == ("ok", f"{len(streams) - 1} files are there, and what they were")
        files, game = Path(archive.environment["TURNLEDGER_KEYS"]).with_name("exported"), streams[0][0].stream_id
        proven = ("verify", str(files / f"{game}.jsonl"), "--keys", str(files / "keys.json"))
        for command in (("audit", "--all"), ("export", game, "--to", str(files)), proven):
            done = archive.run(*command)
            assert done.returncode == 0, done.stderr
    return streams


def break_and_mend(archive: Archive, gateway: Gateway, streams: list[Sequence[EventRow]]) -> None:
    more = [played("card_game", 2, number).rows for number in range(10, 14)]
    archive.store(more)
    with step("the server is dead: nothing leaves the store, and what is not archived is played"):
        gateway.kill()
        done = archive.run("archive", "--older-than", "0s")
        assert (done.returncode, "takes no file" in done.stderr) == (1, True), done.stderr
        state, said = archive.finding()
        assert (state, "does not answer" in said) == ("fail", True), said
        archive.holds([streams[-1], *more])
    with step("it is back: they leave, and all is as it was"):
        gateway.start()
        archive.archived(len(more))
        archive.holds([*streams, *more])
    with step("a file is damaged: the doctor names it; put back, all is well"):
        name = streams[0][0].stream_id
        (file,) = (gateway.objects / BUCKET / "games").glob(f"*/{name}*")
        content = file.read_bytes()
        file.write_bytes(content[:-1])
        state, said = archive.finding()
        assert (state, name in said) == ("fail", True), said
        file.write_bytes(content)
        assert archive.finding()[0] == "ok"


def main() -> int:
    place = os.environ.get(OURS, "")
    if not place and not shutil.which("go"):
        print("make archive-test: no Go here builds a server; TURNLEDGER_TEST_S3 names a bucket", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as made, PostgresServer() as postgres:
        folder = Path(made)
        signing_keys(folder / "keys")
        migrate(postgres.url())
        ours = {"STORE": postgres.url(), "KEYS": str(folder / "keys"), "VIEWS": "memory://"}
        common = {f"TURNLEDGER_{name}": value for name, value in ours.items()}
        if place:
            rehearse(Archive({**common, "TURNLEDGER_ARCHIVE": place}))
            return 0
        with step(f"{GATEWAY} {VERSION} is built"):
            binary = built(folder)
        with Gateway(binary) as gateway:
            here = {"TURNLEDGER_ARCHIVE": f"s3://{BUCKET}/games"}
            archive = Archive({**common, **here, **gateway.environment()})
            break_and_mend(archive, gateway, rehearse(archive))
    return 0


if __name__ == "__main__":
    sys.exit(main())
