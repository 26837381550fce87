"""Every object of deploy/kubernetes is applied to a real kube-apiserver, which refuses unknown fields, twice: the
second time nothing may change. `make kubernetes-test`. Exit code 1 on any refusal, 2 without Go.

The API server stores objects and runs nothing: that pods start and policies bind needs a cluster with nodes.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx
import yaml

from support.servers import Server, wait_until
from tests.kubernetes_api import programs

MANIFESTS = Path(__file__).parents[2] / "deploy/kubernetes"
FOLDERS = ("example", "example/migrate", "example-restored")
TOKEN = token_hex(16)
OWNER = "turnledger"

Object = dict[str, Any]


class Etcd(Server):
    def __init__(self, binary: Path) -> None:
        super().__init__()
        self._binary = binary
        self.url = f"http://127.0.0.1:{self.port}"

    def command(self) -> Sequence[str | Path]:
        addresses = ("--listen-client-urls", self.url, "--advertise-client-urls", self.url)
        return [
            self._binary,
            "--data-dir",
            self.folder / "data",
            *addresses,
            "--listen-peer-urls",
            "http://127.0.0.1:0",
        ]

    def answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/health").status_code == 200
        except httpx.TransportError:
            return False


class ApiServer(Server):
    """A kube-apiserver without nodes. `client`: as its administrator."""

    def __init__(self, binary: Path, etcd: Etcd) -> None:
        super().__init__()
        self._binary, self._etcd = binary, etcd
        self.client = httpx.Client(
            base_url=f"https://127.0.0.1:{self.port}", verify=False, timeout=60,  # its own certificate
            headers={"authorization": f"Bearer {TOKEN}"},
        )  # fmt: skip
        (self.folder / "tokens").write_text(f'{TOKEN},admin,1,"system:masters"\n')
        key = ["openssl", "genrsa", "-out", str(self.folder / "key"), "2048"]
        subprocess.run(key, check=True, capture_output=True)

    def command(self) -> Sequence[str | Path]:
        return [
            self._binary, "--etcd-servers", self._etcd.url, "--secure-port", str(self.port),
            "--bind-address", "127.0.0.1", "--cert-dir", self.folder, "--token-auth-file", self.folder / "tokens",
            "--authorization-mode", "RBAC", "--service-cluster-ip-range", "10.0.0.0/24",
            "--service-account-issuer", "https://127.0.0.1", "--service-account-key-file", self.folder / "key",
            "--service-account-signing-key-file", self.folder / "key",
        ]  # fmt: skip

    def answers(self) -> bool:
        try:
            return self.client.get("/readyz").status_code == 200
        except httpx.TransportError:
            return False

    def apply(self, document: Object) -> Object:
        """Apply on the server, strictly: an unknown or doubled field is an error. Raises AssertionError."""
        answer = self.client.patch(
            self._path(document),
            params={"fieldManager": OWNER, "fieldValidation": "Strict", "force": "true"},
            headers={"content-type": "application/apply-patch+yaml"},
            content=yaml.safe_dump(document),
        )
        name = f"{document['kind']} {document['metadata']['name']}"
        assert answer.is_success, f"{name}: {answer.json().get('message', answer.text)}"
        return dict(answer.json())

    def _path(self, document: Object) -> str:
        version, kind = document["apiVersion"], document["kind"]
        base = f"/apis/{version}" if "/" in version else f"/api/{version}"
        resources = self.client.get(base).raise_for_status().json()["resources"]
        (found,) = [each for each in resources if each["kind"] == kind and "/" not in each["name"]]
        namespace = f"/namespaces/{document['metadata']['namespace']}" if found["namespaced"] else ""
        return f"{base}{namespace}/{found['name']}/{document['metadata']['name']}"

    def define(self, document: Object) -> None:
        """Install a custom resource definition, and wait until its kind is served."""
        self.apply(document)
        spec = document["spec"]
        places = [f"/apis/{spec['group']}/{each['name']}" for each in spec["versions"] if each["served"]]
        wait_until(lambda: all(self._serves(place, spec["names"]["plural"]) for place in places), spec["names"]["kind"])

    def _serves(self, place: str, plural: str) -> bool:
        answer = self.client.get(place)
        return answer.is_success and any(each["name"] == plural for each in answer.json()["resources"])


class Manifests(yaml.SafeLoader):
    """Reads timestamps and `=` as text, as Kubernetes does."""

    yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith((":timestamp", ":value"))]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def objects_in(text: str) -> list[Object]:
    return [each for each in yaml.load_all(text, Loader=Manifests) if each]


def built(kustomize: Path, folder: str) -> list[Object]:
    done = subprocess.run([kustomize, "build", MANIFESTS / folder], check=True, capture_output=True, text=True)
    return objects_in(done.stdout)


def rehearse(server: ApiServer, kustomize: Path) -> None:
    for path in programs.definitions():
        for document in objects_in(path.read_text()):
            server.define(document)
    labels = {"pod-security.kubernetes.io/enforce": "restricted"}
    server.apply({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": OWNER, "labels": labels}})
    for folder in FOLDERS:
        objects = built(kustomize, folder)
        first, again = ([server.apply(each)["metadata"] for each in objects] for _ in range(2))
        changed = [
            old["name"] for old, new in zip(first, again, strict=True) if old.get("generation") != new.get("generation")
        ]
        assert not changed, f"applied twice, these changed: {changed}"
        print(f"{folder}: {len(objects)} objects accepted, and unchanged when applied again", flush=True)
    broken = next(each for each in built(kustomize, "example") if each["kind"] == "Deployment")
    broken["spec"]["template"]["spec"]["containers"][0]["securitycontext"] = {}
    try:
        server.apply(broken)
    except AssertionError as refused:
        print(f"a field that does not exist is refused: {refused}"[:160])
    else:
        raise AssertionError("a field that does not exist was accepted")


def main() -> int:
    if not shutil.which("go"):
        print("make kubernetes-test: there is no Go here, which builds kube-apiserver and etcd", file=sys.stderr)
        return 2
    with ExitStack() as stack:
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(3)]
        etcd = stack.enter_context(Etcd(programs.etcd(folders[0])))
        server = stack.enter_context(ApiServer(programs.kube_apiserver(folders[1]), etcd))
        rehearse(server, programs.kustomize(folders[2]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
