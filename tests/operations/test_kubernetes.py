"""deploy/kubernetes: each document is valid for Kubernetes and keeps the promises of the manifests.

If kubectl is installed Kustomize itself is run; a cluster is not needed.
"""

import re
import shutil
import subprocess
from pathlib import Path

import kubernetes_validate
import pytest
import yaml
from msgspec.structs import fields
from psycopg.conninfo import conninfo_to_dict

from services.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2] / "deploy/kubernetes"
VERSION = "1.37"
OF_OPERATORS = {"postgresql.cnpg.io", "barmancloud.cnpg.io", "gateway.networking.k8s.io", "monitoring.coreos.com"}
"""Kinds with schemas outside Kubernetes: docs/decisions/0045 says how these were checked."""
LONG_RUNNING = {"Deployment", "StatefulSet"}
OURS = {"app.kubernetes.io/part-of": "turnledger"}


def read(path):
    return [each for each in yaml.safe_load_all(path.read_text()) if each]


KUSTOMIZATIONS = {path.parent: read(path)[0] for path in sorted(ROOT.rglob("kustomization.yaml"))}
FILES = [path for path in sorted(ROOT.rglob("*.yaml")) if path.name not in ("kustomization.yaml", "checkov.yaml")]
OBJECTS = {
    f"{each['kind']} {each['metadata']['name']} in {path.relative_to(ROOT)}": each
    for path in FILES
    for each in read(path)
}


def of_kind(*kinds):
    return [each for each in OBJECTS.values() if each["kind"] in kinds]


def pod_of(workload):
    spec = workload["spec"]
    return (spec["jobTemplate"]["spec"] if workload["kind"] == "CronJob" else spec)["template"]


WORKLOADS = {each["metadata"]["name"]: each for each in of_kind("Deployment", "StatefulSet", "Job", "CronJob")}
PODS = {name: pod_of(each) for name, each in WORKLOADS.items()}
CONTAINERS = {
    f"{name}/{each['name']}": each
    for name, pod in PODS.items()
    for each in (*pod["spec"].get("initContainers", ()), *pod["spec"]["containers"])
}


def selects(selector, labels):
    """matchLabels and `In`, the only forms used here."""
    wanted = selector.get("matchLabels", {})
    within = {each["key"]: each["values"] for each in selector.get("matchExpressions", ())}
    return all(labels.get(key) == value for key, value in wanted.items()) and all(
        labels.get(key) in values for key, values in within.items()
    )


def labels_of(name):
    return PODS[name]["metadata"]["labels"]


def strict(document):
    kubernetes_validate.validate(document, VERSION, strict=True)


@pytest.mark.parametrize("name", OBJECTS)
def test_each_document_is_what_kubernetes_takes_and_has_no_field_that_it_does_not_know(name):
    document = OBJECTS[name]
    if document["apiVersion"].partition("/")[0] not in OF_OPERATORS:
        strict(document)


def test_a_field_that_kubernetes_does_not_know_is_found():
    wrong = yaml.safe_load(yaml.safe_dump(WORKLOADS["turnledger-api"]))
    wrong["spec"]["template"]["spec"]["containers"][0]["securitycontext"] = {}
    with pytest.raises(kubernetes_validate.ValidationError, match="securitycontext"):
        strict(wrong)


@pytest.mark.parametrize("name", PODS)
def test_a_pod_is_nobodys_in_particular_and_has_no_token(name):
    spec = PODS[name]["spec"]
    security = spec["securityContext"]
    assert security["runAsNonRoot"] is True
    assert min(security["runAsUser"], security["runAsGroup"]) > 10_000
    assert security["seccompProfile"] == {"type": "RuntimeDefault"}
    assert (spec["automountServiceAccountToken"], spec["enableServiceLinks"]) == (False, False)
    assert spec["serviceAccountName"] == name
    (account,) = [each for each in of_kind("ServiceAccount") if each["metadata"]["name"] == name]
    assert account["automountServiceAccountToken"] is False


@pytest.mark.parametrize("name", CONTAINERS)
def test_a_container_writes_nowhere_but_in_its_volumes_and_has_bounds(name):
    container = CONTAINERS[name]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    for bounds in ("requests", "limits"):
        assert set(container["resources"][bounds]) == {"cpu", "memory"}
    assert re.search(r":\d", container["image"]), "a tag that says which"


def test_the_whole_installation_is_one_release():
    images = {each["image"] for each in CONTAINERS.values() if each["image"].startswith("turnledger:")}
    assert len(images) == 1


@pytest.mark.parametrize("workload", of_kind(*LONG_RUNNING), ids=lambda each: each["metadata"]["name"])
def test_what_runs_on_is_asked_three_questions(workload):
    for container in pod_of(workload)["spec"]["containers"]:
        assert {"startupProbe", "readinessProbe", "livenessProbe"} <= set(container)


