"""The finished games of a store as Parquet files: every row leads back to a game that verifies."""

import asyncio
import json
import shutil
from collections import Counter
from hashlib import sha256

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from domain import stored
from domain.history.codec import link_of
from domain.history.file import export
from domain.history.record import EventRow
from projections.folds.ratings import NEW, deviation, points
from services.cli.history_files import file_name
from services.cli.main import app
from services.history.dataset import Task, month_key, pseudonym, workers
from services.history.dataset_card import About, write_card
from services.history.dataset_ratings import ROUNDED_TO
from services.history.dataset_schema import SCHEMA
from services.history.history_parts import signing_keys
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


def run(*words, keys):
    return CliRunner().invoke(app, [str(word) for word in words], env={"TURNLEDGER_KEYS": str(keys)})


@pytest.fixture(scope="module")
def exported(folder):
    """The files of all games of the store, the edited one among them, signed with its key."""
    to, signer = folder / "exported", signing_keys(folder / "keys")
    to.mkdir()
    (to / "keys.json").write_text(json.dumps(signer.published()))
    for game in (*GAMES, played(number=2)):
        (to / file_name(game.game_id)).write_bytes(export(game.rows, stored.codec(), signer.signer))
    wrong = to / file_name(played(number=2).game_id)
    wrong.write_bytes(wrong.read_bytes().replace(b'"request_id":"', b'"request_id":"x', 1))
    return to


def write_dataset(url, to, keys, *more):
    source = more or ("--store", url)
    done = run("dataset", *source, "--to", to, "--workers", "1", "--json", keys=keys)
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
        assert found["rows"][name] == len(table(folder / "one", name))
    assert {name for name, rows in found["rows"].items() if not rows} == {"ratings"}


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


@pytest.mark.slow
@pytest.mark.servers
def test_exported_files_give_the_same_bytes_as_their_store(folder, exported):
    (exported / "wrong.jsonl").write_text("{}\n")
    *events, last, footer = (exported / file_name(GAMES[0].game_id)).read_bytes().splitlines(keepends=True)
    (exported / "torn.jsonl").write_bytes(b"".join((*events, last.replace(b'"at":"2', b'"at":"x'), footer)))
    found = write_dataset("", folder / "three", folder / "keys", "--from", exported)
    (exported / "wrong.jsonl").unlink()
    (exported / "torn.jsonl").unlink()
    assert found["left_out"]["wrong.jsonl"] == "MALFORMED at version 0"
    assert set(found["left_out"]) == {"wrong.jsonl", "torn.jsonl", played(number=2).game_id}
    for name in SCHEMA:
        assert (folder / "three" / f"{name}.parquet").read_bytes() == (folder / "one" / f"{name}.parquet").read_bytes()


@pytest.mark.slow
@pytest.mark.servers
def test_the_data_card_is_valid_croissant_and_reads_the_rows(folder):
    import mlcroissant  # pandas: seconds

    dataset = mlcroissant.Dataset(folder / "one" / "croissant.json")
    assert not dataset.metadata.issues.errors
    assert {each for each in dataset.metadata.issues.warnings if "citeAs" not in each} == set()
    ids = [row["games/game_id"].decode() for row in dataset.records("games")]
    assert ids == [row["game_id"] for row in table(folder / "one", "games")]
    assert "https://creativecommons.org/publicdomain/zero/1.0/" in (folder / "one" / "LICENSE.txt").read_text()


def prove(folder, keys, *files, rows=100):
    return run(
        "verify", "--dataset", folder, "--sample", rows, "--keys", keys / "keys.json", "--json", *files, keys=keys
    )


@pytest.mark.slow
@pytest.mark.servers
def test_drawn_rows_follow_from_the_files_of_their_games(folder, exported):
    found = prove(folder / "one", exported, *exported.glob("*.jsonl"))
    assert found.exit_code == 0, found.output
    verdicts = [json.loads(line) for line in found.stdout.splitlines()]
    assert {each["verdict"]["game_id"] for each in verdicts} == {game.game_id for game in GAMES}
    assert all("dataset" in each["proven"] for each in verdicts)
    assert prove(folder / "one", exported, exported / file_name(GAMES[0].game_id)).exit_code == 1


