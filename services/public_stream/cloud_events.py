"""Items of the public stream as CloudEvents (https://cloudevents.io, 1.0) in structured JSON."""

from datetime import datetime
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

MEDIA_TYPE = "application/cloudevents+json"
TYPE = "org.turnledger."


class PublicData(Struct, frozen=True):
    """An item as the contract has it. `kind`: the name of its field, `position`: as WatchPublic has it; empty for an
    event that is not of the stream."""

    kind: str
    position: str
    data: dict[str, Any]


class CloudEvent(Struct, frozen=True):
    """`position` is an extension attribute: the after_position that continues after the item; absent outside the
    stream."""

    specversion: str
    id: str
    source: str
    type: str
    time: datetime
    subject: str
    datacontenttype: str
    position: str | UnsetType
    data: dict[str, Any]


def cloud_event(item_id: str, at: datetime, found: PublicData, source: str) -> bytes:
    """`source`: the address of the server; `/` where it has none."""
    event = CloudEvent(
        specversion="1.0",
        id=item_id,
        source=source or "/",
        type=TYPE + found.kind,
        time=at,
        subject=item_id.partition("/")[0],
        datacontenttype="application/json",
        position=found.position or UNSET,
        data=found.data,
    )
    return msgspec.json.encode(event)
