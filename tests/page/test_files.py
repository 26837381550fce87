"""The page's files, without a browser."""

import gzip
import hashlib
import importlib.util
import re
from pathlib import Path

from services.accounts import operator_actions
from services.api.gate.grants import GIVEN
from services.web.app import PAGE
from services.web.scripts import LAST_COMMA, NO_MEANING, delivered
from turnledger.v1 import grants_pb2

ROOT = Path(__file__).parents[2]
JS_GZIP_MAX, PROOF_GZIP_MAX = 200_000, 75_000
FOR_PROOFS = {"bls12-381.js", "ml-dsa.js"}
"""Loaded by who asks for a proof that needs them, and by nobody else."""
TEMPLATE = re.compile(r"`[^`]*`")
LITERAL = re.compile(r'`[^`]*`|"[^"\n]*"')
SAID = re.compile(r'\bt\(\s*("[^"]*")')
MODULES = [path for path in PAGE.rglob("*.js") if path.parent.name != "vendor"]


def test_the_types_of_the_contract_are_those_of_the_contract():
    spec = importlib.util.spec_from_file_location("contract_types", ROOT / "proto/contract_types.py")
    types = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(types)
    assert types.TARGET.read_text() == types.contract(), "run `make proto`"
    assert "    toAct: number[];\n" in types.contract()
    assert "    seat?: number;\n" in types.contract()


def test_the_libraries_of_the_page_are_those_that_were_read():
    wanted = re.findall(r"^([0-9a-f]{64})  (\S+)$", (PAGE / "vendor/README.md").read_text(), re.MULTILINE)
    there = [(hashlib.sha256(path.read_bytes()).hexdigest(), path.name) for path in PAGE.glob("vendor/*.js")]
    assert sorted(there) == sorted(wanted)
    assert {name for _, name in there} == FOR_PROOFS | {"preact.js"}
    licences = (PAGE / "vendor/LICENSES.txt").read_text()
    assert (licences.count("MIT License"), "Paul Miller" in licences) == (3, True)


def packed(paths):
    """Return the bytes as browsers get them: without comments."""
    return sum(len(gzip.compress(delivered(path, 0))) for path in paths)


def test_a_script_goes_over_the_wire_without_comments_and_types_and_with_all_its_texts(tmp_path):
    script = tmp_path / "script.js"
    script.write_text(
        'const a = "// no  comment", b = 1; // goes\n/**\n * @type {any}\n */\n'
        "const c = /** @type {any} */ (a); // don't\n"
        '  const d = `${a}  /* no comment */ ${ b + +c }. `, e = /\\/\\/ "/;\n\nlet f = b\n++b\n'
        'g(\n  [\n    a,\n    ",)",\n  ],\n);\n'
        "function i() {\n  if (a) {\n    b();\n  }\n  return f;\n}\nlet j = 1;\n"
    )
    assert delivered(script, 0).decode() == (
        'const a="// no  comment",b=1;const c=(a);'
        'const d=`${a}  /* no comment */ ${ b + +c }. `,e=/\\/\\/ "/;let f=b\n++b\n'
        'g([a,",)"]);'
        "function i(){if(a){b()}return f}let j=1;"
    )
    for path in MODULES:
        assert not LAST_COMMA.search("".join(TEMPLATE.findall(path.read_text()))), path
        assert not NO_MEANING.search(" ".join(LITERAL.findall(path.read_text()))), path
        assert SAID.findall(path.read_text()) == SAID.findall(delivered(path, 0).decode()), path


def test_a_script_keeps_the_spaces_of_its_templates():
    """rjsmin takes the text of a template inside another template for code."""
    nested = [
        (path.name, template)
        for path in MODULES
        for template in TEMPLATE.findall(delivered(path, 0).decode())
        if template.count("{") > template.count("}")
    ]
    assert nested == []


def test_all_scripts_together_are_small_enough():
    """Budgets (docs/decisions/0094 and 0031): of what is played with, and of what only proves."""
    proving = {path for path in PAGE.rglob("*.js") if path.parent.name == "verify" or path.name in FOR_PROOFS}
    assert 20_000 < packed(set(PAGE.rglob("*.js")) - proving) <= JS_GZIP_MAX
    assert 20_000 < packed(proving) <= PROOF_GZIP_MAX


def test_what_only_proofs_need_is_loaded_with_them():
    """Only an import() in the verifier loads them."""
    naming = {
        path.relative_to(PAGE).parts[0] for path in MODULES if any(each in path.read_text() for each in FOR_PROOFS)
    }
    at_once = [path.name for path in MODULES if re.search(r'from "[^"]*vendor/(bls12-381|ml-dsa)', path.read_text())]
    assert (naming, at_once) == ({"verify"}, [])


def test_modules_import_each_other_by_relative_paths_that_are_there():
    imports = [(path, found) for path in MODULES for found in re.findall(r'\bfrom "([^"]+)"', path.read_text())]
    assert len(imports) > 20
    wrong = [
        (path.name, found) for path, found in imports if not (found.startswith(".") and (path.parent / found).is_file())
    ]
    assert wrong == []


def test_the_layer_that_the_kit_packs_loads_nothing_but_itself():
    layer = sorted((PAGE / "layer").glob("*.js"))
    assert [path.name for path in layer] == ["connect.js", "connection.js", "kept.js"]
    found = [each for path in layer for each in re.findall(r'\b(?:from |import\()"([^"]+)"', path.read_text())]
    assert {str((layer[0].parent / each).resolve().parent) for each in found} == {str(layer[0].parent)}


def test_what_the_first_screens_are_made_of_is_loaded_at_once():
    """Module by module each import would wait for the one before it."""
    wanted, todo = set(), [PAGE / name for name in ("app.js", "views/lobby.js", "views/table.js")]
    while todo:
        path = todo.pop()
        if path not in wanted:
            wanted.add(path)
            todo += [(path.parent / found).resolve() for found in re.findall(r'\bfrom "([^"]+)"', path.read_text())]
    listed = re.findall(r'<link rel="modulepreload" href="([^"]+)">', (PAGE / "index.html").read_text())
    assert sorted(listed) == sorted(str(path.relative_to(PAGE)) for path in wanted if path.name != "app.js")


def test_every_recorded_action_and_every_grant_has_words_in_the_console():
    source = (PAGE / "views/staff.js").read_text()
    actions = {value for name, value in vars(operator_actions).items() if name == value}
    assert {"RENAMED", "GRANT_GIVEN"} <= actions
    assert set(re.findall(r'^  ([A-Z_]+): t\("', source, re.MULTILINE)) == actions
    assert re.findall(r'^  \["(\w+)", t\("', source, re.MULTILINE) == [grants_pb2.Grant.Name(each) for each in GIVEN]
