"""Code in documents is fenced, so that a tool that wraps paragraphs leaves it alone, and a shell can read commands."""

import re
import subprocess

import pytest

from tests.tracked import ROOT, tracked

DOCUMENTS = sorted(tracked("*.md"))
FENCED = re.compile(r"^( *)```(\w*)[^\n]*\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"^\n {4,}(?![-*] |\d+\. )\S.*", re.MULTILINE)
ITEM = re.compile(r"^ *(?:[-*]|\d+\.) ", re.MULTILINE)


@pytest.mark.parametrize("path", DOCUMENTS)
def test_code_is_fenced(path):
    prose = FENCED.sub("", (ROOT / path).read_text())
    assert [found[0] for found in INDENTED.finditer(prose) if not ITEM.search(prose[: found.start()][-600:])] == []


def test_shell_commands_can_be_read_by_a_shell():
    read = 0
    for path in DOCUMENTS:
        for _, language, code in FENCED.findall((ROOT / path).read_text()):
            if language == "sh":
                checked = subprocess.run(["bash", "-n"], input=code, capture_output=True, text=True)
                assert checked.returncode == 0, f"{path}:\n{code}{checked.stderr}"
                read += 1
    assert read > 50
