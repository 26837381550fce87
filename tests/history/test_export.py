"""Files from a store: the same bytes again, whatever happens to the keys, and checkpoints of what runs."""

import pytest

from domain import stored
from domain.history.verify import verify
from services.application.command_errors import UnknownGame
from services.history.checkpoints import Checkpoints
from services.history.export import Exporter
from services.history.keys import SigningKeys, published_keys
from services.history.lineages import Lineages
from services.store.schema import migrate
from support.played_games import KEYS, begun, played, store_with

CODEC = stored.codec()
GAME = played()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.servers)])
def url(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.db"
    url = request.getfixturevalue("postgres_url")
    migrate(url)
    return url


async def test_a_finished_game_is_exported_to_the_same_bytes_after_the_keys_were_rotated(url):
    async with store_with(url, GAME.rows) as (store, seals):
        first = await Exporter(store, CODEC, KEYS, seals).export(GAME.game_id)
        rotated = KEYS.rotated()
        assert await Exporter(store, CODEC, rotated, seals).export(GAME.game_id) == first
        verdict = verify(first, CODEC, published_keys(rotated.published()))
    assert (verdict.fault, verdict.status) == (None, "FINISHED")


async def test_a_game_whose_key_was_taken_out_of_the_set_is_signed_anew(url):
    other = SigningKeys.from_secrets("the next one")
    async with store_with(url, GAME.rows) as (store, seals):
        await Exporter(store, CODEC, KEYS, seals).export(GAME.game_id)
        content = await Exporter(store, CODEC, other, seals).export(GAME.game_id)
    assert verify(content, CODEC, other.keys).fault is None


async def test_a_running_game_is_exported_as_it_stands(url):
    async with store_with(url, begun(GAME)) as (store, seals):
        exporter = Exporter(store, CODEC, KEYS, seals)
        whole, seen = await exporter.export(GAME.game_id), await exporter.export(GAME.game_id, "seat 0")
    assert verify(seen, CODEC, KEYS.keys).fault is None
    assert GAME.aggregate.opened.secret.encode() in whole
    assert GAME.aggregate.opened.secret.encode() not in seen


async def test_an_unknown_game_is_named(url):
    async with store_with(url) as (store, seals):
        with pytest.raises(UnknownGame, match="nobody"):
            await Exporter(store, CODEC, KEYS, seals).export("nobody")


async def test_the_chain_of_every_game_that_moved_is_signed_once(url):
    other = played(number=1)
    async with store_with(url, begun(GAME), other.rows) as (store, seals):
        checkpoints = Checkpoints(store, CODEC, seals, Lineages(seals._sql), KEYS.signer)
        assert await checkpoints.sign_what_is_new() == 2
        assert await checkpoints.sign_what_is_new() == 0
        await store.append(GAME.rows[len(begun(GAME)) :], 5.0)
        assert await checkpoints.sign_what_is_new() == 1
        kept = await seals.of(GAME.game_id)
        content = await Exporter(store, CODEC, KEYS, seals).export(GAME.game_id)
    assert [each.version for each in kept] == [len(begun(GAME)), len(GAME.rows)]
    assert verify(content, CODEC, KEYS.keys, kept).fault is None


def test_processes_that_make_the_first_key_at_the_same_moment_sign_with_the_one_that_came_first(tmp_path, monkeypatch):
    path, fresh, faster = tmp_path / "history.json", SigningKeys.fresh, []

    def while_another_is_faster():
        monkeypatch.setattr(SigningKeys, "fresh", fresh)
        faster.append(SigningKeys.at(path))
        return fresh()

    monkeypatch.setattr(SigningKeys, "fresh", while_another_is_faster)
    slower = SigningKeys.at(path)
    assert slower.signer.key == faster[0].signer.key
    assert [each.name for each in tmp_path.iterdir()] == ["history.json"]
    assert path.stat().st_mode & 0o777 == 0o600
