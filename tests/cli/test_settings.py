"""Settings: each is validated where it is read, and the message names variable, value and what is allowed."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from domain.history.analysis import TRIES, TRIES_MAX
from domain.kernel.beacon import LEAD_MAX_S
from domain.table.tries import TRIES_MAX as MOST_STATED
from projections.folds.registry import NAMES
from services.cli.main import app
from services.settings import BadSettings, effective, from_environment
from services.settings.fields import VIEWS
from services.settings.reading import FIELDS

WRONG = {
    "STORE": ["", "mysql://h/d", "sqlite:///", "postgresql://", "postgresql://h:99999/d"],
    "VIEWS": ["", "http://h", "redis://h/x", "redis://h:port/0", "redis://h:99999/0", "redis+sentinel://h"],
    "ARCHIVE": ["s3://", "s3:///games", "s3://B"],
    "ARCHIVE_CACHE_MB": ["-1", "1.5", "64MB", "nan"],
    "VIEWS_KEEP_H": ["-1", "nan", "inf", "day"],
    "LISTEN": ["", "50051", "127.0.0.1", "127.0.0.1:99999", "a b:1"],
    "HTTP": [":", "127.0.0.1:web", "::1:80"],
    "METRICS": ["9464", "h:-1"],
    "SHARED_PORTS": ["perhaps", ""],
    "KEYS": [""],
    "ROLES": ["", ",", "api,followers"],
    "FOLLOWS": ["board"],
    "PROXIES": ["10.0.0.1/8", "balancer"],
    "ORIGINS": ["play.example.org", "https://play.example.org/", "*"],
    "OPERATORS": ["Olga"],
    "RULES_MAX": ["power_grid", "power_grid=new"],
    "FIXED_SETUPS": ["2"],
    "CALLS_PER_S": ["0", "-1", "1e3", ""],
    "STREAMS_PER_ACCOUNT": ["0"],
    "STREAMS_PER_ADDRESS": ["-5"],
    "CONNECTION_AGE_S": ["-1", "1h"],
    "TABLES_PER_ACCOUNT": ["0"],
    "BEACON_RELAYS": ["api.drand.sh", "ftp://h"],
    "BEACON_LEAD_S": ["0", "-6", f"{LEAD_MAX_S + 1}"],
    "LOG": ["a b", "a+b"],
    "BOTS_PACE_S": ["nan", "-1", "inf"],
    "EXPERT_TRIES": [f"{MOST_STATED + 1}", "-1"],
    "GAMES_IN_MEMORY": ["0", "9"],
    "ANALYSES": ["-1", "65"],
    "ANALYSIS_TRIES": ["1", f"{TRIES_MAX + 1}"],
    "PUZZLE_MINUTES": ["-1", "1441", "1.5"],
    "OIDC_ISSUER": ["id.example.org", "https://"],
    "OIDC_AUDIENCE": ["two words"],
    "OIDC_KEYS": ["/keys"],
    "OIDC_CLIENT": ["two words"],
    "PUBLIC_URL": ["play.example.org", "https://play.example.org/page"],
    "PASSKEY_ID": ["https://example.org", "-"],
    "PASSKEY_ORIGINS": ["example.org"],
    "SMTP": ["mail.example.org", "http://mail"],
    "MAIL_FROM": ["Turnledger", "Turnledger <noreply>"],
    "PUSH_SERVICES": ["https://fcm.googleapis.com", "*"],
    "APNS_SANDBOX": ["sometimes"],
    "LOG_LEVEL": ["loud", "INFO", ""],
    "LOG_JSON": ["perhaps"],
    "OTLP": ["collector:4317"],
    "OTLP_SHARE": ["1.1", "-0.1", "nan", "half"],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_message_names_variable_value_and_what_is_allowed(name, value):
    field = FIELDS[name.lower()]
    with pytest.raises(BadSettings) as error:
        from_environment({field.variable: value})
    message = str(error.value)
    assert message.startswith(f"{field.variable} is ")
    assert message.endswith(f"allowed: {field.kind.allowed}")
    assert field.kind.secret or repr(value) in message


def test_every_default_is_allowed():
    for field in FIELDS.values():
        assert field.kind.read(field.kind.printable(field.default)) == field.default, field.name


def test_nothing_set_gives_the_embedded_defaults():
    settings = from_environment({})
    assert (settings.store, settings.views) == ("sqlite:///data/turnledger.db", "memory://")


def test_bounds_are_those_of_the_rules():
    assert from_environment({}).analysis_tries == TRIES
    assert from_environment({"TURNLEDGER_ANALYSIS_TRIES": f"{TRIES_MAX}"}).analysis_tries == TRIES_MAX
    assert 0 < from_environment({}).expert_tries <= MOST_STATED
    assert from_environment({"TURNLEDGER_EXPERT_TRIES": f"{MOST_STATED}"}).expert_tries == MOST_STATED
    assert from_environment({"TURNLEDGER_BEACON_LEAD_S": f"{LEAD_MAX_S}"}).beacon_lead_s == LEAD_MAX_S
    assert VIEWS == NAMES


def test_variables_have_the_names_of_the_fields_and_flags_win():
    environment = {"TURNLEDGER_STORE": "postgresql://db", "TURNLEDGER_LOG_JSON": "false", "PATH": "/bin"}
    settings = from_environment(environment, store=None, http="")
    assert (settings.store, settings.log_json, settings.http) == ("postgresql://db", False, "")


def test_lists_and_paths_are_read():
    environment = {"TURNLEDGER_ROLES": "api, bots", "TURNLEDGER_KEYS": "/keys", "TURNLEDGER_TLS_KEY": "/tls/key.pem"}
    settings = from_environment(environment | {"TURNLEDGER_TLS_CERTIFICATE": ""})
    assert settings.roles == ("api", "bots")
    assert (settings.keys, settings.tls_key, settings.tls_certificate) == (Path("/keys"), Path("/tls/key.pem"), None)


def test_unknown_variable_is_an_error_that_names_the_nearest():
    with pytest.raises(BadSettings, match=r"no TURNLEDGER_STROE; the nearest is TURNLEDGER_STORE"):
        from_environment({"TURNLEDGER_STROE": "x"})


def test_all_wrong_variables_are_named_at_once():
    with pytest.raises(BadSettings, match=r"(?s)CALLS_PER_S.*LOG_JSON"):
        from_environment({"TURNLEDGER_CALLS_PER_S": "0", "TURNLEDGER_LOG_JSON": "perhaps"})


def test_flag_is_validated_like_its_variable():
    with pytest.raises(BadSettings, match="--calls-per-s is '0'; allowed: a whole number from 1 to"):
        from_environment({}, calls_per_s="0")
    done = CliRunner().invoke(app, ["serve", "--tables-per-account", "0"])
    assert done.exit_code == 2
    assert "--tables-per-account is '0'; allowed: a whole number from 1" in done.stderr


@pytest.mark.parametrize(
    ("variable", "url"),
    [
        ("TURNLEDGER_STORE", "postgresql://ann:pa/s@s@db/games postgresql://ann:pa/s@s@db2/games?password=pa/s"),
        ("TURNLEDGER_VIEWS", "redis://ann:pa/s@redis/0"),
        ("TURNLEDGER_SMTP", "smtps://ann:pa/s@mail.example.org"),
    ],
)
def test_passwords_are_never_shown(variable, url):
    environment = {variable: url}
    try:
        shown = next(each.value for each in effective(environment) if each.variable == variable)
    except BadSettings as error:
        shown = str(error)
    assert "pa/s" not in shown
    assert "ann" not in shown


def test_settings_command_prints_values_with_their_origin(monkeypatch):
    monkeypatch.setenv("TURNLEDGER_CALLS_PER_S", "7")
    done = CliRunner().invoke(app, ["settings"])
    assert done.output.splitlines() == [
        line for line in done.output.splitlines() if line.endswith(("(environment)", "(flag)"))
    ]
    assert "TURNLEDGER_CALLS_PER_S=7  (environment)" in done.output
    origins = {each["variable"]: each for each in json.loads(CliRunner().invoke(app, ["settings", "--json"]).stdout)}
    assert origins["TURNLEDGER_CALLS_PER_S"] == {
        "variable": "TURNLEDGER_CALLS_PER_S",
        "value": "7",
        "origin": "environment",
    }
    assert len(origins) == len(FIELDS)


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"TLS_KEY": "key.pem"}, "TURNLEDGER_TLS_CERTIFICATE"),
        ({"TLS_CLIENT_CA": "ca.pem"}, "TURNLEDGER_TLS_CERTIFICATE"),
        ({"TLS_KEY": "none.pem", "TLS_CERTIFICATE": "none.pem"}, "none.pem"),
        ({"SMTP": "smtps://mail.example.org"}, "TURNLEDGER_MAIL_FROM"),
        ({"OIDC_CLIENT": "us"}, "TURNLEDGER_OIDC_ISSUER"),
        ({"FCM": "none.json"}, "TURNLEDGER_FCM"),
        ({"APNS_KEY": "none.p8"}, "TURNLEDGER_APNS"),
        ({"RULES_MAX": "chess=1"}, "TURNLEDGER_RULES_MAX"),
        ({"BEACON": "none.json"}, "TURNLEDGER_BEACON"),
        ({"LOG_POLICY": "none"}, "TURNLEDGER_LOG"),
        ({"ROLES": "api"}, "TURNLEDGER_VIEWS"),
    ],
)
def test_settings_command_reports_what_a_server_would_refuse(environment, message, monkeypatch):
    for name, value in environment.items():
        monkeypatch.setenv(f"TURNLEDGER_{name}", value)
    done = CliRunner().invoke(app, ["settings"])
    assert done.exit_code == 2
    assert message in done.stderr
