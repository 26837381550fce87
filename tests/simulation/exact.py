"""Run plans in a process whose sets have the same order as in every other: a plan then takes the same course."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from tests.simulation.faults import Plan
from tests.simulation.world import Outcome, run


def outcomes_of(plans: Sequence[Plan]) -> list[Outcome]:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.simulation.exact"],
        input=msgspec.msgpack.encode(plans),
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        check=True,
    )
    return msgspec.msgpack.decode(ran.stdout, type=list[Outcome], dec_hook=_counter)


def _counter(_: type, value: Any) -> Counter[str]:
    return Counter(value)


if __name__ == "__main__":
    given = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=list[Plan])
    sys.stdout.buffer.write(msgspec.msgpack.encode([run(each) for each in given]))
