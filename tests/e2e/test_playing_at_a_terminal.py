"""Whole games of each family by typed words, at a real terminal on a real server; leaving one and coming back."""

import json
import re
import stat

import pytest

from services.main import running
from tests.api.conftest import settings
from tests.e2e.terminal import at_a_terminal
from tests.e2e.test_terminal import turnledger
from turnledger import sign_in
from turnledger.v1 import common_pb2

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
PROMPT = r"(what now\?|что делаем\?|for yes, back for no|Enter — да, назад — нет) > $"
SEED = "moon"
REPLAYED = r"Enter: on, back, a number, quit > $"
ENDED = r"(Result|Итог): "
LINE = re.compile(r"^ +#(\d+) (\S+) +(.*)$", re.MULTILINE)


class Newcomer:
    """Types words of the lines that are listed, as a person does who reads them; buys and builds a little."""

    def __init__(self):
        self.typed, self.refused = [], []
        self._tried = set()

    def answer(self, printed):
        if "Enter" in printed.splitlines()[-1]:
            return ""
        lines = [(verb, says) for _, verb, says in LINE.findall(printed)]
        if lines:
            self._lines, self._tried = lines, set()
        else:
            self.refused.append(printed)
        for verb, says in self._lines:
            said = self._words(verb, says)
            if said not in self._tried and said is not None:
                self._tried.add(said)
                self.typed.append(said)
                return said
        raise AssertionError(f"nothing else to type: {self._lines}")

    def _words(self, verb, says):
        """The words for a line; the first that has any is taken."""
        raise NotImplementedError


class Grid(Newcomer):
    def _words(self, verb, says):
        match verb:
            case "auction":
                return f"auction {says.split()[0]}"
            case "bid":
                return None  # passes
            case "buy" if fuel := re.search(r"prices: (?:(\w+) [\d, ]+)", says):
                return f"buy 1 {fuel[1][:3]}"
            case "city":
                return f"city {says.partition(' for ')[0]}"
            case "close":
                return f"close {says.split()[0]} 1"
            case "region":
                return f"region {says}"
            case "bar":
                return f"bar {says.partition(':')[0]}"
            case "name":
                return f"name {says.partition(' for ')[0]} 0"
        return verb


class Cards(Newcomer):
    def _words(self, verb, says):
        match verb:
            case "auction":
                number, fuel = re.match(r"(\d+) \((\w+)\)", says).groups()
                return f"auction {number} {fuel}"
            case "bid":
                return None
            case "buy":
                return f"buy {says.partition(' for ')[0]}"
            case "close":
                number, fuel = re.match(r"(\d+) \((\w+)\)", says).groups()
                return f"close {number} {fuel} 1"
        return verb


class Colony(Newcomer):
    def _words(self, verb, says):
        match verb:
            case "default" | "auto" | "income":
                return "default" if verb == "default" and self._settled() else None
            case "start":
                pick, cards = re.match(r"(\d+) of (.*), and cubes", says).groups()
                return "start " + ", ".join(cards.split(", ")[: int(pick)]) + " $1"
            case "lay":
                return "lay " + says.partition(" of ")[2].split(", ")[0]
            case "keep":
                wanted, cards = re.match(r"(\d+) of (.*)$", says).groups()
                return "keep " + ", ".join(cards.split(", ")[: int(wanted)])
            case "give":
                return f"give {says.partition(' of ')[2].split(', ')[0].removesuffix(', or give none')}"
            case "build":
                return "build " + says.partition(" for ")[0].replace(",", "")
            case "recycle":
                return f"recycle {says}"
        return verb

    def _settled(self):
        """The server's choice only where nothing else is asked for in words: an income."""
        return all(verb in ("default", "auto", "income") for verb, _ in self._lines)


@pytest.fixture
def here(tmp_path):
    return {"XDG_CONFIG_HOME": str(tmp_path / "config")}


async def dealt(server, variant, options, bot):
    """A table with a bot and the same cards each time, which begins when a person sits down. With these a player of
    Colony-61 like our newcomer has to choose which cards to keep."""
    async with sign_in(server, "Olga") as olga:
        terms = common_pb2.Terms(starts_when_full=True)
        game = await olga.create_table(variant, seats=2, options=options, unrated=True, seed=SEED, terms=terms)
        await game.add_bot(bot)
        return game.game_id


ON_A_MAP = {"auction", "buy", "city", "done", "run"}
"""Words that are typed in each game of Power Grid."""


