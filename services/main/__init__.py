"""The composition root: the only place that builds the parts of a server and knows them all."""

from services.main.ports import Started
from services.main.running import running, serve
from services.main.settings_checks import check, check_editions

__all__ = ["Started", "check", "check_editions", "running", "serve"]
