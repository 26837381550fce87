"""Field masks of updates (AIP-134, AIP-161)."""

from google.protobuf.field_mask_pb2 import FieldMask
from google.protobuf.message import Message

from services.api.gate.request_checks import TEXT_MAX

ALL = "*"


class MaskRefused(Exception):
    """`path`: the first that is wrong, cut to 200 characters; empty where an update without a mask changes nothing."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path[:TEXT_MAX]


def to_change(wanted: Message, mask: FieldMask, changeable: frozenset[str]) -> frozenset[str]:
    """Return the fields that an update changes: those named by the mask, or without one those that `wanted` contains.
    Fields that the server sets are skipped. Raises MaskRefused for an unknown path, and if no field is left: a
    forgotten field is not taken for an update."""
    named = mask.paths or [field.name for field, _ in wanted.ListFields()]
    for path in named:
        if path != ALL and path not in wanted.DESCRIPTOR.fields_by_name:
            raise MaskRefused(path)
    chosen = changeable if ALL in named else changeable.intersection(named)
    if not chosen:
        raise MaskRefused(named[0] if named else "")
    return chosen
