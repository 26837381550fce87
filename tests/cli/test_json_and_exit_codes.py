"""Every command has `--json`, and every exit code is in the table of docs/operations.md."""

import ast
import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from services.cli.main import COMMANDS, app, called
from tests.cli.test_commands import turnledger

CLI = Path("services/cli")
SECTION = re.compile(r"^## Exit codes\n(.*?)(?=^## )", re.MULTILINE | re.DOTALL)
INTERRUPTED = 130


def commands():
    """Yield every command with its path of names, as `("tournament", "list")`."""
    for name in COMMANDS:
        yield from _leaves(called(name), (name,))


def _leaves(command, path):
    if not hasattr(command, "commands"):
        yield path, command
        return
    for name, inner in command.commands.items():
        yield from _leaves(inner, (*path, name))


@pytest.mark.parametrize(
    ("path", "command"), commands(), ids=lambda each: " ".join(each) if type(each) is tuple else ""
)
def test_every_command_has_json(path, command):
    assert "--json" in {name for parameter in command.params for name in parameter.opts}


def exits():
    """Return the exit codes in the source of each command, and whether it exits by what it found."""
    for path in sorted(CLI.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in {"typer.Exit", "fail", "SystemExit"}:
                codes = [each.value for each in ast.walk(call) if isinstance(each, ast.Constant)]
                found = {code for code in codes if type(code) is int}
                is_conditional = any(isinstance(each, ast.IfExp) for each in call.args)
                yield path, found or ({2} if ast.unparse(call.func) == "fail" else {0}), is_conditional


def test_the_table_has_the_exit_codes_of_all_commands_and_no_other():
    (section,) = SECTION.findall(Path("docs/operations.md").read_text())
    documented = {int(code) for code in re.findall(r"^\| (\d+) \|", section, re.MULTILINE)}
    assert documented == {code for _, codes, _ in exits() for code in codes} | {0, 1, 2}
    assert INTERRUPTED in documented


def test_commands_that_exit_by_what_they_found_are_listed_with_it():
    (section,) = SECTION.findall(Path("docs/operations.md").read_text())
    by_finding = {
        path.stem.partition("_")[0] for path, codes, is_conditional in exits() if is_conditional and codes == {0, 1}
    }
    assert len(by_finding) >= 7
    listed = re.findall(r"^\| `(\w+)[^|]*` \|", section, re.MULTILINE)
    assert by_finding <= set(listed)
    assert set(listed) <= set(COMMANDS)


def test_wrong_arguments_and_settings_exit_with_2_and_a_store_that_is_away_with_1(tmp_path):
    run = CliRunner().invoke
    assert run(app, ["doctor", "--no-such-option"]).exit_code == 2
    assert run(app, ["settings"], env={"TURNLEDGER_VIEWS": "nonsense://"}).exit_code == 2
    assert run(app, ["archive", "--older-than", "soon"], env={"TURNLEDGER_ARCHIVE": str(tmp_path)}).exit_code == 2
    away = "postgresql://nobody@127.0.0.1:1/none?connect_timeout=1"
    assert run(app, ["token", "--store", away]).exit_code == 1
    assert run(app, ["doctor", "--store", away, "--json"]).exit_code == 1


def test_keys_are_one_line_of_json(tmp_path):
    environment = {"TURNLEDGER_KEYS": str(tmp_path / "keys")}
    found = CliRunner().invoke(app, ["keys", "--json"], env=environment)
    (line,) = found.stdout.splitlines()
    assert json.loads(line)["keys"]
    assert json.loads(CliRunner().invoke(app, ["keys"], env=environment).stdout) == json.loads(line)


@pytest.mark.slow
def test_migrate_makes_the_folders_of_a_new_store(tmp_path):
    path = tmp_path / "not" / "there" / "games.db"
    done = turnledger("migrate", "--store", f"sqlite:///{path}", "--json")
    assert (done.returncode, path.exists()) == (0, True), done.stderr
    assert [folder.stat().st_mode & 0o077 for folder in (path, path.parent, path.parent.parent)] == [0, 0, 0]
