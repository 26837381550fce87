"""Signed commands reach any of several processes; each knows only what it last read, and none takes what was not signed
for the game as the store has it."""

from uuid import uuid4

import pytest
from msgspec import UNSET

from domain import stored
from domain.history.codec import canonical_command, link_of
from domain.history.verify import verify_rows
from domain.kernel.refused import Refused
from domain.table.messages import OpenTable, StartGame, TakeSeat, Terms, Undo
from services.application.command_errors import ExpectedVersionMismatch, RequestReused
from services.application.game_service import GameService
from services.application.requests import Device as Given
from services.store import open_store
from support import demo
from tests import devices
from tests.devices import Device
from tests.stores import new_sqlite

demo.register()
ANN, BOB = Device("ann"), Device("bob")


@pytest.fixture
async def store(tmp_path):
    store = open_store(new_sqlite(tmp_path / "events.db"))
    yield store
    await store.close()


@pytest.fixture
def process(store):
    return lambda: GameService(store, stored.codec())


async def begun(games, terms=Terms(signed=True)):  # noqa: B008
    async def execute(actor, command):
        await games.execute(game_id, command, actor=actor, request_id=str(uuid4()))

    game_id = (await games.open_table(OpenTable("demo", 2, terms=terms), actor="ann", request_id="r")).game_id
    await execute("ann", TakeSeat(device_keys=(ANN.key,)))
    await execute("bob", TakeSeat(device_keys=(BOB.key,)))
    await execute("ann", StartGame())
    return game_id


async def signature(games, game_id, device, actor, command, request_id):
    """After a trial, as a client does it."""
    trial = await games.execute(game_id, command, actor=actor, request_id=request_id, validate_only=True)
    version = trial.first_version - 1
    place = (game_id, actor, version, trial.before, request_id, canonical_command(command))
    return Given(device.signed(devices.message(*place)), version)


async def test_a_signature_made_at_one_process_is_taken_by_another_and_is_of_one_version(store, process):
    one, other = process(), process()
    game_id = await begun(one)
    await other.load(game_id)
    command, request_id = demo.Choose(0, 3), str(uuid4())
    hers = await signature(one, game_id, ANN, "ann", command, request_id)
    choice = demo.Choose(1, 2)
    his = await signature(one, game_id, BOB, "bob", choice, "bob's")
    await one.execute(game_id, choice, actor="bob", request_id="bob's", device=his)
    with pytest.raises(ExpectedVersionMismatch):  # a process that does not know yet that bob was faster
        await other.execute(game_id, command, actor="ann", request_id=request_id, device=hers)
    hers = await signature(one, game_id, ANN, "ann", command, request_id)
    done = await process().execute(game_id, command, actor="ann", request_id=request_id, device=hers)
    again = await other.execute(game_id, command, actor="ann", request_id=request_id, device=hers)
    assert (again.first_version, again.version) == (done.first_version, done.version)
    with pytest.raises(RequestReused):
        await other.execute(game_id, demo.Choose(0, 1), actor="ann", request_id=request_id, device=hers)
    rows = await store.load(game_id)
    assert verify_rows(rows, stored.codec()).fault is None
    assert [row.version for row in rows if b'"device":' in row.body] == [6, 7]


async def test_nothing_that_a_player_says_goes_unsigned_but_a_trial(store, process):
    games = process()
    game_id = await begun(games)
    with pytest.raises(Refused, match="DEVICE_NEEDED"):
        await games.execute(game_id, demo.Choose(0, 1), actor="ann", request_id="r1")
    with pytest.raises(Refused, match="DEVICE_NEEDED"):
        await games.execute(game_id, Undo(), actor="ann", request_id="r2")
    answer = await games.execute(game_id, demo.Choose(0, 1), actor="ann", request_id="r1", validate_only=True)
    assert answer.before == link_of((await store.load(game_id))[-1])


async def test_where_nothing_is_demanded_a_signature_that_is_none_is_refused_all_the_same(process):
    games = process()
    game_id = await begun(games, UNSET)
    forged = Given(ANN.signed(b"something else"), 5)
    with pytest.raises(Refused, match="DEVICE_SIGNATURE_WRONG"):
        await games.execute(game_id, demo.Choose(0, 1), actor="ann", request_id="r1", device=forged)
    await games.execute(game_id, demo.Choose(0, 1), actor="ann", request_id="r1")


async def test_who_registers_a_key_meanwhile_and_asks_again_to_sit_down_is_answered_the_same(process):
    games = process()
    game_id = (await games.open_table(OpenTable("demo", 2), actor="ann", request_id="r")).game_id
    first = await games.execute(game_id, TakeSeat(), actor="ann", request_id="sit")
    again = await process().execute(game_id, TakeSeat(device_keys=(ANN.key,)), actor="ann", request_id="sit")
    assert (again.version, again.events) == (first.version, first.events)