@pytest.mark.slow
@pytest.mark.servers
@pytest.mark.parametrize(
    ("name", "column", "value", "says"),
    [
        ("games", "reason", "x", 'reason is "x", and "'),
        ("seats", "won", None, "won is null, and "),
        ("decisions", "paid", 900, "paid is 900, and "),
        ("events", "event", "{}", 'event is "{}", and "'),
    ],
)
def test_an_edited_row_is_noticed(folder, exported, tmp_path, name, column, value, says):
    edited = shutil.copytree(folder / "one", tmp_path / "edited")
    rows = table(edited, name)
    rows[-1][column] = value
    pq.write_table(pa.Table.from_pylist(rows, SCHEMA[name]), edited / f"{name}.parquet")
    files = list(exported.glob("*.jsonl"))
    unlike = prove(edited, exported, *files)
    assert (unlike.exit_code, f"the digest of {name}.parquet" in unlike.stderr) == (1, True)
    write_card(edited, About("edited", "", ""))
    found = prove(edited, exported, *files)
    faults = [json.loads(line)["verdict"]["fault"] for line in found.stdout.splitlines()]
    assert found.exit_code == 1
    assert [each["code"] for each in faults if each] == ["DATASET"]
    assert any(each["says"].startswith(f"{name}, row ") and f": {says}" in each["says"] for each in faults if each)


def test_a_sample_is_drawn_by_its_seed_and_a_folder_without_a_dataset_is_refused(tmp_path):
    keys = tmp_path / "keys.json"
    keys.write_text('{"keys": []}')
    found = run("verify", "--dataset", tmp_path, "--keys", keys, keys, keys=tmp_path)
    assert (found.exit_code, "is not a dataset" in found.stderr) == (2, True)
    assert run("verify", keys=tmp_path).exit_code == 2
    both = run("dataset", "--from", tmp_path, "--store", "sqlite:///x", "--to", tmp_path, keys=tmp_path)
    assert (both.exit_code, "give one of them" in both.stderr) == (2, True)


@pytest.mark.slow
@pytest.mark.servers
def test_workers_give_a_result_for_every_task_when_more_wait_than_are_submitted_at_once():
    with workers(1) as run_tasks:
        assert len(list(run_tasks([Task(b"", ())] * 11))) == 11


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
@pytest.mark.timeout(900)
async def test_accounts_have_pseudonyms_and_guests_private_tables_and_deleted_accounts_have_none(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
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
        for _ in range(2):
            rated = await ann.create_table("card_game", seats=2, join=True)
            other = cat.game(rated.game_id)
            await other.join()
            await rated.start()
            await asyncio.gather(play(rated), play(other))
            ids.append(rated.game_id)
        ratings = [each async for each in ann.views.list_ratings(account_id=ann.account.account_id)]
        await asyncio.to_thread(write_dataset, url, tmp_path / "early", tmp_path / "keys")
        words = ["--dataset", tmp_path / "early", "--sample", "5", "--seed", "1", "--server", server.grpc, "--json"]
        proven = await asyncio.to_thread(run, "verify", *words, keys=at.keys)
        assert proven.exit_code == 0, proven.output
        assert all("dataset" in json.loads(line)["proven"] for line in proven.stdout.splitlines())
        cat_id = (await cat.accounts.get_me()).account.account_id
        ann_id = (await ann.accounts.get_me()).account.account_id
    sql = open_sql(url)
    await sql.run("DELETE FROM accounts WHERE account_id = ?", (cat_id,))
    await sql.close()
    found = await asyncio.to_thread(write_dataset, url, tmp_path / "set", tmp_path / "keys")
    assert found["left_out"] == {ids[1]: "the table was private"}
    seats = table(tmp_path / "set", "seats")
    assert {row["game_id"] for row in seats} == {ids[0], ids[2], ids[3]}
    key = month_key((tmp_path / "keys" / "dataset.key").read_bytes(), seats[0]["month"])
    who = {row["occupant"]: row["player"] for row in seats}
    rows = {row["game_id"]: row for row in table(tmp_path / "set", "ratings")}
    assert set(rows) == set(ids[2:])
    assert {(row["seat"], row["against"], row["pace"], row["provisional"]) for row in rows.values()} == {
        (0, "people", "slow", True)
    }
    before = [(points(NEW), deviation(NEW)), (ratings[-1].rating, ratings[-1].deviation)]
    found_before = [(rows[game_id]["rating"], rows[game_id]["deviation"]) for game_id in ids[2:]]
    assert found_before == [tuple(ROUNDED_TO * round(each / ROUNDED_TO) for each in pair) for pair in before]
    assert who == {"account": pseudonym(key, ann_id), "deleted": None, "guest": None}
    content = b"".join(path.read_bytes() for path in (tmp_path / "set").iterdir())
    text = msgspec.json.encode([table(tmp_path / "set", name) for name in SCHEMA]).decode()
    assert not [each for each in (ann_id, cat_id) if each in text or each.encode() in content]
