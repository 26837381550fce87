"""docs/reference/settings.md: every setting as the code has it."""

from services.settings.reading import FIELDS, Field

HEAD = """# Settings

Made from `services/settings/fields.py` by `make reference`. Settings are environment variables; `serve --help` lists
flags of the same names, which take precedence. A variable that starts with `TURNLEDGER_` and is not listed here, or a
value that is not allowed, is an error at the start of every command. `turnledger settings` prints the effective ones.
Secrets come only from the environment or from files.

| variable | default | allowed | meaning |
| --- | --- | --- | --- |
"""


def text() -> str:
    return HEAD + "".join(map(_row, FIELDS.values()))


def _row(field: Field) -> str:
    default = field.kind.printable(field.default)
    cells = (f"`{field.variable}`", f"`{default}`" if default else "", field.kind.allowed, field.meaning)
    return f"| {' | '.join(each.replace('|', chr(92) + '|') for each in cells)} |\n"
