"""The rooms that a plan may name."""

from tests.simulation.accounts import AccountRoom
from tests.simulation.archive import ArchiveRoom
from tests.simulation.devices import DeviceRoom
from tests.simulation.matchmaking import MatchmakingRoom
from tests.simulation.notices import NoticeRoom
from tests.simulation.ratings import RatingRoom
from tests.simulation.rebuilds import RebuildRoom
from tests.simulation.releases import ReleaseRoom
from tests.simulation.room import Room
from tests.simulation.schema_upgrade import SchemaRoom
from tests.simulation.several_logs import SeveralLogs
from tests.simulation.sizes import SmallSizes
from tests.simulation.tlog import TransparencyRoom
from tests.simulation.tournaments import TournamentRoom

_ALL = (
    ArchiveRoom,
    TournamentRoom,
    MatchmakingRoom,
    RatingRoom,
    NoticeRoom,
    TransparencyRoom,
    AccountRoom,
    ReleaseRoom,
    SeveralLogs,
    SchemaRoom,
    DeviceRoom,
    SmallSizes,
    RebuildRoom,
)
ROOMS: dict[str, type[Room]] = {each.name: each for each in _ALL}
