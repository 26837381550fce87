"""Russian texts use the words of the printed Russian rulebooks: in catalogues, rules, the page and the terminal."""

import re
import tomllib
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
WORDS = tomllib.loads((Path(__file__).parent / "printed_words.toml").read_text())["word"]
CATALOGUES = sorted([*ROOT.glob("domain/*/texts/ru.po"), ROOT / "services/texts/po/ru.po"])
SOURCES = sorted(
    [*ROOT.glob("docs/rules/ru/*.md"), *ROOT.glob("services/cli/**/*.py"), *ROOT.glob("clients/web/**/*.js")]
)


def texts():
    for path in CATALOGUES:
        with path.open("rb") as file:
            for message in read_po(file):
                said = message.string if isinstance(message.string, tuple) else (message.string,)
                yield from ((path.relative_to(ROOT), text) for text in said if message.id)
    for path in SOURCES:
        yield from ((path.relative_to(ROOT), line) for line in path.read_text().splitlines())


@pytest.mark.parametrize("word", WORDS, ids=lambda word: word["printed"])
def test_texts_have_the_printed_word_and_no_other(word):
    other = re.compile(rf"\b(?:{'|'.join(word['instead'])})\w*", re.IGNORECASE)
    assert [(str(path), text) for path, text in texts() if other.search(text)] == [], (
        f"{word['printed']}: {word['page']}"
    )
    assert any(re.search(rf"\b(?:{word['stem']})", text, re.IGNORECASE) for _, text in texts())


def test_mines_are_outside_the_plant_limit_but_count_as_plants_otherwise():
    """AU-05, AU-06: the printed rules count them in turn order and as the one card of a round."""
    told = [text for path, text in texts() if path.name == "ru.po" and "шахты:" in text]
    assert told
    assert all("в предел станций они не входят, но считаются в порядке хода" in text for text in told)
