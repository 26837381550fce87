"""The installation under test: an engine, a project of its own, the files of `deploy/` unchanged."""

import os
import secrets
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from support.servers import free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
IMAGES = {"BASE": "python:3.13-slim", "POSTGRES_IMAGE": "postgres:18", "VALKEY_IMAGE": "valkey/valkey:9",
          "NGINX_IMAGE": "nginx:1.29"}  # fmt: skip
"""By the variable that names another one."""
PROMETHEUS = {"PROMETHEUS_IMAGE": "prom/prometheus:v3.5.0"}
BEFORE, AFTER = "rehearsal-before", "rehearsal-after"
"""Tags of the image: what runs first, and what it is upgraded to."""
PASSWORD = 'p@ss/w#rd:%41"\\ü?'
"""Each with something random behind it: characters that URLs, YAML, SQL and shells take for their own."""
WAIT_S = 600


class Lacking(Exception):
    """The machine lacks something; one sentence that says what to do."""


class Installation:
    """A project of Docker Compose with ports, network and passwords of its own, next to other projects."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="turnledger-"))
        self.project = f"turnledger-{secrets.token_hex(3)}"
        self.grpc, self.http, self.prometheus, self.grpcs, self.https = (f"127.0.0.1:{free_port()}" for _ in range(5))
        self.overrides = list[Path]()
        """Files of Compose next to deploy/compose.yaml, as an operator names them with -f."""
        self._compose = _compose()
        self.environment = {
            **os.environ,
            "COMPOSE": shlex.join(self._compose),
            "GRPC_PORT": self.grpc,
            "HTTP_PORT": self.http,
            "PROMETHEUS_PORT": self.prometheus,
            "GRPCS_PORT": self.grpcs,
            "HTTPS_PORT": self.https,
            "NET": os.environ.get("NET", "172.31.249"),
            "TURNLEDGER_VERSION": BEFORE,
        }
        if not _has_buildx():
            self.environment["DOCKER_BUILDKIT"] = "0"
        names = ("POSTGRES_PASSWORD", "OWNER_PASSWORD", "SERVER_PASSWORD", "AUDITOR_PASSWORD")
        lines = [f"{name}='{PASSWORD}{secrets.token_hex(4)}'" for name in names]
        self._passwords = self._folder / "env"
        self._passwords.write_text("\n".join(lines) + "\n")

    @property
    def _options(self) -> list[str]:
        overrides = [word for each in self.overrides for word in ("-f", str(each))]
        return [*overrides, "-p", self.project, "--env-file", str(self._passwords)]

    def compose(self, *words: str) -> str:
        """Return its output. Raises subprocess.CalledProcessError."""
        return self.run(*self._compose, "-f", str(DEPLOY / "compose.yaml"), *self._options, *words)

    def roll(self, version: str) -> None:
        self.environment["TURNLEDGER_VERSION"] = version
        self.script("roll.sh")

    def script(self, name: str, *words: str) -> str:
        """Run a script of deploy/ on this project."""
        return self.run(str(DEPLOY / name), *words, *self._options)

    def remove(self) -> None:
        """Delete containers, networks and volumes, as if the machine were lost."""
        profiles = ("--profile", "tools", "--profile", "monitoring")
        self.compose(*profiles, "down", "--volumes", "--remove-orphans", "--timeout", "20")

    def run(self, *command: str) -> str:
        done = subprocess.run(
            command, env=self.environment, timeout=WAIT_S, text=True,
            stdin=subprocess.DEVNULL, capture_output=True,
        )  # fmt: skip
        if done.returncode:
            print(done.stdout[-2_000:], done.stderr[-6_000:], sep="\n", file=sys.stderr)
            done.check_returncode()
        return done.stdout

    def docker(self, *words: str) -> str:
        return self.run("docker", *words)

    def containers(self, service: str) -> list[str]:
        return self.compose("ps", "--quiet", service).split()

    def sql(self, question: str, account: str = "postgres", service: str = "postgres") -> str:
        """Run a statement as the superuser over the socket; with `account`, as that account."""
        return self.compose(
            "exec", "-T", service, "psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-U", "postgres", "-d", "turnledger",
            "-c", f"SET SESSION AUTHORIZATION {account}", "-c", question,
        )  # fmt: skip

    def leftovers(self) -> list[str]:
        """Containers, volumes and networks of this project, or without a project."""
        of_project = ("--filter", f"label=com.docker.compose.project={self.project}", "--quiet")
        return [
            *self.docker("ps", "--all", *of_project).split(),
            *self.docker("volume", "ls", *of_project).split(),
            *self.docker("network", "ls", *of_project).split(),
        ]

    def anonymous_volumes(self) -> set[str]:
        names = self.docker("volume", "ls", "--filter", "dangling=true", "--quiet").split()
        return {name for name in names if len(name) == 64}

    def close(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


def _compose() -> list[str]:
    """The command of Docker Compose; DOCKER_COMPOSE names another."""
    if named := os.environ.get("DOCKER_COMPOSE"):
        return shlex.split(named)
    if not shutil.which("docker"):
        raise Lacking("there is no `docker` here: install an engine and Docker Compose 2")
    for words in (["docker", "compose"], ["docker-compose"]):
        said = _says(*words, "version", "--short")
        if said.lstrip("v").startswith(("2", "3", "4", "5")):
            return words
    raise Lacking("there is no Docker Compose 2 here (`docker compose version`); DOCKER_COMPOSE names one elsewhere")


def _has_buildx() -> bool:
    return bool(_says("docker", "buildx", "version"))


def _says(*command: str) -> str:
    """Empty where it fails."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except FileNotFoundError:
        return ""
    return "" if done.returncode else done.stdout.decode().strip() or "yes"


def require_engine() -> None:
    """Raises Lacking, before anything is begun."""
    if not shutil.which("docker") or not _says("docker", "version", "--format", "{{.Server.Version}}"):
        raise Lacking("no container engine answers (`docker version`): start one, or set DOCKER_HOST")
    if missing := next(iter(missing_images(IMAGES)), None):
        raise Lacking(missing)


def missing_images(images: Mapping[str, str]) -> list[str]:
    """Return a sentence for each image that is not here and cannot be pulled."""
    named = {variable: os.environ.get(variable, usual) for variable, usual in images.items()}
    return [
        f"there is no image {image} here and none can be pulled: {variable} names another one"
        for variable, image in named.items()
        if not _says("docker", "image", "inspect", image) and not _says("docker", "pull", image)
    ]
