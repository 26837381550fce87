"""Every decision has the same head and the same sections."""

import re

import pytest

from tests.docs.decision_index import listed
from tests.docs.habits import ROOT

FOLDER = ROOT / "docs/decisions"
HEAD = re.compile(
    r"# (\d+)\. [^\n]+\n\nStatus: (accepted|superseded by \[[^\n]+\)) · Date: (\d{4}-\d\d-\d\d)\n\n## Context\n"
)
SECTIONS = ["Context", "Decision", "Alternatives", "Consequences"]


@pytest.mark.parametrize("page", sorted(FOLDER.glob("*.md")), ids=lambda page: page.name[:4])
def test_decision_has_number_status_date_and_sections(page):
    text = page.read_text()
    head = HEAD.match(text)
    assert head, "write: # N. Title, then `Status: accepted · Date: YYYY-MM-DD`, then ## Context"
    assert int(head[1]) == int(page.name[:4])
    sections = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert sections == [name for name in SECTIONS if name in sections]
    assert {"Context", "Decision"} <= set(sections)


def test_index_lists_all_decisions_by_their_titles():
    assert (ROOT / "docs/index.md").read_text() == listed(), "run `python -m tests.docs.decision_index`"
