"""The data card of a dataset (Croissant 1.0, mlcommons.org/croissant) and its licence file."""

from collections.abc import Mapping
from datetime import datetime
from hashlib import file_digest
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
from msgspec import Struct

from services.history.dataset_schema import SCHEMA, VERSION, path_of

CARD, LICENSE = "croissant.json", "LICENSE.txt"
CROISSANT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
"""The context that Croissant 1.0 recommends."""
KEYS = {
    "games": ("game_id",),
    "seats": ("game_id", "seat"),
    "decisions": ("game_id", "version"),
    "events": ("game_id", "version"),
    "ratings": ("game_id", "seat"),
}
"""The columns that lead from a row to its place in the history."""


class About(Struct, frozen=True):
    """The description of the dataset by its operator. `license`: an address. `until`: the end of its last game."""

    name: str
    url: str
    license: str
    until: datetime | None = None


def write_card(to: Path, about: About) -> None:
    """Write the data card and the licence file of the Parquet files in `to`."""
    (to / CARD).write_bytes(msgspec.json.format(msgspec.json.encode(data_card(to, about))))
    (to / LICENSE).write_text(
        f"The files of the dataset {about.name!r} in this folder are published under\n{about.license}\n"
        + (f"Source: {about.url}\n" if about.url else "")
    )


def wrong_digests(folder: Path) -> list[str]:
    """Return the files of a dataset whose SHA-256 is not that of its data card. Raises OSError, MsgspecError."""
    card = msgspec.json.decode((folder / CARD).read_bytes(), type=_Card)
    return [each.name for each in card.distribution if _sha256(folder / each.name) != each.sha256]


class _File(Struct):
    name: str
    sha256: str


class _Card(Struct):
    distribution: list[_File]


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def data_card(to: Path, about: About) -> Mapping[str, Any]:
    """Return the description of the files in `to`."""
    files = [
        {
            "@type": "cr:FileObject",
            "@id": path.name,
            "name": path.name,
            "contentUrl": path.name,
            "contentSize": f"{path.stat().st_size} B",
            "encodingFormat": "application/x-parquet",
            "sha256": _sha256(path),
        }
        for path in (path_of(to, table) for table in SCHEMA)
    ]
    records = [
        {
            "@type": "cr:RecordSet",
            "@id": table,
            "name": table,
            "key": [{"@id": f"{table}/{column}"} for column in KEYS[table]],
            "field": [_field(table, column) for column in schema],
        }
        for table, schema in SCHEMA.items()
    ]
    return {
        "@context": CROISSANT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": about.name,
        "description": "Finished games of public tables, with pseudonyms by month.",
        "version": f"{VERSION}.0.0",
        **({"datePublished": f"{about.until:%Y-%m-%d}"} if about.until else {}),
        **({"url": about.url} if about.url else {}),
        "license": about.license,
        "distribution": files,
        "recordSet": records,
    }


def _field(table: str, column: pa.Field) -> dict[str, Any]:
    found = {
        "@type": "cr:Field",
        "@id": f"{table}/{column.name}",
        "name": column.name,
        "dataType": _data_type(column.type),
        "source": {"fileObject": {"@id": f"{table}.parquet"}, "extract": {"column": column.name}},
    }
    if column.name == "game_id" and table != "games":
        found["references"] = {"field": {"@id": "games/game_id"}}
    return found | ({"repeated": True} if pa.types.is_list(column.type) else {})


def _data_type(kind: pa.DataType) -> str:
    if pa.types.is_integer(kind):
        return "sc:Integer"
    if pa.types.is_boolean(kind):
        return "sc:Boolean"
    return "sc:DateTime" if pa.types.is_timestamp(kind) else "sc:Text"