@pytest.mark.parametrize("name", ["turnledger-api", "turnledger-follower"])
def test_processes_are_replaced_one_by_one_and_leave_in_good_order(name):
    deployment, spec = WORKLOADS[name], PODS[name]["spec"]
    assert deployment["spec"]["strategy"]["rollingUpdate"] == {"maxSurge": 1, "maxUnavailable": 0}
    (container,) = spec["containers"]
    left_s = spec["terminationGracePeriodSeconds"] - container["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert left_s >= 30, "sessions have five seconds, calls in flight ten"
    assert {each["topologyKey"] for each in spec["topologySpreadConstraints"]} == {
        "kubernetes.io/hostname",
        "topology.kubernetes.io/zone",
    }
    assert all(selects(each["labelSelector"], labels_of(name)) for each in spec["topologySpreadConstraints"])
    (budget,) = [each for each in of_kind("PodDisruptionBudget") if selects(each["spec"]["selector"], labels_of(name))]
    assert budget["spec"]["maxUnavailable"] == 1


def test_the_autoscaler_alone_says_how_many_processes_there_are():
    (scaler,) = of_kind("HorizontalPodAutoscaler")
    target = scaler["spec"]["scaleTargetRef"]["name"]
    assert "replicas" not in WORKLOADS[target]["spec"]
    assert scaler["spec"]["minReplicas"] >= 2
    assert all("replicas" in each["spec"] for name, each in WORKLOADS.items() if name != target and "replicas" in each)


def test_every_selector_finds_its_pods_and_no_others():
    for workload in of_kind(*LONG_RUNNING):
        found = [name for name in PODS if selects(workload["spec"]["selector"], labels_of(name))]
        assert found == [workload["metadata"]["name"]]
    for service in of_kind("Service"):
        found = [name for name in PODS if selects({"matchLabels": service["spec"]["selector"]}, labels_of(name))]
        assert len(found) == 1
        ports = {each["name"] for each in PODS[found[0]]["spec"]["containers"][0]["ports"]}
        assert {each["targetPort"] for each in service["spec"]["ports"]} <= ports


def test_requests_are_spread_over_processes_and_not_connections():
    services = {each["metadata"]["name"]: each for each in of_kind("Service")}
    routes = [rule for route in of_kind("GRPCRoute", "HTTPRoute") for rule in route["spec"]["rules"]]
    for backend in [each for rule in routes for each in rule.get("backendRefs", ())]:
        service = services[backend["name"]]
        assert service["spec"]["clusterIP"] == "None"
        assert backend["port"] in {each["port"] for each in service["spec"]["ports"]}


def test_every_pod_may_do_nothing_but_what_a_policy_allows_and_only_players_and_metrics_come_in():
    policies = {each["metadata"]["name"]: each["spec"] for each in of_kind("NetworkPolicy")}
    nothing = policies["turnledger-nothing"]
    assert (nothing["policyTypes"], "ingress" in nothing, "egress" in nothing) == (["Ingress", "Egress"], False, False)
    assert all(selects(nothing["podSelector"], labels_of(name)) for name in PODS)
    allowed = {
        name: sorted(policy for policy, spec in policies.items() if selects(spec["podSelector"], labels_of(name)))
        for name in PODS
    }
    every = ["turnledger-metrics", "turnledger-names", "turnledger-nothing", "turnledger-stores"]
    assert allowed == {
        "turnledger-api": sorted([*every, "turnledger-players", "turnledger-internet"]),
        "turnledger-follower": sorted([*every, "turnledger-internet"]),
        "turnledger-migrate": every,
        "turnledger-backup": sorted([*every, "turnledger-bucket"]),
        "turnledger-restore": sorted([*every, "turnledger-bucket"]),
        "turnledger-archive": sorted([*every, "turnledger-bucket"]),
        "turnledger-valkey": ["turnledger-names", "turnledger-nothing", "turnledger-views"],
    }
    assert all(each["from"] and each["ports"] for spec in policies.values() for each in spec.get("ingress", ()))


def test_only_what_changes_tables_or_copies_all_of_them_has_the_owners_password():
    has = {
        name.partition("/")[0]: each["valueFrom"]["secretKeyRef"]["name"]
        for name, container in CONTAINERS.items()
        for each in container.get("env", ())
        if each["name"] == "PGPASSWORD"
    }
    assert has == {
        "turnledger-api": "turnledger-db-server",
        "turnledger-follower": "turnledger-db-server",
        "turnledger-migrate": "turnledger-db-owner",
        "turnledger-backup": "turnledger-db-owner",
        "turnledger-restore": "turnledger-db-owner",
        "turnledger-archive": "turnledger-db-owner",
    }
    assert not re.search(r"password:\s*[\"']?\w", "".join(path.read_text() for path in FILES)), "no secret stands here"


def test_one_list_of_logs_does_for_all_since_no_url_has_an_account():
    named = {"name": "turnledger-settings", "key": "TURNLEDGER_STORE"}
    assert environment("turnledger-archive/archive")["TURNLEDGER_STORE"] == {"configMapKeyRef": named}
    (example,) = KUSTOMIZATIONS[ROOT / "example"]["configMapGenerator"]
    ((_, _, store),) = [each.partition("=") for each in example["literals"] if each.startswith("TURNLEDGER_STORE=")]
    (patch,) = KUSTOMIZATIONS[ROOT / "example/migrate"]["patches"]
    (step,) = yaml.safe_load(patch["patch"])
    assert {store, step["value"], environment("turnledger-migrate/migrate")["TURNLEDGER_STORE"]} == {store}
    assert conninfo_to_dict(store).keys() == {"host", "dbname", "sslmode", "sslrootcert"}
    for name in ("api/api", "follower/follower", "migrate/migrate", "archive/archive"):
        given = environment(f"turnledger-{name}")
        account = given["PGPASSWORD"]["secretKeyRef"]["name"]
        assert given["PGUSER"] == {"secretKeyRef": {"name": account, "key": "username"}}


def environment(container):
    return {each["name"]: each.get("value") or each["valueFrom"] for each in CONTAINERS[container]["env"]}


def test_whoever_reads_games_knows_the_archive_and_its_bucket():
    serving = {"configMapRef": {"name": "turnledger-settings"}}
    bucket = {"secretRef": {"name": "turnledger-archive", "optional": True}}
    for name in ("turnledger-api/api", "turnledger-follower/follower"):
        assert CONTAINERS[name]["envFrom"] == [serving, bucket]
    place = {"name": "turnledger-settings", "key": "TURNLEDGER_ARCHIVE"}
    for name, more in (("turnledger-archive/archive", {}), ("turnledger-backup/prove", {"optional": True})):
        (named,) = [each for each in CONTAINERS[name]["env"] if each["name"] == "TURNLEDGER_ARCHIVE"]
        assert named["valueFrom"]["configMapKeyRef"] == place | more
        assert CONTAINERS[name]["envFrom"] == [{"secretRef": {"name": "turnledger-archive", **more}}]
    (example,) = KUSTOMIZATIONS[ROOT / "example"]["configMapGenerator"]
    assert [each for each in example["literals"] if each.startswith("TURNLEDGER_ARCHIVE=s3://")]


def test_games_are_archived_after_the_backup_and_by_a_command_that_there_is():
    hours = {
        name: WORKLOADS[f"turnledger-{name}"]["spec"]["schedule"].split()[:2][::-1] for name in ("backup", "archive")
    }
    assert [int(each) for each in hours["backup"]] < [int(each) for each in hours["archive"]]
    command = CONTAINERS["turnledger-archive/archive"]["args"]
    assert command == ["archive", "--older-than", "30d", "--json"]


def test_settings_are_those_of_the_program():
    known = {f"{PREFIX}{each.name.upper()}" for each in fields(Settings)}
    named = {
        name
        for path in ROOT.rglob("*.yaml")
        for name in re.findall(rf"\b({PREFIX}[A-Z_]+[A-Z])\b", path.read_text())
        if "deny" not in name
    }
    assert {"TURNLEDGER_ROLES", "TURNLEDGER_STORE", "TURNLEDGER_VIEWS"} <= named <= known


def test_every_role_is_done_by_somebody():
    named = {
        role
        for container in CONTAINERS.values()
        for each in container.get("env", ())
        if each["name"] == "TURNLEDGER_ROLES"
        for role in each["value"].split(",")
    }
    assert named == set(Settings().roles)


def test_every_file_is_applied_by_some_kustomization_and_every_patch_finds_what_it_changes():
    named = {folder / each for folder, spec in KUSTOMIZATIONS.items() for each in spec.get("resources", ())}
    assert {path for path in named if path.suffix} == set(FILES)
    folders = {path.resolve() for path in named if not path.suffix}
    folders |= {
        (folder / each).resolve() for folder, spec in KUSTOMIZATIONS.items() for each in spec.get("components", ())
    }
    examples = {folder for folder in KUSTOMIZATIONS if folder.relative_to(ROOT).parts[0].startswith("example")}
    assert folders - examples == KUSTOMIZATIONS.keys() - examples
    for spec in KUSTOMIZATIONS.values():
        for patch in spec.get("patches", ()):
            (target,) = [
                each for each in of_kind(patch["target"]["kind"]) if each["metadata"]["name"] == patch["target"]["name"]
            ]
            for step in yaml.safe_load(patch["patch"]):
                place, *keys = target, *step["path"].strip("/").split("/")
                for key in keys[:-1] if step["op"] == "add" else keys:
                    place = place[int(key) if isinstance(place, list) else key]


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="kubectl is not there")
@pytest.mark.parametrize("folder", ["example", "example/migrate", "example-restored"])
def test_kustomize_makes_of_the_example_what_kubernetes_takes(folder):
    made = subprocess.run(["kubectl", "kustomize", ROOT / folder], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    documents = list(yaml.safe_load_all(made.stdout))
    for document in documents:
        assert document["metadata"]["namespace"] == "turnledger"
        if document["apiVersion"].partition("/")[0] not in OF_OPERATORS:
            strict(document)
    assert "image: turnledger:" not in made.stdout, "each image is that of the registry"
