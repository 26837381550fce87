"""The programs at a terminal, as processes, against a real server."""

import asyncio
import json
import os
import re
import sys

import pytest
from google.protobuf import json_format

from domain.power_grid.editions import DATA
from services.accounts.account_storage import AccountStorage
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing
from services.main import running
from services.store import open_sql, open_store
from support import forked
from support.histories import ListLog, league
from tests.api.conftest import settings
from turnledger import sign_in
from turnledger.v1 import accounts_pb2

pytestmark = [pytest.mark.servers, pytest.mark.slow]


async def turnledger(*arguments, typed="", **environment):
    """Exit status and what was printed."""
    if not typed:
        done = await asyncio.to_thread(forked.turnledger, *arguments, environment=os.environ | environment)
        return done.returncode, done.stdout
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "turnledger_server", *arguments,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=os.environ | environment,
    )  # fmt: skip
    printed, _ = await process.communicate(typed.encode())
    return process.returncode, printed.decode()


async def test_the_newest_game_is_watched_from_its_first_event_to_its_last(tmp_path):
    async with running(settings(tmp_path), bot_game="card_game") as server:
        status, printed = await turnledger("watch", "--server", server.grpc, "--json")
    events = [json.loads(line) for line in printed.splitlines()]
    assert status == 0
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    assert "gameOpened" in events[0]["table"]
    assert "secretRevealed" in events[-1]["table"]


async def test_a_program_plays_a_whole_game_in_json_and_reads_refusals_in_its_language(tmp_path):
    typed = 'nonsense\n{"option": 77}\n' + '{"option": 0}\n' * 2_000
    async with running(settings(tmp_path)) as server:
        arguments = ("play", "card_game", "--players", "2", "--bot", "random", "--json", "--server", server.grpc)
        status, printed = await turnledger(*arguments, typed=typed, LANG="ru_RU.UTF-8")
    lines = [json.loads(line) for line in printed.splitlines()]
    assert status == 0
    turns = [line for line in lines if line["kind"] == "turn"]
    assert turns[0]["options"] == turns[1]["options"], "a refused choice is asked for again"
    assert {"version", "seat", "table", "board", "options"} < set(turns[0])
    malformed, unknown = [line for line in lines if line["kind"] == "refused"]
    assert (malformed["reason"], unknown["reason"]) == ("MALFORMED", "MALFORMED")
    assert unknown["says"].startswith("Программа отправила то, чего сервер не понимает")
    events = [line["event"]["version"] for line in lines if line["kind"] == "event"]
    assert events == list(range(1, len(events) + 1))
    assert len([line for line in lines if line["kind"] == "done"]) == len(turns) - 1
    assert lines[-1]["kind"] == "over"
    assert lines[-1]["table"]["outcome"]["standings"]


async def test_a_person_reads_events_and_refusals_in_the_own_language(tmp_path):
    async with running(settings(tmp_path)) as server:
        arguments = ("play", "card_game", "--players", "2", "--name", "Ann", "--server", server.grpc)
        status, printed = await turnledger(*arguments, typed="1\n", LANG="ru_RU.UTF-8")
        assert (status, "Ann садится за стол" in printed) == (1, True)
        arguments = ("play", "--game", "a0000000-0000-4000-8000-000000000001", "--server", server.grpc)
        assert await turnledger(*arguments, LANG="ru_RU.UTF-8") == (1, "Такой партии нет. (UNKNOWN_GAME)\n")


async def test_four_clients_play_through_a_killed_server():
    status, printed = await turnledger("demo", "--kill-after", "20")
    assert status == 0
    assert "SIGKILL after 2" in printed
    assert "Result: " in printed
    assert "nothing lost, nothing left running" in printed


async def test_an_operator_makes_a_token_that_works(tmp_path):
    async with running(settings(tmp_path)) as server:
        here = {"TURNLEDGER_STORE": f"sqlite:///{tmp_path / 'store.db'}", "TURNLEDGER_KEYS": str(tmp_path / "keys")}
        status, printed = await turnledger("token", "Robot", "--json", **here)
        assert status == 0
        made = json_format.Parse(printed, accounts_pb2.SignInAsGuestResponse())
        assert set(json.loads(printed)["tokens"]) >= {"accessToken", "refreshToken"}
        async with sign_in(server.grpc, tokens=made.tokens) as robot:
            assert robot.account == made.account
            assert robot.account.display_name == "Robot"


