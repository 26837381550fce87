"""etcd, kube-apiserver and kustomize, built by Go from the module proxy at pinned versions, and the definitions of the
kinds of other projects. The first build takes about ten minutes on two cores; Go keeps what it compiled."""

import json
import os
import re
import subprocess
from pathlib import Path

KUBERNETES, STAGING = "v1.37.2", "v0.37.2"
ETCD, KUSTOMIZE = "v3.7.3", "v5.6.0"
DEFINITIONS = {
    "github.com/cloudnative-pg/cloudnative-pg@v1.27.0": "config/crd/bases",
    "github.com/cloudnative-pg/plugin-barman-cloud@v0.15.0": "config/crd/bases",
    "github.com/prometheus-operator/prometheus-operator@v0.85.0": "example/prometheus-operator-crd",
    "sigs.k8s.io/gateway-api@v1.4.0": "config/crd/standard",
}
"""Modules, and their folders of custom resource definitions."""
BUILD_S = 3_600


def kube_apiserver(folder: Path) -> Path:
    """Kubernetes replaces the modules of its staging area by folders, which its own module leaves out: the published
    modules take their place."""
    module = json.loads(_go("mod", "download", "-json", f"k8s.io/kubernetes@{KUBERNETES}"))
    text = Path(module["GoMod"]).read_text()
    staged = sorted(set(re.findall(r"^\s*(\S+) => \./staging", text, re.MULTILINE)))
    replaced = "\n".join(f"  {name} => {name} {STAGING}" for name in staged)
    (version,) = re.findall(r"^go .*$", text, re.MULTILINE)
    (folder / "go.mod").write_text(
        f"module example.org/apiserver\n{version}\nrequire k8s.io/kubernetes {KUBERNETES}\nreplace (\n{replaced}\n)\n"
    )
    (folder / "tools.go").write_text(
        '//go:build tools\npackage tools\nimport _ "k8s.io/kubernetes/cmd/kube-apiserver"\n'
    )
    _go("mod", "tidy", folder=folder)
    _go("build", "-o", str(folder), "k8s.io/kubernetes/cmd/kube-apiserver", folder=folder)
    return folder / "kube-apiserver"


def etcd(folder: Path) -> Path:
    (folder / "go.mod").write_text("module example.org/etcd\n")
    _go("get", f"go.etcd.io/etcd/server/v3@{ETCD}", folder=folder)
    _go("build", "-o", str(folder / "etcd"), "go.etcd.io/etcd/server/v3", folder=folder)
    return folder / "etcd"


def kustomize(folder: Path) -> Path:
    _go("install", f"sigs.k8s.io/kustomize/kustomize/v5@{KUSTOMIZE}", bin_folder=folder)
    return folder / "kustomize"


def definitions() -> list[Path]:
    """Return the files of custom resource definitions."""
    found = list[Path]()
    for module, place in DEFINITIONS.items():
        folder = Path(json.loads(_go("mod", "download", "-json", module))["Dir"]) / place
        found += sorted(path for path in folder.glob("*.yaml") if path.name != "kustomization.yaml")
    return found


def _go(*words: str, folder: Path | None = None, bin_folder: Path | None = None) -> str:
    """Run Go. Raises subprocess.CalledProcessError."""
    environment = {**os.environ, "GOFLAGS": "-mod=mod", **({"GOBIN": str(bin_folder)} if bin_folder else {})}
    return subprocess.run(
        ["go", *words], cwd=folder or Path.home(), env=environment, check=True, text=True, stdout=subprocess.PIPE,
        timeout=BUILD_S,
    ).stdout  # fmt: skip
