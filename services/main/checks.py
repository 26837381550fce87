"""What settings cannot ask for together."""

from domain import catalogue
from projections.folds.registry import NAMES
from services.accounts.account import is_account_id
from services.application.beacon import beacon_of
from services.application.begin_under import begin_under
from services.settings import BadSettings, Settings
from services.tlog.parts import check_log
from services.views import MEMORY


def check(settings: Settings, bot_game: str = "") -> None:
    """Raises BadSettings for what cannot be together, Refused for a variant that is none."""
    unknown = set(settings.roles) - {"api", "follower", "bots", "deadlines", "tournaments", "webhooks", "beacon", "log"}
    if unknown:
        raise BadSettings(f"no such role: {', '.join(sorted(unknown))}")
    if bot_game:
        catalogue.find(bot_game)
    if settings.views == MEMORY and ({"api", "follower"} - set(settings.roles) or settings.follows):
        raise BadSettings("views in memory need the roles api and follower in this process; or set TURNLEDGER_VIEWS")
    if settings.shared_ports and any(address.endswith(":0") for address in (settings.listen, settings.http)):
        raise BadSettings("workers share their ports, so the ports must be named")
    if not set(settings.follows) <= set(NAMES):
        raise BadSettings(f"follows: there are the views {', '.join(NAMES)}")
    begin_under(settings.rules_max)
    beacon_of(settings)
    check_log(settings)
    for account in settings.operators:
        if not is_account_id(account):
            raise BadSettings(f"operators: {account!r} is no account id (`turnledger token --json` shows one)")
