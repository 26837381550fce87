"""The finished games of a store as Parquet files: every row leads back to a game that verifies."""

import asyncio
import json
from collections import Counter
from hashlib import sha256

import msgspec
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from domain import stored
from domain.history.codec import link_of
from domain.history.record import EventRow
from services.cli.main import app
from services.history.dataset import SCHEMA, month_key, pseudonym
from services.store import open_sql
from services.store.schema import migrate
from support.played_games import begun, played, store_with
from tests.api.conftest import settings
from turnledger import sign_in

GAMES = [played(), played("power_grid/russia", 3), played("colony61", 3)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Three finished games, one that runs, and one whose 10th event was edited; and the dataset `one` of them."""
    folder = tmp_path_factory.mktemp("dataset")
    url, edited = f"sqlite:///{folder}/games.db", played(number=2)
    body = edited.rows[9].body.replace(b'"request_id":"', b'"request_id":"x')
    forged = EventRow(edited.game_id, 10, edited.rows[9].topic, body)

    async def fill():
        streams = [game.rows for game in GAMES]
        wrong = (*edited.rows[:9], forged, *edited.rows[10:])
        async with store_with(url, *streams, begun(played(number=1)), wrong):
            pass

    asyncio.run(fill())
    (folder / "said.json").write_text(json.dumps(write_dataset(url, folder / "one", folder / "keys")))
    return folder


def write_dataset(url, to, keys):
    command = ["--store", url, "--to", str(to), "--workers", "1", "--json"]
    done = CliRunner().invoke(app, ["dataset", *command], env={"TURNLEDGER_KEYS": str(keys)})
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def table(folder, name):
    return pq.read_table(folder / f"{name}.parquet").to_pylist()


@pytest.mark.slow
@pytest.mark.servers
def test_each_finished_game_has_its_rows_and_a_wrong_one_is_left_out(folder):
    found = json.loads((folder / "said.json").read_text())
    edited = played(number=2).game_id
    assert found["left_out"] == {edited: "CHAIN at version 10"}
    games = {row["game_id"]: row for row in table(folder / "one", "games")}
    assert set(games) == {game.game_id for game in GAMES}
    for game in GAMES:
        row = games[game.game_id]
        assert (row["events"], row["link"]) == (len(game.rows), link_of(game.rows[-1]))
        assert (row["seats"], row["bots"], row["leaf_index"]) == (len(game.aggregate.occupants),) * 2 + (None,)
    for name in SCHEMA:
        assert found["rows"][name] == len(table(folder / "one", name)) > 0


@pytest.mark.slow
@pytest.mark.servers
def test_decisions_are_the_commands_of_the_history_with_what_was_legal(folder):
    decisions = table(folder / "one", "decisions")
    seats = {(row["game_id"], row["seat"]): row for row in table(folder / "one", "seats")}
    codec = stored.codec()
    for game in GAMES:
        own = {row["version"]: row for row in decisions if row["game_id"] == game.game_id}
        commands = {row.version: codec.read(row).envelope.command.decode() for row in game.rows}
        given = {version: text for version, text in commands.items() if text and '"player":' in text}
        assert {version: row["command"] for version, row in own.items()} == given
        assert all(row["legal"] >= 1 and row["kind"] in row["legal_kinds"] for row in own.values())
    for game in GAMES:
        for standing in game.aggregate.outcome.standings:
            row = seats[game.game_id, standing.player]
            assert (row["rank"], row["won"], row["score"]) == (standing.rank, standing.won, standing.score)
            assert (row["occupant"], row["bot"], row["player"]) == ("bot", "random", None)


@pytest.mark.slow
@pytest.mark.servers
def test_what_a_seat_paid_is_what_the_events_say(folder):
    game = GAMES[1].game_id
    spent = {"PlantBought": "price", "CityConnected": "total", "ResourcesBought": "total"}
    bought, paid = Counter(), Counter()
    for row in table(folder / "one", "events"):
        kind = row["topic"].split(".")[1].split("/")[0]
        if row["game_id"] == game and kind in spent:
            bought[row["seat"]] += json.loads(row["event"])[spent[kind]]
    for row in table(folder / "one", "decisions"):
        if row["game_id"] == game:
            paid[row["seat"]] += row["paid"]
    assert bought
    assert paid == bought


@pytest.mark.slow
@pytest.mark.servers
def test_the_same_games_give_the_same_bytes_and_the_card_names_their_digests(folder):
    write_dataset(f"sqlite:///{folder}/games.db", folder / "two", folder / "keys")
    card = json.loads((folder / "one" / "croissant.json").read_bytes())
    assert {each["name"] for each in card["distribution"]} == {f"{name}.parquet" for name in SCHEMA}
    for each in card["distribution"]:
        content = (folder / "two" / each["name"]).read_bytes()
        assert sha256(content).hexdigest() == each["sha256"]
    columns = {each["name"]: [field["name"] for field in each["field"]] for each in card["recordSet"]}
    assert columns == {name: schema.names for name, schema in SCHEMA.items()}


def test_pseudonyms_of_two_months_cannot_be_linked_by_their_text():
    first, second = (month_key(b"k" * 32, month) for month in ("2026-10", "2026-11"))
    assert pseudonym(first, "ann") == pseudonym(first, "ann")
    assert pseudonym(first, "ann") != pseudonym(second, "ann")
    assert pseudonym(first, "ann") != pseudonym(first, "bob")
    assert pseudonym(first, "ann") != pseudonym(month_key(b"l" * 32, "2026-10"), "ann")


async def play(game):
    async for turn in game.my_turns():
        await turn.choose(0)


@pytest.mark.slow
@pytest.mark.servers
@pytest.mark.timeout(300)
async def test_accounts_have_pseudonyms_and_guests_private_tables_and_deleted_accounts_have_none(tmp_path):
    from services.main import running

    at = settings(tmp_path)
    url = at.store
    await asyncio.to_thread(migrate, url)
    async with (
        running(at) as server,
        sign_in(server.grpc) as ann,
        sign_in(server.grpc) as cat,
        sign_in(server.grpc) as guest,
    ):
        for name, client in {"Ann": ann, "Cat": cat}.items():
            await client.accounts.upgrade_me(display_name=name, password="correct horse battery")
        ids = []
        for private in (False, True):
            game = await ann.create_table("card_game", seats=3, join=True, private=private)
            ids.append(game.game_id)
            code = await game.invite() if private else ""
            seats = [game, cat.game(game.game_id), guest.game(game.game_id)]
            for each in seats[1:]:
                await each.join(invite=code) if private else await each.join()
            await game.start()
            await seats[2].resign()
            await asyncio.gather(*map(play, seats[:2]))
        cat_id = (await cat.accounts.get_me()).account.account_id
        ann_id = (await ann.accounts.get_me()).account.account_id
    sql = open_sql(url)
    await sql.run("DELETE FROM accounts WHERE account_id = ?", (cat_id,))
    await sql.close()
    found = await asyncio.to_thread(write_dataset, url, tmp_path / "set", tmp_path / "keys")
    assert found["left_out"] == {ids[1]: "the table was private"}
    seats = table(tmp_path / "set", "seats")
    assert {row["game_id"] for row in seats} == {ids[0]}
    key = month_key((tmp_path / "keys" / "dataset.key").read_bytes(), seats[0]["month"])
    who = {row["occupant"]: row["player"] for row in seats}
    assert who == {"account": pseudonym(key, ann_id), "deleted": None, "guest": None}
    content = b"".join(path.read_bytes() for path in (tmp_path / "set").iterdir())
    text = msgspec.json.encode([table(tmp_path / "set", name) for name in SCHEMA]).decode()
    assert not [each for each in (ann_id, cat_id) if each in text or each.encode() in content]
