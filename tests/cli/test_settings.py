from pathlib import Path

import pytest

from domain.history.analysis import TRIES, TRIES_MAX
from domain.table.tries import TRIES_MAX as MOST_STATED
from services.settings import BadSettings, from_environment


def test_nothing_set_gives_the_embedded_defaults():
    settings = from_environment({})
    assert (settings.store, settings.views) == ("sqlite:///data/turnledger.db", "memory://")


def test_games_are_explained_with_as_many_tries_as_the_command_takes():
    assert from_environment({}).analysis_tries == TRIES
    assert from_environment({"TURNLEDGER_ANALYSIS_TRIES": f"{TRIES_MAX}"}).analysis_tries == TRIES_MAX
    with pytest.raises(BadSettings):
        from_environment({"TURNLEDGER_ANALYSIS_TRIES": f"{TRIES_MAX + 1}"})


def test_a_table_may_state_as_many_tries_as_its_rules_know():
    assert 0 < from_environment({}).expert_tries <= MOST_STATED
    assert from_environment({"TURNLEDGER_EXPERT_TRIES": f"{MOST_STATED}"}).expert_tries == MOST_STATED
    with pytest.raises(BadSettings):
        from_environment({"TURNLEDGER_EXPERT_TRIES": f"{MOST_STATED + 1}"})


def test_variables_have_the_names_of_the_fields_and_flags_win():
    environment = {"TURNLEDGER_STORE": "postgresql://db", "TURNLEDGER_LOG_JSON": "false", "PATH": "/bin"}
    settings = from_environment(environment, store=None, http="")
    assert (settings.store, settings.log_json, settings.http) == ("postgresql://db", False, "")


def test_lists_and_paths_are_read():
    environment = {"TURNLEDGER_ROLES": "api, bots", "TURNLEDGER_KEYS": "/keys", "TURNLEDGER_TLS_KEY": "/tls/key.pem"}
    settings = from_environment(environment | {"TURNLEDGER_OPERATORS": "a,b"})
    assert (settings.roles, settings.operators) == (("api", "bots"), ("a", "b"))
    assert (settings.keys, settings.tls_key) == (Path("/keys"), Path("/tls/key.pem"))


@pytest.mark.parametrize(
    "wrong", [{"TURNLEDGER_STROE": "x"}, {"TURNLEDGER_LOG_JSON": "perhaps"}, {"TURNLEDGER_PROXIES": "10.0.0.1/8"}]
)
def test_a_variable_that_cannot_be_is_named(wrong):
    with pytest.raises(BadSettings, match=r"TURNLEDGER_STROE|log_json|proxies"):
        from_environment(wrong)
