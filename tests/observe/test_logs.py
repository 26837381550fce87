import json
import subprocess
import sys

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
