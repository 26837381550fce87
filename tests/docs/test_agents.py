"""docs/agents.md as its reader works through it: its configuration and its program, on a real server."""

import json
import os
import re
import sys
from pathlib import Path

import httpx
import pytest

from services.cli.agent.mcp_server import SCOPES
from services.main import running
from tests.api.conftest import settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/agents.md").read_text()


def block(language, place=0):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[place]


@pytest.mark.parametrize(("name", "place"), [("mcp.json", 0), ("mcp_http.json", 1)])
def test_examples_are_the_configurations_of_the_page(name, place):
    assert json.loads((ROOT / "examples" / name).read_text()) == json.loads(block("json", place))


def test_table_of_the_page_names_the_scopes_of_each_tool():
    rows = re.findall(r"^\| (`[a-z_`, ]+`) \| (`[a-z:`, ]+`) \|$", PAGE.split("## For many players")[1], re.MULTILINE)
    named = {tool: re.findall(r"`(.+?)`", scopes) for tools, scopes in rows for tool in re.findall(r"`(.+?)`", tools)}
    assert named == {tool: [*scopes] for tool, scopes in SCOPES.items()}


@pytest.mark.servers
@pytest.mark.slow
async def test_program_of_the_page_takes_a_turn(tmp_path, capfd):
    names = {}
    exec(block("python"), names)
    async with running(settings(tmp_path)) as server:
        configuration = json.loads(block("json").replace("127.0.0.1:50051", server.grpc))
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        started = configuration["mcpServers"]["turnledger"]
        started["env"] = {"PATH": path, "XDG_CONFIG_HOME": str(tmp_path / "config"), "PYTHONPATH": str(ROOT)}
        past = await names["take_a_turn"](configuration)
    # The turn order is drawn: the model nominates, or answers the bot's nomination.
    assert re.match(r"Model (puts plant \d+ \(\w+\) up for \d+|bids \d+ for \d+ \(\w+\))\.", past[0])
    assert re.search("nominations|bids", capfd.readouterr().out)


async def test_every_link_of_llms_txt_is_answered(tmp_path):
    async with running(settings(tmp_path)) as server, httpx.AsyncClient(base_url=f"http://{server.http}") as http:
        answer = await http.get("/llms.txt")
        assert answer.headers["content-type"].startswith("text/plain")
        assert answer.text.startswith("# Turnledger\n\n> ")
        links = re.findall(r"\]\((/[^)]+)\)", answer.text)
        assert {"/openapi.json", "/reasons.json", "/rules/card_game.md"} <= set(links)
        assert {(await http.get(link)).status_code for link in links} == {200}
        again = await http.get("/llms.txt", headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304
