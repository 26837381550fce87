import json
import subprocess
import sys

import pytest

from services.observe.bounds import CAUSE_S, LINES, Causes, Lines

PROGRAM = """
import logging, structlog
from services.observe.logs import COMMAND, configure
configure("info")
COMMAND.set(("g1", "r1"))
log = structlog.get_logger()
log.debug("not shown")
log.info("stored", version=7)
logging.getLogger("grpc").warning("from a library")
def sign(key):
    1 / 0
try:
    sign("the private key")
except ZeroDivisionError:
    log.exception("broke")
"""


def test_every_line_is_json_with_the_ids_that_are_known():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert "the private key" not in done.stderr
    stored, library, broke = (json.loads(line) for line in done.stderr.splitlines())
    assert (stored["event"], stored["game_id"], stored["request_id"], stored["version"]) == ("stored", "g1", "r1", 7)
    assert stored["level"] == "info"
    assert (library["event"], library["game_id"]) == ("from a library", "g1")
    assert broke["exception"][0]["exc_type"] == "ZeroDivisionError"


FLOOD = """
import logging, structlog
from services.observe.logs import configure
configure("info", as_json=%s)
log, library = structlog.get_logger(), logging.getLogger("a library")
def broke(text):
    raise ValueError(text)
for number in range(2_000):
    log.warning("somebody called", said="x" * 50_000)
    library.warning("no request: %%s", "y" * 50_000)
    try:
        broke("z" * 50_000)
    except ValueError:
        log.exception("broke")
        library.exception("broke too")
"""


@pytest.mark.slow
@pytest.mark.parametrize("as_json", [True, False])
def test_what_callers_make_us_say_is_bounded(as_json):
    program = FLOOD % as_json
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr.count("Traceback") + done.stderr.count('"exc_type"') == 2
    assert all(len(line) < 15_000 for line in done.stderr.splitlines())
    assert len(done.stderr) < 3_000_000, "of 300 million"
    assert done.stderr.count("somebody called") + done.stderr.count("no request") + done.stderr.count("broke") >= 400


def test_what_was_left_out_is_counted():
    now_s = [0.0]
    lines = Lines(lambda: now_s[0])
    assert [lines.one("a") for _ in range(LINES + 7)] == [0] * LINES + [None] * 7
    assert lines.one("b") == 0
    now_s[0] = 1.0
    assert [lines.one("a"), lines.one("a")] == [7, 0]


def test_a_cause_has_one_name_for_a_while_and_another_kind_or_place_has_its_own():
    now_s = [0.0]
    causes = Causes(lambda: now_s[0])

    def raised(error, place):
        try:
            if place:
                raise error
            raise error
        except Exception as caught:
            return causes.of(caught)

    first = raised(KeyError("one"), 0)
    assert raised(KeyError("another"), 0).incident == first.incident
    assert first.times == 2
    assert len({first.incident, raised(KeyError(), 1).incident, raised(ValueError(), 0).incident}) == 3
    now_s[0] = CAUSE_S
    again = raised(KeyError("one"), 0)
    assert (again.times, again.incident != first.incident) == (1, True)
