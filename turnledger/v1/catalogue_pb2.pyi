from turnledger.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ListVariantsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListVariantsResponse(_message.Message):
    __slots__ = ("variants",)
    VARIANTS_FIELD_NUMBER: _ClassVar[int]
    variants: _containers.RepeatedCompositeFieldContainer[Variant]
    def __init__(self, variants: _Optional[_Iterable[_Union[Variant, _Mapping]]] = ...) -> None: ...

class Variant(_message.Message):
    __slots__ = ("name", "names", "players_min", "players_max", "options", "bots", "editions")
    NAME_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_MIN_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_MAX_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    EDITIONS_FIELD_NUMBER: _ClassVar[int]
    name: str
    names: _containers.RepeatedCompositeFieldContainer[_common_pb2.NamedValue]
    players_min: int
    players_max: int
    options: _containers.RepeatedCompositeFieldContainer[VariantOption]
    bots: _containers.RepeatedScalarFieldContainer[str]
    editions: _containers.RepeatedCompositeFieldContainer[_common_pb2.Edition]
    def __init__(self, name: _Optional[str] = ..., names: _Optional[_Iterable[_Union[_common_pb2.NamedValue, _Mapping]]] = ..., players_min: _Optional[int] = ..., players_max: _Optional[int] = ..., options: _Optional[_Iterable[_Union[VariantOption, _Mapping]]] = ..., bots: _Optional[_Iterable[str]] = ..., editions: _Optional[_Iterable[_Union[_common_pb2.Edition, _Mapping]]] = ...) -> None: ...

class VariantOption(_message.Message):
    __slots__ = ("name", "values", "open_ended", "names")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    OPEN_ENDED_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    name: str
    values: _containers.RepeatedScalarFieldContainer[str]
    open_ended: bool
    names: _containers.RepeatedCompositeFieldContainer[_common_pb2.NamedValue]
    def __init__(self, name: _Optional[str] = ..., values: _Optional[_Iterable[str]] = ..., open_ended: _Optional[bool] = ..., names: _Optional[_Iterable[_Union[_common_pb2.NamedValue, _Mapping]]] = ...) -> None: ...

class GetPowerGridRequest(_message.Message):
    __slots__ = ("variant",)
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    variant: str
    def __init__(self, variant: _Optional[str] = ...) -> None: ...

class GetPowerGridResponse(_message.Message):
    __slots__ = ("map", "plants", "editions", "region_sets")
    MAP_FIELD_NUMBER: _ClassVar[int]
    PLANTS_FIELD_NUMBER: _ClassVar[int]
    EDITIONS_FIELD_NUMBER: _ClassVar[int]
    REGION_SETS_FIELD_NUMBER: _ClassVar[int]
    map: PowerGridMap
    plants: _containers.RepeatedCompositeFieldContainer[PowerGridPlant]
    editions: _containers.RepeatedCompositeFieldContainer[_common_pb2.Edition]
    region_sets: _containers.RepeatedCompositeFieldContainer[PowerGridRegionSet]
    def __init__(self, map: _Optional[_Union[PowerGridMap, _Mapping]] = ..., plants: _Optional[_Iterable[_Union[PowerGridPlant, _Mapping]]] = ..., editions: _Optional[_Iterable[_Union[_common_pb2.Edition, _Mapping]]] = ..., region_sets: _Optional[_Iterable[_Union[PowerGridRegionSet, _Mapping]]] = ...) -> None: ...

class PowerGridRegionSet(_message.Message):
    __slots__ = ("players", "value")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    players: int
    value: str
    def __init__(self, players: _Optional[int] = ..., value: _Optional[str] = ...) -> None: ...

class GetEditionRequest(_message.Message):
    __slots__ = ("edition",)
    EDITION_FIELD_NUMBER: _ClassVar[int]
    edition: str
    def __init__(self, edition: _Optional[str] = ...) -> None: ...

