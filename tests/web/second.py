"""The second verifier (clients/web/verify), asked from Python: under node where it is found, else in Chromium."""

import json
import shutil
import subprocess
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, TypeAlias

from support.browser import a_browser, chromium

ROOT = Path(__file__).parents[2]
NODE_MAJOR = 20
"""The first with Ed25519 in WebCrypto that we run."""
Asked: TypeAlias = dict[str, Any]
Ask: TypeAlias = Callable[[Sequence[Asked]], list[Any]]


def node() -> str | None:
    """Return the program, or None without one that is new enough."""
    program = shutil.which("node")
    if program is None:
        return None
    version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    return program if int(version.lstrip("v").partition(".")[0]) >= NODE_MAJOR else None


@contextmanager
def second_verifier() -> Iterator[Ask | None]:
    """Answers a list of questions at a time. None where there is neither node nor Chromium."""
    if program := node():
        with _node_process(program) as ask:
            yield ask
    elif chromium():
        with _served() as url, a_browser() as browser:
            page = browser.new_page()
            page.goto(f"{url}/clients/web/verify/verify.js")
            yield lambda asked: list(page.evaluate(_IN_PAGE, list(asked)))
    else:
        yield None


_IN_PAGE = """async (asked) => {
    const { answer } = await import("/tests/web/second.mjs");
    const told = [];
    for (const each of asked) told.push(await answer(each));
    return told;
}"""


@contextmanager
def _node_process(program: str) -> Iterator[Ask]:
    """One process for all questions: what it compiles once is fast from then on."""
    command = [program, "--no-warnings", str(ROOT / "tests/web/second_node.mjs")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield partial(_asked_by_lines, process)
        finally:
            assert process.stdin
            process.stdin.close()


def _asked_by_lines(process: "subprocess.Popen[str]", asked: Sequence[Asked]) -> list[Any]:
    """Ask by lines. A thread writes them, because neither side may wait for the other with its pipe full."""
    into, out = process.stdin, process.stdout
    assert into
    assert out

    def write() -> None:
        into.writelines(f"{json.dumps(each)}\n" for each in asked)
        into.flush()

    writing = threading.Thread(target=write)
    writing.start()
    answers = [out.readline() for _ in asked]
    writing.join()
    assert all(answers), "node has ended: its error stands on standard error"
    return [json.loads(line) for line in answers]


class _Quiet(SimpleHTTPRequestHandler):
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def _served() -> Iterator[str]:
    """The project's files over HTTP, from this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(ROOT))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def of_file(content: bytes, keys: Any, checkpoints: Sequence[Any] = ()) -> Asked:
    """The question whether a file is right."""
    return {
        "what": "verify",
        "file": b64encode(content).decode(),
        "keys": keys,
        "checkpoints": list(checkpoints),
    }


WITHOUT_RULES = {"COMMAND", "REFUSED", "BROKEN", "EVENT", "DICE", "TORN", "UPCAST", "RULES_VERSION", "PRIVATE"}
"""What a program cannot see that does not have the rules and the contract."""

FORM = {
    "MALFORMED", "MEMBERS", "UTF8", "BOM", "WHITE_SPACE", "ESCAPE", "SURROGATE", "NUMBER", "DOUBLED_MEMBER", "DEPTH",
    "HEX", "TIME", "ACTOR", "REQUEST_ID", "GAME_ID",
}  # fmt: skip


def disagreement(fault: Any, found: Any, *, exact: bool = True) -> str:
    """Describe a forbidden difference between the second verifier's answer and ours; empty without one. `fault`: ours.
    Without `exact`, bytes may be broken in several ways at once, and each side may name another."""
    theirs = found["fault"] and (found["fault"]["code"], found["fault"]["version"])
    if fault is None:
        return "" if found["right"] else f"right, and {theirs}"
    ours = (fault.code, fault.version)
    unseen = (
        fault.code in WITHOUT_RULES or (fault.code == "MEMBERS" and fault.version) or fault.says.startswith("board")
    )
    if theirs == ours or unseen:
        return ""
    if not exact and theirs and fault.code in FORM and theirs[0] in FORM:
        return ""
    return f"{ours}, and {theirs}"
