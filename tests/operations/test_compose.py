"""deploy/compose.yaml, as far as it can be looked at without an engine: `make deploy-test` runs it."""

import re
from pathlib import Path

import pytest
import yaml
from psycopg.conninfo import conninfo_to_dict

from services.settings import from_environment
from services.store.backends import is_store, urls_of

DEPLOY = Path(__file__).parents[2] / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
OURS = {name: each["environment"] for name, each in COMPOSE["services"].items() if "turnledger:" in each["image"]}
STORE = "${STORE:-postgresql://postgres/turnledger}"
TWO = "postgresql://postgres/turnledger postgresql://db2/turnledger?sslmode=require"


def test_one_list_of_logs_does_for_all_accounts():
    assert {name: each["PGUSER"].removeprefix("turnledger_") for name, each in OURS.items()} == {
        "migrate": "owner",
        "archive": "owner",
        "api": "server",
        "follower": "server",
        "tools": "auditor",
    }
    for each in OURS.values():
        account = each["PGUSER"].removeprefix("turnledger_").upper()
        assert each["PGPASSWORD"].startswith(f"${{{account}_PASSWORD:?")
        assert each["TURNLEDGER_STORE"] == STORE
    assert "user" not in conninfo_to_dict(STORE.removeprefix("${STORE:-").removesuffix("}"))


@pytest.mark.parametrize("given", [TWO, TWO.replace(" ", "\n"), f"\n  {TWO}\n"])
def test_logs_are_named_with_spaces_or_line_ends_between_them(given):
    assert is_store(given)
    assert urls_of(given) == tuple(TWO.split())


def test_the_path_of_a_file_may_have_spaces_and_a_secret_a_line_end():
    assert urls_of("sqlite:///my games/events.db\n") == ("sqlite:///my games/events.db",)
    assert is_store("sqlite:///my games/events.db\n")


@pytest.mark.parametrize("given", [
    "", " ", "postgresql://", "postgresql://a/b c", "postgresql://a/b,postgresql://c/d", "sqlite:///a postgresql://b/c",
])  # fmt: skip
def test_what_is_no_store_or_none_that_can_be_one_of_several_is_told(given):
    assert not is_store(given)


def test_every_process_reads_the_settings_of_the_operator():
    for name in OURS:
        assert COMPOSE["services"][name]["env_file"] == [{"path": "turnledger.env", "required": False}]


def test_ports_are_published_on_loopback_unless_the_operator_says_otherwise():
    ports = [port for each in COMPOSE["services"].values() for port in each.get("ports", ())]
    assert ports
    for port in ports:
        assert re.fullmatch(r"\$\{[A-Z_]+_PORT:-127\.0\.0\.1:\d+\}:\d+", port), port


def test_example_of_settings_names_settings_that_exist():
    lines = (DEPLOY / "turnledger.env.example").read_text().splitlines()
    examples = dict(line.removeprefix("#").split("=", 1) for line in lines if line.startswith("#TURNLEDGER_"))
    assert examples
    from_environment(examples)
