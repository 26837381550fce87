"""Arrays as PostgreSQL reads them in binary. psycopg asks for a dumper per element: four times as long per batch."""

from collections.abc import Iterable, Sequence
from struct import pack

from psycopg import AsyncConnection
from psycopg.adapt import Dumper
from psycopg.pq import Format

_INT8, _BYTEA, _TEXT = 20, 17, 25
_INT8_ARRAY, _BYTEA_ARRAY, _TEXT_ARRAY = 1016, 1001, 1009


class Array:
    """One-dimensional, without nulls."""

    def __init__(self, elements: Sequence[bytes]) -> None:
        self.elements = elements


class Texts(Array):
    def __init__(self, texts: Iterable[str]) -> None:
        super().__init__([text.encode() for text in texts])


class Bodies(Array):
    pass


class Integers(Array):
    def __init__(self, integers: Iterable[int]) -> None:
        super().__init__([integer.to_bytes(8) for integer in integers])


class _ArrayDumper(Dumper):
    format = Format.BINARY
    element_oid = 0

    def dump(self, array: Array) -> bytes:
        parts = [pack("!iiIii", 1, 0, self.element_oid, len(array.elements), 1)]
        for element in array.elements:
            parts += len(element).to_bytes(4), element
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
