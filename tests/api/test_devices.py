"""Devices that sign, over the wire: registered keys, a table that requires signatures, and attackers who play for
others."""

import asyncio
import json
from uuid import uuid4

import grpc
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from domain.history.codec import canonical_command, link_of
from domain.history.file import SPECTATOR, take_apart
from domain.history.replay import aggregate_after
from domain.history.verify import verify, verify_rows
from domain.kernel.ids import Seat
from domain.table.decide import decide
from services.history.keys import published_keys
from services.main import running
from services.store import open_store
from support import demo
from tests import devices
from tests.api.api_kit import call, next_to_act, refused
from tests.api.conftest import settings
from tests.domain.history.book import CODEC
from turnledger import Device, DeviceMismatch, sign_in
from turnledger.v1 import accounts_pb2, common_pb2, play_pb2

Code = grpc.StatusCode
PASSWORD = "correct horse"
pytestmark = pytest.mark.usefixtures("quick_passwords")
SIGNED = common_pb2.Terms(signed=True)


async def accounts(client, method, **fields):
    request = getattr(accounts_pb2, f"{method}Request")(**fields)
    return await call(client, f"Accounts/{method}", request, getattr(accounts_pb2, f"{method}Response"))


async def named(player, name):
    client = await player(name)
    await accounts(client, "UpgradeMe", display_name=name, password=PASSWORD)
    return client


async def add(client, device, name="laptop", password=PASSWORD):
    proof = device.proof(client.account.account_id)
    added = await accounts(
        client, "AddDeviceKey", public_key=device.public_key, device_name=name, proof=proof, password=password
    )
    return [each.public_key for each in added.device_keys]


async def with_device(player, name):
    client = await named(player, name)
    client.device = Device()
    await add(client, client.device)
    return client


async def table_of(ann, bob, variant="card_game", terms=SIGNED, **more):
    game = await ann.create_table(variant, seats=2, join=True, unrated=True, terms=terms, **more)
    await bob.game(game.game_id).join()
    await game.start()
    return game, bob.game(game.game_id)


# Keys.


async def test_a_named_account_registers_keys_that_it_holds_and_takes_them_away(player):
    ann, device, other = await named(player, "Ann"), Device(), Device()
    assert await add(ann, device) == [device.public_key]
    assert await add(ann, device, name="again") == [device.public_key]
    (kept,) = (await accounts(ann, "ListDeviceKeys")).device_keys
    assert (kept.device_name, kept.create_time.seconds > 0) == ("laptop", True)
    assert sorted(await add(ann, other)) == sorted([device.public_key, other.public_key])
    await accounts(ann, "RemoveDeviceKey", public_key=device.public_key)
    await accounts(ann, "RemoveDeviceKey", public_key=device.public_key)
    assert [each.public_key for each in (await accounts(ann, "ListDeviceKeys")).device_keys] == [other.public_key]


async def test_a_guest_has_no_keys_and_nobody_more_than_five(player):
    guest, ann = await player(""), await named(player, "Ann")
    async with refused(Code.FAILED_PRECONDITION, "NAME_NEEDED"):
        await add(guest, Device())
    keys = [Device() for _ in range(6)]
    for each in keys[:5]:
        await add(ann, each)
    async with refused(Code.FAILED_PRECONDITION, "DEVICE_KEYS_FULL"):
        await add(ann, keys[5])
    assert len(await add(ann, keys[0])) == 5
    bob = await named(player, "Bob")
    await asyncio.gather(*[add(bob, Device()) for _ in range(9)], return_exceptions=True)
    assert len((await accounts(bob, "ListDeviceKeys")).device_keys) == 5


