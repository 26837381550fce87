"""`_sampled.py FILE ARGUMENTS…` is `turnledger ARGUMENTS…`, and says in FILE where its processor time went.

It samples by task, and by our function that was running, or else by the library. A program of its own, never imported.
It samples from one SIGUSR1 to the next, and then prints the result.
"""

import asyncio
import json
import os
import signal
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

EVERY_S = 0.003
ROOT = str(Path(os.environ["PYTHONPATH"]))
_OURS = ("services", "projections", "domain", "turnledger")
_seen: Counter[str] = Counter()


def _begin_or_end(*_: object) -> None:
    """At the first signal, and at the second."""
    goes_on = signal.getitimer(signal.ITIMER_PROF)[0]
    every_s = 0.0 if goes_on else EVERY_S
    signal.setitimer(signal.ITIMER_PROF, every_s, every_s)
    if goes_on:
        Path(sys.argv[0]).write_text(json.dumps(_seen))


def _look(_: int, frame: FrameType | None) -> None:
    try:
        task = asyncio.current_task()
    except RuntimeError:
        task = None
    name = task.get_name() if task else "-"
    _seen[f"{'a call' if name.startswith('Task-') else name}: {_part(frame)}"] += 1


def _part(frame: FrameType | None) -> str:
    library = ""
    while frame:
        file = frame.f_code.co_filename
        if file.startswith(ROOT) and "/.venv/" not in file:
            path = Path(file).relative_to(ROOT)
            if path.parts[0] in _OURS:
                return f"{'/'.join(path.parts[1:3])} {frame.f_code.co_name}"
        elif not library and "/site-packages/" in file:
            library = file.partition("/site-packages/")[2].partition("/")[0]
        frame = frame.f_back
    return library or "the loop"


def main() -> None:
    file, *arguments = sys.argv[1:]
    sys.argv = [file, *arguments]
    from services.cli.main import app

    signal.signal(signal.SIGPROF, _look)
    signal.signal(signal.SIGUSR1, _begin_or_end)
    app()


if __name__ == "__main__":
    main()
