"""Settings that exclude each other, or name files that are of no use."""

from domain import catalogue
from services.main.issuer import issuer_of, secret_of
from services.main.new_tables import beacon_of, begin_under
from services.main.notices import apple_key_of, fcm_of, mail_of
from services.main.passkeys import party_of
from services.main.tls import tls_of
from services.projection_runner.views import MEMORY
from services.settings import BadSettings, Settings
from services.tlog.installation import check_log, policy_at


def check_editions() -> None:
    """Check every data file of the games. Refuses EDITION_INVALID."""
    for title in catalogue.TITLES.values():
        for edition_id in title.editions.ids:
            title.editions.edition(edition_id)


def check(settings: Settings, bot_game: str = "") -> None:
    """Check settings before anything is opened. Raises BadSettings for settings that exclude each other or whose files
    cannot be used, Refused for an unknown variant."""
    roles = set(settings.roles)
    if bot_game:
        catalogue.find(bot_game)
    if settings.views == MEMORY and ({"api", "follower"} - roles or settings.follows):
        raise BadSettings("views in memory need the roles api and follower in this process; or set TURNLEDGER_VIEWS")
    if settings.shared_ports and any(address.endswith(":0") for address in (settings.listen, settings.http)):
        raise BadSettings("workers share their ports, so the ports must be named")
    if settings.mcp_url and not settings.public_url:
        raise BadSettings("TURNLEDGER_MCP_URL needs TURNLEDGER_PUBLIC_URL: tokens name their issuer")
    begin_under(settings.rules_max)
    beacon_of(settings)
    check_log(settings)
    if settings.log_policy:
        policy_at(settings.log_policy)
    tls_of(settings)
    if "api" in roles:
        issuer_of(settings)
        secret_of(settings)
        party_of(settings)
    if roles & {"api", "webhooks"}:
        mail_of(settings)
        fcm_of(settings)
        apple_key_of(settings)
