"""The defaults of new tables: the beacon of their draws, and the version of the rules (docs/operations.md)."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain import catalogue
from domain.kernel.beacon import QUICKNET, Beacon, what_is_wrong
from domain.table.lobby import Pinned
from services.settings import BadSettings, Settings

SCHEME = "bls-unchained-g1-rfc9380"


class ChainInfo(Struct, frozen=True, rename={"chain": "hash", "scheme": "schemeID"}):
    """The description of a chain by a drand relay: `GET /CHAIN/info`."""

    public_key: str
    period: int
    genesis_time: int
    chain: str
    scheme: str

    @property
    def beacon(self) -> Beacon:
        return Beacon(self.chain, self.public_key, self.genesis_time, self.period, QUICKNET.lead_s)


def beacon_of(settings: Settings) -> Beacon | None:
    """Return the beacon, or None if tables have none. Raises BadSettings."""
    if not settings.beacon:
        return None
    chain = QUICKNET if settings.beacon == "quicknet" else read_chain(Path(settings.beacon))
    beacon = replace(chain, lead_s=settings.beacon_lead_s)
    if wrong := what_is_wrong(beacon):
        raise BadSettings(f"TURNLEDGER_BEACON: {wrong} is not what a chain of drand has")
    return beacon


def read_chain(path: Path) -> Beacon:
    """The chain that a file describes. Raises BadSettings."""
    try:
        info = msgspec.json.decode(path.read_bytes(), type=ChainInfo)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadSettings(
            f"TURNLEDGER_BEACON: {path} is neither quicknet nor a file that describes a chain: {error}"
        ) from error
    if info.scheme != SCHEME:
        raise BadSettings(f"TURNLEDGER_BEACON: {path} has the scheme {info.scheme}, this program knows {SCHEME}")
    return info.beacon


def begin_under(rules_max: Sequence[str]) -> dict[str, Pinned]:
    """Return the versions that new games of each variant begin with, where the operator wants an older version of the
    rules than the newest. The decider of a map that is newer than that version refuses it. Raises BadSettings."""
    pinned: dict[str, Pinned] = {}
    for each in rules_max:
        game, _, most = each.partition("=")
        variants = [variant for variant in catalogue.VARIANTS.values() if variant.name.partition("/")[0] == game]
        if not variants:
            raise BadSettings(f"TURNLEDGER_RULES_MAX: there is no game {game!r}")
        known = sorted({version for variant in variants for version in variant.rules_versions})
        if most not in map(str, known):
            raise BadSettings(
                f"TURNLEDGER_RULES_MAX: {game} has the rules versions {', '.join(map(str, known))}, not {most!r}"
            )
        pinned |= {variant.name: Pinned(rules_version=int(most)) for variant in variants}
    return pinned
