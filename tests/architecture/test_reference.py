"""docs/reference/ is what the code and the contract say."""

import pytest

from reference.__main__ import FILES, TARGET


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_what_the_code_says(name):
    assert (TARGET / name).read_text() == FILES[name](), "run `make reference`"
