"""Every screen fits a phone, a desktop and a large display in Russian, whose texts are the longer ones."""

import pytest

from tests.page.prepared_screens import Prepared
from tests.page.screens import Take, faults

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]


def test_every_screen_fits_and_leaves_no_error_in_the_console(browser):
    takes = [Take("phone", "dark"), Take("desktop", "light"), Take("wide", "light")]
    with Prepared(browser, all_questions=False) as prepared:
        assert faults(prepared, ["ru"], takes) == []
