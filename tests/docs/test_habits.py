"""The habits that docs/style.md advises against may only become rarer."""

import re
import warnings
from collections import Counter

import pytest

from tests.docs import habits

ROW = re.compile(r"^\| `(\w+)` \| (.*?) \| (.*?) \|$", re.MULTILINE)
EXAMPLES = ROW.findall((habits.ROOT / "docs/style.md").read_text())
LOWER = "python -m tests.docs.habits --update"


def test_no_habit_is_more_frequent_than_its_ceiling():
    found: dict[tuple[str, str], list[str]] = {}
    for place in habits.places():
        found.setdefault((place.area, place.habit), []).append(f"{place.path}:{place.line}: {place.text}")
    limits = {key: most for key, (_, most) in habits.ceilings().items()}
    risen = {key: lines for key, lines in found.items() if len(lines) > limits.get(key, 0)}
    message = "\n".join(
        f"{habit} in {area}: {len(lines)}, at most {limits.get((area, habit), 0)} allowed "
        f"(docs/style.md has better words; list all with `python -m tests.docs.habits --find {habit} {area}`)"
        for (area, habit), lines in risen.items()
    )
    assert not risen, message
    fallen = sum(limits.values()) - sum(map(len, found.values()))
    if fallen:
        warnings.warn(f"{fallen} bad habits fewer than the ceilings allow: lower them with `{LOWER}`", stacklevel=1)


def test_every_habit_has_an_example_in_the_style_guide():
    assert [habit for habit, *_ in EXAMPLES] == habits.HABITS


@pytest.mark.parametrize(("habit", "bad", "better"), EXAMPLES, ids=[habit for habit, *_ in EXAMPLES])
def test_patterns_find_the_bad_example_and_not_the_better_one(habit, bad, better):
    assert habit in found_in(bad)
    assert found_in(better) == set()


def found_in(example):
    if match := re.search(r'`("""|def )(.*?)(?:"""|\(\))`', example):
        code = f"def name():\n    '''{match[2]}'''" if match[1] == '"""' else f"def {match[2]}():\n    pass"
        (_, definition) = habits.definitions(habits.ast.parse(code))
        return {place.habit for place in habits.in_definition("docs", "example", definition)}
    return {place.habit for place in habits.in_prose("docs", "example", 1, example)}


def test_lowered_ceilings_never_rise_and_keep_their_starts(monkeypatch):
    stored = {("docs", "stands"): (10, 5), ("docs", "somebody"): (10, 5)}
    monkeypatch.setattr(habits, "ceilings", lambda: stored)
    monkeypatch.setattr(habits, "counts", lambda: Counter({("docs", "stands"): 9, ("docs", "somebody"): 2}))
    after = habits.lowered()
    assert after["docs", "stands"] == (10, 5)
    assert after["docs", "somebody"] == (10, 2)


@pytest.mark.parametrize(
    ("path", "text", "prose"),
    [
        ("docs/a.md", "One.\n```sh\nwhat\n```\nTwo.", [(1, "One.\n\n\n\nTwo.")]),
        ("domain/a.py", "x = 1  # Why\ny = '#no'\n", [(1, "Why")]),
        (
            "clients/a.ts",
            "// Why\nx = 'https://a'; // How\n/** That\n * this",
            [(1, "Why"), (2, "How"), (3, "That"), (4, "this")],
        ),
        ("domain/a/texts/messages.pot", 'msgid ""\n"One "\n"two"\nmsgstr ""\n', [(1, "One two")]),
    ],
)
def test_prose_of_a_file_is_what_people_read(path, text, prose):
    assert list(habits.prose(path, text)) == prose
