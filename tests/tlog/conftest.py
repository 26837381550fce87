"""Tables on a real store, as tests of what happens around tables have them."""

from tests.table_services.conftest import clock, games, store, tables  # noqa: F401
