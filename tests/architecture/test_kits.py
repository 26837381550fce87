"""Kotlin is compiled in Maven's own process: its daemon is waited for by the clock, and builds failed on busy machines.
The builds themselves hold it, too, where Maven is: in their environment no daemon can start."""

import json
from xml.etree import ElementTree

import pytest

from clients import build
from tests.tracked import ROOT, tracked

PLUGIN = "kotlin-maven-plugin"
POMS = [path for path in tracked("*pom.xml") if PLUGIN in (ROOT / path).read_text()]


def test_projects_in_kotlin_are_found():
    assert "clients/kotlin/pom.xml" in POMS


@pytest.mark.parametrize("path", POMS)
def test_kotlin_is_compiled_without_a_daemon(path):
    maven = {"": "http://maven.apache.org/POM/4.0.0"}
    plugins = ElementTree.parse(ROOT / path).iterfind(".//plugin", maven)
    kotlin = [plugin for plugin in plugins if plugin.findtext("artifactId", "", maven) == PLUGIN]
    assert [plugin.findtext("configuration/useDaemon", "", maven) for plugin in kotlin] == ["false"]
    assert [each.text for plugin in kotlin for each in plugin.iterfind(".//useDaemon", maven)] == ["false"]


@pytest.mark.parametrize("own", ["", "-Xmx1g"])
def test_kits_are_built_where_no_compiler_daemon_can_start(tmp_path, monkeypatch, capfd, own):
    monkeypatch.setenv("MAVEN_OPTS", own)
    (tmp_path / "kit.json").write_text(json.dumps({"needs": ["sh"], "steps": [["sh", "-c", "echo $MAVEN_OPTS"]]}))
    assert build.build(tmp_path).startswith("passed")
    options = capfd.readouterr().out.splitlines()[-1]
    assert options == f"{own} -Dkotlin.daemon.jvm.options=-XX:+KotlinIsCompiledWithoutItsDaemon".strip()
