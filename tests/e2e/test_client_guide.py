"""docs/client.md as its reader works through it: all its blocks, in order, against a real server."""

import ast
import inspect
import re
from pathlib import Path

import pytest

from services.main import running
from tests.api.conftest import settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/client.md").read_text()
PROGRAM = "\n".join(re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))


@pytest.mark.servers
@pytest.mark.slow
async def test_a_python_program_gets_from_a_token_to_a_rematch(tmp_path):
    async with running(settings(tmp_path, webhooks_private=True)) as server:
        program = PROGRAM.replace("127.0.0.1:50051", server.grpc).replace("example.org", "127.0.0.1")
        code = compile(program, "docs/client.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        for folder in ("kept", "kept by another"):  # as two readers do on one server
            names = {"folder": tmp_path / folder}
            done = eval(code, names)
            assert inspect.iscoroutine(done)
            await done
            assert names["file"].startswith(b"{")
