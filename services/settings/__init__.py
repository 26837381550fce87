"""The settings of an operator: the only place that reads the environment. docs/reference/settings.md lists them."""

from services.settings.fields import PREFIX, ROLES, Settings
from services.settings.kinds import BadSettings, host_and_port
from services.settings.reading import Effective, as_environment, effective, from_environment

__all__ = [
    "PREFIX",
    "ROLES",
    "BadSettings",
    "Effective",
    "Settings",
    "as_environment",
    "effective",
    "from_environment",
    "host_and_port",
]
