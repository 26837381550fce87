"""The API of a simulated process: every service of the contract, as production composes them, behind the product's HTTP
server."""

from contextvars import Context
from pathlib import Path
from random import Random

from services.api.grpc_server import served
from services.main.composition import ProcessParts, compose
from services.main.readiness import Readiness
from services.settings import Settings
from services.web.app import web_app
from tests.simulation.loop import SimulatedLoop
from tests.simulation.web import WebHost
from tests.simulation.wire import Host

MANY = 1_000_000
"""Limits count real seconds, of which a simulated hour has few."""
CHALLENGES_MAX = TABLES_MAX = MANY


def api_host(loop: SimulatedLoop, dice: Random, context: Context, folder: Path, process: ProcessParts) -> Host:
    """Return the address at which a process answers. `folder`: of the keys, which all processes share."""
    services = compose(_settings(folder), process)
    web = web_app(served(services.dependencies, services.gate), ready=Readiness(process.store, process.views))
    return Host(loop, dice, WebHost(web).accept, context)


def _settings(folder: Path) -> Settings:
    """Return settings with limits that are too high to be met, or that do not concern the callers of a run, who call
    from this machine and are people."""
    return Settings(
        keys=folder,
        calls_per_s=MANY,
        tables_per_account=TABLES_MAX,
        streams_per_account=MANY,
        streams_per_address=1,
        app_calls_per_min=1,
        challenges_per_program=MANY,
        challenges_per_challenger=CHALLENGES_MAX,
    )
