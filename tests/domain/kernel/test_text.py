"""Limits of typed text are the same on every version of Python."""

import unicodedata

import pytest

from domain.kernel.text import is_line, is_text, is_title

SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "plain",
            "two\nlines",
            "привет",
            "café",
            "cafe\u0301",
            "5\xa0€",
            "می\u200cخواهم",
            "👨\u200d👩\u200d👧",
            "❤\ufe0f",
            SCOTLAND,
        ),
        *(
            "\U0001fae8 of Unicode 15",
            "\U0001fae9 of Unicode 16",
            "\U00010d4a of Unicode 16",
            "\U0002ebf0 of Unicode 15.1",
        ),
    ],
)
def test_people_may_write_characters_of_any_unicode_version(text):
    assert is_text(text)
    assert is_line(text) == ("\n" not in text)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "bell\x07",
            "\x85",
            "\x00",
            "tab\t",
            "\u2028",
            "right\u202eleft",
            "\u2066",
            "\u200f",
            "\u200b",
            "\u2060",
            "\ufeff",
            "\xad",
        ),
        *("\ud800", "\ue000", "\U000f0000", "\U0010fffd", "\ufdd0", "\uffff", "\U0001fffe", "\U000e0001", "\U000e0067"),
        *("\U0001f3f4\U000e0067", SCOTLAND[:-1], "\u2065", "\U000e0fff"),
    ],
)
def test_controls_and_invisible_characters_are_refused(text):
    assert not is_text(text)
    assert not is_line(text)
    assert not is_title(text)


@pytest.mark.slow
def test_all_that_this_interpreter_knows_as_control_or_format_is_refused_and_nothing_else():
    """Unassigned characters are welcome, but for those that Unicode reserves for more of the kind."""
    allowed = {chr(number) for number in range(0x110000) if is_text(chr(number))}
    known = {chr(number): unicodedata.category(chr(number)) for number in range(0x110000)}
    visible = {
        character for character, category in known.items() if category[0] != "C" and category not in ("Zl", "Zp")
    }
    assert visible <= allowed
    assert {character for character in allowed - visible if known[character] != "Cn"} == set("\n\u200c\u200d")


@pytest.mark.parametrize("title", ["", "Spring Cup", "Кубок", "Cup \U0001fae9", "Ligue d’été"])
def test_titles_may_have_what_is_seen(title):
    assert is_title(title)


@pytest.mark.parametrize(
    "title", [" Cup", "Cup ", "two\nlines", "a\u200db", "a\u200cb", "a\u3000b", "a\xa0b", SCOTLAND]
)
def test_titles_have_nothing_that_only_programs_tell_apart(title):
    assert not is_title(title)