@pytest.mark.parametrize(
    ("variant", "newcomer", "verbs", "options", "bot"),
    [
        ("power_grid/russia", Grid, ON_A_MAP, {}, "greedy"),
        ("power_grid/japan", Grid, ON_A_MAP, {"renovation": "on"}, "greedy"),
        ("power_grid/india", Grid, ON_A_MAP, {"flow_generator": "on"}, "greedy"),
        ("power_grid/australia", Grid, ON_A_MAP, {}, "greedy"),
        ("power_grid/germany", Grid, {*ON_A_MAP, "bar"}, {}, "robot"),
        ("power_grid/usa", Grid, {*ON_A_MAP, "region"}, {"regions": "drafted"}, "greedy"),
        ("card_game", Cards, {"auction", "buy", "done", "run"}, {}, "greedy"),
        ("colony61", Colony, {"start", "lay", "build", "keep", "default"}, {}, "greedy"),
    ],
)
async def test_a_person_plays_a_whole_game_by_words(tmp_path, here, variant, newcomer, verbs, options, bot):
    person = newcomer()
    async with running(settings(tmp_path)) as server:
        game_id = await dealt(server.grpc, variant, options, bot)
        arguments = ("play", "--game", game_id, "--name", "Ann", "--server", server.grpc)
        async with at_a_terminal(*arguments, **here) as terminal:
            while not re.search(ENDED, printed := await terminal.until(f"{PROMPT}|{ENDED}")):
                assert re.search(PROMPT, printed), printed
                terminal.type(person.answer(printed))
            assert await terminal.ended() == 0
    assert verbs <= {said.split()[0] for said in person.typed}
    assert len(person.refused) < len(person.typed) / 4, person.refused


async def test_ctrl_c_ends_a_game_at_once_and_says_how_to_come_back(tmp_path, here):
    async with running(settings(tmp_path)) as server:
        arguments = ("play", "power_grid/russia", "--players", "2", "--name", "Ann", "--server", server.grpc)
        async with at_a_terminal(*arguments, **here) as terminal:
            begun = await terminal.until(PROMPT)
            (game,) = re.findall(r"^game (\S+)$", begun, re.MULTILINE)
            terminal.press_ctrl_c()
            said = await terminal.until("no such text")
            assert await terminal.ended(5) == 130
        assert f"Come back with: turnledger play --resume --server {server.grpc} (game {game})" in said
        assert "Traceback" not in said
        assert "Abort" not in said
        async with at_a_terminal("play", "--resume", "--server", server.grpc, **here) as terminal:
            again = await terminal.until(PROMPT)
            terminal.type("quit")
            assert "--resume" in await terminal.until("no such text")
            assert await terminal.ended() == 0
        assert game in again
        assert "Ann" in again
        tokens, chances = sorted((tmp_path / "config/turnledger").glob("*.json"), key=lambda file: len(file.name))
        assert chances.name == f"{tokens.stem}.chances.json"
        assert {stat.S_IMODE(file.stat().st_mode) for file in tokens.parent.iterdir()} == {0o600}
        assert stat.S_IMODE(tokens.parent.stat().st_mode) == 0o700
        status, printed = await turnledger("games", "--server", server.grpc, "--json", **here)
        assert (status, [json.loads(line)["table"]["gameId"] for line in printed.splitlines()]) == (0, [game])


async def test_ctrl_c_ends_the_program_while_it_waits_for_others(tmp_path, here):
    async with running(settings(tmp_path)) as server:
        status, printed = await turnledger(
            "table", "new", "card_game", "--players", "2", "--json", "--server", server.grpc, **here
        )
        game = json.loads(printed)["gameId"]
        async with at_a_terminal("play", "--game", game, "--server", server.grpc, **here) as terminal:
            await terminal.until("not begun")
            terminal.press_ctrl_c()
            assert await terminal.ended(5) == 130
    assert status == 0


