"""The beacon whose rounds take part in the draws of new tables: docs/operations.md, Dice that nobody chooses."""

from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.beacon import QUICKNET, Beacon, what_is_wrong
from services.settings import BadSettings, Settings

SCHEME = "bls-unchained-g1-rfc9380"


class ChainInfo(Struct, frozen=True, rename={"chain": "hash", "scheme": "schemeID"}):
    """What a drand relay says of a chain: `GET /CHAIN/info`."""

    public_key: str
    period: int
    genesis_time: int
    chain: str
    scheme: str

    @property
    def beacon(self) -> Beacon:
        return Beacon(self.chain, self.public_key, self.genesis_time, self.period, QUICKNET.lead_s)


def beacon_of(settings: Settings) -> Beacon | None:
    """None where tables have no beacon. Raises BadSettings."""
    if not settings.beacon:
        return None
    chain = QUICKNET if settings.beacon == "quicknet" else read_chain(Path(settings.beacon))
    beacon = replace(chain, lead_s=settings.beacon_lead_s)
    if wrong := what_is_wrong(beacon):
        raise BadSettings(f"beacon: {wrong} is not what a chain of drand has")
    return beacon


def read_chain(path: Path) -> Beacon:
    """The chain that a file describes. Raises BadSettings."""
    try:
        info = msgspec.json.decode(path.read_bytes(), type=ChainInfo)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadSettings(f"beacon: {path} is neither quicknet nor a file that describes a chain: {error}") from error
    if info.scheme != SCHEME:
        raise BadSettings(f"beacon: {path} has the scheme {info.scheme}, this program knows {SCHEME}")
    return info.beacon
