"""Alerts and dashboard ask for metrics that there are, and each alert says how bad it is and what to do. Whether they
fire is tried by `make deploy-test`, with promtool and with a real Prometheus."""

import json
import re
from pathlib import Path

import pytest
import yaml
from prometheus_client import REGISTRY

from projections.folds.registry import NAMES
from services.cli.doctor import LED
from services.observe import metrics

ROOT = Path(__file__).parents[2]
DASHBOARDS = ROOT / "deploy/dashboards"
ALERTS = {rule["alert"]: rule for group in yaml.safe_load((DASHBOARDS / "alerts.yaml").read_text())["groups"]
          for rule in group["rules"]}  # fmt: skip
CASES = yaml.safe_load((DASHBOARDS / "alerts_test.yaml").read_text())["tests"]
PANELS = json.loads((DASHBOARDS / "turnledger.json").read_text())["panels"]
OF_PROMETHEUS = {"up"}
OF_ITS_CLIENT = {"process_resident_memory_bytes"}
OF_KUBERNETES = {"kube_cronjob_status_last_successful_time": {"cronjob"}}
"""As kube-state-metrics shows them, where it is."""
METRIC = re.compile(r"\b(turnledger_\w+|process_\w+|kube_\w+|up)\b")
LABEL = re.compile(r'(\w+)(?:=|!=|=~|!~)"')
SELECTOR = re.compile(r"(\w+)\{([^}]*)\}")


def shown():
    """Every name that a process can show, with its labels."""
    found = {name: {"job", "instance"} for name in OF_PROMETHEUS | OF_ITS_CLIENT} | OF_KUBERNETES
    for metric in vars(metrics).values():
        if hasattr(metric, "_labelnames"):
            labels = {*metric._labelnames, "instance", "job"}
            name = metric._name
            kinds = {"histogram": ("_bucket", "_count", "_sum"), "counter": ("_total",)}
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
    there = shown()
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