async def test_a_key_of_another_a_weak_one_and_one_without_the_password_are_refused(player):
    ann, eve, device = await named(player, "Ann"), await named(player, "Eve"), Device()
    stolen = {"public_key": device.public_key, "proof": device.proof(ann.account.account_id)}
    async with refused(Code.FAILED_PRECONDITION, "DEVICE_KEY_NOT_PROVEN"):
        await accounts(eve, "AddDeviceKey", password=PASSWORD, **stolen)
    for weak in ("01" + "00" * 31, "ff" * 32, device.public_key.upper(), "", "x"):
        async with refused(Code.INVALID_ARGUMENT, "DEVICE_KEY_INVALID"):
            await accounts(ann, "AddDeviceKey", public_key=weak, proof=stolen["proof"], password=PASSWORD)
    async with refused(Code.UNAUTHENTICATED, "NAME_OR_PASSWORD_WRONG"):
        await add(ann, device, password="wrong horse")
    assert not (await accounts(ann, "ListDeviceKeys")).device_keys


# Tables.


async def test_at_a_table_that_demands_signatures_nobody_sits_down_without_a_key(player):
    ann, bob, guest = await with_device(player, "Ann"), await named(player, "Bob"), await player("")
    async with refused(Code.FAILED_PRECONDITION, "DEVICE_KEY_NEEDED"):
        await bob.create_table("card_game", seats=2, join=True, terms=SIGNED)
    assert not [table async for table in bob.tables()]
    game = await ann.create_table("card_game", seats=2, join=True, terms=SIGNED)
    for client in (bob, guest):
        async with refused(Code.FAILED_PRECONDITION, "DEVICE_KEY_NEEDED"):
            await client.game(game.game_id).join()
    bob.device = Device()
    await add(bob, bob.device)
    table = await bob.game(game.game_id).join()
    assert table.terms.signed
    assert [list(each.device_keys) for each in table.occupants] == [[ann.device.public_key], [bob.device.public_key]]
    (listed,) = [each async for each in bob.tables() if len(each.occupants) == 2] or [table]
    assert [list(each.device_keys) for each in listed.occupants] == [[ann.device.public_key], [bob.device.public_key]]


async def test_a_key_that_is_registered_later_is_none_of_this_game(player):
    ann, bob = await with_device(player, "Ann"), await with_device(player, "Bob")
    hers, his = await table_of(ann, bob)
    game, options = await next_to_act(hers, his)
    client, pinned, late = (ann if game is hers else bob), (ann if game is hers else bob).device, Device()
    await add(client, late)
    await accounts(client, "RemoveDeviceKey", public_key=pinned.public_key)
    client.device = late
    assert not await game.signs()
    async with refused(Code.FAILED_PRECONDITION, "DEVICE_NEEDED"):
        await game.submit(options.options[0].first)
    client.device = pinned
    assert await game.signs()
    await game.submit(options.options[0].first)


# A whole game.


async def to_the_end(*games):
    """Every seat takes the first option."""
    for _ in range(2_000):
        for game in games:
            options = await game.options()
            if options.seat in options.to_act and options.options:
                await game.submit(options.options[0].first)
                break
        else:
            return
    raise AssertionError("the game has no end")


async def file_of(game):
    return b"".join([part async for part in game.export()])


async def keys_of(client):
    return published_keys(json.loads((await client.history.list_signing_keys()).key_set))


@pytest.mark.slow
@pytest.mark.rule("TB-SIGN-02", "TB-SIGN-03")
async def test_a_game_that_two_devices_signed_proves_itself_to_its_end(player):
    ann, bob = await with_device(player, "Ann"), await with_device(player, "Bob")
    hers, his = await table_of(ann, bob)
    game, options = await next_to_act(hers, his)
    await game.submit(play_pb2.Choice(option=0, number=0), expected_version=options.version)
    await game.undo()
    await to_the_end(hers, his)
    content, keys = await file_of(hers), await keys_of(ann)
    verdict = verify(content, CODEC, keys)
    assert (verdict.fault, verdict.status) == (None, "FINISHED")
    assert "devices" in verdict.proven
    assert [(each.keys, each.unsigned) for each in verdict.signers] == [
        ((ann.device.public_key,), 0), ((bob.device.public_key,), 0),
    ]  # fmt: skip
    assert all(each.signed > 5 for each in verdict.signers)
    place = content.index(b'"device":{"key":"') + len(b'"device":{"key":"')
    assert verify(content[:place] + b"f" * 64 + content[place + 64 :], CODEC, keys).fault.code == "CHAIN"


