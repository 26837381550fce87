"""Lessons in the languages of people: the file of a game with the texts of its catalogues."""

from functools import cache
from importlib.resources import files

import msgspec
from msgspec.structs import replace

from domain import catalogue
from domain.kernel.lesson import Lesson
from services.texts.catalogues import texts
from services.texts.telling import package_of


@cache
def lesson(variant: str) -> Lesson | None:
    """Return the lesson of a variant in English, None where a variant or its lesson does not exist."""
    if variant not in catalogue.VARIANTS:
        return None
    package = package_of(type(catalogue.VARIANTS[variant]))
    file = files(package) / "lessons" / f"{variant.rpartition('/')[2]}.json"
    return msgspec.json.decode(file.read_bytes(), type=Lesson) if file.is_file() else None


@cache
def lesson_in(variant: str, language: str) -> bytes | None:
    """Return the lesson as JSON in one of LANGUAGES."""
    found = lesson(variant)
    if found is None:
        return None
    known = texts(package_of(type(catalogue.VARIANTS[variant])), language)

    def translate(english: str) -> str:
        return known[english].forms[0]

    steps = tuple(replace(step, says=translate(step.says)) for step in found.steps)
    words = {word: translate(text) for word, text in found.words.items()}
    return msgspec.json.encode(replace(found, end=translate(found.end), words=words, steps=steps))
