"""A case while it is played: which answer a call gets, and what was seen of the client."""

import asyncio
import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clients.fake_server.script_messages import times_made

CASES = Path(__file__).parents[1] / "cases"


def cases() -> dict[str, dict[str, Any]]:
    """All cases by name, which is that of the file."""
    return {path.stem: {"name": path.stem, **json.loads(path.read_text())} for path in sorted(CASES.glob("*.json"))}


@dataclass
class Rule:
    """A line of the script's server: for the calls that fit it, as often as it may be used."""

    told: dict[str, Any]
    used: int = 0

    @property
    def times(self) -> tuple[int, int]:
        """At least, at most."""
        times = self.told.get("times", 1)
        return (times, times) if isinstance(times, int) else (times[0], times[1])

    def fits(self, method: str, token: str, request: dict[str, Any]) -> bool:
        return (
            self.told["method"] == method
            and self.used < self.times[1]
            and self.told.get("token", token) == token
            and holds(self.told.get("where", {}), request)
            and not any(name in request for name in self.told.get("without", ()))
        )


@dataclass
class Seen:
    """A call, or what the client's program noted (`note`) or reported (`outcome`)."""

    at_s: float
    method: str = ""
    token: str = ""
    request: dict[str, Any] = field(default_factory=dict)
    note: dict[str, Any] = field(default_factory=dict)


class Run:
    """One case, played once by one client."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.case = {**case, "start": times_made(case["start"])}
        self.rules = [Rule(each) for each in case["server"]]
        self.log: list[Seen] = []
        self.outcomes: dict[int, dict[str, Any]] = {}
        self.unscripted: list[str] = []
        self._news = asyncio.Condition()

    async def called(self, method: str, token: str, request: dict[str, Any]) -> dict[str, Any]:
        """Return the script's answer to a call; an error of its own where it has none."""
        await self.note(Seen(time.monotonic(), method, token, request))
        for rule in self.rules:
            if rule.fits(method, token, request):
                rule.used += 1
                await asyncio.sleep(rule.told.get("after_ms", 0) / 1000)
                return rule.told
        self.unscripted.append(f"{method} {json.dumps(request)} with the token {token!r}")
        return {"error": {"code": "failed_precondition", "reason": "UNSCRIPTED", "message": self.unscripted[-1]}}

    async def note(self, seen: Seen) -> None:
        async with self._news:
            self.log.append(seen)
            self._news.notify_all()

    async def wait_for(self, method: str, count: int) -> None:
        """Until a method was called so often."""
        async with self._news:
            await self._news.wait_for(lambda: len(self.calls(method)) >= count)

    def calls(self, method: str) -> list[Seen]:
        return [each for each in self.log if each.method == method]


def holds(wanted: Any, found: Any) -> bool:
    """Return whether the wanted value is found: an object needs its fields, other values must be equal."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return all(name in found and holds(value, found[name]) for name, value in wanted.items())
    return bool(wanted == found)
