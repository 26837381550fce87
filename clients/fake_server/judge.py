"""The judge of all kits: did a client do what a case requires?"""

import re
from itertools import pairwise
from typing import Any

from clients.fake_server.script import Run, Seen, holds

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_WRITING = {"Lobby/CreateTable", "Play/Submit"}


def verdict(run: Run) -> list[str]:
    """Return the faults, in sentences; empty for a client without faults."""
    return [
        *(f"not in the script: {each}" for each in run.unscripted),
        *_rules(run),
        *_outcomes(run),
        *_tokens(run),
        *_request_ids(run),
        *(wrong for wanted in run.case.get("then", ()) for wrong in _then(run, wanted)),
    ]


def _rules(run: Run) -> list[str]:
    return [
        f"{rule.told['method']} {rule.told.get('where', '')}: {rule.used} calls, at least {rule.times[0]} expected"
        for rule in run.rules
        if rule.used < rule.times[0]
    ]


def _outcomes(run: Run) -> list[str]:
    wrong = []
    for place, step in enumerate(run.case["client"]):
        if "expect" in step and not holds(step["expect"], run.outcomes.get(place)):
            wrong.append(f"step {place} ({step['do']}): {run.outcomes.get(place)} instead of {step['expect']}")
    return wrong


def _tokens(run: Run) -> list[str]:
    """Nothing is called with a token that was not stored first."""
    start = run.case.get("start", {})
    stored = {start.get("tokens", {}).get("access_token", ""), start.get("token", ""), ""}
    wrong = []
    for each in run.log:
        stored.add(each.note.get("access_token", ""))
        if each.token not in stored:
            wrong.append(f"{each.method} was called with {each.token!r}, which was not stored before")
            stored.add(each.token)
    return wrong


def _request_ids(run: Run) -> list[str]:
    """Return the faults: a writing call without one, or two requests that share one."""
    first: dict[str, dict[str, Any]] = {}
    wrong = []
    for each in run.log:
        if each.method not in _WRITING:
            continue
        request_id = each.request.get("request_id", "")
        if not _UUID.fullmatch(request_id):
            wrong.append(f"{each.method}: {request_id!r} is no request_id")
        elif first.setdefault(request_id, each.request) != each.request:
            wrong.append(f"{each.method}: another request under the same request_id: {each.request}")
    return wrong


def _then(run: Run, wanted: dict[str, Any]) -> list[str]:
    calls = run.calls(wanted["method"])
    ids = [each.request.get("request_id", "") for each in calls]
    match wanted["check"]:
        case "same_request_id":
            return [] if len(set(ids)) == 1 else [f"{wanted['method']}: request ids {ids}, one expected"]
        case "own_request_ids":
            return [] if len(set(ids)) == len(ids) else [f"{wanted['method']}: request ids {ids}, all others expected"]
        case "request_stored_first":
            return [] if all(map(run_has_stored(run), calls)) else [f"{wanted['method']} was sent before it was stored"]
        case "pause_ms":
            pauses = [1000 * (after.at_s - before.at_s) for before, after in pairwise(calls)]
            least = wanted["at_least"]
            return (
                [] if all(each >= least for each in pauses) else [f"pauses of {pauses} ms, at least {least} expected"]
            )
        case unknown:
            raise ValueError(unknown)


def run_has_stored(run: Run) -> Any:
    """Return a check whether the client's program had stored the request of a call before it came."""

    def stored(call: Seen) -> bool:
        before = run.log[: run.log.index(call)]
        return any(each.note.get("request_id") == call.request["request_id"] for each in before)

    return stored