@pytest.mark.rule("TB-SIGN-02", "TB-SIGN-03")
async def test_nobody_plays_for_a_player_at_a_table_that_demands_signatures(player):
    """An attacker with the access token, which the server knows as well as any thief."""
    ann, bob = await with_device(player, "Ann"), await with_device(player, "Bob")
    hers, his = await table_of(ann, bob)
    game, options = await next_to_act(hers, his)
    client, other = (ann, bob) if game is hers else (bob, ann)
    move, request_id = options.options[0].first, str(uuid4())
    fields = {"game_id": game.game_id, "request_id": request_id, "command": move}
    trial = await client.play.submit(**fields, validate_only=True)
    assert (trial.to_sign.version, len(trial.to_sign.chain)) == (options.version, 64)
    assert trial.to_sign.chain == options.chain
    account, to_sign = client.account.account_id, trial.to_sign
    good = client.device.sign(game.game_id, account, request_id, to_sign)

    async def execute(device=None, **other_fields):
        return await client.play.submit(**{**fields, **other_fields}, device=device)

    async with refused(Code.FAILED_PRECONDITION, "DEVICE_NEEDED") as found:
        await execute()
    assert found[0].figures == {"player": options.seat}
    async with refused(Code.PERMISSION_DENIED, "DEVICE_UNKNOWN"):
        await execute(other.device.sign(game.game_id, account, request_id, to_sign))
    wrong = Code.PERMISSION_DENIED, "DEVICE_SIGNATURE_WRONG"
    forged = play_pb2.DeviceSignature(key=good.key, version=good.version, signature="00" * 64)
    async with refused(*wrong):
        await execute(forged)
    async with refused(*wrong):  # of another request
        await execute(good, request_id=str(uuid4()))
    async with refused(*wrong):  # of another link
        await execute(
            client.device.sign(
                game.game_id, account, request_id, play_pb2.ToSign(version=to_sign.version, chain="0" * 64)
            )
        )
    async with refused(Code.ABORTED, "VERSION_CONFLICT"):  # of an earlier version
        await execute(play_pb2.DeviceSignature(key=good.key, version=good.version - 1, signature=good.signature))
    done = await execute(good)
    assert done.first_version == to_sign.version + 1
    assert await execute(good) == done, "the same again is answered the same"
    async with refused(Code.ABORTED, "VERSION_CONFLICT"):  # the old signature once more
        await execute(good, request_id=str(uuid4()))
    async with refused(Code.FAILED_PRECONDITION, "DEVICE_NEEDED"):
        await client.play.act(game_id=game.game_id, undo=play_pb2.ActRequest.Undo(commands=1))
    await game.undo()


@pytest.mark.slow
async def test_what_an_operator_stores_for_a_player_past_the_server_is_found(tmp_path):
    """An attacker with secret and store, and links that fit."""
    here = settings(tmp_path)
    async with running(here) as server, sign_in(server.grpc, "Ann") as ann:
        await accounts(ann, "UpgradeMe", display_name="Ann", password=PASSWORD)
        ann.device = Device()
        await add(ann, ann.device)
        game = await ann.create_table("demo", seats=2, join=True, terms=SIGNED, unrated=True)
        await game.add_bot("greedy")
        await game.start()
        store = open_store(here.store)
        rows = list(await store.load(game.game_id))
        aggregate = aggregate_after(map(CODEC.read, rows))
        command = demo.Choose(Seat(0), 1)
        more, _ = CODEC.seal(
            game.game_id,
            len(rows) + 1,
            decide(aggregate, command, ann.account.account_id, 0).events,
            at=CODEC.read(rows[-1]).envelope.at,
            actor=ann.account.account_id,
            request_id=str(uuid4()),
            command=canonical_command(command),
            secret=aggregate.secret,
            chain=link_of(rows[-1]),
            rules_version=aggregate.rules_version,
        )
        assert verify_rows(rows, CODEC).fault is None
        await store.append(more, 5)
        await store.close()
        verdict = await game.verify()
    assert (verdict.right, verdict.fault.code, verdict.fault.rule) == (False, "DEVICE", "TB-SIGN-03")
    assert verdict.fault.version == more[0].version


