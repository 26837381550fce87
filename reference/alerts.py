"""deploy/kubernetes/monitoring/rules.yaml: the alerts of deploy/dashboards/alerts.yaml as a PrometheusRule."""

from typing import Any

import yaml  # type: ignore[import-untyped]

from reference.raised import ROOT

SOURCE = ROOT / "deploy/dashboards/alerts.yaml"
TARGET = ROOT / "deploy/kubernetes/monitoring/rules.yaml"
HEAD = "# Made from deploy/dashboards/alerts.yaml by `make reference`.\n"


def text() -> str:
    rule: dict[str, Any] = {
        "apiVersion": "monitoring.coreos.com/v1",
        "kind": "PrometheusRule",
        "metadata": {"name": "turnledger", "labels": {"app.kubernetes.io/part-of": "turnledger"}},
        "spec": yaml.safe_load(SOURCE.read_text()),
    }
    document: str = yaml.safe_dump(rule, sort_keys=False, width=120, allow_unicode=True)
    return HEAD + document
