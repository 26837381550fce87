"""docs/reference/ is what the code and the contract say."""

import pytest

from reference import contract
from reference.__main__ import FILES, TARGET
from turnledger.v1 import options_pb2, scopes_pb2


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_what_the_code_says(name):
    assert (TARGET / name).read_text() == FILES[name](), "run `make reference`"


def test_every_method_of_the_contract_names_the_scope_that_it_needs():
    methods = [method for service in contract.services() for method in service.methods]
    scopes = {method.full_name: method.GetOptions().Extensions[options_pb2.scope] for method in methods}
    nothing = scopes_pb2.SCOPE_UNSPECIFIED
    assert [name for name, scope in scopes.items() if scope == nothing] == [], "add `option (scope) = SCOPE_…;`"
