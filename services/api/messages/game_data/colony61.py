"""Printed data of Colony-61: its edition."""

from typing import Any

import msgspec
from google.protobuf.json_format import ParseDict

from domain.colony61.editions import EDITIONS
from domain.kernel.variant import Edition
from turnledger.v1 import colony61_pb2


def data(_: str, editions: tuple[Edition, ...]) -> colony61_pb2.Colony61Data:
    figures = _with_names(msgspec.to_builtins(EDITIONS.figures(editions[0].id), str_keys=True))
    for resource in figures["resources"]:
        for pictogram in resource["black_pictograms"]:
            pictogram["position"] = pictogram.pop("at")
    for colony in figures["colonies"]:
        colony["start_hand"]["offered"] = colony["start_hand"].pop("of")
    for module in figures["modules"]:
        for effect in module["effects"]:
            effect["steps"] = [{"position": at, "influence": worth} for at, worth in effect.pop("steps", ())]
    return ParseDict(figures, colony61_pb2.Colony61Data(), ignore_unknown_fields=True)


def _with_names(value: Any) -> Any:
    """Names in two languages as one map."""
    if isinstance(value, list | tuple):
        return [_with_names(each) for each in value]
    if not isinstance(value, dict):
        return value
    names = {language: value[key] for language in ("en", "ru") if (key := f"name_{language}") in value}
    return {key: _with_names(each) for key, each in value.items()} | ({"names": names} if names else {})
