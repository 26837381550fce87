"""The rules by their numbers in other languages: each exists, and translates the current English."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from services.texts import LANGUAGES

RULES = Path(__file__).parents[2] / "docs/rules"
PAGES = sorted(page.stem for page in RULES.glob("*.md"))
OTHERS = [language for language in LANGUAGES if language != "en"]
HEAD = re.compile(r"#### (\S+)(?: · (.+))?")
ROW = re.compile(r"\| ([A-Z0-9]+-[A-Z0-9-]+) \| (.*?) \|")
SOURCES = re.compile(r"\s*\((?:S\d|DEC-)[^)]*\)")
TRANSLATED = re.compile(r"^#### (\S+)(?: · (.+))?\n- (.+)\n<!-- ([0-9a-f]{8}) -->$", re.MULTILINE)


def english(page):
    """Return number -> title and text of every rule, without examples and decisions."""
    found, number = {}, ""
    for line in (RULES / f"{page}.md").read_text().splitlines():
        if head := HEAD.fullmatch(line):
            number = head[1]
            found[number] = head[2] or ""
        elif row := ROW.match(line):
            found[row[1]] = row[2]
        elif line.startswith(("#", "**")):
            number = ""
        elif number and line.startswith("- Rule: "):
            found[number] += re.sub("[`*]", "", SOURCES.sub("", line.removeprefix("- Rule: ")))
    return {number: text for number, text in found.items() if not number.startswith(("EX-", "DEC-"))}


def translated(page, language):
    return TRANSLATED.findall((RULES / language / f"{page}.md").read_text())


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("page", PAGES)
def test_every_rule_is_there_once_and_none_that_is_not(page, language):
    numbers = [number for number, *_ in translated(page, language)]
    assert numbers
    assert sorted(numbers) == sorted(english(page))
    heads = re.findall("^#### ", (RULES / language / f"{page}.md").read_text(), re.MULTILINE)
    assert len(heads) == len(numbers), "each has its text and the print of the English"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("page", PAGES)
def test_a_rule_translates_the_english_as_it_is_now(page, language):
    """If the English was changed, look at the translation, then give it the new print."""
    now = {number: sha256(text.encode()).hexdigest()[:8] for number, text in english(page).items()}
    stale = {number: now[number] for number, _, _, digest in translated(page, language) if now[number] != digest}
    assert stale == {}


@pytest.mark.parametrize("page", PAGES)
def test_the_russian_is_russian(page):
    for number, title, text, _ in translated(page, "ru"):
        assert re.search("[а-яё]", text + title, re.IGNORECASE), number
