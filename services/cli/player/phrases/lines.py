"""Lines that can be typed for a turn: a verb and its arguments, read by names and amounts in any language.

A line represents one option of the game. The typed text is a verb (`bid`, or the beginning of it), its object (a city,
a plant) if several lines have the verb, and the rest, which the line itself reads: `auction 13 15`.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from domain.kernel.messages import Command

Tokens = tuple[str, ...]


class Unclear(Exception):
    """The typed text matches nothing, or several things. The message lists them."""


class Line(NamedTuple):
    """`verbs`: the first is shown. `about`: what the line is called by where others share its verb. `says`: the line
    after the verb. `read`: the command that the rest of the words stands for, raises Unclear. `price`: what is asked
    before the command is given; empty for nothing. `amounts`: whether a number alone can mean this line."""

    verbs: tuple[str, ...]
    about: tuple[str, ...]
    says: str
    read: Callable[[str], Command]
    price: Callable[[Command], str] = lambda _: ""
    amounts: bool = False


Say = Callable[[str], str]


def tokens(text: str) -> Tokens:
    return tuple(re.findall(r"\w+", text.casefold().replace("ё", "е")))


def understood(lines: Sequence[Line], typed: str, say: Say) -> tuple[Line, Command]:
    """Return the line and the command that the player means. Raises Unclear."""
    if number := re.fullmatch(r"#\s*(\d+)\s*(.*)", typed.strip()):
        if not 1 <= int(number[1]) <= len(lines):
            raise Unclear(say("there is no line #{n}").format(n=number[1]))
        line = lines[int(number[1]) - 1]
        return line, line.read(number[2])
    words = typed.split(maxsplit=1)
    verb, rest = words[0], words[1] if words[1:] else ""
    if verb.isdigit():
        line = _of_a_number(lines, typed, say)
        return line, line.read(typed)
    line, left = _about(_of_the_verb(lines, verb, say), rest, say)
    return line, line.read(left)


def _of_a_number(lines: Sequence[Line], typed: str, say: Say) -> Line:
    fitting = [line for line in lines if line.amounts]
    if len(fitting) == 1:
        return fitting[0]
    raise Unclear(
        say(
            "{typed} alone is not clear: say what it is for ({example} …), or #{typed} for line {typed}",
        ).format(typed=typed, example=lines[0].verbs[0])
    )


def _of_the_verb(lines: Sequence[Line], typed: str, say: Say) -> list[Line]:
    """The lines of the one verb that is typed, or that begins so."""
    (wanted,) = tokens(typed) or ("",)
    for fits in (str.__eq__, str.startswith):
        found = [line for line in lines if wanted and any(fits(verb, wanted) for verb in line.verbs)]
        if len({line.verbs[0] for line in found}) == 1:
            return found
        if found:
            verbs = say(" or ").join(dict.fromkeys(line.verbs[0] for line in found))
            raise Unclear(say("{typed} may be {verbs}").format(typed=typed, verbs=verbs))
    verbs = ", ".join(dict.fromkeys(line.verbs[0] for line in lines))
    raise Unclear(say("{typed} is nothing to do now; there are: {verbs}").format(typed=typed, verbs=verbs))


def _about(lines: list[Line], rest: str, say: Say) -> tuple[Line, str]:
    """The line that the rest begins with the name of, and what is left of the rest."""
    if len(lines) == 1:
        (line,) = lines
        return line, _without(rest, line.about)
    names = {line: line.about for line in lines}
    shown = {line: line.about[0] for line in lines}
    line, left = one_of(lines, names, shown, rest, say)
    return line, left


def _without(rest: str, names: Iterable[str]) -> str:
    """Return the rest without the leading name, which is optional if only one line has the verb."""
    said = tokens(rest)
    most = max((_length(said, tokens(name)) for name in names), default=0)
    return " ".join(said[most:]) if most else rest


def one_of(
    items: Sequence[Line], names: Mapping[Line, Iterable[str]], shown: Mapping[Line, str], typed: str, say: Say
) -> tuple[Line, str]:
    said = tokens(typed)
    lengths = {item: max((_length(said, tokens(name)) for name in names[item]), default=0) for item in items}
    most = max(lengths.values())
    if not most:
        listed = ", ".join(shown[item] for item in items)
        if not said:
            raise Unclear(say("which one? {listed}").format(listed=listed))
        raise Unclear(say("nothing here is called {typed}; there are: {listed}").format(typed=typed, listed=listed))
    found = [item for item in items if lengths[item] == most]
    whole = [item for item in found if any(tokens(name) == said[:most] for name in names[item])]
    chosen = whole or found
    if len({shown[item] for item in chosen}) > 1:
        listed = say(" or ").join(shown[item] for item in chosen)
        raise Unclear(say("{typed} may be {listed}").format(typed=typed, listed=listed))
    return chosen[0], " ".join(said[most:])


def _length(said: Tokens, name: Tokens) -> int:
    """Return how many of the typed words are the beginnings of the name's words, from the first one on."""
    length = 0
    for word, whole in zip(said, name, strict=False):
        if not (word == whole if word.isdigit() or whole.isdigit() else whole.startswith(word)):
            break
        length += 1
    return length


