"""Arrays as PostgreSQL reads them in binary. psycopg asks for a dumper per element: four times as long per batch."""

from collections.abc import Iterable, Sequence
from struct import Struct

from psycopg import AsyncConnection
from psycopg.adapt import Dumper
from psycopg.pq import Format

_INT8, _BYTEA, _TEXT = 20, 17, 25
_INT8_ARRAY, _BYTEA_ARRAY, _TEXT_ARRAY = 1016, 1001, 1009
_HEAD, _A_LENGTH, _AN_INT8 = Struct("!iiIii").pack, Struct("!i").pack, Struct("!q").pack


class Array:
    """One-dimensional, without nulls."""

    def __init__(self, elements: Sequence[bytes]) -> None:
        self.elements = elements


class Texts(Array):
    def __init__(self, texts: Iterable[str]) -> None:
        super().__init__(list(map(str.encode, texts)))


class Bodies(Array):
    pass


class Integers(Array):
    def __init__(self, integers: Iterable[int]) -> None:
        super().__init__(list(map(_AN_INT8, integers)))


class _ArrayDumper(Dumper):
    format = Format.BINARY
    element_oid = 0

    def dump(self, array: Array) -> bytes:
        elements = array.elements
        parts = [_HEAD(1, 0, self.element_oid, len(elements), 1)] * (2 * len(elements) + 1)
        parts[1::2] = map(_A_LENGTH, map(len, elements))
        parts[2::2] = elements
        return b"".join(parts)


class _TextsDumper(_ArrayDumper):
    oid, element_oid = _TEXT_ARRAY, _TEXT


class _BodiesDumper(_ArrayDumper):
    oid, element_oid = _BYTEA_ARRAY, _BYTEA


class _IntegersDumper(_ArrayDumper):
    oid, element_oid = _INT8_ARRAY, _INT8


def register(connection: AsyncConnection[tuple[object, ...]]) -> None:
    connection.adapters.register_dumper(Texts, _TextsDumper)
    connection.adapters.register_dumper(Bodies, _BodiesDumper)
    connection.adapters.register_dumper(Integers, _IntegersDumper)