async def test_a_data_file_with_a_mistake_is_named(tmp_path):
    sound = (DATA / "russia-1.json").read_text()
    (tmp_path / "russia-1.json").write_text(sound)
    (tmp_path / "wrong.json").write_text(sound.replace('"moscow"', '"muscow"', 1))
    assert (await turnledger("edition", "check", str(tmp_path / "russia-1.json")))[0] == 0
    status, printed = await turnledger("edition", "check", str(tmp_path / "wrong.json"))
    assert status == 1
    assert "muscow" in printed or "moscow" in printed


async def test_the_demo_tells_programs_its_stages_and_figures():
    status, printed = await turnledger("demo", "card_game", "--kill-after", "20", "--json")
    began, killed, restarted, finished, over = (json.loads(line) for line in printed.splitlines())
    assert status == 0
    assert [each["kind"] for each in (began, killed, restarted, finished, over)] == [
        "began", "killed", "restarted", "finished", "over",
    ]  # fmt: skip
    assert restarted["version"] >= killed["version"]
    assert {each["name"] for each in finished["standings"]} == set(began["players"])
    assert finished["commands"] < finished["events"]


async def test_a_history_calls_players_as_a_watch_does(tmp_path):
    here = {"TURNLEDGER_STORE": f"sqlite:///{tmp_path / 'store.db'}", "TURNLEDGER_KEYS": str(tmp_path / "keys")}
    async with running(settings(tmp_path)) as server:
        async with sign_in(server.grpc, "Ann") as ann:
            game = await ann.create_table("card_game", seats=3, join=True)
            await game.add_bot("greedy")
            await game.add_bot("greedy")
            await game.start()
            await game.resign()
            said = [event.says async for event in game.events(words=True)]
        status, printed = await turnledger("history", game.game_id, "--json", **here)
        told = [json.loads(line) for line in printed.splitlines()]
        assert status == 0
        assert [each["sentence"] for each in told] == said
        assert any("Ann sits down" in each for each in said)
        assert any("greedy (blue)" in each for each in said)
        _, printed = await turnledger("history", game.game_id, "--player", "Ann", "--json", **here)
        assert {json.loads(line)["player"] for line in printed.splitlines()} == {0}


async def test_the_leaderboard_of_a_running_server_is_shown(tmp_path):
    there = settings(tmp_path)
    store, sql = open_store(there.store), open_sql(there.store)
    accounts = SignIn(AccountStorage(sql), Issuer(KeyRing(there.keys)))
    log = ListLog()
    league(log, *[(await accounts.as_guest(f"Player {number:02}"))[0].account_id for number in range(13)])
    for rows in log.streams.values():
        await store.append(rows, 5)
    await sql.close()
    await store.close()
    async with running(there) as server:
        asked = ("leaderboard", "demo", "--server", server.grpc)
        while not (rows := json.loads((await turnledger(*asked, "--json"))[1])):
            pass  # the view follows
        assert [row["player"]["displayName"] for row in rows[:2]] == ["Player 00", "Player 01"]
        status, printed = await turnledger(*asked, "--limit", "1")
        assert json.loads((await turnledger(*asked, "--pace", "live", "--json"))[1]) == [], "these had no clock"
        shown = {by: await turnledger(*asked, "--by", by, "--lang", "ru") for by in ("rating", "games", "best_score")}
    first = rows[0]["record"]
    assert (status, printed.count("Player 0")) == (0, 1)
    assert f"{first['rating']} ± {first['deviation']}" in printed
    assert printed.count(str(first["rating"])) == 1
    headings = {by: re.findall(r"[а-яё]+(?: [а-яё]+)*", told) for by, (_, told) in shown.items()}
    assert headings == {
        "rating": ["игрок", "рейтинг", "партий", "побед"],
        "games": ["игрок", "партий", "рейтинг", "побед"],
        "best_score": ["игрок", "лучший счёт", "рейтинг", "партий", "побед"],
    }


async def test_a_person_leaves_an_order_at_the_prompt_and_is_told_what_became_of_it(tmp_path):
    typed = "order\norder tea\norder pass_auctions\nquit\n"
    async with running(settings(tmp_path)) as server:
        arguments = ("play", "--players", "2", "--server", server.grpc, "--lang", "en")
        status, printed = await turnledger(*arguments, typed=typed)
    assert status == 0, printed
    assert "no order is in force" in printed
    assert "tea: no item of this game; there are bid_up_to" in printed
    assert re.search("this order is in force: pass_auctions|the order has ended: ", printed), printed