class GetEditionResponse(_message.Message):
    __slots__ = ("edition", "json")
    EDITION_FIELD_NUMBER: _ClassVar[int]
    JSON_FIELD_NUMBER: _ClassVar[int]
    edition: _common_pb2.Edition
    json: bytes
    def __init__(self, edition: _Optional[_Union[_common_pb2.Edition, _Mapping]] = ..., json: _Optional[bytes] = ...) -> None: ...

class PowerGridMap(_message.Message):
    __slots__ = ("id", "names", "regions", "cities", "links", "width", "height", "provenance")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    REGIONS_FIELD_NUMBER: _ClassVar[int]
    CITIES_FIELD_NUMBER: _ClassVar[int]
    LINKS_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    PROVENANCE_FIELD_NUMBER: _ClassVar[int]
    id: str
    names: _containers.RepeatedCompositeFieldContainer[_common_pb2.NamedValue]
    regions: _containers.RepeatedCompositeFieldContainer[PowerGridRegion]
    cities: _containers.RepeatedCompositeFieldContainer[PowerGridCity]
    links: _containers.RepeatedCompositeFieldContainer[PowerGridLink]
    width: int
    height: int
    provenance: _containers.RepeatedCompositeFieldContainer[_common_pb2.NamedValue]
    def __init__(self, id: _Optional[str] = ..., names: _Optional[_Iterable[_Union[_common_pb2.NamedValue, _Mapping]]] = ..., regions: _Optional[_Iterable[_Union[PowerGridRegion, _Mapping]]] = ..., cities: _Optional[_Iterable[_Union[PowerGridCity, _Mapping]]] = ..., links: _Optional[_Iterable[_Union[PowerGridLink, _Mapping]]] = ..., width: _Optional[int] = ..., height: _Optional[int] = ..., provenance: _Optional[_Iterable[_Union[_common_pb2.NamedValue, _Mapping]]] = ...) -> None: ...

class PowerGridRegion(_message.Message):
    __slots__ = ("id", "names", "neighbours")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    NEIGHBOURS_FIELD_NUMBER: _ClassVar[int]
    id: str
    names: _containers.RepeatedCompositeFieldContainer[_common_pb2.NamedValue]
    neighbours: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[str] = ..., names: _Optional[_Iterable[_Union[_common_pb2.NamedValue, _Mapping]]] = ..., neighbours: _Optional[_Iterable[str]] = ...) -> None: ...

class PowerGridCity(_message.Message):
    __slots__ = ("id", "names", "region", "slots", "x", "y")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    REGION_FIELD_NUMBER: _ClassVar[int]
    SLOTS_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    id: str
    names: _containers.RepeatedCompositeFieldContainer[_common_pb2.NamedValue]
    region: str
    slots: _containers.RepeatedScalarFieldContainer[int]
    x: int
    y: int
    def __init__(self, id: _Optional[str] = ..., names: _Optional[_Iterable[_Union[_common_pb2.NamedValue, _Mapping]]] = ..., region: _Optional[str] = ..., slots: _Optional[_Iterable[int]] = ..., x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class PowerGridLink(_message.Message):
    __slots__ = ("to", "price")
    FROM_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    PRICE_FIELD_NUMBER: _ClassVar[int]
    to: str
    price: int
    def __init__(self, to: _Optional[str] = ..., price: _Optional[int] = ..., **kwargs) -> None: ...

class PowerGridPlant(_message.Message):
    __slots__ = ("plant", "kind", "burns", "powers", "stores", "bid_min")
    PLANT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    BURNS_FIELD_NUMBER: _ClassVar[int]
    POWERS_FIELD_NUMBER: _ClassVar[int]
    STORES_FIELD_NUMBER: _ClassVar[int]
    BID_MIN_FIELD_NUMBER: _ClassVar[int]
    plant: str
    kind: str
    burns: int
    powers: int
    stores: int
    bid_min: int
    def __init__(self, plant: _Optional[str] = ..., kind: _Optional[str] = ..., burns: _Optional[int] = ..., powers: _Optional[int] = ..., stores: _Optional[int] = ..., bid_min: _Optional[int] = ...) -> None: ...
