"""Alerts and dashboard ask for metrics that exist, and each alert has a severity and a section of the runbook. Whether
they fire is tried with promtool, here where it is installed, and by `make deploy-test`, with a real Prometheus, too."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from prometheus_client import REGISTRY

from projections.folds.registry import NAMES
from reference import alerts
from services.cli.operator.doctor import LED
from services.observe import metrics
from services.roles.clock_check import DISAGREES_MS
from services.store import interface

ROOT = Path(__file__).parents[2]
DASHBOARDS = ROOT / "deploy/dashboards"
ALERTS = {rule["alert"]: rule for group in yaml.safe_load((DASHBOARDS / "alerts.yaml").read_text())["groups"]
          for rule in group["rules"]}  # fmt: skip
CASES = yaml.safe_load((DASHBOARDS / "alerts_test.yaml").read_text())["tests"]
PANELS = json.loads((DASHBOARDS / "turnledger.json").read_text())["panels"]
OF_PROMETHEUS = {"up"}
OF_ITS_CLIENT = {"process_resident_memory_bytes"}
OF_KUBERNETES = {"kube_cronjob_status_last_successful_time": {"cronjob"}}
"""In the form of kube-state-metrics."""
METRIC = re.compile(r"\b(turnledger_\w+|process_\w+|kube_\w+|up)\b")
LABEL = re.compile(r'(\w+)(?:=|!=|=~|!~)"')
SELECTOR = re.compile(r"(\w+)\{([^}]*)\}")


def known_metrics():
    """Every name that a process can show, with its labels."""
    found = {name: {"job", "instance"} for name in OF_PROMETHEUS | OF_ITS_CLIENT} | OF_KUBERNETES
    for metric in vars(metrics).values():
        if hasattr(metric, "_labelnames"):
            labels = {*metric._labelnames, "instance", "job"} | (
                {"version", "program"} if metric._type == "info" else set()
            )
            name = metric._name
            kinds = {"histogram": ("_bucket", "_count", "_sum"), "counter": ("_total",), "info": ("_info",)}
            found |= {name + ending: labels | {"le"} for ending in kinds.get(metric._type, ("",))}
    return found


@pytest.mark.parametrize("alert", ALERTS)
def test_every_alert_says_how_bad_it_is_and_what_to_do(alert):
    rule = ALERTS[alert]
    assert rule["labels"]["severity"] in ("critical", "warning")
    assert len(rule["annotations"]["summary"]) > 20
    page, _, anchor = rule["annotations"]["runbook_url"].partition("#")
    section = (ROOT / page).read_text().partition(f"\n## {alert}\n")[2].partition("\n## ")[0]
    assert (anchor, len(section) > 150) == (alert.lower(), True)


def test_the_runbook_has_no_section_of_an_alert_that_there_is_not():
    assert re.findall(r"^## (\w+)$", (ROOT / "docs/runbook.md").read_text(), re.MULTILINE) == list(ALERTS)


@pytest.mark.parametrize("expression", [
    *(rule["expr"] for rule in ALERTS.values()),
    *(target["expr"] for panel in PANELS for target in panel["targets"]),
])  # fmt: skip
def test_every_metric_that_is_asked_for_is_shown_with_its_labels(expression):
    there = known_metrics()
    asked = set(METRIC.findall(expression))
    assert asked
    assert asked <= there.keys()
    for name, selected in SELECTOR.findall(expression):
        assert set(LABEL.findall(selected)) <= there[name]


def test_a_process_shows_its_memory():
    assert REGISTRY.get_sample_value("process_resident_memory_bytes") > 0


def test_work_that_nobody_does_is_missed_even_where_nobody_could_do_it():
    """A dead process shows nothing: each role and view is named."""
    asked = "".join(rule["expr"] for rule in ALERTS.values())
    missed = set(re.findall(r'absent\(turnledger_leads\{role="([^"]+)"\}', asked))
    assert missed == {*LED, *(f"view {name}" for name in NAMES)}


@pytest.mark.parametrize("alert", ALERTS)
def test_every_alert_has_a_test_that_fires_it(alert):
    asked = [(each["expr"], each["exp_samples"][0]["value"]) for case in CASES for each in case["promql_expr_test"]]
    assert any(f'"{alert}"' in expression and value == 1 for expression, value in asked)


def test_kubernetes_has_the_same_alerts():
    assert alerts.TARGET.read_text() == alerts.text(), "run `make reference`"


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is a program of Prometheus")
def test_alerts_fire_where_they_must_and_stay_quiet_where_all_is_well():
    tool = ["promtool", "test", "rules", DASHBOARDS / "alerts_test.yaml"]
    done = subprocess.run(tool, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


BORN_AT_1 = {"turnledger_call_seconds_count", "turnledger_stream_ends_total", "turnledger_command_seconds_count"}
"""Series whose labels are known only when something happens, so that the client library shows no 0 before."""


def test_test_series_start_as_the_client_library_starts_them():
    for case in CASES:
        for each in case["input_series"]:
            if each["series"].partition("{")[0] in BORN_AT_1 and "le=" not in each["series"]:
                assert not re.match(r"0(x|\s)", each["values"]), (case["name"], each)


def test_counters_that_alerts_compare_with_increase_exist_at_0():
    for where in ("call", "log"):
        assert REGISTRY.get_sample_value("turnledger_bugs_total", {"where": where}) is not None


def test_outcomes_that_alerts_name_are_classes_of_the_program():
    (named,) = re.findall(r'outcome=~"([^"]+)"', ALERTS["TurnledgerStoreAway"]["expr"])
    assert all(hasattr(interface, each) for each in named.split("|"))


def test_dashboard_shows_every_metric_that_the_runbook_names():
    shown = " ".join(target["expr"] for panel in PANELS for target in panel["targets"])
    asked = set(re.findall(r"turnledger_\w+", (ROOT / "docs/runbook.md").read_text()))
    roles = {"turnledger_reader", "turnledger_writer"}
    assert {each for each in asked - roles if each not in shown} == set()


def test_the_alert_for_clocks_has_the_limit_that_stops_deadlines():
    (limit_s,) = re.findall(r">= (\d+)$", ALERTS["TurnledgerClockWrong"]["expr"])
    assert int(limit_s) * 1000 == DISAGREES_MS
