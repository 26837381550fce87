"""deploy/compose.yaml, as far as it can be looked at without an engine: `make deploy-test` runs it."""

from pathlib import Path

import pytest
import yaml
from psycopg.conninfo import conninfo_to_dict

from services.store.backends import is_store, urls_of

COMPOSE = yaml.safe_load((Path(__file__).parents[2] / "deploy/compose.yaml").read_text())
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
