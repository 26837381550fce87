"""Servers that do not answer are reported when that changes, not each time."""

import pytest
from structlog.testing import capture_logs

from projections.stores.interface import ViewUnavailable
from services.projection_runner.views import Measurement


async def silent():
    raise ViewUnavailable


async def answers():
    return 7


@pytest.mark.parametrize("server", ["store", "views"])
async def test_a_silent_server_is_reported_once_until_it_answers_again(server):
    measurement = Measurement()
    with capture_logs() as lines:
        for asked in (silent, silent, answers, answers, silent):
            found = await measurement.answer(server, "log", asked(), ViewUnavailable)
            assert found == (7 if asked is answers else None)
    reported = [(line["log_level"], line["event"], line["server"]) for line in lines]
    silence, answer = ("warning", "a server does not answer", server), ("info", "a server answers", server)
    assert reported == [silence, answer, silence]
