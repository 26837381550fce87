"""The examples of docs/architecture.md run, and names in any document exist. Other pages run in tests/e2e."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
NAMED = re.compile(r"`((?:docs|domain|services|projections|tests|deploy|proto|bench|examples)/[\w./-]+)`")
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.slow
def test_the_ten_lines_without_a_server_play_a_whole_game():
    program, *_ = BLOCK.findall((ROOT / "docs/architecture.md").read_text())
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert len(program.splitlines()) <= 10
    assert "Outcome(reason='NETWORK_SIZE_REACHED'" in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_that_a_document_names_is_there(page):
    missing = [name for name in NAMED.findall(page.read_text()) if not (ROOT / name).exists()]
    assert missing == []