async def test_a_replay_shows_the_table_as_it_was_and_goes_on_when_it_is_told_to(tmp_path, here):
    async with running(settings(tmp_path)) as server:
        async with sign_in(server.grpc, "Olga") as olga, sign_in(server.grpc, "Pete") as pete:
            game = await olga.create_table("card_game", seats=3, unrated=True, join=True)
            await pete.game(game.game_id).join()
            await pete.game(game.game_id).leave()
            await game.add_bot("greedy")
            await game.start()
            await game.resign()
        asked = ("replay", game.game_id, "--name", "Ann", "--server", server.grpc)
        async with at_a_terminal(*asked, **here) as terminal:
            seen = [await terminal.until(REPLAYED)]
            for typed in ("", "", "q", "", "", "2", "back"):
                terminal.type(typed)
                seen.append(await terminal.until(REPLAYED))
            terminal.type("quit")
            assert await terminal.ended() == 0
    opened, olga_sits, pete_sits, unknown, pete_left, bot_sits, second, first = seen
    assert "card_game: open, 3 seats" in opened
    for shown, names in (
        (opened, set()), (olga_sits, {"Olga"}), (pete_sits, {"Olga", "Pete"}), (pete_left, {"Olga"}),
        (bot_sits, {"Olga", "greedy"}), (second, {"Olga"}), (first, set()),
    ):  # fmt: skip
        assert set(re.findall(r"[│|] (Olga|Pete|greedy)\b", shown)) == names, shown
        assert "finished" not in shown
    assert [line for line in unknown.splitlines() if line] == ["q", "Enter: on, back, a number, quit > "]


async def test_amounts_are_amounts_and_what_is_unclear_is_said(tmp_path, here):
    async with running(settings(tmp_path)) as server:
        arguments = ("play", "power_grid/russia", "--players", "2", "--name", "Ann", "--server", server.grpc)
        async with at_a_terminal(*arguments, **here) as terminal:
            printed = await terminal.until(PROMPT)
            while "#1 bid" not in printed:
                terminal.type(f"auction {LINE.findall(printed)[0][2].split()[0]}")
                printed = await terminal.until(PROMPT)
            least = int(re.search(r"#1 bid +(\d+)–50", printed)[1])
            for typed, said in (
                ("bid 99", f"a number from {least} to 50"),
                ("fly", "fly is nothing to do now; there are: bid, pass"),
            ):
                terminal.type(typed)
                assert said in await terminal.until(PROMPT)
            terminal.type("?")
            assert "undo" in await terminal.until(PROMPT)
            terminal.type(str(least + 2))
            assert f"Ann bids {least + 2} for plant" in await terminal.until(PROMPT)


async def test_a_hint_is_told_and_everybody_reads_that_it_was_taken(tmp_path, here):
    async with running(settings(tmp_path)) as server:
        arguments = ("play", "colony61", "--players", "2", "--hints", "1", "--name", "Ann")  # nothing to weigh yet
        async with at_a_terminal(*arguments, "--server", server.grpc, **here) as terminal:
            await terminal.until(PROMPT)
            terminal.type("hint")
            printed = await terminal.until(PROMPT)
            assert re.search(r"A hint: Ann \S+", printed)
            assert "Ann takes a hint." in printed


async def test_a_move_is_taken_back(tmp_path, here):
    """At the player's own auction the others get no question before the bid."""
    async with running(settings(tmp_path)) as server:
        arguments = ("play", "card_game", "--players", "2", "--name", "Ann", "--server", server.grpc)
        async with at_a_terminal(*arguments, **here) as terminal:
            await terminal.until(PROMPT)
            terminal.type("undo")
            assert re.search(
                r"\([A-Z_]+\)", await terminal.until(PROMPT)
            )  # nothing of hers to take back: refused in words
            terminal.type("hint")
            assert "(NO_HINTS_HERE)" in await terminal.until(PROMPT)


async def test_all_is_in_russian_where_russian_is_read(tmp_path, here):
    async with running(settings(tmp_path)) as server:
        arguments = (
            "play",
            "power_grid/russia",
            "--players",
            "2",
            "--lang",
            "ru",
            "--name",
            "Аня",
            "--server",
            server.grpc,
        )
        async with at_a_terminal(*arguments, **here) as terminal:
            printed = await terminal.until(PROMPT)
            while "ставка  " not in printed:
                terminal.type(f"торги {LINE.findall(printed)[0][2].split()[0]}")
                printed = await terminal.until(PROMPT)
            least = re.search(r"#1 ставка +(\d+)–50", printed)[1]
            terminal.type("?")
            printed += await terminal.until(PROMPT)
            terminal.type("лети")
            printed += await terminal.until(PROMPT)
            terminal.type(f"bid {least}")
            assert f"Аня ставит {least} за станцию" in await terminal.until(PROMPT)
            terminal.press_ctrl_c()
            printed += await terminal.until("no such text")
    ours = {"turnledger", "play", "resume", "server", "Ctrl", "C", "power_grid", "russia", "greedy"}
    printed = re.sub(r"[0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "", printed)
    assert set(re.findall(r"[A-Za-z_]{3,}", printed)) <= ours
