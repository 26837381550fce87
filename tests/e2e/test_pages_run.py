"""Pages for researchers and for authors of bots run as they are: each program and command, in the order of the page.

A test shortens what would take minutes, and names what it puts in the place of the reader's own server and game.
"""

import ast
import asyncio
import os
import re
import sys
from pathlib import Path

import pytest

from services.cli.credentials import StoredCredentials
from services.main import running
from tests.api.api_kit import accounts_made
from tests.api.conftest import settings
from tests.api.test_explained import over
from turnledger import sign_in

ROOT = Path(__file__).parents[2]
BLOCKS = re.compile(r"^```(python|py|sh)\n(.*?)^```", re.MULTILINE | re.DOTALL)
INSTALLED = re.compile(r"^pip install .*$", re.MULTILINE)
"""Everything that a page installs is installed here, from the checkout."""
SHORTER = {
    "docs/bots.md": {
        "expert,planner,greedy,random --players 4 --series 10 --tries 8": "planner,greedy --series 1",
        "--bots ACCOUNT,planner,greedy --series 5": "--bots planner,greedy --series 1",  # no program runs here
        "--tries 12 --deals 20": "--tries 2 --deals 1",
        "GAME --json": "GAME --json --tries 2 --deals 1",
        "--games 400": "--games 1 --variant card_game",
        "--games 40 ": "--games 1 --tries 2 --variant card_game ",
    },
    "docs/dataset.md": {"marimo edit": "marimo check", " -- --dataset games": ""},
}
"""By page: the words of a command, and fewer or other ones that do the same in less time."""


def blocks(page, here):
    """Yield the language and the text of each block of a page, with what is replaced."""
    text = INSTALLED.sub("", (ROOT / page).read_text())
    for words, others in (SHORTER.get(page, {}) | here).items():
        assert words in text, f"{page} has no {words!r} any more"
        text = text.replace(words, others)
    found = BLOCKS.findall(text)
    assert len(found) == len(re.findall("^```", text, re.MULTILINE)) / 2, f"{page} has a block that nothing runs"
    return found


async def run_program(text, **names):
    found = eval(compile(text, "page", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), {"__name__": "page"} | names)
    if found:
        await found


async def run_commands(text, **environment):
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    bash = await asyncio.create_subprocess_exec(
        "bash", "-euo", "pipefail", "-c", text, env=os.environ | {"PATH": path, "PYTHONPATH": str(ROOT)} | environment,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    said, _ = await bash.communicate()
    assert bash.returncode == 0, f"{text}\n{said.decode()}"


@pytest.mark.slow
@pytest.mark.parametrize("page", ["docs/arena.md", "clients/env/README.md"])
async def test_programs_and_commands_of_the_arena_run_without_a_server(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for language, text in blocks(page, {}):
        await (run_commands(text) if language == "sh" else run_program(text))
        assert language == "sh" or capsys.readouterr().out, f"a program of the page prints nothing:\n{text}"


@pytest.mark.slow
@pytest.mark.servers
@pytest.mark.timeout(900)
@pytest.mark.parametrize("page", ["docs/dataset.md", "docs/bots.md"])
async def test_commands_for_an_installation_run_on_its_store_and_server(page, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    ((account, tokens),) = await accounts_made(tmp_path, 1)
    at = settings(tmp_path, operators=(account,), analysis_tries=2, fixed_setups=True)
    async with (
        running(at) as server,
        sign_in(server.grpc, tokens=tokens) as me,
        sign_in(server.grpc, "Bob") as bob,
    ):
        StoredCredentials(server.grpc, "Olga").keep(tokens)
        game_id = (await over(me, bob)).game_id
        here = {
            "docs/dataset.md": {
                "make commons": f"make -C {ROOT} -o setup commons COMMONS={tmp_path}/commons EACH=1",
                "games.example.org:443": server.grpc,
            },
            "docs/bots.md": {"HOST:PORT": server.grpc, "analyze GAME": f"analyze {game_id}", "ACCOUNT": account},
        }[page]
        for language, text in blocks(page, here):
            if language == "sh":
                await run_commands(text, TURNLEDGER_STORE=at.store, TURNLEDGER_KEYS=str(at.keys))
            else:
                await run_program(text, me=me, game_id=game_id)
