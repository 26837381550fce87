"""The client gives its own chance, keeps what the server is bound to by it, and finds a server that is not."""

from hashlib import sha256

import pytest

from services.cli.credentials import CHANCES_MAX, StoredCredentials
from services.main import running
from tests.api.conftest import settings
from tests.api.test_beacon import chain_file
from tests.beacon import signed
from turnledger import Chance, ChanceMismatch, sign_in
from turnledger.v1 import events_pb2, lobby_pb2

SECRET = b"\x07" * 32
BOUND = sha256(SECRET).hexdigest()
KEPT = Chance(BOUND, "aabb", round=7, started_s=1)


def table(commitment=BOUND, number=0):
    starting = lobby_pb2.Starting(round=number) if number else None
    return lobby_pb2.Table(game_id="g", commitment=commitment, starting=starting)


def revealed(secret=SECRET, nonces=("", "aabb")):
    return events_pb2.TableEvent.SecretRevealed(secret=secret.hex(), nonces=nonces)


def test_what_was_revealed_is_held_to_what_was_kept():
    KEPT.check(revealed(), seat=1)
    for wrong in (revealed(secret=b"\x08" * 32), revealed(nonces=("aabb", "")), revealed(nonces=("",))):
        with pytest.raises(ChanceMismatch):
            KEPT.check(wrong, seat=1)


def test_a_table_is_bound_to_one_secret_and_one_round():
    assert KEPT.seen(table(number=7)) == KEPT.seen(table()) == KEPT
    fresh = Chance(BOUND, "aabb").seen(table(number=9))
    assert fresh.round == 9
    assert fresh.started_s > 1_700_000_000
    for wrong in (table(number=8), table(commitment=sha256(b"another").hexdigest())):
        with pytest.raises(ChanceMismatch):
            KEPT.seen(wrong)


@pytest.mark.slow
async def test_the_nonces_of_the_client_are_in_the_game_and_are_checked_at_its_end(tmp_path):
    more = {"beacon": chain_file(tmp_path), "beacon_relays": (), "beacon_lead_s": 60}
    async with (
        running(settings(tmp_path, **more)) as server,
        sign_in(server.grpc, "Ann") as ann,
        sign_in(server.grpc, "Bob") as bob,
    ):
        kept = []
        bob.chances.keep = lambda game_id, chance: kept.append((game_id, chance))
        game = await ann.create_table("card_game", seats=2, join=True)
        theirs = bob.game(game.game_id)
        await theirs.join()
        assert not await game.check_chance(), "there is nothing to check before the end"
        number = (await game.start()).starting.round
        await ann.lobby.begin_game(game_id=game.game_id, round=number, signature=signed(number))
        await theirs.table()
        await theirs.resign()
        assert [await each.check_chance() for each in (game, theirs)] == [True, True]
        mine = ann.chances.of[game.game_id]
        assert (mine.round, len(mine.nonce)) == (number, 32)
        assert [chance.round for _, chance in kept] == [0, number]
        again = await game.rematch()
        assert again.game_id in ann.chances.of
        events = [each.table async for each in game.events()]
        assert list(events[-1].secret_revealed.nonces) == [mine.nonce, bob.chances.of[game.game_id].nonce]
        ann.chances.of[game.game_id] = Chance(mine.commitment, "00" * 16, number)
        with pytest.raises(ChanceMismatch, match="nonce of seat 0"):
            await game.check_chance()


async def test_who_names_the_request_names_the_nonce_too_or_has_none(player):
    ann = await player("Ann")
    request_id = "0f5e2f1c-8f1d-5c3a-9e55-3a8a0a6f0d11"
    games = [await ann.create_table("card_game", join=True, request_id=request_id) for _ in range(2)]
    assert games[0].game_id == games[1].game_id


def test_the_terminal_keeps_the_chances_of_its_newest_games(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    kept = StoredCredentials("server", "Ann")
    for number in range(CHANCES_MAX + 5):
        kept.keep_chance(f"game-{number}", Chance(BOUND, f"{number:032x}"))
    kept.keep_chance("game-10", KEPT)
    found = StoredCredentials("server", "Ann").chances()
    assert len(found) == CHANCES_MAX
    assert (Chance(**found["game-10"]), "game-4" in found, "game-5" in found) == (KEPT, False, True)
