"""The Catalogue service: the playable variants, with their printed data."""

from functools import cache, lru_cache

from domain import catalogue
from domain.kernel.decider import AnyDecider
from domain.kernel.refused import Refused
from domain.kernel.variant import Edition, OptionSpec, Variant
from domain.table.tries import expert_of
from services.api.gate.gate import Call
from services.api.messages.convert import Converter
from services.api.messages.game_data import game_data, words_of
from services.notify.maintenance import MaintenanceNotices
from services.platform.program import release
from services.texts import telling
from turnledger.v1 import catalogue_pb2, common_pb2

PRINTED_MAX = 100
_EDITIONS = Converter(Edition, common_pb2.Edition)


CONTRACT = 2
"""Grows with each release whose contract has something that the one before had not."""


class Catalogue:
    """`features`: see GetServerResponse. `expert_tries`: the most that a table may state. `has_beacon`: tables that are
    opened here have one."""

    def __init__(
        self,
        maintenance: MaintenanceNotices,
        features: tuple[str, ...] = (),
        expert_tries: int = 0,
        *,
        has_beacon: bool = False,
    ) -> None:
        self._maintenance, self._features, self._expert_tries = maintenance, features, expert_tries
        self._has_beacon = has_beacon

    async def get_server(self, request: catalogue_pb2.GetServerRequest, call: Call) -> catalogue_pb2.GetServerResponse:
        answer = catalogue_pb2.GetServerResponse(version=release(), contract=CONTRACT, features=self._features)
        answer.server_time.GetCurrentTime()
        if notice := await self._maintenance.current():
            answer.maintenance.texts.update(notice.texts)
            answer.maintenance.start_time.seconds = notice.start_s
            answer.maintenance.end_time.seconds = notice.end_s
        return answer

    async def list_variants(
        self, request: catalogue_pb2.ListVariantsRequest, call: Call
    ) -> catalogue_pb2.ListVariantsResponse:
        return _listed(tuple(catalogue.VARIANTS), self._expert_tries, self._has_beacon)

    async def get_game_data(
        self, request: catalogue_pb2.GetGameDataRequest, call: Call
    ) -> catalogue_pb2.GetGameDataResponse:
        return _game_data(request.variant, tuple(request.editions))

    async def get_edition(
        self, request: catalogue_pb2.GetEditionRequest, call: Call
    ) -> catalogue_pb2.GetEditionResponse:
        found, content = _edition(request.edition)
        return catalogue_pb2.GetEditionResponse(
            edition=_EDITIONS.to_message(found),  # type: ignore[arg-type]
            json=content,
        )


@cache
def _listed(names: tuple[str, ...], tries_max: int, has_beacon: bool) -> catalogue_pb2.ListVariantsResponse:
    """Keyed by the names, because a game may be registered after the list was requested."""
    variants = [_variant(catalogue.find(name), tries_max, has_beacon) for name in names]
    return catalogue_pb2.ListVariantsResponse(variants=variants)


def _variant(variant: Variant, tries_max: int, has_beacon: bool) -> catalogue_pb2.Variant:
    rules = variant.decider({}, variant.players_min)
    return catalogue_pb2.Variant(
        name=variant.name,
        names=telling.names_of(variant, f"variant {variant.name}"),
        players_min=variant.players_min,
        players_max=variant.players_max,
        options=[_option(each, variant) for each in variant.options],
        bots=list(rules.bots),
        editions=[_EDITIONS.to_message(each) for each in variant.editions()],  # type: ignore[misc]
        game=rules.name,
        expert=_expert(rules, tries_max),
        draws_may_wait=has_beacon and rules.public_draws,
    )


def _expert(rules: AnyDecider, tries_max: int) -> catalogue_pb2.ExpertCost | None:
    expert = expert_of(rules)
    if expert is None:
        return None
    return catalogue_pb2.ExpertCost(tries=expert.tries, tries_max=tries_max, try_ms=expert.try_ms)


def _option(spec: OptionSpec, variant: Variant) -> catalogue_pb2.VariantOption:
    return catalogue_pb2.VariantOption(
        name=spec.name,
        values=spec.values,
        open_ended=spec.open_ended,
        names=telling.names_of(variant, f"option {spec.name}"),
    )


def _game_data(variant: str, ids: tuple[str, ...]) -> catalogue_pb2.GetGameDataResponse:
    """Return the editions with these ids; without ids those in force. Refuses UNKNOWN_VARIANT, UNKNOWN_EDITION."""
    editions = tuple(_edition(each)[0] for each in ids) or catalogue.find(variant).editions()
    return _printed(variant, editions)


@lru_cache(maxsize=PRINTED_MAX)
def _printed(variant: str, editions: tuple[Edition, ...]) -> catalogue_pb2.GetGameDataResponse:
    found = catalogue.find(variant)
    rules = found.decider({}, found.players_min, editions)
    return catalogue_pb2.GetGameDataResponse(
        data=game_data(rules.name, variant, editions),
        editions=[_EDITIONS.to_message(each) for each in editions],  # type: ignore[misc]
        words=[catalogue_pb2.Word(code=code, names=names) for code, names in sorted(words_of(rules.name).items())],
    )


def _edition(edition_id: str) -> tuple[Edition, bytes]:
    """Any that there ever was: a game that began with an old one keeps it. Refuses UNKNOWN_EDITION."""
    for title in catalogue.TITLES.values():
        if edition_id in title.editions.ids:
            return title.editions.edition(edition_id), title.editions.content(edition_id)
    raise Refused("UNKNOWN_EDITION", "TB-OPEN-01", edition=edition_id)
