"""CHANGELOG.md is written as Keep a Changelog asks."""

import re

from tests.docs.habits import ROOT

PARTS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Upgrade notes"]
TEXT = (ROOT / "CHANGELOG.md").read_text()


def test_changelog_has_only_the_parts_of_keep_a_changelog_in_order():
    for version in TEXT.split("\n## ")[1:]:
        parts = re.findall(r"^### (.*)$", version, re.MULTILINE)
        assert parts == [part for part in PARTS if part in parts]


def test_first_version_is_told_in_ten_lines():
    (first,) = [version for version in TEXT.split("\n## ") if version.startswith("[0.1.0]")]
    assert len(re.findall(r"^- ", first, re.MULTILINE)) == 10


def test_every_entry_is_short():
    entries = re.findall(r"^- .*(?:\n  .*)*", TEXT, re.MULTILINE)
    assert [entry for entry in entries if len(entry) > 240] == []