class Names(NamedTuple):
    """Things that may be named: ids and what they are called, the name to show first."""

    called: Mapping[str, Sequence[str]]

    def several(self, typed: str, say: Say) -> tuple[str, ...]:
        """Return the named things, separated by commas. Of several equal ones (`mine`) the first free one."""
        found = list[str]()
        for part in filter(None, (each.strip() for each in re.split(r"[,;+]", typed))):
            found.append(self._one(part, found, say))
        return tuple(found)

    def _one(self, part: str, taken: Sequence[str], say: Say) -> str:
        said = tokens(part)
        free = [each for each in self.called if each not in taken]
        fitting = [each for each in free if any(_length(said, tokens(name)) == len(said) for name in self.called[each])]
        exact = [each for each in fitting if any(tokens(name) == said for name in self.called[each])]
        if not fitting:
            listed = ", ".join(self.called[each][0] for each in free)
            raise Unclear(
                say(
                    "nothing here is called {part}; there are: {listed}",
                ).format(part=part, listed=listed or "–")
            )
        alike = {re.sub(r"\W*\d+$", "", self.called[each][0]) for each in fitting}
        if exact or len(alike) == 1:
            return (exact or fitting)[0]
        listed = say(" or ").join(self.called[each][0] for each in fitting)
        raise Unclear(say("{part} may be {listed}").format(part=part, listed=listed))


def nothing_more(make: Command, say: Say) -> Callable[[str], Command]:
    """A line that is typed by its verb alone."""

    def read(rest: str) -> Command:
        if rest.strip():
            raise Unclear(say("{rest} is too much here").format(rest=rest))
        return make

    return read


def amount(
    least: int, most: int, make: Callable[[int], Command], say: Say, *, default: bool = False
) -> Callable[[str], Command]:
    """A line with a number. `default`: the least, if none is typed."""

    def read(rest: str) -> Command:
        said = tokens(rest)
        if not said and default:
            return make(least)
        if len(said) != 1 or not said[0].isdigit() or not least <= int(said[0]) <= most:
            raise Unclear(say("a number from {least} to {most}").format(least=least, most=most))
        return make(int(said[0]))

    return read


def numbered(ways: Sequence[str], make: Callable[[int], Command], say: Say) -> Callable[[str], Command]:
    """A line with several ways, which are listed with their numbers if none is typed."""

    def read(rest: str) -> Command:
        said = tokens(rest)
        if len(ways) == 1 and not said:
            return make(0)
        if len(said) == 1 and said[0].isdigit() and 1 <= int(said[0]) <= len(ways):
            return make(int(said[0]) - 1)
        listed = "\n".join(f"  {number:3} {way}" for number, way in enumerate(ways, 1))
        raise Unclear(say("which way? Say its number too:") + "\n" + listed)

    return read