# Data that the server must not learn, and commands that a client does not sign.


@pytest.mark.slow
async def test_of_a_choice_in_secret_no_signature_is_shown_while_the_game_runs(player):
    ann, bob = await with_device(player, "Ann"), await with_device(player, "Bob")
    hers, his = await table_of(ann, bob, variant="colony61")
    options = await hers.options()
    await hers.submit(options.options[0].first)
    shown = [await file_of(his), b"".join([part async for part in his.export(as_spectator=True)])]
    told = str([event async for event in bob.history.list_events(game_id=his.game_id)])
    for content in shown:
        assert b"signature" not in b"".join(content.splitlines()[:-1])
    assert "signature" not in told
    assert take_apart(shown[1]).header.viewer == SPECTATOR
    options = await his.options()
    await his.submit(options.options[0].first)
    verdict = await hers.verify()
    assert verdict.right


@pytest.mark.slow
async def test_who_choose_at_the_same_moment_sign_once_more_and_are_both_heard(player):
    ann, bob = await with_device(player, "Ann"), await with_device(player, "Bob")
    hers, his = await table_of(ann, bob, variant="colony61")
    together = 0
    for _ in range(12):
        turns = [(game, await game.options()) for game in (hers, his)]
        waiting = [(game, each) for game, each in turns if each.seat in each.to_act]
        together += len(waiting) == 2
        await asyncio.gather(*(game.submit(each.options[0].first) for game, each in waiting))
    assert together > 3
    assert (await hers.verify()).right


def lying(client, **said):
    """A server that wants something else signed."""
    honest = client.play.submit

    async def submit(**fields):
        answer = await honest(**fields)
        if fields.get("validate_only"):
            for name, value in said.items():
                setattr(answer.to_sign, name, value(getattr(answer.to_sign, name)))
        return answer

    client.play = type("Lying", (), {"submit": staticmethod(submit), "list_options": client.play.list_options})()


@pytest.mark.parametrize(
    "said",
    [
        {"command": lambda command: command.replace('"type":"', '"type":"X')},
        {"command": lambda command: command.replace('"player":', '"player":1')},
        {"command": lambda command: command + " "},
        {"version": lambda version: version - 1},
        {"chain": lambda chain: chain.upper() + "0"},
        {"chain": lambda chain: ""},
    ],
)
async def test_a_client_does_not_sign_what_it_did_not_send(player, said):
    ann, bob = await with_device(player, "Ann"), await with_device(player, "Bob")
    hers, his = await table_of(ann, bob)
    game, options = await next_to_act(hers, his)
    lying(ann if game is hers else bob, **said)
    with pytest.raises(DeviceMismatch):
        await game.submit(options.options[0].first, expected_version=options.version)
    assert (await game.table()).version == options.version


async def test_two_links_of_one_version_are_not_signed(player):
    ann, bob = await with_device(player, "Ann"), await with_device(player, "Bob")
    hers, his = await table_of(ann, bob)
    game, options = await next_to_act(hers, his)
    client = ann if game is hers else bob
    honest = client.play
    lying(client, chain=lambda chain: "ab" * 32)
    async with refused(Code.PERMISSION_DENIED, "DEVICE_SIGNATURE_WRONG"):
        await game.submit(options.options[0].first)
    client.play = honest
    with pytest.raises(DeviceMismatch, match="two histories"):
        await game.submit(options.options[0].first)


def test_the_client_signs_what_the_document_says():
    device = Device(bytes(range(32)))
    assert Device(device.private_bytes).public_key == device.public_key
    to_sign = play_pb2.ToSign(version=5, chain="ab" * 32, command='{"type":"Choose","player":0,"number":1}')
    signed = device.sign("game-1", "ann", "request-6", to_sign)
    message = devices.message("game-1", "ann", 5, "ab" * 32, "request-6", to_sign.command.encode())
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(signed.key)).verify(bytes.fromhex(signed.signature), message)
