"""The acknowledged commands of people, compared with what is stored."""

from domain import stored
from domain.history.record import EventRow
from tests.deployed.compose import Installation
from tests.faults.service import Acknowledged, commands_of, versions_by_request


def assert_stored(here: Installation, acknowledged: list[Acknowledged]) -> None:
    wanted = "', '".join(sorted({each.game_id for each in acknowledged}))
    lines = here.sql(
        "SELECT originator_id, originator_version, topic, encode(state, 'hex') FROM stored_events"
        f" WHERE originator_id IN ('{wanted}') ORDER BY notification_id"
    ).splitlines()
    rows = [EventRow(game, int(version), topic, bytes.fromhex(body)) for game, version, topic, body in
            (line.split("|") for line in lines)]  # fmt: skip
    found = commands_of([stored.codec().read(row) for row in rows])
    lost = [  # who waits for an answer when all is over has none, and yet it may be stored
        request_id
        for game_id, given in versions_by_request(acknowledged).items()
        for request_id, versions in given.items()
        if found.get(game_id, {}).get(request_id) != versions
    ]
    assert not lost, f"{len(lost)} of {len(acknowledged)} acknowledged commands are not there once: {lost[:3]}"
